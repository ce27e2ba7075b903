import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, desktop, isOver, phone, shot } from './support'

const hall = new Hall()

async function make(seed: number): Promise<string> {
  const made = await hall.make({ game: 'worlds', seed, setup: { scenario: 'core', options: {} }, seats: [{ kind: 'open' }] })
  return `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe holds against the page. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe)
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

/** Waits until something can be pressed; says which phase it is, or that the war is over. */
async function ready(page: Page): Promise<string> {
  const end = Date.now() + 20_000
  for (;;) {
    const now = await page.evaluate(() => {
      if ([...document.querySelectorAll('button')].some((b) => b.textContent?.includes('How it ended'))) return 'over'
      const go = document.querySelector<HTMLButtonElement>('.desk .go')
      return go && !go.disabled ? (document.querySelector('.prompt p')?.textContent ?? '').trim() : ''
    })
    if (now && now !== '…') return now
    if (Date.now() > end) throw new Error(`nothing to press: ${await page.locator('.prompt').innerText()}`)
    await page.waitForTimeout(20)
  }
}

/** Opens a piece of the list and takes one of its choices, by name where it is offered. */
async function take(page: Page, piece: RegExp, wanted: string[]): Promise<boolean> {
  const group = page.locator('.choices > .group', { hasText: piece }).first()
  if ((await group.count()) === 0) return false
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click()
  const inner = page.locator('.choices .inner .choice')
  for (const name of wanted) {
    const one = inner.filter({ hasText: name }).first()
    if ((await one.count()) > 0) {
      await one.click()
      return true
    }
  }
  return false
}

/** Zones where Tripods stand, as the map tells them. */
async function invaded(page: Page): Promise<string[]> {
  const labels = await page.locator('path.zone').evaluateAll((list) => list.map((e) => e.getAttribute('aria-label') ?? ''))
  return labels.filter((l) => /Wave \d:/.test(l)).map((l) => l.split(':')[0] as string)
}

test('a war is played to its end with the mouse, with a battle on land and one at sea', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, bypassCSP: true })
  await page.goto(await make(2))
  const seen = { land: false, sea: false, map: false }
  let bought = 0
  for (let i = 0; i < 400; i++) {
    const now = await ready(page)
    if (now === 'over') break
    if (now.startsWith('Buy units')) {
      const wave = await invaded(page)
      const harbours = ['In Bristol', 'In Liverpool', 'In Newcastle', 'In Southampton']
      const guns = [...wave.map((z) => `In ${z}`), 'In Bristol', 'In Birmingham', 'In Liverpool']
      const done = bought < 4 && (await take(page, /Harbour where you want/, harbours))
      if (done || (await take(page, /Siege Gun/, guns))) {
        bought += 1
        await page.waitForTimeout(40)
        continue
      }
    }
    if (now.startsWith('Move units') && !seen.map) {
      await page.waitForTimeout(300)
      await shot(page, 'worlds-map')
      seen.map = true
    }
    const land = (await page.getByLabel(/^Land battle in/).count()) > 0
    const sea = (await page.getByLabel('Naval battle', { exact: true }).count()) > 0
    if (land && !seen.land && now.startsWith('Fire')) {
      await shot(page, 'worlds-land')
      expect(await serious(page)).toEqual([])
      seen.land = true
    }
    if (sea && !seen.sea && now.startsWith('Move Refugees')) {
      await shot(page, 'worlds-naval')
      expect(await serious(page)).toEqual([])
      seen.sea = true
    }
    if ((land && !seen.land) || (sea && !seen.sea)) await page.locator('.desk .go').click()
    else await page.getByRole('button', { name: 'Resolve the rest of this phase' }).click()
    await page.waitForTimeout(20)
  }
  expect(await isOver(page)).toBe(true)
  const end = page.getByRole('dialog')
  await end.waitFor()
  expect(await end.innerText()).toMatch(/Rule WW-VIC-\d\d/)
  await end.getByRole('button', { name: 'Play again' }).click()
  await end.getByRole('button', { name: 'To the new game' }).click()
  await page.getByText('Turn 1 begins.').first().waitFor()
  expect(seen).toEqual({ land: true, sea: true, map: true })
  expect(trouble).toEqual([])
  await context.close()
})

test('keys alone: a choice by number, the obvious by O, the rest of the phase by R', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(await make(2))
  await ready(page)
  const entry = page.locator('.choices > *', { hasText: 'Infantry' }).first()
  const number = (await entry.locator('kbd').innerText()).trim()
  await page.keyboard.press(number)
  await page.locator('.inner .choice').first().waitFor()
  // The zones where it may be bought glow, and can be reached with Tab.
  expect(await page.locator('path.zone.hot[tabindex="0"]').count()).toBeGreaterThan(3)
  await page.locator('path.zone.hot').first().focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Infantry in \w+ for 10/).first().waitFor()
  await page.keyboard.press('o')
  await page.locator('.phase', { hasText: 'Human Action' }).waitFor()
  const unit = page.locator('.piece .hit[tabindex="0"]').first()
  await unit.focus()
  await page.keyboard.press('Enter')
  await page.locator('path.zone.hot').first().focus()
  await page.keyboard.press('Enter')
  await page.getByText(/Infantry \d moves from/).first().waitFor()
  await page.keyboard.press('r')
  await page.locator('.phase', { hasNotText: 'Human Action' }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('a dim zone says why, with the rule', async () => {
  const { page, context } = await hall.open(desktop)
  await page.goto(await make(2))
  await ready(page)
  await page.locator('.choices > .group', { hasText: 'Siege Gun' }).click()
  await page.locator('path.zone:not(.hot)').first().click({ force: true })
  const tip = page.getByRole('alert')
  await tip.waitFor()
  expect(await tip.innerText()).toMatch(/WW-PRO-\d\d/)
  await context.close()
})

test('on a phone by touch: the map fits, the obvious is in reach of a thumb, a zone opens', async () => {
  const { page, context, trouble } = await hall.open(phone)
  await page.goto(await make(2))
  await ready(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  const go = await page.locator('.desk .go').boundingBox()
  expect(go!.height).toBeGreaterThanOrEqual(44)
  expect(go!.y + go!.height).toBeLessThan(844)
  await page.locator('path.zone[aria-label^="London"]').tap({ position: { x: 12, y: 24 } })
  await page.getByRole('heading', { name: 'London' }).waitFor()
  await page.locator('.choice', { hasText: 'Siege Gun' }).first().tap()
  await page.getByText('Siege Gun in London for 25').first().waitFor()
  for (let i = 0; i < 12 && (await ready(page)) !== 'over'; i++) {
    await page.locator('.desk .go').tap()
    await page.waitForTimeout(60)
  }
  await page.waitForTimeout(400)
  await shot(page, 'worlds-phone')
  expect(trouble).toEqual([])
  await context.close()
})

test('axe finds no serious violation on the map, by day and by night', async () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const { page, context } = await hall.open({ ...desktop, colorScheme, bypassCSP: true })
    await page.goto(await make(2))
    await ready(page)
    expect(await serious(page)).toEqual([])
    await context.close()
  }
})
