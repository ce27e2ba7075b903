/** The home page: what it says, what it asks, and that its small pictures are the tables themselves. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, desktop, phone, serious, settled } from './support'

const hall = new Hall()

interface Shelf {
  game: string
  title: string
  scenarios: {
    id: string
    title: string
    solo: boolean
    minutes: number
    difficulty: number
    seats: unknown[]
    balance: { sides: { name: string; wins: number }[]; games: number } | null
    picture: {
      vehicles?: { fate: string; pose: object | null; craft: { kind: string } }[]
      objectives?: { at: object | null }[]
      planes?: { fate: string }[]
      ground?: unknown[]
      map?: string
      waves?: unknown[]
      zones?: { tripods: unknown[]; machines: string[] }[]
    }
  }[]
}

async function shelf(): Promise<Shelf[]> {
  return (await (await fetch(`${hall.url}/api/games`)).json()) as Shelf[]
}

const all = async () => (await shelf()).flatMap((g) => g.scenarios)
const cards = (page: Page) => page.getByRole('article')
const filter = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true })

async function home(page: Page) {
  await page.goto(hall.url)
  await cards(page).first().waitFor()
}

test('filters are pressed buttons, count what they find, and are remembered', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await home(page)
  const every = await all()
  await expect.poll(() => cards(page).count()).toBe(every.length)
  await page.getByText(`${every.length} scenarios`, { exact: true }).waitFor()

  await filter(page, 'Made for', 'One').click()
  const lone = every.filter((s) => s.solo || s.seats.length === 1)
  await page.getByText(`${lone.length} of ${every.length} scenarios`).waitFor()
  expect((await cards(page).locator('h3').allInnerTexts()).sort()).toEqual(lone.map((s) => s.title).sort())
  expect(await filter(page, 'Made for', 'One').getAttribute('aria-pressed')).toBe('true')
  expect(await filter(page, 'Made for', 'Anyone').getAttribute('aria-pressed')).toBe('false')

  await filter(page, 'Difficulty', 'Hard').click()
  const hard = lone.filter((s) => s.difficulty === 3)
  await page.getByText(`${hard.length} of ${every.length} scenarios`).waitFor()
  await expect.poll(() => cards(page).count()).toBe(hard.length)

  // Somebody comes back: what was asked for is still asked for.
  await page.reload()
  await page.getByText(`${hard.length} of ${every.length} scenarios`).waitFor()
  expect(await filter(page, 'Difficulty', 'Hard').getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => cards(page).count()).toBe(hard.length)

  // Nothing is both: it says so, and one press shows everything again.
  await filter(page, 'Minutes', '20 minutes').click()
  await page.getByText('No scenario is all of that.').waitFor()
  expect(await cards(page).count()).toBe(0)
  await page.getByRole('button', { name: `Show all ${every.length} scenarios` }).click()
  await expect.poll(() => cards(page).count()).toBe(every.length)
  for (const [group, name] of [
    ['Made for', 'Anyone'],
    ['Minutes', 'Any time'],
    ['Difficulty', 'All'],
  ] as const)
    expect(await filter(page, group, name).getAttribute('aria-pressed')).toBe('true')

  await filter(page, 'Minutes', '60 + minutes').click()
  const long = every.filter((s) => s.minutes > 45)
  expect(long.length).toBeGreaterThan(0)
  await page.getByText(`${long.length} of ${every.length} scenarios`).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('every book is in sight on a desktop, and one press shows it alone', async () => {
  const books = await shelf()
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
  ]) {
    const { page, context } = await hall.open({ ...desktop, viewport })
    await home(page)
    const plates = page.getByRole('navigation', { name: 'All games' }).getByRole('button')
    await expect.poll(() => plates.count()).toBe(books.length)
    for (let i = 0; i < books.length; i++) {
      const plate = (await plates.nth(i).boundingBox())!
      expect(plate.y + plate.height).toBeLessThan(viewport.height)
      // Its first card begins below it, in the same window.
      const first = (await page.locator('.stacks section').nth(i).getByRole('article').first().boundingBox())!
      expect(first.x).toBeCloseTo(plate.x, 0)
      expect(first.y).toBeLessThan(viewport.height - 60)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await plates.nth(1).click()
    expect(await plates.nth(1).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => cards(page).count()).toBe(books[1]!.scenarios.length)
    await plates.nth(1).click()
    await expect.poll(() => cards(page).count()).toBe(books.reduce((n, b) => n + b.scenarios.length, 0))
    await context.close()
  }
})

test('each card shows its own table: the pieces of the scenario, and none is cut off', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await home(page)
  const components = (await (await fetch(`${hall.url}/api/games/hussars/components`)).json()) as {
    maps: { id: string; places: unknown[] }[]
  }
  for (const { scenarios } of await shelf())
    for (const s of scenarios) {
      const card = page.locator(`article[aria-labelledby="s-${s.id}"]`)
      await card.scrollIntoViewIfNeeded()
      const svg = card.locator('.picture svg').first()
      await svg.waitFor()
      const count = (of: string) => card.locator(`.picture ${of}`).count()
      const { vehicles, objectives, planes, ground, waves, zones, map } = s.picture
      if (vehicles) {
        const there = vehicles.filter((v) => v.pose && v.fate === 'in_play')
        expect(there.length, s.id).toBeGreaterThan(0)
        for (const kind of ['airplane', 'tripod'])
          expect(await count(`g.${kind}`), s.id).toBe(there.filter((v) => v.craft.kind === kind).length)
        expect(await count('g.objective'), s.id).toBe(objectives!.filter((o) => o.at).length)
      } else if (planes) {
        expect(await count('g.flyer'), s.id).toBe(planes.filter((p) => p.fate === 'flying').length)
        expect(await count('g.target'), s.id).toBe(ground!.length)
      } else if (map) {
        expect(await count('g.piece'), s.id).toBe(components.maps.find((m) => m.id === map)!.places.length)
      } else {
        expect(await count('g.town'), s.id).toBe(zones!.length)
        expect(await count('g.wave'), s.id).toBe(waves!.length + zones!.filter((z) => z.tripods.length > 0).length)
        expect(await count('g.machine'), s.id).toBe(zones!.reduce((n, z) => n + new Set(z.machines).size, 0))
      }
      const cut = await card.evaluate((e) => {
        const frame = e.querySelector('.picture')!.getBoundingClientRect()
        const middle = (p: Element) => {
          const b = p.getBoundingClientRect()
          return [b.left + b.width / 2, b.top + b.height / 2] as const
        }
        return [...e.querySelectorAll('.picture :is(.airplane,.tripod,.flyer,.target,.piece,.wave,.machine)')].filter((p) => {
          const [x, y] = middle(p)
          return x < frame.left || x > frame.right || y < frame.top || y > frame.bottom
        }).length
      })
      expect(cut, `${s.id}: pieces outside of its picture`).toBe(0)
    }
  expect(trouble).toEqual([])
  await context.close()
})

test('only what is in sight is drawn', async () => {
  const { page, context } = await hall.open(desktop)
  await home(page)
  await cards(page).first().locator('.picture svg').first().waitFor()
  const drawn = () => page.locator('article .picture:has(> .picture > svg)').count()
  const number = await cards(page).count()
  expect(await drawn()).toBeLessThan(number / 2)
  expect(await cards(page).last().locator('.picture svg').count()).toBe(0)
  await cards(page).last().scrollIntoViewIfNeeded()
  await cards(page).last().locator('.picture svg').first().waitFor()
  await context.close()
})

test('home weighs less than 250 KB over the wire, letters and answers and every picture included', async () => {
  const { page, context } = await hall.open(desktop)
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  let bytes = 0
  wire.on('Network.loadingFinished', (e) => (bytes += e.encodedDataLength))
  await home(page)
  for (const card of await cards(page).all()) {
    await card.scrollIntoViewIfNeeded()
    await card.locator('.picture svg').first().waitFor()
  }
  await page.waitForLoadState('networkidle')
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(250 * 1024)
  await context.close()
})

test('the picture is folded away and stays so; the first game is one press from here', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await home(page)
  const poster = page.getByRole('region', { name: 'Biplanes against tripods' })
  const drawing = poster.getByRole('img')
  await drawing.waitFor()
  expect(await drawing.evaluate((e: HTMLImageElement) => e.naturalWidth)).toBeGreaterThan(0)
  await poster.getByRole('button', { name: 'Fold the picture away' }).click()
  await drawing.waitFor({ state: 'detached' })
  await page.reload()
  await poster.getByRole('button', { name: 'Show the picture' }).waitFor()
  expect(await drawing.count()).toBe(0)
  // The field for a link is one press away, and takes the hand there.
  await poster.getByRole('button', { name: 'I have a link' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('join')
  await poster.getByRole('button', { name: /^Without a lesson/ }).click()
  await settled(page)
  // Who comes back finds the match with its table.
  await page.goto(hall.url)
  const mine = page.getByRole('region', { name: 'My matches' })
  await mine.getByRole('link').first().locator('svg').first().waitFor()
  await page.getByRole('button', { name: '1 · your move' }).click()
  await expect
    .poll(() =>
      mine
        .getByRole('link')
        .first()
        .evaluate((e) => e === document.activeElement),
    )
    .toBe(true)
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone: one column, the first game without scrolling, filters fold', async () => {
  const { page, context, trouble } = await hall.open(phone)
  await home(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const first = (await page.getByRole('button', { name: /^Without a lesson/ }).boundingBox())!
  expect(first.y + first.height).toBeLessThan(844)
  expect(first.height).toBeGreaterThanOrEqual(44)
  const lefts = await cards(page).evaluateAll((list) => [...new Set(list.map((e) => Math.round(e.getBoundingClientRect().left)))])
  expect(lefts.length).toBe(1)
  // Every book's plate is in the first window.
  const plates = page.getByRole('navigation', { name: 'All games' }).getByRole('button')
  for (const plate of await plates.all()) {
    const box = (await plate.boundingBox())!
    expect(box.y + box.height).toBeLessThan(844)
  }
  expect(await filter(page, 'Made for', 'One').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filters' }).tap()
  await filter(page, 'Made for', 'One').tap()
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  await filter(page, 'Difficulty', 'First').tap()
  const [lone] = (await all()).filter((s) => s.solo && s.difficulty === 1)
  await expect.poll(() => cards(page).count()).toBe(1)
  expect(await cards(page).first().locator('h3').innerText()).toBe(lone!.title)
  // The card opens, and what is in it fits.
  await cards(page).first().getByRole('heading').tap()
  const sheet = page.getByRole('dialog', { name: lone!.title })
  await sheet.getByText('How it ends').tap()
  const box = (await sheet.boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
  expect(trouble).toEqual([])
  await context.close()
})

test('by keyboard: filters, a book and a card, with a ring around what has the focus', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await home(page)
  const seen: string[] = []
  let ringless = 0
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const e = document.activeElement as HTMLElement
      const ring = [getComputedStyle(e), getComputedStyle(e, '::after')].some(
        (s) => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0,
      )
      return { name: (e.getAttribute('aria-label') ?? e.textContent ?? '').replace(/\s+/g, ' ').trim(), ring }
    })
    seen.push(at.name)
    if (!at.ring) ringless++
  }
  expect(ringless).toBe(0)
  for (const name of [
    /^Rules$/,
    /^Without a lesson/,
    /^I have a link/,
    /^Anyone$/,
    /Hard$/,
    /^Tripods & Triplanes/,
    /^A Lonely Invader$/,
    /^Play alone: A Lonely Invader$/,
  ])
    expect(
      seen.some((s) => name.test(s)),
      `${name} in ${seen.join(' | ')}`,
    ).toBe(true)
  const title = page.getByRole('article', { name: 'A Lonely Invader' }).getByRole('heading').getByRole('button')
  await title.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'A Lonely Invader' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => title.evaluate((e) => e === document.activeElement)).toBe(true)
  expect(trouble).toEqual([])
  await context.close()
})

test('axe finds nothing serious: open, folded, asked for, with nothing found, with a sheet; by day, by night, on a phone', async () => {
  for (const size of [
    { ...desktop, colorScheme: 'dark' as const },
    { ...desktop, colorScheme: 'light' as const },
    { ...phone, colorScheme: 'light' as const },
  ]) {
    const { page, context } = await hall.open({ ...size, bypassCSP: true })
    await home(page)
    await cards(page).first().locator('.picture svg').first().waitFor()
    expect(await serious(page)).toEqual([])
    await cards(page).first().getByRole('heading').getByRole('button').click()
    await page.getByRole('dialog').getByText('How it ends').click()
    expect(await serious(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Fold the picture away' }).click()
    if (size.isMobile) await page.getByRole('button', { name: 'Filters' }).click()
    await filter(page, 'Made for', 'One').click()
    await filter(page, 'Difficulty', 'Hard').click()
    await filter(page, 'Minutes', '20 minutes').click()
    await page.getByText('No scenario is all of that.').waitFor()
    expect(await serious(page)).toEqual([])
    await context.close()
  }
})

test('a card says how fair its scenario was found, and one that nobody measured says nothing', async () => {
  for (const size of [desktop, phone]) {
    const { page, context, trouble } = await hall.open(size)
    await home(page)
    const every = await all()
    const measured = every.filter((s) => s.balance !== null)
    expect(measured.length).toBeGreaterThan(0)
    await expect.poll(() => page.locator('.stacks .balance').count()).toBe(measured.length)
    for (const { title, balance } of measured.slice(0, 4)) {
      const words = await cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) }).locator('.balance').innerText()
      expect(words).toMatch(/^\w+ win \d+ of 100 (between equal bots|when the \w+ plays), ±\d+$/)
      expect(balance!.sides.map((side) => side.name)).toContain(words.split(' ')[0])
    }
    await cards(page).getByRole('button', { name: measured[0]!.title, exact: true }).first().click()
    await page.getByRole('dialog').getByText('people may fare otherwise').waitFor()
    expect(trouble).toEqual([])
    await context.close()
  }
})
