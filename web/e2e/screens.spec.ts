import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, chance, desktop, phone, press, shot, still, turnTo, visit } from './support'

/** The pictures of the README, by `cargo xtask screenshots`. They are looked at by people, not compared. */
const wanted = Boolean(process.env['HEATRAY_SHOTS'])

const hall = new Hall(wanted)

/** The address of the first seat of a match. */
async function make(wish: object): Promise<string> {
  const made = await hall.make(wish)
  return `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
}

/** Two airplanes close to two tripods: somebody will fire in the first phase. */
const duel = {
  seed: 4,
  seats: [{ kind: 'open' }, { kind: 'bot', bot: 'random' }],
  position: {
    seats: [
      { name: 'Earthling', team: 'earthlings' },
      { name: 'Martian', team: 'martians' },
    ],
    vehicles: [
      { model: 'nieuport_16', seat: 0, at: { x: 380, y: 300 }, facing: 10 },
      { model: 'sopwith_camel', seat: 0, at: { x: 560, y: 330 }, facing: 345 },
      { model: 'mk1_locust', seat: 1, at: { x: 430, y: 590 }, facing: 170 },
      { model: 'mk3_squid', seat: 1, at: { x: 640, y: 640 }, facing: 200 },
    ],
    objectives: [{ at: { x: 250, y: 480 } }, { at: { x: 700, y: 420 } }],
  },
}

const sizes: [string, BrowserContextOptions][] = [
  ['', { ...desktop, reducedMotion: 'no-preference' }],
  ['phone-', { ...phone, reducedMotion: 'no-preference', colorScheme: 'light' }],
]

for (const [prefix, size] of sizes) {
  test.skipIf(!wanted)(`${prefix}pictures`, async () => {
    const { page, context } = await hall.open(size)
    await page.goto(hall.url)
    await page
      .getByRole('button', { name: /Play against a bot/ })
      .first()
      .waitFor()
    await page.locator('article .picture svg').first().waitFor()
    await page.waitForLoadState('networkidle')
    await still(page)
    await shot(page, `${prefix}home`)

    await visit(page, await make(duel))
    await turnTo(page)
    await still(page)
    for (let i = 0; i < 3; i++) await press(page, () => [0, 1, 0][i] ?? 0)
    await page.mouse.move(5, 500)
    await still(page)
    await shot(page, `${prefix}planning`)
    const pick = chance(6)
    for (let i = 0; i < 12 && (await turnTo(page)) !== 'choice'; i++) await press(page, () => 0)
    expect(await turnTo(page)).toBe('choice')
    await page.locator('.choices .choice').first().click()
    await still(page)
    await shot(page, `${prefix}aiming`)
    await press(page)
    if ((await page.locator('.choices .choice').count()) > 0) await press(page)
    await page.locator('text.figure').first().waitFor({ timeout: 5_000 })
    // A third of the way: the burst is in the air.
    await page.waitForFunction(() => Number(document.querySelector('[data-progress]')?.getAttribute('data-progress')) > 0.3)
    await shot(page, `${prefix}firing`)
    for (let i = 0; i < 1500; i++) {
      if ((await turnTo(page, 60_000)) === 'over') break
      await press(page, pick)
    }
    await page.getByRole('dialog').waitFor()
    await still(page)
    await shot(page, `${prefix}game-over`)
    await context.close()
  })
}

test.skipIf(!wanted)('a large table', async () => {
  const { page, context } = await hall.open(desktop)
  await page.goto(
    await make({
      seed: 12,
      setup: { scenario: 'piave', options: { setup: 'quick', black_smoke: 'on' } },
      seats: [{ kind: 'bot', bot: 'random' }, { kind: 'open' }],
    }),
  )
  const pick = chance(21)
  for (let i = 0; i < 60; i++) await press(page, pick)
  for (let i = 0; i < 40 && (await turnTo(page)) !== 'choice'; i++) await press(page, pick)
  await still(page)
  await shot(page, 'piave')
  await context.close()
})
