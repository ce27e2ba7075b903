/** How a table of Winged Victory is laid and played in tests: by what can be seen and pressed. */
import type { Page } from 'playwright-core'
import { decision, settled, type Hall } from './support'

/** A match, by the link of one of its seats; the other seat is a bot's. */
export async function lay(
  hall: Hall,
  wish: { scenario: string; seed: number; variant?: string; options?: Record<string, string>; bot?: string; seat?: number },
): Promise<string> {
  const { scenario, seed, variant = null, options = {}, bot = 'greedy', seat = 0 } = wish
  const seats = [0, 1].map((n) => (n === seat ? { kind: 'open' } : { kind: 'bot', bot }))
  const made = await hall.make({ game: 'victory', seed, setup: { scenario, variant, options }, seats })
  return `${hall.url}/#/m/${made.match}/${made.keys.find((k) => k.seat === seat)!.key}`
}

/** Gives the first answer that is called like one of these, in this order; otherwise the first of all. */
export async function choose(page: Page, wanted: RegExp[]) {
  const rows = page.locator('.desk .choice:not([disabled]), .window button:not([disabled])')
  for (const name of wanted) {
    const one = rows.filter({ hasText: name }).first()
    if ((await one.count()) > 0) return one.click()
  }
  await rows.first().click()
}

/** Writes the seed into the set-up form: what is dealt does not hang on luck. */
export async function seed(page: Page, number: number) {
  await page.locator('summary', { hasText: 'More' }).click()
  await page.getByLabel(/^Seed/).fill(String(number))
}

/** Builds a move: towards a shot where one can be had, otherwise straight on, and round before the edge or the ground. */
export async function move(page: Page) {
  for (let steps = 0; steps < 12; steps++) {
    await page.locator('.desk .fly:not([disabled]), .desk .way:not([disabled])').first().waitFor()
    const armed = page.locator('.desk .way:not([disabled]):not(.bad)', { hasText: 'shot' })
    const safe = page.locator('.desk .fly.brass:not([disabled])')
    const turn = page.locator('.desk .way:not([disabled]):not(.bad)', { hasText: /turn|pull-up|level off/i })
    const other = page.locator('.desk .way:not([disabled]):not(.bad)')
    const left = Number(await page.locator('.left b').innerText())
    if (steps === 0 && (await armed.count()) > 0) await armed.first().click()
    else if ((await safe.count()) > 0) return safe.click()
    else if (left > 0 && (await turn.count()) > 0) await turn.first().click()
    else if (left > 0 && (await other.count()) > 0) await other.last().click()
    else return page.locator('.desk .fly:not([disabled])').click()
    await settled(page)
  }
  throw new Error('a move of more than twelve steps')
}

/** Answers whatever is asked, as a keen pilot would, until the match is over. */
export async function playOn(page: Page, most: number, each?: (kind: string) => Promise<void>): Promise<number> {
  for (let n = 0; n < most; n++) {
    const kind = await decision(page)
    if (kind === 'over') return n
    await each?.(kind)
    const before = await page.locator('.frame').getAttribute('data-decision')
    if (kind === 'cover') await page.locator('.cover button').click()
    else if (kind === 'fly') await move(page)
    else if (kind === 'gun') await choose(page, [/^\d?\s*Fire at/, /long burst/, /Clear/])
    else if (kind === 'window') await choose(page, [/whole move pass/])
    else if (kind === 'look') await choose(page, [/everybody/])
    else if (kind === 'place') await page.locator('.whole .spot').first().click()
    else if (kind === 'cloud')
      await page
        .locator('.whole .spot')
        .nth(3)
        .click({ position: { x: 20, y: 40 } })
    else if (kind === 'bombs') await choose(page, [/^\d?\s*Bomb/])
    else await choose(page, [])
    if (kind === 'cover') continue
    await page.waitForFunction(
      (old) =>
        document.querySelector('.frame')?.getAttribute('data-decision') !== old ||
        document.querySelector('.frame')?.getAttribute('data-doing') === 'over',
      before,
    )
  }
  throw new Error(`not over after ${most} decisions`)
}
