/** Starts the program and a browser, and plays as a person would: by what can be seen and pressed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from 'playwright-core'
import type { Made } from '../src/wire/Made'

const root = resolve(import.meta.dirname, '../..')

export function program(): string {
  const named = process.env['HEATRAY_BIN']
  const target = process.env['CARGO_TARGET_DIR'] ?? join(root, 'target')
  const found = [named, join(target, 'release/heatray'), join(target, 'debug/heatray')].find((p) => p && existsSync(p))
  if (!found) throw new Error('the program is not built: run `cargo build --release` first')
  return found
}

function browserPath(): string {
  // The first has no window that could be drawn: the tests take two thirds of the time.
  const known = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`)
  const found = [process.env['HEATRAY_CHROMIUM'], ...known].find((p) => p && existsSync(p))
  if (!found) throw new Error('no Chromium: install the package `chromium-headless-shell` or `chromium`, or set HEATRAY_CHROMIUM to one')
  return found
}

class Server {
  private constructor(
    private readonly child: ChildProcess | null,
    readonly url: string,
    private readonly dir: string | null,
  ) {}

  static async start(more: string[]): Promise<Server> {
    // While working on the client: the pages of `npm run dev`, before a program that runs already.
    const running = process.env['HEATRAY_URL']
    if (running) return new Server(null, running, null)
    const dir = mkdtempSync(join(tmpdir(), 'heatray-e2e-'))
    const args = ['serve', '--port', '0', '--no-open', '--db', join(dir, 'e2e.db'), ...more]
    const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await new Promise<string>((done, fail) => {
      let text = ''
      child.stdout?.on('data', (data: Buffer) => {
        text += data.toString()
        const found = /http:\/\/[\d.]+:\d+/.exec(text)
        // Who listens everywhere is here, too.
        if (found) done(found[0].replace('0.0.0.0', '127.0.0.1'))
      })
      child.on('exit', (code) => fail(new Error(`the program ended with ${code}: ${text}`)))
      AbortSignal.timeout(20_000).addEventListener('abort', () => fail(new Error(`no address within 20 s: ${text}`)))
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

/** How long anything may take on a machine that is busy with other things, in milliseconds: no test waits for time alone. */
export const PATIENCE = 60_000

/** The program and the browser that the tests of one file share. */
export class Hall {
  server!: Server
  browser!: Browser

  constructor(wanted = true, more: string[] = []) {
    beforeAll(async () => {
      if (!wanted) return
      this.server = await Server.start(more)
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

  open(options: BrowserContextOptions, settings: object = {}) {
    return open(this.browser, options, settings)
  }

  private async post(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`no match: ${text}`)
    return JSON.parse(text)
  }

  /** A match by the program's own door, without the forms; all people in it have sat down. */
  async make(wish: object): Promise<Made> {
    const made = (await this.post('/api/matches', { game: 'triplanes', ...wish })) as Made
    const keys = [...made.keys]
    for (const { seat, token } of made.invitations) {
      const key = `${made.match}-${seat}`.padEnd(24, '0')
      await this.post(`/api/matches/${made.match}/claim`, { invitation: token, key })
      keys.push({ seat, key })
    }
    return { ...made, keys: keys.sort((a, b) => a.seat - b.seat) }
  }

  /** The address of a seat in a small battle that is set up already, against a bot that presses anything. */
  async quickBattle(seed = 5): Promise<string> {
    const made = await this.make({
      setup: { scenario: 'simple-battle', options: { setup: 'quick' } },
      seed,
      seats: [{ kind: 'open' }, { kind: 'bot', bot: 'random' }],
    })
    return `${this.url}/#/m/${made.match}/${made.keys[0]!.key}`
  }
}

/** Every decision is the player's, also where there is only one answer: a test presses what it means to press. */
export const byHand = { only: false }

/** A context whose pages fail the test when the page throws; `settings` as somebody has chosen them before: silent, unless asked. */
async function open(
  browser: Browser,
  options: BrowserContextOptions,
  settings: object,
): Promise<{ context: BrowserContext; page: Page; trouble: string[] }> {
  const context = await browser.newContext(options)
  await context.addInitScript(
    (text) => {
      if (!localStorage.getItem('heatray.settings')) localStorage.setItem('heatray.settings', text)
    },
    JSON.stringify({ sound: false, ...settings }),
  )
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(String(error)))
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/Failed to load resource|ERR_CONNECTION|Cross-Origin-Opener-Policy header has been ignored/.test(message.text())
    )
      trouble.push(message.text())
  })
  return { context, page, trouble }
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.getByRole('button', { name: 'How it ended' }).count()) > 0
}

/** What a page is doing, as its frame says: see `Doing` in room.svelte.ts. */
export async function doing(page: Page): Promise<string> {
  return (await page.locator('.frame').getAttribute('data-doing')) ?? 'loading'
}

/** Waits for a table that is not the one that was shown before: a rematch, a fork, a loaded match. */
export async function anotherTable(page: Page, before: string | null) {
  await page.waitForFunction((old) => {
    const match = document.querySelector<HTMLElement>('.frame')?.dataset['match']
    return match && match !== old
  }, before)
}

/** Which match a page shows. */
export async function matchOf(page: Page): Promise<string | null> {
  return page.locator('.frame').getAttribute('data-match')
}

/** Goes to the table of an address, also from another table: then only the part behind `#` changes. */
export async function visit(page: Page, address: string) {
  await page.goto(address)
  const match = /#\/m\/([^/]+)/.exec(address)?.[1]
  await page.locator(`.frame[data-match="${match}"]`).waitFor({ state: 'attached' })
}

/** On the home page: the button that begins a scenario against a bot. */
export function againstBot(page: Page, scenario = 'Bring Proof'): Locator {
  return page.getByRole('button', { name: new RegExp(`Play against a bot: ${scenario}`) }).first()
}

