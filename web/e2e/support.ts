/** Starts the program and a browser, and plays as a person would: by what can be seen and pressed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'

const root = resolve(import.meta.dirname, '../..')

function program(): string {
  const named = process.env['HEATRAY_BIN']
  const target = process.env['CARGO_TARGET_DIR'] ?? join(root, 'target')
  const found = [named, join(target, 'release/heatray'), join(target, 'debug/heatray')].find((p) => p && existsSync(p))
  if (!found) throw new Error('the program is not built: run `cargo build --release` first')
  return found
}

function browserPath(): string {
  const found = [process.env['HEATRAY_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (p) => p && existsSync(p),
  )
  if (!found) throw new Error('no Chromium: install the package `chromium`, or set HEATRAY_CHROMIUM to one')
  return found
}

class Server {
  private constructor(
    private readonly child: ChildProcess | null,
    readonly url: string,
    private readonly dir: string | null,
  ) {}

  static async start(): Promise<Server> {
    // While working on the client: the pages of `npm run dev`, before a program that runs already.
    const running = process.env['HEATRAY_URL']
    if (running) return new Server(null, running, null)
    const dir = mkdtempSync(join(tmpdir(), 'heatray-e2e-'))
    const args = ['serve', '--port', '0', '--no-open', '--db', join(dir, 'e2e.db')]
    const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await new Promise<string>((done, fail) => {
      let text = ''
      child.stdout?.on('data', (data: Buffer) => {
        text += data.toString()
        const found = /http:\/\/[\d.]+:\d+/.exec(text)
        if (found) done(found[0])
      })
      child.on('exit', (code) => fail(new Error(`the program ended with ${code}: ${text}`)))
      setTimeout(() => fail(new Error(`no address within 20 s: ${text}`)), 20_000)
    })
    return new Server(child, url, dir)
  }

  stop() {
    this.child?.kill()
    if (this.dir) rmSync(this.dir, { recursive: true, force: true })
  }
}

async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', colorScheme: 'dark' }
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
  colorScheme: 'dark',
}

/** The program and the browser that the tests of one file share. */
export class Hall {
  server!: Server
  browser!: Browser

  constructor(wanted = true) {
    beforeAll(async () => {
      if (!wanted) return
      this.server = await Server.start()
      this.browser = await launch()
    })
    afterAll(async () => {
      await this.browser?.close()
      this.server?.stop()
    })
  }

  get url(): string {
    return this.server.url
  }

  open(options: BrowserContextOptions) {
    return open(this.browser, options)
  }

  /** A match by the program's own door, without the forms. */
  async make(wish: object): Promise<{ match: string; keys: { seat: number; key: string }[]; watch: string }> {
    const answer = await fetch(`${this.url}/api/matches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ game: 'triplanes', ...wish }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`no match: ${text}`)
    return JSON.parse(text) as { match: string; keys: { seat: number; key: string }[]; watch: string }
  }
}

/** A context whose pages fail the test when the page throws. */
async function open(browser: Browser, options: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page; trouble: string[] }> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|ERR_CONNECTION/.test(message.text())) trouble.push(message.text())
  })
  return { context, page, trouble }
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.getByRole('button', { name: 'How it ended' }).count()) > 0
}

/** Something that this page's player can press now, or null while others decide. */
async function ready(page: Page): Promise<'plan' | 'seal' | 'choice' | 'place' | 'cover' | 'over' | null> {
  return page.evaluate(() => {
    const shown = (e: Element | null) => e !== null && (e as HTMLElement).offsetParent !== null
    if (document.querySelector('.cover')) return 'cover'
    if ([...document.querySelectorAll('button')].some((b) => b.textContent?.includes('How it ended'))) return 'over'
    const go = document.querySelector<HTMLButtonElement>('.desk .go')
    if (shown(document.querySelector('.fan .card')) && go) {
      if (!go.disabled) return 'seal'
      return document.querySelector('.fan .card:not(.dim)') ? 'plan' : null
    }
    if (shown(document.querySelector('.choices .choice'))) return 'choice'
    if (go && !go.disabled) return 'place'
    return null
  })
}

/** Waits until this player can do something; says what. */
export async function turnTo(page: Page, patience = 30_000): Promise<Exclude<Awaited<ReturnType<typeof ready>>, null>> {
  const end = Date.now() + patience
  for (;;) {
    const now = await ready(page)
    if (now) return now
    if (Date.now() > end) throw new Error(`nothing to press for ${patience} ms: ${await page.locator('.prompt').innerText()}`)
    await page.waitForTimeout(25)
  }
}

/** Presses one thing: a card, a seal, a choice. `pick` chooses among the legal ones. */
export async function press(page: Page, pick: (n: number) => number = () => 0, tap = false): Promise<string> {
  const what = await turnTo(page)
  const hit = async (selector: string, index = 0) => {
    const target = page.locator(selector).nth(index)
    await (tap ? target.tap() : target.click())
  }
  switch (what) {
    case 'plan': {
      const cards = '.fan .card:not(.dim)'
      await hit(cards, pick(await page.locator(cards).count()))
      break
    }
    case 'seal':
    case 'place':
      await hit('.desk .go:not([disabled])')
      break
    case 'choice': {
      if ((await page.locator('.desk .go:not([disabled])').count()) === 0) {
        const choices = '.choices .choice:not(.dim)'
        await hit(choices, pick(await page.locator(choices).count()))
      }
      await hit('.desk .go:not([disabled])').catch(() => undefined)
      break
    }
    case 'cover':
      await hit('.cover button')
      break
    case 'over':
      break
  }
  // The answer of the server changes the desk.
  await page.waitForTimeout(30)
  return what
}

/** A small generator, so that a failing game can be played again. */
export function chance(seed: number): (n: number) => number {
  let x = seed >>> 0
  return (n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    return Math.floor((x / 2 ** 32) * n)
  }
}

export async function shot(page: Page, name: string) {
  if (process.env['HEATRAY_SHOTS']) {
    const path = join(root, 'docs/screenshots', `${name}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: 82 })
  }
}
