import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, desktop, phone, seal, settled, turnTo, visit } from './support'

const hall = new Hall()
const battle = { setup: { scenario: 'simple-battle', options: { setup: 'quick' } }, seed: 5 }

/** A finger on the glass: down at one point, over the glass to another, and up. */
async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  const glass = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    glass.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await touch('touchStart', from)
  const steps = 12
  for (let i = 1; i <= steps; i++) {
    await touch('touchMove', { x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps })
  }
  await touch('touchEnd')
  await glass.detach()
}

async function middle(page: Page, selector: string, index = 0): Promise<{ x: number; y: number }> {
  const box = (await page.locator(selector).nth(index).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const laid = (page: Page) => page.locator('.spaces .space.full').count()

test('on a phone a sideways swipe over the cards scrolls them, and never leaves the table', async () => {
  const made = await hall.make(battle)
  const { page, trouble, context } = await hall.open(phone)
  await page.goto(hall.url)
  await page.getByRole('heading', { name: 'Heatray' }).first().waitFor()
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await turnTo(page)
  await page.locator('.fan .card:not(.dim)').first().tap()
  await expect.poll(() => laid(page)).toBe(1)
  await settled(page)
  const at = await middle(page, '.fan .card', 1)
  // To the right there is nothing to scroll: that is where a browser takes it for a step back.
  await swipe(page, at, { x: at.x + 240, y: at.y })
  // To the left the strip moves.
  await swipe(page, { x: 330, y: at.y }, { x: 60, y: at.y })
  await expect.poll(() => page.locator('.fan').evaluate((e) => e.scrollLeft)).toBeGreaterThan(40)
  expect(page.url()).toContain(made.match)
  expect(await laid(page)).toBe(1)
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone a finger lifts a card and lays it into a space', async () => {
  const made = await hall.make(battle)
  const { page, trouble, context } = await hall.open(phone)
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await turnTo(page)
  const card = await middle(page, '.fan .card:not(.dim)')
  await swipe(page, card, await middle(page, '.spaces .space'))
  await expect.poll(() => laid(page)).toBe(1)
  // One that is dropped elsewhere goes back.
  await settled(page)
  await swipe(page, card, { x: card.x, y: 200 })
  await settled(page)
  expect(await laid(page)).toBe(1)
  expect(await page.locator('body > .card').count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('a half-made plan survives a reload and a step back', async () => {
  const made = await hall.make(battle)
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  for (const n of [1, 2]) {
    await turnTo(page)
    await page.locator('.fan .card:not(.dim)').first().click()
    await expect.poll(() => laid(page)).toBe(n)
  }
  const plan = () => page.locator('.spaces .space.full').evaluateAll((list) => list.map((e) => e.getAttribute('aria-label')))
  const before = await plan()
  await page.reload()
  await turnTo(page)
  await expect.poll(plan).toEqual(before)
  await page.goBack()
  await page.locator('.frame').waitFor({ state: 'detached' })
  await page.goForward()
  await turnTo(page)
  await expect.poll(plan).toEqual(before)
  // Another seat's desk is another desk.
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[1]!.key}`)
  await turnTo(page)
  expect(await laid(page)).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('a sealed plan is shown as it stands until another one is sealed', async () => {
  const made = await hall.make(battle)
  const { page, trouble, context } = await hall.open(desktop)
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  for (const n of [1, 2, 3]) {
    await turnTo(page)
    await page.locator('.fan .card:not(.dim)').first().click()
    await expect.poll(() => laid(page)).toBe(n)
  }
  await turnTo(page)
  const plan = () =>
    page
      .locator('.spaces .space.full')
      .evaluateAll((list) => list.map((e) => e.getAttribute('aria-label')?.replace(', press to take it back', '')))
  const before = await plan()
  await seal(page)
  const desk = page.locator('.desk')
  await desk.getByText('Sealed. It stands until you seal another one').waitFor()
  await desk.getByRole('button', { name: /Change my mind/ }).click()
  // The sealed cards lie in their spaces.
  await expect.poll(plan).toEqual(before)
  await desk.getByText('Sealed. It stands until you seal another one.').waitFor()
  expect(await page.getByText('choose a card').count()).toBe(0)
  // One is taken away: what is sealed is told in words.
  await page.locator('.spaces .space.full').nth(2).click()
  await desk.getByText(/The sealed plan stands until you seal another one: \w+/).waitFor()
  await expect.poll(() => desk.getByRole('button', { name: 'Seal this plan instead' }).isDisabled()).toBe(true)
  await desk.getByRole('button', { name: 'Leave the sealed plan' }).click()
  await expect.poll(plan).toEqual(before)
  // Another one takes its place.
  await desk.getByRole('button', { name: /Change my mind/ }).click()
  await page.locator('.spaces .space.full').nth(2).click()
  await settled(page)
  await page.locator('.fan .card:not(.dim)').last().click()
  await expect.poll(() => laid(page)).toBe(3)
  const after = await plan()
  expect(after).not.toEqual(before)
  await desk.getByRole('button', { name: 'Seal this plan instead' }).click()
  await desk.getByRole('button', { name: /Change my mind/ }).waitFor()
  await expect.poll(plan).toEqual(after)
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone on its side a plan is made and sealed, and the header keeps its lines', async () => {
  const seats = [{ kind: 'open' }, { kind: 'bot', bot: 'cadet' }]
  const made = await hall.make({ ...battle, seats })
  const { page, trouble, context } = await hall.open({ ...phone, viewport: { width: 844, height: 390 } })
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await turnTo(page)
  for (const size of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await settled(page)
    // Whoever sits there, with what can be pressed beside him, stands within the header.
    const header = (await page.locator('.frame > header').boundingBox())!
    for (const line of await page.getByRole('list', { name: 'Who sits at the table' }).getByRole('listitem').all()) {
      const box = (await line.boundingBox())!
      expect(box.y).toBeGreaterThanOrEqual(header.y - 1)
      expect(box.y + box.height).toBeLessThanOrEqual(header.y + header.height + 1)
    }
  }
  await page.setViewportSize({ width: 844, height: 390 })
  // What is to be decided has the room: a card and the seal can be brought into sight whole.
  for (const n of [1, 2, 3]) {
    const card = page.locator('.fan .card:not(.dim)').first()
    await card.scrollIntoViewIfNeeded()
    const [box, rail] = [(await card.boundingBox())!, (await page.locator('aside').boundingBox())!]
    expect(box.height).toBeGreaterThan(40)
    expect(box.y).toBeGreaterThanOrEqual(rail.y - 1)
    expect(box.y + box.height).toBeLessThanOrEqual(rail.y + rail.height + 1)
    await card.tap()
    await expect.poll(() => laid(page)).toBe(n)
    await settled(page)
  }
  const decision = () => page.locator('.frame').getAttribute('data-decision')
  const planned = await decision()
  await seal(page)
  await expect.poll(decision).not.toBe(planned)
  expect(trouble).toEqual([])
  await context.close()
})
