/** What somebody stumbles over who sits down at Winged Victory for the first time. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, byHand, decision, desktop, phone, settled } from './support'
import { choose, lay, move, seed } from './victory-support'

const hall = new Hall()

/** Answers what comes before the first move of this player. */
async function toTheMove(page: Page) {
  while ((await decision(page)) !== 'fly') await choose(page, [/everybody/, /whole move pass/])
}

const tip = (page: Page) => page.getByRole('alert')

test('home: one press shows the scenarios of this game; a card says whose side and which planes', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(hall.url)
  await page
    .getByRole('navigation', { name: 'All games' })
    .getByRole('button', { name: /Winged Victory/ })
    .click()
  const heading = page.getByRole('heading', { name: 'Winged Victory' })
  await expect.poll(() => heading.isVisible()).toBe(true)
  expect(await page.getByRole('heading', { name: 'Tripods & Triplanes' }).count()).toBe(0)
  await page
    .getByRole('article', { name: /Frank Luke/ })
    .getByRole('heading')
    .click()
  const luke = page.getByRole('dialog', { name: /Frank Luke/ })
  await expect.poll(() => luke.innerText()).toMatch(/Allies\s*you\s*Luke \(SPAD XIII\)/)
  expect(await luke.innerText()).toMatch(/Germans\s*2 × Balloon, 2 × AA-MG/)
  expect(trouble).toEqual([])
  await context.close()
})

test('the panel explains its words, and the throttle says why it does not go further', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(await lay(hall, { scenario: 'over-the-top', seed: 7 }))
  await toTheMove(page)
  for (const [word, rule] of [
    ['cue', 'WV-SPD-04'],
    ['prep', 'WV-ATT-02'],
    ['colours', 'WV-DIC-01'],
    ['next speed', 'WV-SPD-05'],
  ] as const) {
    await page
      .locator('.panel')
      .getByRole('button', { name: `${word}: what is that?` })
      .click()
    await expect.poll(() => tip(page).innerText()).toContain(rule)
  }
  await page
    .locator('.panel')
    .getByRole('button', { name: /^Ammunition: \d in the gun, \d in reserve/ })
    .click()
  await expect.poll(() => tip(page).innerText()).toContain('WV-AMM-01')
  await tip(page)
    .getByRole('button', { name: /WV-AMM-01/ })
    .click()
  await expect.poll(() => page.getByRole('dialog').innerText()).toContain('Ammunition')
  await page.keyboard.press('Escape')
  await page.locator('.panel').getByRole('button', { name: 'Throttle 11, not possible: why?' }).click()
  await expect.poll(() => tip(page).innerText()).toMatch(/Throttle 11[^]*WV-SPD-0\d/)
  expect(trouble).toEqual([])
  await context.close()
})

test('a half-built move outlives a reload, and the list is read from its beginning after a step', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, viewport: { width: 1366, height: 768 } }, byHand)
  await page.goto(await lay(hall, { scenario: 'last-raid', seed: 4 }))
  await toTheMove(page)
  const left = async () => Number(await page.locator('.left b').innerText())
  const all = await left()
  const rail = page.locator('.rail')
  await rail.evaluate((e) => (e.scrollTop = e.scrollHeight))
  await page.locator('[data-spot][aria-label*="Straight on"]').first().click()
  await settled(page)
  expect(await left()).toBe(all - 1)
  await expect.poll(() => rail.evaluate((e) => e.scrollTop)).toBe(0)
  await page.reload()
  await decision(page)
  await expect.poll(left).toBe(all - 1)
  // The goal is not cut, the log has lines, and no name lies on another.
  const aim = page.locator('.aim span')
  expect(await aim.evaluate((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1)).toBe(true)
  expect(await aim.innerText()).toContain('0 of 2 bombers down')
  expect((await page.getByRole('log').boundingBox())!.height).toBeGreaterThan(66)
  const tags = await page.locator('.whole .tag rect').evaluateAll((list) => list.map((e) => e.getBoundingClientRect()))
  expect(tags.length).toBe(6)
  const over = tags.filter((a, i) =>
    tags.some((b, j) => j > i && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  )
  expect(over).toEqual([])
  expect(trouble).toEqual([])
  await context.close()
})