/** Waits until nothing is under way at this table: what it shows then stays until somebody decides. */
export async function settled(page: Page, patience = PATIENCE): Promise<string> {
  const at = await page
    .waitForFunction(
      () => {
        const doing = document.querySelector('.frame')?.getAttribute('data-doing')
        return doing && !['loading', 'busy', 'bots'].includes(doing) ? doing : null
      },
      undefined,
      { timeout: patience },
    )
    .catch(async (error: unknown) => {
      throw new Error(`the table does not come to rest: ${await words(page)}`, { cause: error })
    })
  return String(await at.jsonValue())
}

/** What stands over the desk, for messages. */
async function words(page: Page): Promise<string> {
  const prompt = page.locator('.prompt')
  const text = (await prompt.count()) > 0 ? await prompt.innerText() : await page.locator('body').innerText()
  return `${await page
    .locator('.frame')
    .getAttribute('data-doing')
    .catch(() => 'no table')}: ${text.slice(0, 300)}`
}

type Ready = 'plan' | 'seal' | 'choice' | 'place' | 'cover' | 'over'

/** Waits until this player can do something and nothing is under way; says what it is. */
export async function turnTo(page: Page, patience = PATIENCE): Promise<Ready> {
  const found = await page
    .waitForFunction(
      (): Ready | null => {
        if (document.querySelector('.cover')) return 'cover'
        const doing = document.querySelector('.frame')?.getAttribute('data-doing')
        if (doing === 'over') return 'over'
        if (doing !== 'ready') return null
        const shown = (e: Element | null) => e !== null && (e as HTMLElement).offsetParent !== null
        const go = document.querySelector<HTMLButtonElement>('.desk .go')
        if (shown(document.querySelector('.fan .card')) && go) {
          if (!go.disabled) return 'seal'
          return document.querySelector('.fan .card:not(.dim)') ? 'plan' : null
        }
        if (shown(document.querySelector('.choices .choice'))) return 'choice'
        return go && !go.disabled ? 'place' : null
      },
      undefined,
      { timeout: patience },
    )
    .catch(async (error: unknown) => {
      throw new Error(`nothing to press for ${patience} ms: ${await words(page)}`, { cause: error })
    })
  return (await found.jsonValue()) as Ready
}

/** Whichever of these players can do something first, and what. */
export async function firstTurn(pages: Page[]): Promise<{ page: Page; what: Ready }> {
  return Promise.any(pages.map(async (page) => ({ page, what: await turnTo(page) })))
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
      await hit('.desk .go:not([disabled])')
      break
    }
    case 'cover':
      await hit('.cover button')
      break
    case 'over':
      return what
  }
  // What was pressed is answered, and its scene is played.
  if (what !== 'cover') await settled(page)
  return what
}

/** Seals what lies on the desk, and waits for what comes of it. */
export async function seal(page: Page) {
  await page.locator('.desk .go:not([disabled])').click()
  await settled(page)
}

/** Lays a card of the fan that is called so, and seals it. */
export async function lay(page: Page, card: RegExp) {
  await turnTo(page)
  await page.locator('.fan').getByRole('button', { name: card }).click()
  await seal(page)
}

/** Gives the first choice that is called so. The page must leave all decisions to the hand (`byHand`). */
export async function take(page: Page, choice: RegExp) {
  const button = page.locator('.choices .choice').filter({ hasText: choice }).first()
  await button.waitFor()
  await turnTo(page)
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click()
  await seal(page)
}

/** Opens the menu of the match and takes an item of it. */
export async function menu(page: Page, item: RegExp) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The pictures of a page wait for its letters, its film and its fades. */
export async function still(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => {
    const doing = document.querySelector('.frame')?.getAttribute('data-doing')
    const runs = document.getAnimations().some((a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Infinity)
    return !['loading', 'busy', 'bots'].includes(doing ?? '') && !runs
  })
}

/** Waits for a decision of this player whose answers are on the desk; says which kind, or that the match is over. */
export async function decision(page: Page): Promise<string> {
  const at = await page.waitForFunction(
    () => {
      if (document.querySelector('.cover')) return 'cover'
      const doing = document.querySelector('.frame')?.getAttribute('data-doing')
      if (doing === 'over') return 'over'
      const desk = document.querySelector<HTMLElement>('.desk[aria-busy="false"][data-kind]')
      return doing === 'ready' && desk ? desk.dataset['kind'] : null
    },
    undefined,
    { timeout: PATIENCE },
  )
  return String(await at.jsonValue())
}

/** What axe holds against the page; its context must leave scripts alone (`bypassCSP`). */
export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations
      .filter((v) => v.impact === 'serious' || v.impact === 'critical')
      .map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`)
  })
}

/** What the live region has told of the scenes so far, and the whole table in words. */
export async function inWords(page: Page): Promise<{ told: string[]; words: string[] }> {
  // How it ended may lie over the table.
  if ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'In words' }).click()
  const words = await page.locator('.words li').allTextContents()
  await page.getByRole('tab', { name: 'Log' }).click()
  return { told: await page.locator('[data-told] p').allTextContents(), words }
}

/** How many events a page knows of. */
export async function eventsOf(page: Page): Promise<number> {
  return Number(await page.locator('.frame').getAttribute('data-events'))
}

/** A small generator, so that a failing game can be played again. */
export function chance(seed: number): (n: number) => number {
  let x = seed >>> 0
  return (n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    return Math.floor((x / 2 ** 32) * n)
  }
}

export async function shot(page: Page, name: string, quality = 82) {
  if (process.env['HEATRAY_SHOTS']) {
    const path = join(root, 'docs/screenshots', `${name}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality })
  }
}
