import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { begin, follow, heard, obey } from './lesson-support'
import { table as field } from './hussars-support'
import { Hall, byHand, decision, desktop, phone, serious, settled, still, turnTo, visit } from './support'
import { armed, crowded, rival, sides } from './triplanes-support'
import { choose, lay } from './victory-support'
import { answer, obvious, ready, rest, table } from './worlds-support'

const hall = new Hall()
const sizes = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
]

const tablet = { ...phone, viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1 }

/** A Nieuport that has been hit four times. */
const damaged = {
  seats: sides,
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

/** A Snipe before a balloon: nearly every maneuver is open, and some of them give a shot. */
const balloon = {
  game: 'victory',
  seed: 5,
  seats: rival,
  position: {
    scenario: 'free',
    aim: 'value',
    mats: ['B'],
    rounds: 10,
    attacker: 'allied',
    planes: [
      { kind: 'sopwith_snipe', side: 'allied', skill: 'ace', at: [4, 8], facing: 'e', speed: 6 },
      { kind: 'fokker_d8', side: 'german', skill: 'recruit', at: [16, 20], facing: 'w', speed: 4 },
    ],
    ground: [{ kind: 'balloon', side: 'german', at: [9, 8] }],
  },
}

/** Goes to the first open seat of a new match. */
async function sit(page: Page, wish: object) {
  const made = await hall.make(wish)
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await settled(page)
}

/**
 * What of the open decision can not be pressed where it stands, because it is out of sight or lies under something else, and how
 * many lines of the log are in sight. On a small window a fan of cards is swiped, and the log has its own place below.
 */
async function measure(page: Page): Promise<{ hidden: string[]; lines: number }> {
  await still(page)
  return page.evaluate(() => {
    const small = innerWidth <= 820
    const rail = document.querySelector(small ? 'aside' : 'aside > .rail')
    const log = document.querySelector('[role=log]')
    if (!rail || !log) throw new Error('no rail, or no log')
    const box = rail.getBoundingClientRect()
    const list = [...rail.querySelectorAll('.desk button')].filter((e) => e.checkVisibility() && !(small && e.closest('.fan')))
    const out = list.filter((e) => {
      const { top, bottom, left, right } = e.getBoundingClientRect()
      const free = (y: number) => e.contains(document.elementFromPoint((left + right) / 2, y))
      return bottom > box.bottom + 1 || top < box.top - 1 || !free(top + 3) || !free(bottom - 3)
    })
    const line = parseFloat(getComputedStyle(log).lineHeight)
    return { hidden: out.map((e) => (e.getAttribute('aria-label') ?? e.textContent ?? '').trim()), lines: log.clientHeight / line }
  })
}

/** All of the decision and six lines of the log are there. */
async function inSight(page: Page, what: string) {
  const { hidden, lines } = await measure(page)
  expect(hidden, what).toEqual([])
  expect(lines, what).toBeGreaterThanOrEqual(6)
}

/** Asks for a suggestion, and waits until it is read. */
async function suggest(page: Page) {
  await page.getByRole('button', { name: 'Suggest', exact: true }).click()
  await page.locator('.advice').getByText('Suggested:').waitFor()
  await settled(page)
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
    await inSight(page, 'no card')
    for (let i = 0; i < 3; i++) await page.locator('.fan').getByRole('button', { name: 'straight 29 mm' }).click()
    await page.locator('.desk .go:not([disabled])').waitFor()
    await inSight(page, 'three cards')
    // What a bot would do lies over the question: nothing is pushed away by it.
    await suggest(page)
    await inSight(page, 'three cards and a suggestion')
    await page.getByRole('button', { name: 'Close the suggestion' }).click()
    // With the sheet of the enemy on the table, which never lies over him.
    await page.locator('circle.vehicle[aria-label^="Locust"]').click()
    const sheet = page.getByRole('region', { name: 'Sheet of Locust' })
    await sheet.waitFor()
    expect(await serious(page)).toEqual([])
    const own = (await sheet.boundingBox())!
    const foe = (await page.locator('circle.vehicle[aria-label^="Locust"]').boundingBox())!
    expect(foe.y >= own.y + own.height || foe.x >= own.x + own.width || foe.y + foe.height <= own.y).toBe(true)
    await page.getByRole('button', { name: 'Close the sheet of Locust' }).click()
    // A key closes it as well.
    await page.locator('circle.vehicle[aria-label^="Locust"]').click()
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.locator('.desk .go').click()
    // A choice of shots.
    await settled(page)
    await inSight(page, 'shots')
    // With odds on the desk.
    expect(await serious(page)).toEqual([])
    // Why it did that is told, and not by its heading alone.
    const why = page.locator('.reasons')
    expect((await why.innerText()).replace('Why did it do that?', '').trim()).not.toBe('')
    // With damage on the console there is still room for the button below the cards.
    await sit(page, { position: damaged, seed: 4, seats: rival })
    await turnTo(page)
    await page.locator('[aria-label="Damage cards"]').waitFor()
    await inSight(page, 'damage')
    for (let i = 0; i < 3; i++) {
      await page.locator('.fan .card:not(.dim)').first().click()
      await settled(page)
    }
    await inSight(page, 'damage and a plan')
    await suggest(page)
    await inSight(page, 'damage, a plan and a suggestion')
    expect(trouble).toEqual([])
    await context.close()
  })

  test(`${size}: weapons stand side by side with their odds, three of them or six, also with a suggestion`, async () => {
    const { page, context, trouble } = await hall.open({ ...desktop, viewport, bypassCSP: true }, byHand)
    for (const [wish, least] of [
      [armed, 3],
      [crowded, 6],
    ] as const) {
      await sit(page, wish)
      const weapons = page.locator('.weapons .weapon')
      await weapons.first().waitFor()
      await settled(page)
      await expect.poll(() => weapons.count()).toBeGreaterThanOrEqual(least)
      await inSight(page, `${least} weapons`)
      // A shot that can hurt has a bar, and its figures are read, too; one across armor says what it takes.
      const told = await weapons.evaluateAll((all) =>
        all.map((e) => ({
          bar: e.querySelectorAll('.bar i').length,
          text: e.textContent ?? '',
          armor: /armour/.test(e.textContent ?? ''),
        })),
      )
      for (const { bar, text, armor } of told) {
        expect(bar, text).toBe(armor ? 0 : 1)
        expect(text).toMatch(armor ? /energy at most/ : /\d+ % to hurt.*\d\.\d/)
      }
      // The price of a cannon is told before it is fired.
      await weapons.filter({ hasText: 'Cannon' }).first().hover()
      await page.locator('.desk .price', { hasText: 'The next card is a stall' }).waitFor()
      await inSight(page, 'a price')
      expect(await serious(page)).toEqual([])
      await suggest(page)
      await inSight(page, `${least} weapons and a suggestion`)
    }
    expect(trouble).toEqual([])
    await context.close()
  })

  test(`${size}: every way to fly on and the log of Winged Victory are in sight together`, async () => {
    const { page, context, trouble } = await hall.open({ ...desktop, viewport }, byHand)
    await page.goto(await lay(hall, { scenario: 'over-the-top', seed: 7 }))
    // With the first hex flown the list is another one; with an enemy before the guns the card of the shot lies below it.
    for (const enemy of [false, true]) {
      if (enemy) await sit(page, balloon)
      while ((await decision(page)) !== 'fly') await choose(page, [/everybody/, /whole move pass/])
      for (let steps = 0; steps < 2; steps++) {
        await inSight(page, `after ${steps}`)
        if (steps === 0) await page.locator('.desk .way', { hasText: 'Straight on' }).first().click()
        await settled(page)
      }
      expect((await page.locator('.desk .way').all()).length, 'a long list').toBeGreaterThanOrEqual(19)
      if (enemy) await page.locator('.desk .card.brief .bar').waitFor({ state: 'attached' })
      await suggest(page)
      await inSight(page, 'with a suggestion')
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
        await inSight(page, now)
        await suggest(page)
        await inSight(page, `${now}, with a suggestion`)
        await page.getByRole('button', { name: 'Close the suggestion' }).click()
        // What ends it stands there once.
        const named = await page.locator('.choices .last .what').innerText()
        await expect.poll(() => page.locator('.desk button', { hasText: named }).count(), { message: named }).toBe(1)
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

for (const [name, size] of [
  ['phone', phone],
  ['tablet', tablet],
] as const) {
  test(`${name}: cards and shots can be pressed where they stand, and the header tells the phase`, async () => {
    const { page, context, trouble } = await hall.open(size, byHand)
    await sit(page, armed)
    await page.locator('.weapons .weapon').first().waitFor()
    await settled(page)
    expect((await measure(page)).hidden).toEqual([])
    await page.locator('.weapons .weapon').first().tap()
    expect((await measure(page)).hidden).toEqual([])
    const where = page.locator('header .where .quiet')
    const box = (await where.boundingBox())!
    const all = (await page.locator('header .where').boundingBox())!
    expect(await where.innerText()).toMatch(/turn 1/)
    expect(box.width).toBeGreaterThan(40)
    expect(box.x).toBeGreaterThanOrEqual(all.x - 1)
    expect(Math.min(box.x + box.width, all.x + all.width)).toBeLessThanOrEqual(size.viewport!.width)
    // An automated tripod says why, and not by its heading alone.
    await sit(page, {
      setup: { scenario: 'bring-proof', options: { setup: 'quick' } },
      seed: 51,
      seats: [{ kind: 'open' }, { kind: 'bot', bot: 'automated' }],
    })
    await turnTo(page)
    for (let i = 0; i < 3; i++) {
      await page.locator('.fan').getByRole('button', { name: 'straight 29 mm' }).tap()
      await settled(page)
    }
    expect((await measure(page)).hidden).toEqual([])
    expect((await page.locator('.reasons').innerText()).replace('Why did it do that?', '').trim()).not.toBe('')
    expect(trouble).toEqual([])
    await context.close()
  })

  test(`${name}: the coach covers nothing of the table and the desk, and what he asks for is in sight`, async () => {
    const { page, context, trouble } = await hall.open(size)
    await begin(page, hall.url, /Learn to fly: five minutes/)
    for (let at = 1; at < 9;) {
      const said = await heard(page)
      at = said.step
      await still(page)
      const found = await page.evaluate(() => {
        const card = document.querySelector('.coach.card')!.getBoundingClientRect()
        const under = (e: Element) => {
          const r = e.getBoundingClientRect()
          return r.right > card.left + 1 && r.left < card.right - 1 && r.bottom > card.top + 1 && r.top < card.bottom - 1
        }
        const ring = document.querySelector('.ring')?.getBoundingClientRect()
        const box = document.querySelector('aside')!.getBoundingClientRect()
        const main = document.querySelector('main')!.getBoundingClientRect()
        const [x, y] = ring ? [ring.x + ring.width / 2, ring.y + ring.height / 2] : [0, 0]
        const seen = (b: DOMRect) => x > b.left && x < b.right && y > b.top && y < b.bottom
        return {
          covered: [...document.querySelectorAll('main, aside, header')].filter(under).map((e) => e.tagName),
          ghosts: document.querySelectorAll('main .ghost').length,
          seen: !ring || seen(box) || seen(main),
        }
      })
      expect(found.covered, said.words).toEqual([])
      expect(found.seen, said.words).toBe(true)
      if (said.words.includes('ghost')) expect(found.ghosts, said.words).toBeGreaterThan(0)
      if (at < 9) await obey(page, true)
    }
    expect(trouble).toEqual([])
    await context.close()
  })
}

test('at 1366x768 the coach lies over neither the airplane on the desk nor its ghosts', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, viewport: sizes[0]! })
  await begin(page, hall.url, /Learn to fly: five minutes/)
  for (const step of [5, 6]) {
    await follow(page, step)
    await still(page)
    const under = await page.evaluate(() => {
      const card = document.querySelector('.coach.card')!.getBoundingClientRect()
      return [...document.querySelectorAll('main .ghost, main circle.vehicle[data-vehicle="0"], .desk .go')].filter((e) => {
        const r = e.getBoundingClientRect()
        return r.right > card.left && r.left < card.right && r.bottom > card.top && r.top < card.bottom
      }).length
    })
    expect(under, `step ${step}`).toBe(0)
  }
  expect(trouble).toEqual([])
  await context.close()
})

test('the names of zones at Horsell are not cut off by the edge of the table', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, viewport: sizes[0]! })
  const [martian] = await field(hall, 'horsell', 3, [0])
  await visit(page, martian!)
  await settled(page)
  const name = page.getByText('Humans: west road')
  await name.waitFor()
  const [own, sheet] = [(await name.boundingBox())!, (await page.locator('.surface .paper').boundingBox())!]
  expect(own.x).toBeGreaterThanOrEqual(sheet.x)
  expect(own.x + own.width).toBeLessThanOrEqual(sheet.x + sheet.width)
  expect(trouble).toEqual([])
  await context.close()
})