test('two on one screen: a line says whose turn it is now', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(`${hall.url}/#/new/victory/mission`)
  await page.getByRole('radio', { name: 'None in particular' }).waitFor()
  await page.goto(`${hall.url}/#/new/victory/over-the-top`)
  await page.getByRole('group', { name: 'Germans' }).getByText('On this screen').click()
  await seed(page, 3)
  await page.getByRole('button', { name: 'Set the table' }).click()
  const seen = new Set<string>()
  for (let n = 0; n < 12 && seen.size < 2; n++) {
    const kind = await decision(page)
    const team = /The (\w+) decide/.exec(await page.locator('.prompt').innerText())?.[1] ?? ''
    if (seen.size === 1 && !seen.has(team)) expect(await page.locator('div.said').innerText()).toContain(`Now the ${team}.`)
    seen.add(team)
    if (kind === 'fly') await move(page)
    else await choose(page, [/everybody/])
    await settled(page)
  }
  expect([...seen].sort()).toEqual(['Allies', 'Germans'])
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone: no empty page below, the round in the glass, a throttle for a thumb, words by touch', async () => {
  const { page, context, trouble } = await hall.open(phone, byHand)
  await page.goto(await lay(hall, { scenario: 'over-the-top', seed: 5 }))
  await toTheMove(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
  await page.locator('.glass').getByText('Round 1 of 30').waitFor()
  const cell = page
    .locator('.phone')
    .getByRole('button', { name: /^Throttle \d+$/ })
    .first()
  const box = await cell.boundingBox()
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
  await page.locator('.phone').getByRole('button', { name: 'prep: what is that?' }).tap()
  await expect.poll(() => tip(page).innerText()).toContain('WV-ATT-02')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone the places for planes and clouds glow in sight, and who has not been placed is not drawn', async () => {
  const { page, context, trouble } = await hall.open(phone, byHand)
  await page.goto(await lay(hall, { scenario: 'dogfight', seed: 4, variant: 'matchup-2' }))
  /** The places whose middle lies under the glass. */
  const inGlass = async () => {
    const glass = (await page.locator('.glass').boundingBox())!
    const spots = await page.locator('[data-spot]').evaluateAll((list) => list.map((e) => e.getBoundingClientRect()))
    return spots
      .map((s) => ({ x: s.left + s.width / 2, y: s.top + s.height / 2 }))
      .filter(({ x, y }) => x > glass.x && x < glass.x + glass.width && y > glass.y && y < glass.y + glass.height)
  }
  const mine = page.locator('.glass [data-plane="0"], .glass [data-plane="1"]')
  const seen: Record<string, number> = {}
  for (let n = 0; n < 8 && !seen['fly']; n++) {
    const kind = await decision(page)
    const before = await page.locator('.frame').getAttribute('data-decision')
    if (kind === 'place') {
      await expect.poll(async () => (await inGlass()).length).toBeGreaterThan(1)
      // None of mine before the first is placed, one before the second.
      await expect.poll(() => mine.count()).toBe(seen['place'] ?? 0)
    } else if (kind === 'cloud') {
      await expect.poll(async () => (await inGlass()).length).toBeGreaterThan(0)
      const fill = page.locator('.glass .spot.mega .fill').first()
      expect(Number(await fill.evaluate((e) => getComputedStyle(e).fillOpacity))).toBeGreaterThan(0.3)
    }
    if (kind === 'place' || kind === 'cloud') {
      const spots = await inGlass()
      await page.touchscreen.tap(spots[0]!.x, spots[0]!.y)
      const several = page.locator('.desk .choice:not([disabled])').first()
      if (kind === 'cloud' && (await page.getByText('Which of these?').count()) > 0) await several.tap()
    } else if (kind !== 'fly') await choose(page, [/Noon/, /everybody/])
    seen[kind] = (seen[kind] ?? 0) + 1
    if (kind === 'fly') break
    await page.waitForFunction((old) => document.querySelector('.frame')?.getAttribute('data-decision') !== old, before)
  }
  expect(seen['place']).toBe(2)
  expect(seen['cloud']).toBe(1)
  expect(seen['fly']).toBe(1)
  await expect.poll(() => mine.count()).toBeGreaterThan(0)
  expect(trouble).toEqual([])
  await context.close()
})
