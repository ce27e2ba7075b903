import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, byHand, desktop, turnTo } from './support'

/** What the table of the air battles shows before somebody decides: it must be what will happen. */
const hall = new Hall()

const seats = [
  { name: 'Earthling', team: 'earthlings' },
  { name: 'Martian', team: 'martians' },
]

async function enter(wish: object, seat: number): Promise<string> {
  const made = await hall.make({ seats: [0, 1].map((s) => (s === seat ? { kind: 'open' } : { kind: 'bot', bot: 'random' })), ...wish })
  return `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
}

interface At {
  x: number
  y: number
}

/** Where a piece is drawn: the figures of its own group. */
async function drawnAt(page: Page, selector: string): Promise<At> {
  return page
    .locator(selector)
    .first()
    .evaluate((e) => {
      const own = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(e.getAttribute('transform') ?? '')
      return own
        ? { x: Number(own[1]), y: Number(own[2]) }
        : { x: Number(e.getAttribute('cx') ?? e.getAttribute('x')), y: Number(e.getAttribute('cy') ?? e.getAttribute('y')) }
    })
}

const far = (a: At, b: At) => Math.hypot(a.x - b.x, a.y - b.y)

test('on the ground: to wait has a picture of its own, and its ghost stays where the airplane stands', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  const airfield = {
    altitude: true,
    field: { at: { x: 450, y: 300 }, facing: 0 },
    seats,
    vehicles: [
      { model: 'nieuport_16', seat: 0, at: { x: 450, y: 260 }, facing: 0, level: 0 },
      { model: 'mk1_locust', seat: 1, at: { x: 450, y: 800 }, facing: 180 },
    ],
  }
  await page.goto(await enter({ position: airfield, seed: 4 }, 0))
  expect(await turnTo(page)).toBe('plan')
  const wait = page.locator('.fan').getByRole('button', { name: /^wait on the ground/ })
  const roll = page.locator('.fan').getByRole('button', { name: /^roll(?! left| right)/ })
  const picture = (card: typeof wait) => card.locator('svg').first().innerHTML()
  expect(await picture(wait)).not.toBe(await picture(roll))
  // No arrow, however short: who waits has no way to go.
  await expect.poll(() => wait.locator('svg .waits').count()).toBe(1)
  expect(await roll.locator('svg .waits').count()).toBe(0)

  const stands = await drawnAt(page, 'circle.vehicle[aria-label^="Nieuport"]')
  await wait.hover()
  await page.locator('.ghost').waitFor()
  expect(far(await drawnAt(page, '.ghost > g'), stands)).toBeLessThan(0.5)
  await roll.hover()
  await expect.poll(async () => far(await drawnAt(page, '.ghost > g'), stands)).toBeGreaterThan(20)
  expect(trouble).toEqual([])
  await context.close()
})

test('a heat-ray is drawn from where the tripod will stand when it fires', async () => {
  const { page, trouble, context } = await hall.open(desktop, byHand)
  const walking = {
    step: { actions: { phase: 0 } },
    seats,
    vehicles: [
      { model: 'nieuport_16', seat: 0, at: { x: 450, y: 200 }, facing: 0, plan: [1, 2, 3] },
      { model: 'mk1_locust', seat: 1, at: { x: 450, y: 700 }, facing: 180, plan: [5, 1, 2] },
    ],
  }
  await page.goto(await enter({ position: walking, seed: 4 }, 1))
  expect(await turnTo(page)).toBe('choice')
  const stands = await drawnAt(page, 'circle.vehicle[aria-label^="Locust"]')
  const goal = await drawnAt(page, '.ghost > g')
  expect(far(stands, goal)).toBeGreaterThan(20)
  // The ruler lies against the middle of a side: so far from the centre as the base is wide.
  const feet = await page.locator('.choice polygon:not(.tilt)').evaluateAll((list) =>
    list.map((e) => {
      const corners = (e.getAttribute('points') ?? '').split(' ').map(Number)
      return { x: (corners[0]! + corners[6]!) / 2, y: (corners[1]! + corners[7]!) / 2 }
    }),
  )
  expect(feet.length).toBeGreaterThan(0)
  const side = far(feet[0]!, goal)
  expect(side).toBeLessThan(40)
  for (const foot of feet) expect(far(foot, goal)).toBeCloseTo(side, 1)
  expect(trouble).toEqual([])
  await context.close()
})

test('guns and cannon at one target have a line each, and looking twice at a target does not fire', async () => {
  const { page, trouble, context } = await hall.open(desktop, byHand)
  const armed = {
    step: { firing: { phase: 0 } },
    seats,
    vehicles: [
      { model: 'spad_xiii', seat: 0, at: { x: 450, y: 400 }, facing: 0, plan: [1, 2, 3], cannon: true },
      { model: 'mk1_locust', seat: 1, at: { x: 450, y: 540 }, facing: 180, plan: [11, 12, 13] },
    ],
  }
  await page.goto(await enter({ position: armed, seed: 4 }, 0))
  expect(await turnTo(page)).toBe('choice')
  const words = await page.locator('.choices .choice').allInnerTexts()
  expect(words.filter((w) => /^Machine guns at/.test(w)).length).toBeGreaterThan(0)
  expect(words.filter((w) => /^Cannon at/.test(w)).length).toBeGreaterThan(0)
  const lines = await page.locator('.shot .line').evaluateAll((list) => list.map((e) => e.getAttribute('d')))
  expect(new Set(lines).size).toBe(lines.length)
  // Each can be pressed where it is drawn.
  const shots = page.locator('.shot .reach')
  for (let i = 0; i < lines.length; i++) {
    const { x, y } = await shots.nth(i).evaluate((e) => {
      const path = e as unknown as SVGPathElement
      const at = path.getPointAtLength(path.getTotalLength() / 2)
      const { x, y } = at.matrixTransform(path.getScreenCTM()!)
      return { x, y }
    })
    await page.mouse.click(x, y)
    expect(await page.locator('.shot').nth(i).getAttribute('class')).toMatch(/\bon\b/)
  }
  // The target itself: aimed at, however often it is looked at.
  const open = await page.locator('.frame').getAttribute('data-decision')
  for (let i = 0; i < words.length + 1; i++) await page.locator('circle.vehicle[aria-label^="Locust"]').click()
  expect(await turnTo(page)).toBe('choice')
  expect(await page.locator('.frame').getAttribute('data-decision')).toBe(open)
  expect(trouble).toEqual([])
  await context.close()
})
