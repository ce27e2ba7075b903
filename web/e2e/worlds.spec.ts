import { expect, test } from 'vitest'
import { Hall, anotherTable, desktop, eventsOf, inWords, isOver, matchOf, phone, serious, shot } from './support'
import { answer, hurry, invaded, obvious, opened, pressZone, ready, rest, table, take } from './worlds-support'

const hall = new Hall()

const make = (seed: number, scenario?: string) => table(hall, seed, scenario)

test('a war is played to its end with the mouse, with a battle on land and one at sea', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, bypassCSP: true })
  await page.goto(await make(2))
  const seen = { land: false, sea: false, map: false, report: false }
  let bought = 0
  let now = await ready(page)
  for (let i = 0; i < 400 && now !== 'over'; i++) {
    if (now.startsWith('Buy units')) {
      const wave = await invaded(page)
      const harbours = ['In Bristol', 'In Liverpool', 'In Newcastle', 'In Southampton']
      const guns = [...wave.map((z) => `In ${z}`), 'In Bristol', 'In Birmingham', 'In Liverpool']
      const done = bought < 4 && (await take(page, /Harbour where you want/, harbours))
      if (done || (await take(page, /Siege Gun/, guns))) {
        bought += 1
        now = await ready(page)
        continue
      }
    }
    if (now.startsWith('Move units') && !seen.map) {
      await shot(page, 'worlds-map')
      seen.map = true
    }
    const land = (await page.getByLabel(/^Land battle in/).count()) > 0
    const sea = (await page.getByLabel('Naval battle', { exact: true }).count()) > 0
    if (land && !seen.land && now.startsWith('Fire')) {
      await shot(page, 'worlds-land')
      expect(await serious(page)).toEqual([])
      seen.land = true
    }
    if (sea && !seen.sea && now.startsWith('Move Refugees')) {
      await shot(page, 'worlds-naval')
      expect(await serious(page)).toEqual([])
      seen.sea = true
    }
    if (
      !seen.report &&
      (await page
        .locator('.since')
        .getByText(/battle.*: report/i)
        .count()) > 0
    ) {
      expect(await serious(page)).toEqual([])
      seen.report = true
    }
    now = (land && !seen.land) || (sea && !seen.sea) ? await obvious(page) : await rest(page)
  }
  expect(await isOver(page)).toBe(true)
  const end = page.getByRole('dialog')
  await end.waitFor()
  expect(await end.innerText()).toMatch(/Rule WW-VIC-\d\d/)
  const before = await matchOf(page)
  await end.getByRole('button', { name: 'Play again' }).click()
  await anotherTable(page, before)
  await page.getByText('Turn 1 begins.').first().waitFor()
  expect(seen).toEqual({ land: true, sea: true, map: true, report: true })
  expect(trouble).toEqual([])
  await context.close()
})

