import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answer, endStep, laid, placeOf, table, until } from './hussars-support'
import { Hall, byHand, decision, phone, settled } from './support'

/** What a stranger asked of the desk at Horsell Common: why not, what now, and not so many presses. */
const hall = new Hall()
const laptop = { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce', colorScheme: 'dark' } as const

/** A point of the table, by its share of the sheet from the west and from the north. */
async function ground(page: Page, east: number, south: number): Promise<[number, number]> {
  const box = (await page.locator('.paper').boundingBox())!
  return [box.x + box.width * east, box.y + box.height * south]
}

const overlaps = (a: { x: number; y: number; width: number; height: number }, b: typeof a) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('a set-up with one stand alone says why it can not end, shows the stand, and what brings it back', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  expect(await decision(page)).toBe('deploy')
  // The enemy's pit lies on the table before anybody has seen it.
  await page.getByRole('img', { name: /A cylinder lies here/ }).waitFor()
  await answer(page, () => page.getByRole('button', { name: /Take all printed places/ }).click())
  await decision(page)
  await page.getByRole('button', { name: /^Done placing/ }).waitFor()
  const stand = page.locator('[data-stand]').filter({ has: page.locator('.human') })
  const id = (await stand.first().getAttribute('data-stand'))!
  const home = await placeOf(page, id)
  await stand.first().click()
  await answer(page, async () => page.mouse.click(...(await ground(page, 0.62, 0.95))))
  await decision(page)
  const why = page.getByRole('group', { name: 'The set-up can not end yet' })
  expect(await why.innerText()).toMatch(/infantry 1 is out of cohesion\.\s+TH-GEO-09/)
  expect(await why.innerText()).toMatch(/[\d.]+ inch(es)? from Line battalion, .*; put it within 2 inches/)
  expect(await page.getByRole('button', { name: /^Done placing/ }).count()).toBe(0)
  await why.getByRole('button', { name: /infantry 1/ }).click()
  expect(await page.locator(`[data-stand="${id}"]`).getAttribute('data-lit')).toBe('chosen')
  await expect.poll(() => page.locator('.near path').count()).toBe(7)
  await answer(page, () => page.mouse.click(home.x, home.y))
  await decision(page)
  await page.getByRole('button', { name: /^Done placing/ }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('printed places of a unit ask before they move what was put down by hand', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  expect(await decision(page)).toBe('deploy')
  await page.locator('.unit div button').first().click()
  await answer(page, async () => page.mouse.click(...(await ground(page, 0.62, 0.95))))
  await decision(page)
  const id = (await page.locator('[data-stand]').first().getAttribute('data-stand'))!
  const put = await placeOf(page, id)
  const printed = page.locator('.unit').first().getByRole('button', { name: 'printed places' })
  await printed.click()
  const sure = page.getByRole('group', { name: /Printed places of Line battalion/ })
  expect(await sure.innerText()).toMatch(/The one stand that you have put down goes to the printed places, too/)
  await sure.getByRole('button', { name: 'Leave them' }).click()
  expect(await placeOf(page, id)).toEqual(put)
  await printed.click()
  await answer(page, () => sure.getByRole('button', { name: /Take all 8 printed places/ }).click())
  await decision(page)
  expect(await placeOf(page, id)).not.toEqual(put)
  expect(trouble).toEqual([])
  await context.close()
})

test('a stand that can not fire says why, with its rule', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  await until(page, (kind) => kind === 'fire')
  const foot = page.locator('[data-stand][data-lit="none"]').filter({ has: page.locator('.human') })
  await foot.first().focus()
  await page.keyboard.press('Enter')
  const why = page.getByRole('status', { name: 'Why it can not act' })
  await why.waitFor()
  expect(await why.innerText()).toMatch(/can not fire now\.\s+.*does not fire in the Human Artillery Phase\.\s+TH-SEQ-06/)
  const box = (await why.boundingBox())!
  const rail = (await page.locator('.rail').boundingBox())!
  expect(box.y).toBeGreaterThanOrEqual(rail.y)
  expect(box.y + box.height, 'it is in sight').toBeLessThanOrEqual(rail.y + rail.height)
  // A gun of the battery fires now, but has nobody in its arc or sight: that is another reason.
  await page.locator('[data-stand][data-lit="none"][aria-label*="Field battery"]').first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => why.innerText()).toMatch(/Field battery.* can not fire now\.\s+.*TH-(LOS|ARC|CBT|SPO)-\d\d/)
  expect(trouble).toEqual([])
  await context.close()
})

