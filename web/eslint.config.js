import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'src/wire/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // A name that begins with a line says that it is not used.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Maps and sets are made anew and put into a signal as a whole; none is changed under one.
      'svelte/prefer-svelte-reactivity': 'off',
      // svelte-check knows which of its warnings are held back.
      'svelte/no-unused-svelte-ignore': 'off',
      // {' '} is a space that the compiler must not drop.
      'svelte/no-useless-mustaches': 'off',
    },
  },
)
