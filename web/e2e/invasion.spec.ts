import { expect, test } from 'vitest'
import { Hall, byHand, chance, desktop, isOver, lay, phone, press, settled, shot, take } from './support'

const hall = new Hall()

const seats = [
  { name: 'Earthling', team: 'earthlings' },
  { name: 'Martian', team: 'martians' },
]
const vehicle = (model: string, seat: number, x: number, y: number, facing: number, more: object = {}) => ({
  model,
  seat,
  at: { x, y },
  facing,
  plan: seat === 1 || model.startsWith('mk') ? [11, 12, 13] : [1, 2, 3],
  ...more,
})

/** The booklet's bombing example, on the second phase of the third turn. */
const example = {
  bombing: true,
  turn: 3,
  step: { commit: { phase: 1 } },
  seats,
  stack: { X: ['2'], Y: ['4 smoke_trail'], Z: ['1', '0'], C: ['2', '3', '5', '0', '4', '0'] },
  vehicles: [
    vehicle('caproni_ca3', 0, 360, 249, 0, { loads: 2 }),
    vehicle('sopwith_camel', 0, 170, 490, 90, { loads: 1 }),
    vehicle('mk1_locust', 1, 360, 375, 0),
    vehicle('mk2_scarab', 1, 360, 448, 0),
  ],
}

const duel = {
  tripods_vs_tripods: true,
  step: { commit: { phase: 0 } },
  seats,
  vehicles: [vehicle('mk1_locust', 0, 450, 400, 20), vehicle('mk2_scarab', 1, 500, 530, 60)],
}

test('bombs: a face-down card, a sealed drop, a burst in the air, and cards to choose from', async () => {
  const made = await hall.make({ position: example, seed: 5 })
  const earth = await hall.open(desktop, byHand)
  const mars = await hall.open(desktop, byHand)
  await earth.page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await mars.page.goto(`${hall.url}/#/m/${made.match}/${made.keys[1]!.key}`)

  await lay(mars.page, /^Heat-ray/)
  await lay(mars.page, /^Heat-ray/)

  // The bomber sees that cards lie there, and neither measures nor sees where his bombs would fall.
  await earth.page.getByText(/Drop bombs with Caproni/).waitFor()
  expect(await earth.page.getByRole('button', { name: /Nobody measures/ }).isDisabled()).toBe(true)
  expect(await earth.page.locator('.ghost').count()).toBe(0)
  expect(await earth.page.locator('body').innerText()).not.toMatch(/heat-ray,|lays face down/i)
  await expect.poll(() => earth.page.getByRole('button', { name: /^Locust, heading.*an action card face down/ }).count()).toBe(1)
  await shot(earth.page, 'bombs-away')
  await take(earth.page, /Drop both loads/)
  await take(earth.page, /Drop one load/)

  // Who shows knows what falls.
  await mars.page.getByText(/Bombs away: Caproni Ca.3, 2 loads of bombs/).waitFor()
  await take(mars.page, /^\s*Heat-ray, front(?!-)/)
  await take(mars.page, /^\s*Heat-ray, front(?!-)/)

  // The Locust fires at the Caproni's bombs, the Scarab at the Camel's.
  await take(mars.page, /bombs of Caproni/)
  await take(mars.page, /bombs of Sopwith Camel/)
  const holds = earth.page.locator('.choices .choice').filter({ hasText: 'Hold fire' })
  while ((await settled(earth.page)) === 'ready' && (await holds.count()) > 0) await take(earth.page, /Hold fire/)
  await expect.poll(() => earth.page.locator('.fan.faces .card').count()).toBe(4)
  expect(await mars.page.locator('.fan.faces .card').count()).toBe(0)
  await shot(earth.page, 'square-hit')
  for (const card of [/^Inflict 5/, /^Inflict 4/]) await lay(earth.page, card)
  await earth.page
    .getByText(/are spent/)
    .first()
    .waitFor()
  expect(earth.trouble).toEqual([])
  expect(mars.trouble).toEqual([])
  await earth.context.close()
  await mars.context.close()
})

test('tripods against tripods: cards are shown by initiative, on a phone too', async () => {
  const made = await hall.make({ position: duel, seed: 5 })
  const earth = await hall.open(phone, byHand)
  const mars = await hall.open(desktop, byHand)
  await earth.page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await mars.page.goto(`${hall.url}/#/m/${made.match}/${made.keys[1]!.key}`)
  await lay(earth.page, /^Heat-ray/)
  await lay(mars.page, /^Blank/)
  // The Scarab shows first; the captured Locust's card lies face down until then.
  await mars.page.getByText('Cards are shown in this order:').waitFor()
  expect(await mars.page.locator('.order li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Scarab.*6$/s),
    expect.stringMatching(/^Captured Locust.*3$/s),
  ])
  await shot(mars.page, 'initiative')
  await take(mars.page, /Show the blank card/)
  await take(earth.page, /Heat-ray, front/)
  await earth.page
    .getByText(/energy 8/)
    .first()
    .waitFor({ state: 'attached' })
  expect(earth.trouble).toEqual([])
  expect(mars.trouble).toEqual([])
  await earth.context.close()
  await mars.context.close()
})

test('the scenarios of our own can be played to the end by pressing what can be pressed', async () => {
  for (const [scenario, seed] of [
    ['captured', 3],
    ['bombs-away', 4],
  ] as const) {
    const bot = { kind: 'bot', bot: 'random' }
    const wish = { setup: { scenario, options: { setup: 'quick', turn_limit: '4' } }, seats: [{ kind: 'human', name: 'Ann' }, bot], seed }
    const made = await hall.make(wish)
    const { page, trouble, context } = await hall.open(desktop)
    await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
    const pick = chance(seed)
    for (let i = 0; i < 200 && !(await isOver(page)); i++) await press(page, pick)
    expect(await isOver(page)).toBe(true)
    expect(trouble).toEqual([])
    await context.close()
  }
})