test('a whole unit moves in three presses, and the rest of the stands is skipped in one', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  await until(page, (kind) => kind === 'move')
  const ids = await page
    .locator('[data-stand][aria-label*="Line battalion"]')
    .evaluateAll((all) => all.map((e) => e.getAttribute('data-stand')!))
  const before = await Promise.all(ids.map((id) => placeOf(page, id)))
  await page.getByRole('button', { name: 'Move all 8 together' }).first().click()
  await page.mouse.click(...(await ground(page, 0.5, 0.62)))
  await expect.poll(() => page.locator('.march').innerText()).toMatch(/All of them [\d.]+ inch(es)? to the north/)
  await expect.poll(() => page.locator('.follow').count()).toBe(8)
  await page.getByRole('button', { name: 'Move 8 stands there' }).click()
  await page.locator('.march').waitFor({ state: 'detached' })
  expect(await decision(page)).toBe('move')
  const after = await Promise.all(ids.map((id) => placeOf(page, id)))
  expect(after.filter((p, i) => p.y < before[i]!.y - 1).length, 'they have gone north').toBe(8)
  const end = page.getByRole('button', { name: /^End the step/ })
  expect(await end.innerText()).toMatch(/12 stands stay where they are/)
  await answer(page, () => end.click())
  expect(trouble).toEqual([])
  await context.close()
})

test('a press on the ground picks the stand and leads it there; the button says what it does; the next is in hand', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  await until(page, (kind) => kind === 'move')
  const first = page.locator('[data-stand][aria-label*="Field battery"]').first()
  const id = (await first.getAttribute('data-stand'))!
  await first.click()
  const at = await placeOf(page, id)
  await answer(page, () => page.mouse.click(at.x, at.y - 30))
  expect(await decision(page)).toBe('path')
  await laid(page)
  expect(await page.locator('.plan .go').innerText()).toMatch(/^Move there$/i)
  await answer(page, () => page.locator('.plan .go').click())
  expect(await decision(page)).toBe('move')
  const next = page.locator('[data-stand][data-lit="chosen"]')
  expect(await next.getAttribute('aria-label')).toContain('Field battery')
  expect(await next.getAttribute('data-stand')).not.toBe(id)
  expect(trouble).toEqual([])
  await context.close()
})

test('who moves alone reads what TH-COH-05 asks, and sees it on the table', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  await until(page, (kind) => kind === 'move')
  // One stand leaves its unit in the first turn; in the second it is bound.
  const away = page.locator('[data-stand][aria-label*="Militia battalion, infantry 6"]')
  const id = (await away.getAttribute('data-stand'))!
  await away.focus()
  await page.keyboard.press('Enter')
  await answer(page, () => page.locator('.desk .choice', { hasText: /^\d?\s*Move / }).click())
  await decision(page)
  const start = await placeOf(page, id)
  await page.mouse.click(start.x + 110, start.y)
  await laid(page)
  expect(await page.locator('.plan').innerText()).toMatch(/Out of cohesion there: its morale is worse/)
  await answer(page, () => page.locator('.plan .go').click())
  await decision(page)
  await endStep(page)
  await until(page, (kind) => kind === 'move')
  await page.locator(`[data-stand="${id}"]`).focus()
  await page.keyboard.press('Enter')
  await answer(page, () => page.locator('.desk .choice', { hasText: /^\d?\s*Move / }).click())
  await decision(page)
  expect(await page.locator('.stray').innerText()).toMatch(
    /It is alone\. It may stay\. If it moves it must end within 2 inches of a comrade .*, or nearer to Militia battalion, .* than [\d.]+ inch(?:es)?\.\s+TH-COH-05/,
  )
  expect(await page.locator('.sheet').innerText()).toMatch(/its morale is worse by one, and it may only move toward its unit/)
  await expect.poll(() => page.locator('.near path').count()).toBe(7)
  await expect.poll(() => page.locator('.leash').count()).toBe(1)
  const said = Number(/than ([\d.]+) in/.exec(await page.locator('.stray').innerText())![1])
  // The server measures the same gap: away from the unit it refuses with that figure.
  const at = await placeOf(page, id)
  await page.mouse.click(at.x + 25, at.y - 25)
  await page.locator('.tip').waitFor()
  const refused = await page.getByRole('alert').innerText()
  expect(refused).toMatch(/TH-COH-05/)
  expect(Number(/than ([\d.]+) in/.exec(refused)![1])).toBe(said)
  // The slip covers neither a stand nor the buttons that zoom.
  const slip = (await page.locator('.tip').boundingBox())!
  for (const box of await Promise.all((await page.locator('[data-stand], main .tools').all()).map((e) => e.boundingBox())))
    expect(box && overlaps(box, slip)).toBe(false)
  expect(trouble).toEqual([])
  await context.close()
})

