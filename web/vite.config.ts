import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig } from 'vitest/config'

/** Leaves `.br` and `.gz` beside every text that gains by it: the program sends what a browser can take. */
function packed() {
  const texts = /\.(html|js|css|svg|json|txt|webmanifest|map)$/
  return {
    name: 'packed',
    apply: 'build' as const,
    writeBundle({ dir }: { dir?: string }) {
      if (!dir) return
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!texts.test(name)) continue
        const path = join(dir, name)
        const plain = readFileSync(path)
        const forms = {
          br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          gz: gzipSync(plain, { level: 9 }),
        }
        for (const [ending, bytes] of Object.entries(forms)) {
          if (bytes.length < plain.length) writeFileSync(`${path}.${ending}`, bytes)
        }
      }
    },
  }
}

export default defineConfig({
  plugins: [svelte(), packed()],
  // A site may lie in any folder of a host.
  base: './',
  worker: { format: 'es' },
  // The page is served by the program itself; in development `npm run dev` talks to a running one (HEATRAY_SERVER).
  server: { proxy: { '/api': { target: process.env.HEATRAY_SERVER ?? 'http://127.0.0.1:8724', ws: true } } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  // One page for all files of a worker: making a new one for each took ten times as long as the tests themselves.
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'], isolate: false },
})
