/** A site of files on a host that knows nothing else, and its rules, asked as its worker asks them. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { program } from './support'

/** The rules as `cargo xtask wasm` built them. */
export const rules = process.env['HEATRAY_RULES']

/** Texts, by the ending of their names. */
const kinds: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** A host as there are many: it knows nothing but files, packs texts on their way, and has the site in a folder. */
export class Host {
  private server: Server | null = null
  readonly folder = mkdtempSync(join(tmpdir(), 'heatray-site-'))
  url = ''
  /** How many bytes went out for a path when it was asked for last. */
  readonly sent = new Map<string, number>()

  /** With the site, while the tests of a file run. */
  constructor() {
    beforeAll(async () => {
      if (!rules) return
      const said = execFileSync(program(), ['export-site', this.folder, '--rules', rules], { encoding: 'utf8' })
      expect(said).toMatch(/\d+ files, \d+\.\d MB/)
      await this.start()
    })
    afterAll(() => {
      this.stop()
      rmSync(this.folder, { recursive: true, force: true })
    })
  }

  /** Where the rules of each game are, below its address. */
  games(): Record<string, { rules: string }> {
    const site: unknown = JSON.parse(readFileSync(join(this.folder, 'site.json'), 'utf8'))
    return (site as { games: Record<string, { rules: string }> }).games
  }

  async start() {
    const server = createServer((asked, answer) => {
      const path = decodeURIComponent(new URL(asked.url ?? '/', 'http://host').pathname).replace(/^\/tables\//, '')
      const file = join(this.folder, path === '' ? 'index.html' : path)
      if (path.includes('..') || !existsSync(file)) return void answer.writeHead(404).end()
      const kind = kinds[extname(file)]
      answer.setHeader('content-type', kind ?? 'application/octet-stream')
      if (kind) answer.setHeader('content-encoding', 'gzip')
      const bytes = kind ? gzipSync(readFileSync(file)) : readFileSync(file)
      this.sent.set(`/tables/${path}`, bytes.length)
      answer.end(bytes)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    this.server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tables/`
  }

  /** Nobody is there any more. */
  stop() {
    this.server?.close()
    this.server?.closeAllConnections()
  }
}

/** Opens the site and waits until all of it lies in the browser. */
export async function installed(page: Page, url: string) {
  await page.goto(url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** What the rules answer, and how long it took. */
export interface Asked {
  value: unknown
  ms: number
}

/** Asks the rules at an address, in a page or in its worker: it travels there, and leans on nothing that stands here. */
export async function asked({ rules, questions }: { rules: string; questions: object[] }): Promise<Asked[]> {
  const packed = (await fetch(rules)).body!
  const plain = new Response(packed.pipeThrough(new DecompressionStream('gzip')))
  const { instance } = await WebAssembly.instantiate(await plain.arrayBuffer())
  const door = instance.exports as unknown as {
    memory: WebAssembly.Memory
    room_for: (bytes: number) => number
    answer: () => number
    length: () => number
  }
  return questions.map((question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question))
    const at = door.room_for(bytes.length)
    new Uint8Array(door.memory.buffer, at, bytes.length).set(bytes)
    const begun = performance.now()
    const lies = door.answer()
    const ms = performance.now() - begun
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(door.memory.buffer, lies, door.length()))) as {
      value?: unknown
      error?: object
    }
    if (!answer.value) throw new Error(JSON.stringify(answer.error))
    return { value: answer.value, ms }
  })
}