test('arrivals are announced on the desk and on the table, a turn before and when they come', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  await until(page, (kind) => kind === 'move')
  const due = page.locator('.due')
  expect(await due.innerText()).toMatch(/Hussars \(4 stands\) can come in next turn from the west edge/)
  expect(await page.locator('.ground').textContent()).toContain('Hussars: turn 2')
  await endStep(page)
  await until(page, (kind) => kind === 'move')
  expect(await due.innerText()).toMatch(/Hussars \(4 stands\) can come in now from the west edge/)
  expect(await page.locator('.ground').textContent()).toContain('Hussars: enter here now')
  expect(trouble).toEqual([])
  await context.close()
})

test('at 1366 by 768 every answer of a step and six lines of the log are in sight', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  for (const wanted of ['fire', 'move']) {
    await until(page, (kind) => kind === wanted)
    await settled(page)
    const rail = (await page.locator('.rail').boundingBox())!
    const shown = await page.locator('.desk button:visible, .desk summary:visible').all()
    expect(shown.length).toBeGreaterThan(1)
    for (const box of await Promise.all(shown.map((e) => e.boundingBox())))
      expect(box!.y + box!.height).toBeLessThanOrEqual(rail.y + rail.height + 1)
    // A line that needs two rows of letters counts as one of six all the same: so many rows fit.
    const log = await page.getByRole('log').evaluate((e) => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight))
    expect(log).toBeGreaterThanOrEqual(6)
  }
  expect(trouble).toEqual([])
  await context.close()
})

test('words in passing cover neither the table nor its buttons', async () => {
  const { page, context, trouble } = await hall.open(laptop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  await until(page, (kind) => kind === 'move')
  await page.getByRole('button', { name: 'Find: search the log' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  const said = page.locator('div.said')
  await expect.poll(() => said.getAttribute('class')).toContain('shown')
  expect(overlaps((await said.boundingBox())!, (await page.locator('.surface').boundingBox())!)).toBe(false)
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone the ground where a stand may be put is in the window', async () => {
  const { page, context, trouble } = await hall.open(phone, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  expect(await decision(page)).toBe('deploy')
  // Somebody has looked at the north closely.
  const board = (await page.locator('.surface').boundingBox())!
  await page.locator('.surface').dispatchEvent('wheel', { deltaY: -1400, clientX: board.x + board.width / 2, clientY: board.y + 5 })
  const zone = page.locator('.ground path[fill="url(#th-zone-human)"]').first()
  const within = async () => {
    const [own, all] = [(await zone.boundingBox())!, (await page.locator('.surface').boundingBox())!]
    const middle = { x: own.x + own.width / 2, y: own.y + own.height / 2 }
    return middle.x > all.x && middle.x < all.x + all.width && middle.y > all.y && middle.y < all.y + all.height
  }
  await expect.poll(within).toBe(false)
  await page.locator('.unit div button').first().tap()
  await expect.poll(within).toBe(true)
  expect(trouble).toEqual([])
  await context.close()
})
