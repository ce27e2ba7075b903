import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, byHand, desktop, isOver, phone, settled, shot, still } from './support'

const hall = new Hall()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A match, by the link of one of its seats; the other seat is a bot's. */
async function table(wish: { scenario: string; seed: number; variant?: string; options?: Record<string, string>; bot?: string; seat?: number }): Promise<string> {
  const { scenario, seed, variant = null, options = {}, bot = 'greedy', seat = 0 } = wish
  const seats = [0, 1].map((n) => (n === seat ? { kind: 'open' } : { kind: 'bot', bot }))
  const made = await hall.make({ game: 'victory', seed, setup: { scenario, variant, options }, seats })
  return `${hall.url}/#/m/${made.match}/${made.keys.find((k) => k.seat === seat)!.key}`
}

/** Waits for a decision of this player whose answers are on the desk; says which kind, or that the match is over. */
async function decision(page: Page): Promise<string> {
  const at = await page.waitForFunction(
    () => {
      if (document.querySelector('.cover')) return 'cover'
      const doing = document.querySelector('.frame')?.getAttribute('data-doing')
      if (doing === 'over') return 'over'
      const desk = document.querySelector<HTMLElement>('.desk[aria-busy="false"][data-kind]')
      return doing === 'ready' && desk ? desk.dataset['kind'] : null
    },
    undefined,
    { timeout: 60_000 },
  )
  return String(await at.jsonValue())
}

/** Gives the first answer that is called like one of these, in this order; otherwise the first of all. */
async function choose(page: Page, wanted: RegExp[]) {
  const rows = page.locator('.desk .choice:not([disabled])')
  for (const name of wanted) {
    const one = rows.filter({ hasText: name }).first()
    if ((await one.count()) > 0) return one.click()
  }
  await rows.first().click()
}

/** Writes the seed into the set-up form: what is dealt does not hang on luck. */
async function seed(page: Page, number: number) {
  await page.locator('summary', { hasText: 'More' }).click()
  await page.getByLabel(/^Seed/).fill(String(number))
}

/** Builds a move: towards a shot where one can be had, otherwise straight on, and round before the edge or the ground. */
async function move(page: Page) {
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
async function playOn(page: Page, most: number, each?: (kind: string) => Promise<void>): Promise<number> {
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
    else if (kind === 'cloud') await page.locator('.whole .spot').nth(3).click({ position: { x: 20, y: 40 } })
    else if (kind === 'bombs') await choose(page, [/^\d?\s*Bomb/])
    else await choose(page, [])
    if (kind === 'cover') continue
    await page.waitForFunction((old) => document.querySelector('.frame')?.getAttribute('data-decision') !== old || document.querySelector('.frame')?.getAttribute('data-doing') === 'over', before)
  }
  throw new Error(`not over after ${most} decisions`)
}

