import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { Hall, desktop, phone, shot, turnTo } from './support'

const hall = new Hall()

/** A match that begins with something to place, opened where a player sits. */
async function begin(page: Page, scenario: string, options: Record<string, string> = {}) {
  const made = await hall.make({
    setup: { scenario, variant: null, options },
    seats: [{ kind: 'open' }, ...(scenario === 'a-lonely-invader' ? [] : [{ kind: 'bot', bot: 'random' }])],
    seed: 5,
    clock: { kind: 'none' },
    hot_seat: false,
  })
  await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]?.key}`)
  expect(await turnTo(page)).toBe('place')
}

/** Where a place of the table, in millimetres, is on the screen. */
async function spot(page: Page, x: number, y: number) {
  return page.evaluate(
    ([x, y]) => {
      const table = document.querySelector<SVGGElement>('svg.pieces > g')
      const m = table?.getScreenCTM()
      const p = new DOMPoint(x, 900 - (y ?? 0)).matrixTransform(m ?? new DOMMatrix())
      return { x: p.x, y: p.y }
    },
    [x, y] as const,
  )
}

interface Lying {
  x: number
  y: number
  heading: number
  ready: boolean
}

async function lying(page: Page): Promise<Lying> {
  return page.evaluate(() => {
    const piece = document.querySelector<SVGGElement>('.placing')
    const [x, y] = (piece?.dataset['at'] ?? '').split(' ').map(Number)
    const go = document.querySelector<HTMLButtonElement>('.desk .go')
    return { x: x ?? NaN, y: y ?? NaN, heading: Number(piece?.dataset['heading']), ready: go !== null && !go.disabled }
  })
}

/** How far the nearest corner of an airplane's base is from the south: 44 mm by 68 mm. */
function fromSide(at: Lying): number {
  const turn = (at.heading * Math.PI) / 180
  return at.y - (22 * Math.abs(Math.sin(turn)) + 34 * Math.abs(Math.cos(turn)))
}

async function comes(page: Page, x: number) {
  await expect.poll(async () => Math.abs((await lying(page)).x - x)).toBeLessThan(2)
  const now = await lying(page)
  expect(now.ready).toBe(true)
  expect(Math.abs(fromSide(now) - 200)).toBeLessThan(1)
}

test('the preset of the first game is accepted at once, faces the enemy, and its strip is shaded', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await begin(page, 'a-lonely-invader')
  expect((await lying(page)).heading).toBe(0)
  const region = page.getByRole('img', { name: /one ruler \(200 mm\) from the Earthling side/ })
  await expect.poll(() => region.count()).toBe(1)
  const strip = await region.locator('.open polygon').boundingBox()
  const from = await spot(page, 0, 268)
  const to = await spot(page, 900, 200)
  expect(strip?.width).toBeGreaterThan(to.x - from.x - 4)
  expect(Math.abs((strip?.y ?? 0) - from.y)).toBeLessThan(4)
  await expect.poll(() => page.locator('.desk').innerText()).toContain('INV-ALI-04')
  await shot(page, 'placing')
  await page.getByRole('button', { name: 'Place it here' }).click()
  expect(await turnTo(page)).toBe('plan')
  expect(trouble).toEqual([])
  await context.close()
})

test('by mouse: twenty-one presses anywhere come to the strip, and dragging and turning keep the distance', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await begin(page, 'a-lonely-invader')
  for (let n = 0; n < 21; n++) {
    // Along the strip and all over the table.
    const x = 70 + 36 * ((n * 8) % 21)
    const at = await spot(page, x, 60 + 38 * n)
    await page.mouse.click(at.x, at.y)
    await comes(page, x)
  }
  // Where it was pressed it could not stand: the desk says why, with the rule.
  await expect.poll(() => page.locator('.desk').innerText()).toMatch(/Moved there: the base is \d+\.\d mm from its own side/)
  const held = await spot(page, (await lying(page)).x, (await lying(page)).y)
  const to = await spot(page, 300, 420)
  await page.mouse.move(held.x, held.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.up()
  await comes(page, 300)
  // The wheel over the piece turns it.
  const there = await lying(page)
  const over = await spot(page, there.x, there.y)
  await page.mouse.move(over.x, over.y)
  await page.mouse.wheel(0, 100)
  await expect.poll(async () => (await lying(page)).heading).toBe(15)
  await comes(page, 300)
  // So does its handle.
  const knob = await page.locator('.handle .knob').boundingBox()
  const now = await lying(page)
  const east = await spot(page, now.x + 120, now.y)
  await page.mouse.move((knob?.x ?? 0) + (knob?.width ?? 0) / 2, (knob?.y ?? 0) + (knob?.height ?? 0) / 2)
  await page.mouse.down()
  await page.mouse.move(east.x, east.y, { steps: 8 })
  await page.mouse.up()
  await expect.poll(async () => Math.abs((await lying(page)).heading - 90)).toBeLessThan(8)
  await comes(page, 300)
  // Another place is another place: it looks where it looked before, not by chance at its own edge.
  const looks = (await lying(page)).heading
  await page.getByRole('button', { name: 'Another place' }).click()
  await expect.poll(async () => (await lying(page)).x).not.toBe(300)
  await comes(page, (await lying(page)).x)
  expect((await lying(page)).heading).toBe(looks)
  await page.getByRole('button', { name: 'Place it here' }).click()
  expect(await turnTo(page)).toBe('plan')
  expect(trouble).toEqual([])
  await context.close()
})

test('by keys: arrows slide it along the strip, Q and E turn it, Enter places it', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await begin(page, 'a-lonely-invader')
  const board = page.getByRole('application')
  await board.focus()
  const { x } = await lying(page)
  for (let n = 1; n <= 20; n++) {
    await page.keyboard.press('ArrowRight')
    await comes(page, x + 10 * n)
  }
  await page.keyboard.press('ArrowUp')
  await comes(page, x + 200)
  for (const heading of [15, 30, 45]) {
    await page.keyboard.press('e')
    await expect.poll(async () => (await lying(page)).heading).toBe(heading)
    await comes(page, x + 200)
  }
  await page.keyboard.press('Shift+Q')
  await expect.poll(async () => (await lying(page)).heading).toBe(44)
  await page.keyboard.press('Enter')
  expect(await turnTo(page)).toBe('plan')
  expect(trouble).toEqual([])
  await context.close()
})

test('by touch on a phone: taps, a dragging finger and the handle', async () => {
  const { page, trouble, context } = await hall.open(phone)
  await begin(page, 'a-lonely-invader')
  await shot(page, 'placing-phone')
  for (const [x, y] of [
    [150, 700],
    [450, 120],
    [700, 300],
    [300, 230],
  ] as const) {
    const at = await spot(page, x, y)
    await page.touchscreen.tap(at.x, at.y)
    await comes(page, x)
  }
  const line = await page.context().newCDPSession(page)
  const finger = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
    for (let n = 1; n <= 8; n++) {
      const point = { x: from.x + ((to.x - from.x) * n) / 8, y: from.y + ((to.y - from.y) * n) / 8 }
      await line.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    }
    await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const start = await lying(page)
  await finger(await spot(page, start.x, start.y), await spot(page, 600, 500))
  await comes(page, 600)
  const knob = await page.locator('.handle .touch').boundingBox()
  // A finger needs 44 pixels.
  expect(knob?.width).toBeGreaterThanOrEqual(44 - 1)
  const now = await lying(page)
  const middle = { x: (knob?.x ?? 0) + (knob?.width ?? 0) / 2, y: (knob?.y ?? 0) + (knob?.height ?? 0) / 2 }
  await finger(middle, await spot(page, now.x - 150, now.y))
  await expect.poll(async () => Math.abs((await lying(page)).heading - 270)).toBeLessThan(12)
  await comes(page, 600)
  await page.getByRole('button', { name: 'Turn right by 15 degrees' }).tap()
  await comes(page, 600)
  await page.getByRole('button', { name: 'Place it here' }).tap()
  expect(await turnTo(page)).toBe('plan')
  expect(trouble).toEqual([])
  await context.close()
})

test('a whole set-up by presses: templates, tripods and airplanes all come to where they may lie', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await begin(page, 'piave', { setup: 'played' })
  await expect.poll(() => page.getByRole('img', { name: /Where it may go/ }).count()).toBe(1)
  await shot(page, 'placing-templates')
  let placed = 0
  for (let n = 0; (await turnTo(page)) === 'place' && n < 40; n++) {
    const before = await lying(page)
    const at = await spot(page, 90 + ((n * 317) % 720), 90 + ((n * 211) % 720))
    await page.mouse.click(at.x, at.y)
    await expect.poll(async () => JSON.stringify(await lying(page))).not.toBe(JSON.stringify(before))
    await expect.poll(async () => (await lying(page)).ready).toBe(true)
    const prompt = await page.locator('.prompt').first().innerText()
    await page.locator('.desk .go').click()
    await expect
      .poll(async () => (await page.locator('.prompt').first().innerText()) !== prompt || (await turnTo(page)) !== 'place')
      .toBe(true)
    placed += 1
  }
  expect(placed).toBeGreaterThan(8)
  expect(trouble).toEqual([])
  await context.close()
})
