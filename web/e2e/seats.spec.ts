import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { againstBot, chance, desktop, Hall, phone, press, serious, settled, turnTo } from './support'

const hall = new Hall()

test('two on one screen: a cover hides the plans of the other seat', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(`${hall.url}/#/new/triplanes/simple-battle`)
  await page
    .getByRole('group', { name: /Martian/ })
    .getByRole('radio', { name: /this screen/i })
    .check()
  await page.getByRole('button', { name: 'Set the table' }).click()
  const pick = chance(5)
  for (let i = 0; i < 4; i++) await press(page, pick)
  // The Earthling has sealed: the screen is covered, and nothing of the table can be seen or read.
  expect(await turnTo(page)).toBe('cover')
  expect(await page.locator('.frame').isVisible()).toBe(false)
  await press(page, pick)
  expect(await page.locator('.console h2').innerText()).not.toMatch(/Nieuport|Sopwith|Spad/i)
  const rail = await page.locator('.rail').innerText()
  expect(rail).not.toMatch(/straight \d+ mm/)
  const seen = new Set<string>()
  for (let i = 0; i < 40; i++) seen.add(await press(page, pick))
  expect(seen.has('cover')).toBe(true)
  expect(await page.locator('.prompt .phase').innerText()).toMatch(/turn|over/)
  expect(trouble).toEqual([])
  await context.close()
})

/** Walks with Tab until the element in focus fits. */
async function tabTo(page: Page, fits: RegExp) {
  for (let i = 0; i < 150; i++) {
    const name = await page.evaluate(() => {
      const e = document.activeElement
      return e ? (e.getAttribute('aria-label') ?? e.textContent ?? '').trim() : ''
    })
    if (fits.test(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by keyboard to ${fits}`)
}

test('keyboard alone: from the home page through a turn', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  await againstBot(page).waitFor()
  await tabTo(page, /Play against a bot: Bring Proof/)
  await page.keyboard.press('Enter')
  await turnTo(page)
  for (let card = 0; card < 3; card++) {
    await tabTo(page, /^(straight|left|right|sideslip|stall)(?!.*not now)/)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.space.full').count()).toBe(card + 1)
    await settled(page)
  }
  // One card back and forth.
  await page.keyboard.press('Backspace')
  await expect.poll(() => page.locator('.space.full').count()).toBe(2)
  await tabTo(page, /^(straight|left|right|sideslip|stall)(?!.*not now)/)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.space.full').count()).toBe(3)
  await page.keyboard.press('s')
  await expect.poll(() => page.locator('.log').innerText()).toMatch(/Phase 1/)
  // The replay bar by arrow keys, and the table by arrow keys.
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Back to the present' }).waitFor()
  await page.keyboard.press('End')
  await expect.poll(() => page.getByRole('button', { name: 'Back to the present' }).count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone: everything within reach, nothing beside the screen', async () => {
  const { page, trouble, context } = await hall.open(phone)
  await page.goto(hall.url)
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await sideways()).toBeLessThanOrEqual(0)
  await againstBot(page).tap()
  const pick = chance(8)
  await turnTo(page)
  for (let i = 0; i < 3; i++) await press(page, pick, true)
  expect(await sideways()).toBeLessThanOrEqual(0)
  const go = await page.locator('.desk .go').boundingBox()
  expect(go!.y + go!.height).toBeLessThanOrEqual(844)
  expect(go!.height).toBeGreaterThanOrEqual(44)
  for (let i = 0; i < 20; i++) await press(page, pick, true)
  expect(trouble).toEqual([])
  await context.close()
})

test('axe finds no serious violation on home and table, by day and by night', async () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const { page, context } = await hall.open({ ...desktop, colorScheme, bypassCSP: true })
    await page.goto(hall.url)
    await againstBot(page).waitFor()
    expect(await serious(page)).toEqual([])
    await againstBot(page).click()
    const pick = chance(2)
    await turnTo(page)
    await press(page, pick)
    expect(await serious(page)).toEqual([])
    await context.close()
  }
})