test('keys alone: a choice by number, the obvious by O, the rest of the phase by R', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(await make(2))
  await ready(page)
  const entry = page.locator('.choices > *', { hasText: 'Infantry' }).first()
  const number = (await entry.locator('kbd').innerText()).trim()
  await page.keyboard.press(number)
  await page.locator('.inner .choice').first().waitFor()
  // The zones where it may be bought glow, and can be reached with Tab.
  await expect.poll(() => page.locator('path.zone.hot[tabindex="0"]').count()).toBeGreaterThan(3)
  await page.locator('path.zone.hot').first().focus()
  // A key answers the decision that is open: each waits for the next one.
  await answer(page, () => page.keyboard.press('Enter'))
  await page
    .getByText(/^Infantry in \w+ for 10/)
    .first()
    .waitFor()
  // Money in hand is not left there unasked: the rest of the phase says so, and goes on at the second press.
  await page.keyboard.press('r')
  await page.getByText(/The phase would end now: \d+ Production points stay in hand/).waitFor()
  await answer(page, () => page.keyboard.press('r'))
  await page.locator('.phase', { hasText: 'Human Action' }).waitFor()
  const unit = page.locator('.piece .hit[tabindex="0"][aria-label*="Infantry"]').first()
  await unit.focus()
  await page.keyboard.press('Enter')
  await page.locator('path.zone.hot').first().focus()
  await answer(page, () => page.keyboard.press('Enter'))
  await page
    .getByText(/Infantry \d moves from/)
    .first()
    .waitFor()
  await page.keyboard.press('r')
  if ((await page.getByText('The phase would end now').count()) > 0) await page.keyboard.press('r')
  await page.locator('.phase', { hasNotText: 'Human Action' }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('a dim zone says why, with the rule', async () => {
  const { page, context } = await hall.open(desktop)
  await page.goto(await make(2))
  await ready(page)
  await page.locator('.choices > .group', { hasText: 'Siege Gun' }).click()
  await page.locator('path.zone:not(.hot)').first().click({ force: true })
  const tip = page.getByRole('alert')
  await tip.waitFor()
  expect(await tip.innerText()).toMatch(/WW-PRO-\d\d/)
  await context.close()
})

test('on a phone by touch: the map fits, the obvious is in reach of a thumb, a zone opens', async () => {
  const { page, context, trouble } = await hall.open(phone)
  await page.goto(await make(2))
  await ready(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  const go = await page.locator('.desk .go').boundingBox()
  expect(go!.height).toBeGreaterThanOrEqual(44)
  expect(go!.y + go!.height).toBeLessThan(844)
  await page.locator('path.zone[aria-label^="London"]').tap({ position: { x: 12, y: 24 } })
  await page.getByRole('heading', { name: 'London' }).waitFor()
  await page.locator('.choice', { hasText: 'Siege Gun' }).first().tap()
  await page.getByText('Siege Gun in London for 25').first().waitFor()
  for (let i = 0; i < 12 && (await ready(page)) !== 'over'; i++) {
    await answer(page, () => page.locator('.desk .go').tap())
  }
  await shot(page, 'worlds-phone')
  expect(trouble).toEqual([])
  await context.close()
})

test('axe finds no serious violation on the map, by day and by night', async () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const { page, context } = await hall.open({ ...desktop, colorScheme, bypassCSP: true })
    await page.goto(await make(2))
    await ready(page)
    expect(await serious(page)).toEqual([])
    await context.close()
  }
})

test('what is picked up is let go with its decision: a look at a zone moves and buys nothing', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(await make(2))
  await ready(page)
  const purse = () => page.locator('.purse em').innerText()
  // A Siege Gun is bought; the next press on the map is a look.
  expect(await take(page, /Siege Gun/, ['In London'])).toBe(true)
  const left = await purse()
  expect(await page.locator('.choices .group.open').count()).toBe(0)
  await pressZone(page, 'Leeds')
  await page.getByRole('heading', { name: 'Leeds' }).waitFor()
  await page.keyboard.press('Escape')
  // The Gun is picked up in one Human Action Phase and not used.
  const action = async (from: string) => {
    let now = from
    for (let i = 0; i < 60 && !now.startsWith('Move units'); i++) now = await obvious(page)
    expect(now).toMatch(/^Move units/)
  }
  await action(await answer(page, () => page.locator('.choices .last').click()))
  expect(await purse()).toBe(left)
  await opened(page, /Siege Gun 1/)
  await expect.poll(() => page.locator('.choices .group.open').count()).toBe(1)
  const next = await answer(page, () => page.locator('.choices .last').click())
  expect(await page.locator('.choices .group.open').count()).toBe(0)
  expect(await page.locator('.piece.held').count()).toBe(0)
  // A turn later it may move again, and a press beside it is a look: it still stands where it stood.
  await action(next)
  await pressZone(page, 'Dover')
  await page.getByRole('heading', { name: 'Dover' }).waitFor()
  expect(await take(page, /Siege Gun 1/, ['Move to Oxford'])).toBe(true)
  await page
    .getByText(/^Siege Gun 1 moves from London to Oxford/)
    .first()
    .waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('fifteen cards: the list stays where it is, and shows what is chosen', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(await make(5, 'mars-ironclads'))
  await ready(page)
  const cards = page.getByRole('group', { name: 'Event cards' }).getByRole('button')
  await expect.poll(() => cards.count()).toBe(36)
  const wanted = cards.nth(24)
  await wanted.scrollIntoViewIfNeeded()
  const place = async () => Math.round((await wanted.boundingBox())!.y)
  const where = await place()
  await answer(page, () => wanted.click())
  expect(await wanted.getAttribute('aria-pressed')).toBe('true')
  expect(await place()).toBe(where)
  await answer(page, () => cards.nth(25).click())
  expect(await place()).toBe(where)
  await expect.poll(() => page.getByRole('group', { name: 'Event cards' }).locator('[aria-pressed="true"]').count()).toBe(2)
  await page.getByText('2 chosen').waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('prices of a scenario are told where they are paid', async () => {
  const { page, context } = await hall.open(desktop)
  await page.goto(await make(3, 'refugee-crisis'))
  await ready(page)
  const harbour = page.locator('.choice', { hasText: 'A Harbour by lot' })
  expect(await harbour.innerText()).toContain('Free')
  await answer(page, () => harbour.click())
  expect(await harbour.innerText()).toContain('5 points')
  // Battle Plans of the Mars Ironclads: the first battle that can pay for one tells their price.
  await page.goto(await make(4, 'mars-ironclads'))
  let now = await ready(page)
  for (let i = 0; i < 200 && !now.startsWith('Buy Battle Plans'); i++) {
    expect(now).not.toBe('over')
    now = /^(Choose|Place \d)/.test(now) ? await rest(page) : await obvious(page)
  }
  expect(await page.locator('.choice', { hasText: 'Draw a Battle Plan' }).innerText()).toContain('10 points')
  await context.close()
})

test('the card on show is the one that is carried out, and the initiative is no place in the queue', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, reducedMotion: 'no-preference', bypassCSP: true })
  await page.goto(await make(2))
  let now = await ready(page)
  const entered = await eventsOf(page)
  const buy = async () => {
    const wave = await invaded(page)
    return take(page, /Siege Gun|Field Gun/, [...wave.map((z) => `In ${z}`), 'In Birmingham', 'In Liverpool'])
  }
  for (let i = 0; i < 150 && !now.startsWith('Fire'); i++) {
    if (now.startsWith('Buy units') && (await buy())) now = await ready(page)
    else
      now = await answer(page, async () => {
        await page.locator('.desk .go').click()
        await hurry(page)
      })
  }
  expect(now).toMatch(/^Fire/)
  const side = page.locator('.ww-side')
  expect(await side.innerText()).toMatch(/initiative: (Humans|Martians)/)
  expect(await side.innerText()).not.toMatch(/(Humans|Martians) first/)
  // Every card that the side shows while the next step is played, in order.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = () => {
      const id = document.querySelector('.ww-side .card .id')?.textContent ?? ''
      const acts = document.querySelector('path.march.mars, path.shot.ray') !== null
      const now = `${id}|${acts ? 'acts' : ''}`
      if (id && seen.at(-1) !== now) seen.push(now)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })
  const log = page.locator('.log .entry')
  const from = await log.count()
  // While it is played nobody finds anything serious, either.
  const [, found] = await Promise.all([
    answer(page, () => page.locator('.choices .last').click()),
    page
      .locator('path.march.mars, path.shot.ray')
      .first()
      .waitFor()
      .then(() => serious(page)),
  ])
  expect(found).toEqual([])
  const news = (await log.allInnerTexts()).slice(from)
  const cards = news.flatMap((line) => /Battle card (B\d+)/.exec(line)?.[1] ?? [])
  expect(cards.length).toBeGreaterThan(0)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  const shown = seen.map((s) => s.split('|')[0]).filter((id, i, all) => id !== all[i - 1])
  // The card of the last round, then each card of the step as it is carried out: never the old one for the new step.
  expect(shown.slice(1, 1 + cards.length)).toEqual(cards)
  // While a Tripod moves, it is seen by which card.
  const followed = seen.filter((s) => s.endsWith('|acts')).map((s) => s.split('|')[0]!)
  expect(followed.length).toBeGreaterThan(0)
  for (const id of followed) expect(cards).toContain(id)
  // Every staged moment of these phases, also where it was cut short, has its sentence in the live region.
  const { told } = await inWords(page)
  const all = await log.locator('.moment').allTextContents()
  expect(told.length).toBe(Math.min((await eventsOf(page)) - entered, 100))
  const plain = (text: string) => text.replace(/[^A-Za-z]/g, '')
  expect(told.slice(-20).map(plain)).toEqual(all.slice(-20).map(plain))
  expect(trouble).toEqual([])
  await context.close()
})
