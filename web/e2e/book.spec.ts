import { expect, test } from 'vitest'
import { Hall, desktop, phone, serious, shot, still, turnTo } from './support'

/** The rule book: to read in its order, to search, and to be led into. */
const hall = new Hall()

test('the book of a game is read chapter by chapter, and is never an empty page', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, bypassCSP: true })
  await page.goto(`${hall.url}/#/rules`)
  await page.getByRole('link', { name: /^Tripods & Triplanes With Invasion/ }).click()
  await page.getByRole('link', { name: 'Begin to read' }).waitFor()
  await still(page)
  await shot(page, 'book')
  expect(await serious(page)).toEqual([])
  await page.getByRole('link', { name: 'Begin to read' }).click()
  await page.getByRole('heading', { name: 'Before the battle', level: 1 }).waitFor()
  // The order of print, and on to the next chapter.
  const contents = page.getByRole('navigation', { name: 'Contents of the book' })
  await expect.poll(() => contents.getByRole('link').allInnerTexts()).toContain('Object of the game')
  await page.getByRole('navigation', { name: 'Chapters' }).getByRole('link', { name: 'The game turn' }).click()
  await page.getByRole('heading', { name: 'Airplane maneuvers', level: 3 }).waitFor()
  await contents.getByRole('link', { name: 'Airplane maneuvers', exact: true }).click()
  await expect.poll(() => contents.locator('[aria-current="location"]').innerText()).toBe('Airplane maneuvers')
  expect(page.url()).toContain('#/book/triplanes/TT/the-game-turn/airplane-maneuvers')
  expect(trouble).toEqual([])
  await context.close()
})

test('an id opens its entry at once in its section, and its address can be sent', async () => {
  for (const size of [desktop, phone]) {
    const { page, context, trouble } = await hall.open({ ...size, bypassCSP: true })
    await page.goto(`${hall.url}/#/rules/TT-AMN-04`)
    const entry = page.locator('article[aria-current="true"]')
    await entry.getByRole('heading', { name: 'Straight directly before an Immelmann' }).waitFor()
    await expect
      .poll(() => entry.evaluate((e) => e.getBoundingClientRect().top > 0 && e.getBoundingClientRect().top < innerHeight / 2))
      .toBe(true)
    await page.getByRole('heading', { name: 'Airplane maneuvers' }).waitFor()
    // The ids in a text lead on, and back.
    await entry.getByRole('link', { name: 'TT-ALT-10' }).click()
    await page.locator('article[aria-current="true"]').getByText('Split-S').first().waitFor()
    await page.goBack()
    await entry.getByRole('heading', { name: 'Straight directly before an Immelmann' }).waitFor()
    expect(await serious(page)).toEqual([])
    await shot(page, size === phone ? 'phone-book' : 'book-entry')
    expect(trouble).toEqual([])
    await context.close()
  }
})

test('a search finds this book first, then the others; an unknown id leads to the shelf', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(`${hall.url}/#/book/worlds`)
  await page.getByRole('searchbox', { name: 'Search the rules' }).fill('heat ray')
  await page.getByText(/^\d+ rules? in this book/).waitFor()
  const first = page.locator('.leaf li a').first()
  expect(await first.innerText()).toContain('WW-')
  await page.getByRole('heading', { name: /in other books/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search the rules' }).press('Enter')
  await page.locator('article[aria-current="true"]').waitFor()
  expect(page.url()).toContain('#/rules/WW-')
  await page.getByRole('searchbox', { name: 'Search the rules' }).fill('zeppelin raid at noon')
  await page.getByText(/Nothing in this book/).waitFor()
  await page.goto(`${hall.url}/#/rules/TT-GEN-99`)
  await page.getByText('There is no rule TT-GEN-99.').waitFor()
  await page.getByRole('link', { name: /^Winged Victory/ }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('every scenario has a page that says how one wins it, and every game a glossary', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, bypassCSP: true })
  const games = (await (await fetch(`${hall.url}/api/games`)).json()) as { game: string; scenarios: { id: string; title: string }[] }[]
  expect(games.length).toBeGreaterThan(3)
  for (const { game, scenarios } of games) {
    await page.goto(`${hall.url}/#/book/${game}/win`)
    for (const scenario of scenarios) {
      await page.goto(`${hall.url}/#/book/${game}/win/${scenario.id}`)
      await page.getByRole('heading', { name: scenario.title, level: 1, exact: true }).waitFor()
      expect(await page.locator('.sides dd').first().innerText(), scenario.id).toMatch(/\w{3}/)
      await expect.poll(() => page.locator('.goals li').count(), { message: scenario.id }).toBeGreaterThan(0)
    }
    expect(await serious(page)).toEqual([])
    await page.goto(`${hall.url}/#/book/${game}/glossary`)
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor()
    await expect.poll(() => page.locator('dt').count()).toBeGreaterThan(10)
    // A word leads to the entry that says it exactly.
    const rule = page.locator('dd a').first()
    const id = await rule.innerText()
    await rule.click()
    await page.locator(`article[aria-current="true"][id="rule-${id}"]`).waitFor()
  }
  expect(trouble).toEqual([])
  await context.close()
})

test('from a refusal the entry opens over the table, in its section, and the pages turn', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(await hall.quickBattle())
  await turnTo(page)
  // The book of this very table is one press away.
  expect(await page.getByRole('link', { name: 'Rules' }).getAttribute('href')).toBe('#/book/triplanes')
  // An Immelmann turn needs a straight before it.
  await page.getByRole('button', { name: /Immelmann turn.*not now/ }).click({ force: true })
  await page
    .locator('.tip')
    .getByRole('button', { name: /^Rule / })
    .click()
  const card = page.getByRole('dialog')
  await card.getByText(/Tripods & Triplanes ›/).waitFor()
  const before = await card.locator('.id').innerText()
  await card.getByRole('button', { name: 'The rule after it' }).click()
  await expect.poll(() => card.locator('.id').innerText()).not.toBe(before)
  await card.getByRole('button', { name: 'The rule before it' }).click()
  await expect.poll(() => card.locator('.id').innerText()).toBe(before)
  expect(await card.getByRole('link', { name: 'Read on in the book' }).getAttribute('href')).toBe(`#/rules/${before}`)
  expect(trouble).toEqual([])
  await context.close()
})