async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 200)).join(' | ')}`)
  })
}

test('Frank Luke flies his last patrol alone, to its end', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(await table({ scenario: 'frank-luke', seed: 3 }))
  expect(await playOn(page, 400)).toBeGreaterThan(3)
  expect(await isOver(page)).toBe(true)
  const end = page.getByRole('dialog')
  await end.waitFor()
  expect(await end.innerText()).toMatch(/Rule WV-SCN-\d\d/)
  expect(trouble).toEqual([])
  await context.close()
})

test('a duel against a bot: moves are built, shots are aimed, dice fall, it ends', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, bypassCSP: true }, byHand)
  await page.goto(await table({ scenario: 'recon', seed: 4 }))
  const seen = { fly: false, gun: false }
  await playOn(page, 600, async (kind) => {
    if (kind === 'fly' && !seen.fly) {
      seen.fly = true
      await still(page)
      await shot(page, 'victory-move')
      expect(await serious(page)).toEqual([])
    }
    if (kind === 'gun' && !seen.gun && (await page.locator('.desk .choice', { hasText: 'Fire at' }).count()) > 0) {
      seen.gun = true
      await page.getByLabel('The shot', { exact: true }).waitFor()
      await still(page)
      await shot(page, 'victory-shot')
      expect(await serious(page)).toEqual([])
    }
  })
  expect(seen).toEqual({ fly: true, gun: true })
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^WV-/ }).first().waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('a dogfight: planes, sun and a cloud are placed by hand, then it is fought to its end', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(await table({ scenario: 'dogfight', seed: 4, variant: 'matchup-2' }))
  const kinds = new Set<string>()
  await playOn(page, 900, async (kind) => {
    kinds.add(kind)
  })
  expect([...kinds]).toEqual(expect.arrayContaining(['place', 'sun', 'cloud', 'fly']))
  expect(trouble).toEqual([])
  await context.close()
})

test('a move is built step by step on the glass, taken back, and flown as it was foreseen', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(await table({ scenario: 'over-the-top', seed: 7 }))
  while ((await decision(page)) !== 'fly') await choose(page, [/everybody/, /whole move pass/])
  const left = async () => Number(await page.locator('.left b').innerText())
  const all = await left()
  const spots = page.locator('[data-spot]')
  expect(await spots.count()).toBeGreaterThan(2)
  await page.locator('.desk').getByRole('button', { name: /^Straight on\b/ }).first().click()
  await settled(page)
  expect(await left()).toBe(all - 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await settled(page)
  expect(await left()).toBe(all)
  // What is not offered says why, with its rule.
  await page.getByText('Why not another maneuver?').click()
  await page.locator('.barred button').first().click()
  expect(await page.getByRole('alert').innerText()).toMatch(/WV-[A-Z]{3}-\d\d/)
  await page.keyboard.press('Escape')
  // A hex that glows is a step as well.
  await page.locator('[data-spot][aria-label*="Straight on"]').first().click()
  await settled(page)
  expect(await left()).toBe(all - 1)
  await page.keyboard.press('Backspace')
  await settled(page)
  // The throttle is a press on the panel, and the button says what speed comes of it.
  const throttle = page.getByRole('button', { name: /^Throttle \d+$/, pressed: false }).first()
  const to = /\d+/.exec((await throttle.getAttribute('aria-label'))!)![0]
  await throttle.click()
  await page.getByRole('button', { name: `Throttle ${to}`, pressed: true }).waitFor()
  await settled(page)
  const promised = /speed (-?\d+)/.exec(await page.locator('.go .fly').innerText())![1]
  await page.keyboard.press('Enter')
  await page.getByText(new RegExp(`ends its move with cue -?\\d+, speed ${promised}\\.`)).first().waitFor()
  await page.getByText(`sets the throttle to ${to}.`).first().waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('two on one screen with time freezing: the window offers to freeze, and to let the whole move pass', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(`${hall.url}/#/new/victory/free`)
  await page.getByRole('group', { name: 'Germans' }).getByText('On this screen').click()
  await page.getByLabel(/^Time freezing/).check()
  await seed(page, 3)
  await page.getByRole('button', { name: 'Set the table' }).click()
  let frozen = 0
  for (let n = 0; n < 300 && frozen === 0; n++) {
    const kind = await decision(page)
    expect(kind, 'the planes meet before the match is over').not.toBe('over')
    if (kind === 'window') {
      await page.getByRole('button', { name: /whole move pass/ }).waitFor()
      await still(page)
      await shot(page, 'victory-freeze')
      await page.getByRole('button', { name: /Freeze time/ }).click()
      await page.getByText(/freeze time after/).first().waitFor()
      frozen += 1
    } else if (kind === 'cover') await page.locator('.cover button').click()
    else if (kind === 'fly') await move(page)
    else await choose(page, [/everybody/])
    await settled(page)
  }
  expect(frozen).toBe(1)
  expect(trouble).toEqual([])
  await context.close()
})

test('a mission from the form is dealt, briefed and played', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(`${hall.url}/#/new/victory/mission`)
  await page.getByRole('radio', { name: 'Balloon' }).check()
  await seed(page, 3)
  await page.getByRole('button', { name: 'Set the table' }).click()
  await decision(page)
  await page.getByRole('tab', { name: 'Mission' }).click()
  await page.getByText('A balloon watches the front. It must go.').waitFor()
  await page.getByRole('tab', { name: 'In words' }).click()
  await page.getByText(/^Balloon, (Allies|Germans): column \d+, level \d+/).first().waitFor()
  await playOn(page, 800)
  expect(trouble).toEqual([])
  await context.close()
})

test('the sandbox is set up by names with pictures, with flak on a mat of mountains', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(`${hall.url}/#/new/victory/free`)
  await page.getByLabel('Allied 1', { exact: true }).selectOption({ label: 'Sopwith Camel' })
  await page.getByRole('button', { name: 'Add to german ground' }).click()
  await page.getByLabel('German ground 1', { exact: true }).selectOption({ label: 'Flak emplacement' })
  await page.getByLabel('Mats 1', { exact: true }).selectOption({ label: 'Mountains, mat D' })
  await seed(page, 3)
  await shot(page, 'victory-form')
  await page.getByRole('button', { name: 'Set the table' }).click()
  await decision(page)
  await page.getByRole('tab', { name: 'In words' }).click()
  await page.getByText(/^Sopwith Camel, Allies/).waitFor()
  await page.getByText(/^Flak emplacement, Germans: column \d+/).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone by touch: the fight fits, the steps and the big button are in reach', async () => {
  const { page, context, trouble } = await hall.open(phone, byHand)
  await page.goto(await table({ scenario: 'over-the-top', seed: 5 }))
  while ((await decision(page)) !== 'fly') await choose(page, [/everybody/, /whole move pass/])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const go = await page.locator('.go .fly').boundingBox()
  expect(go!.height).toBeGreaterThanOrEqual(44)
  expect(go!.y + go!.height).toBeLessThanOrEqual(844)
  const hex = await page.locator('[data-spot]').first().boundingBox()
  expect(hex!.width).toBeGreaterThanOrEqual(36)
  await still(page)
  await shot(page, 'victory-phone')
  await page.locator('[data-spot][aria-label*="Straight on"]').first().tap()
  await settled(page)
  await page.locator('.go .fly').tap()
  await page.getByText(/ends its move with cue/).first().waitFor()
  expect(trouble).toEqual([])
  await context.close()
})
