import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, byHand, decision, desktop, serious, settled, still, turnTo, visit } from './support'
import { choose, lay } from './victory-support'
import { answer, obvious, ready, rest, table } from './worlds-support'

const hall = new Hall()
const sizes = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
]

/** A Nieuport that has been hit four times. */
const damaged = {
  seats: [
    { name: 'Earthling', team: 'earthlings' },
    { name: 'Martian', team: 'martians' },
  ],
  vehicles: [
    {
      model: 'nieuport_16',
      seat: 0,
      at: { x: 300, y: 120 },
      facing: 90,
      damage: ['B 1', 'B 0', 'B 2', 'B 1'].map((card) => ({ card })),
    },
    { model: 'mk1_locust', seat: 1, at: { x: 700, y: 800 }, facing: 180 },
  ],
}

/** What of the open decision is out of sight, and how many lines of the log are in sight. */
async function measure(page: Page): Promise<{ hidden: string[]; lines: number }> {
  await still(page)
  return page.evaluate(() => {
    const rail = document.querySelector('aside > .rail')
    const log = document.querySelector('[role=log]')
    if (!rail || !log) throw new Error('no rail, or no log')
    const box = rail.getBoundingClientRect()
    const list = [...rail.querySelectorAll('.desk button')].filter((e) => e.checkVisibility())
    const out = list.filter((e) => {
      const r = e.getBoundingClientRect()
      return r.bottom > box.bottom + 1 || r.top < box.top - 1
    })
    const line = parseFloat(getComputedStyle(log).lineHeight)
    return { hidden: out.map((e) => (e.getAttribute('aria-label') ?? e.textContent ?? '').trim()), lines: log.clientHeight / line }
  })
}

for (const viewport of sizes) {
  const size = `${viewport.width}x${viewport.height}`

  test(`${size}: cards, shots and the log of Tripods & Triplanes are in sight together`, async () => {
    const { page, context, trouble } = await hall.open({ ...desktop, viewport, bypassCSP: true }, byHand)
    const made = await hall.make({
      game: 'triplanes',
      setup: { scenario: 'bring-proof', options: { setup: 'quick' } },
      seed: 51,
      seats: [{ kind: 'open' }, { kind: 'bot', bot: 'automated' }],
    })
    await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
    await turnTo(page)
    const empty = await measure(page)
    expect(empty.hidden).toEqual([])
    expect(empty.lines).toBeGreaterThanOrEqual(6)
    for (let i = 0; i < 3; i++) await page.locator('.fan').getByRole('button', { name: 'straight 29 mm' }).click()
    await page.locator('.desk .go:not([disabled])').waitFor()
    const laid = await measure(page)
    expect(laid.hidden).toEqual([])
    expect(laid.lines).toBeGreaterThanOrEqual(6)
    // With the sheet of the enemy on the table, which never lies over him.
    await page.locator('circle.vehicle[aria-label^="Locust"]').click()
    const sheet = page.getByRole('region', { name: 'Sheet of Locust' })
    await sheet.waitFor()
    expect(await serious(page)).toEqual([])
    const own = (await sheet.boundingBox())!
    const foe = (await page.locator('circle.vehicle[aria-label^="Locust"]').boundingBox())!
    expect(foe.y >= own.y + own.height || foe.x >= own.x + own.width || foe.y + foe.height <= own.y).toBe(true)
    await page.getByRole('button', { name: 'Close the sheet of Locust' }).click()
    await page.locator('.desk .go').click()
    // A choice of shots.
    await settled(page)
    const shots = await measure(page)
    expect(shots.hidden).toEqual([])
    expect(shots.lines).toBeGreaterThanOrEqual(6)
    // With odds on the desk.
    expect(await serious(page)).toEqual([])
    // Why it did that is told, and not by its heading alone.
    const why = page.locator('.reasons')
    expect((await why.innerText()).replace('Why did it do that?', '').trim()).not.toBe('')
    // With damage on the console there is still room for the button below the cards.
    const hurt = await hall.make({ position: damaged, seed: 4, seats: [{ kind: 'open' }, { kind: 'bot', bot: 'random' }] })
    await visit(page, `${hall.url}/#/m/${hurt.match}/${hurt.keys[0]!.key}`)
    await turnTo(page)
    await page.locator('[aria-label="Damage cards"]').waitFor()
    const worse = await measure(page)
    expect(worse.hidden).toEqual([])
    expect(worse.lines).toBeGreaterThanOrEqual(6)
    expect(trouble).toEqual([])
    await context.close()
  })

  test(`${size}: every way to fly on and the log of Winged Victory are in sight together`, async () => {
    const { page, context, trouble } = await hall.open({ ...desktop, viewport }, byHand)
    await page.goto(await lay(hall, { scenario: 'over-the-top', seed: 7 }))
    while ((await decision(page)) !== 'fly') await choose(page, [/everybody/, /whole move pass/])
    // With the first hex flown the list of maneuvers is at its longest.
    for (let steps = 0; steps < 2; steps++) {
      const { hidden, lines } = await measure(page)
      expect(hidden, `after ${steps}`).toEqual([])
      expect(lines).toBeGreaterThanOrEqual(6)
      if (steps === 0) await page.locator('.desk .way', { hasText: 'Straight on' }).first().click()
      await settled(page)
    }
    expect(trouble).toEqual([])
    await context.close()
  })

  test(`${size}: purchases and the log of The War of the Worlds are in sight together`, async () => {
    const { page, context, trouble } = await hall.open({ ...desktop, viewport }, byHand)
    await page.goto(await table(hall, 42))
    const seen = new Set<string>()
    let now = await ready(page)
    for (let i = 0; i < 40 && seen.size < 3 && now !== 'over'; i++) {
      const kind = /^Buy units/.test(now) ? 'production' : /^Move units/.test(now) ? 'action' : /^Buy Battle Plans/.test(now) ? 'plans' : ''
      if (kind && !seen.has(kind)) {
        seen.add(kind)
        const { hidden, lines } = await measure(page)
        expect(hidden, now).toEqual([])
        expect(lines, now).toBeGreaterThanOrEqual(6)
      }
      now =
        kind === 'production'
          ? await answer(page, () => page.locator('.choices .last').click())
          : await (i % 2 ? rest(page) : obvious(page))
    }
    expect(seen.has('production') && seen.has('action'), [...seen].join()).toBe(true)
    expect(trouble).toEqual([])
    await context.close()
  })
}
