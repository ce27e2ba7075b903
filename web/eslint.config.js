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
  {
    files: ['e2e/**'],
    rules: {
      // A wait by time is a race that a busy machine loses: a test says what it waits for.
      'no-restricted-syntax': [
        'error',
        { selector: 'MemberExpression[property.name="waitForTimeout"]', message: 'Wait for something that the page shows.' },
        { selector: 'CallExpression[callee.name=/^set(Timeout|Interval)$/]', message: 'Wait for something that the page shows.' },
        { selector: 'MemberExpression[property.name=/^set(Timeout|Interval)$/]', message: 'Wait for something that the page shows.' },
        // What is counted once, at once, is counted before it came: nothing else may be expected than that it is not there.
        {
          selector:
            'CallExpression[callee.object.callee.name="expect"][callee.object.arguments.0.type="AwaitExpression"][callee.object.arguments.0.argument.callee.property.name="count"]:not([callee.property.name="toBe"][arguments.0.value=0])',
          message: 'Ask until it is so: await expect.poll(() => ….count()).',
        },
      ],
    },
  },
)
