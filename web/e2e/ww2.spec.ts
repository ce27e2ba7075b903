import { expect, test } from 'vitest'
import { Hall, chance, desktop, phone, press, turnTo } from './support'

/** Tripods in WW2: one card with a speed marker, gun positions, objectives that are reached. */
const hall = new Hall()

const seats = [{ kind: 'open' }, { kind: 'bot', bot: 'random' }]

async function enter(wish: object): Promise<string> {
  const made = await hall.make({ seats, ...wish })
  return `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
}

/** A Stuka with a Locust ahead and another behind it. */
const between = {
  seed: 3,
  position: {
    ww2: true,
    step: { firing: { phase: 0 } },
    seats: [
      { name: 'Earthling', team: 'earthlings' },
      { name: 'Martian', team: 'martians' },
    ],
    vehicles: [
      { model: 'ju87_stuka', seat: 0, at: { x: 450, y: 400 }, plan: [1, 0, 0] },
      { model: 'mk1_locust', seat: 1, at: { x: 450, y: 560 }, plan: [11, 12, 13] },
      { model: 'mk1_locust', seat: 1, at: { x: 450, y: 240 }, facing: 180, plan: [11, 12, 13] },
    ],
  },
}

test('a card and its speed marker: pressed, dragged, and by keyboard', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(await enter({ setup: { scenario: 'alsace-again', options: { setup: 'quick' } }, seed: 5 }))
  await turnTo(page)
  expect(await page.locator('.prompt .phase').innerText()).toMatch(/Martian turn 1 · Earthling turn 1 · planning 1/i)

  // A card pressed lies there with the slow marker; the marker is exchanged by a press.
  await page.getByRole('button', { name: /^straight 40 mm, slow/ }).click()
  await page.getByRole('button', { name: /Seal: straight 40 mm, slow/ }).waitFor()
  await page.getByRole('radio', { name: 'fast marker' }).click()
  await page.getByRole('button', { name: /Seal: straight \d+ mm, fast/ }).waitFor()

  // Dragged onto the console.
  const space = page.locator('.spaces.one')
  await page.getByRole('radio', { name: 'slow marker' }).dragTo(space)
  await page.getByRole('button', { name: /Seal: straight 40 mm, slow/ }).waitFor()
  await page.getByRole('button', { name: /^left 45°, fast|^left 45°, slow/ }).dragTo(space)
  await page.getByRole('button', { name: /Seal: left 45°, slow/ }).waitFor()

  // By keyboard: F turns the marker, Backspace takes the card back, S seals.
  await page.keyboard.press('f')
  await page.getByRole('button', { name: /Seal: left 45°, fast/ }).waitFor()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Choose a card and a speed' }).waitFor()
  // A reversal is dim before a fast straight, and says why.
  await page.getByRole('button', { name: /Immelmann.*not now/ }).click({ force: true })
  await page.getByText('INV-WW2-15').first().waitFor()
  await page.getByRole('button', { name: /^stall/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('s')
  // The second airplane comes next.
  await page.getByRole('heading', { name: /Stuka/ }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('each gun of a Stuka is a decision of its own', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(await enter(between))
  await turnTo(page)
  const choice = (words: RegExp) => page.locator('.choices .choice', { hasText: words })
  await choice(/front gun/).click()
  await press(page)
  await choice(/rear gun/).click()
  await page.locator('.desk .go').click()
  await expect.poll(() => page.locator('.prompt .phase').innerText()).toMatch(/planning 2/i)
  await page
    .getByText(/fires its rear gun at/)
    .first()
    .waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

for (const [name, size, scenario] of [
  ['desktop', desktop, 'alsace-again'],
  ['phone', phone, 'londons-burning'],
] as const) {
  test(`a whole match of ${scenario} on a ${name}`, async () => {
    const { page, trouble, context } = await hall.open(size)
    await page.goto(await enter({ setup: { scenario, options: {} }, seed: 11 }))
    const pick = chance(8)
    let over = false
    for (let i = 0; i < 900 && !over; i++) {
      over = (await turnTo(page, 60_000)) === 'over'
      if (!over) await press(page, pick, name === 'phone')
    }
    expect(over).toBe(true)
    expect(trouble).toEqual([])
    await context.close()
  }, 240_000)
}
