import { expect, test } from 'vitest'
import { Hall, byHand, desktop, eventsOf, inWords, phone, settled } from './support'

/** Somebody who does not know what to do asks a bot, reads why, and takes its word; at every table in the same place. */
const hall = new Hall()

const bot = { kind: 'bot', bot: 'random' }
const tables = [
  { game: 'triplanes', setup: { scenario: 'simple-battle', options: {} }, seats: [{ kind: 'open' }, bot] },
  { game: 'worlds', setup: { scenario: 'core', options: {} }, seats: [{ kind: 'open' }] },
  { game: 'hussars', setup: { scenario: 'horsell', options: {} }, seats: [bot, { kind: 'open' }] },
  { game: 'victory', setup: { scenario: 'over-the-top', options: {} }, seats: [{ kind: 'open' }, bot] },
]

for (const wish of tables)
  test(`a suggestion says what and why, and one press takes it: ${wish.game}`, async () => {
    const made = await hall.make({ ...wish, seed: 5 })
    const { page, trouble, context } = await hall.open(wish.game === 'victory' ? phone : desktop, { ...byHand, speed: 2 })
    const address = `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
    await page.goto(address)
    await expect.poll(() => settled(page)).toBe('ready')
    const entered = await eventsOf(page)
    // The same seat in another window, where everything moves.
    const moving = await context.newPage()
    await moving.emulateMedia({ reducedMotion: 'no-preference' })
    await moving.goto(address)
    await settled(moving)
    let reasons = 0
    // Setting up may have nothing to weigh.
    for (let decisions = 0; decisions < 3 || (reasons === 0 && decisions < 15); decisions += 1) {
      await expect.poll(() => settled(page)).toBe('ready')
      const before = await page.locator('.frame').getAttribute('data-decision')
      await page.getByRole('button', { name: 'Suggest', exact: true }).click()
      const advice = page.locator('.advice')
      await advice.getByText('Suggested:').waitFor()
      const words = await advice.innerText()
      expect(words).not.toMatch(/[_{}⟨]|undefined|null/)
      if (await advice.locator('small').count()) reasons += 1
      // Asking has decided nothing.
      expect(await page.locator('.frame').getAttribute('data-decision')).toBe(before)
      await advice.getByRole('button', { name: 'Do it' }).click()
      await expect.poll(() => page.locator('.frame').getAttribute('data-decision')).not.toBe(before)
      await expect.poll(() => advice.getByText('Suggested:').count()).toBe(0)
    }
    expect(reasons).toBeGreaterThan(0)
    // Whatever was staged is told in the live region, and still pictures tell and come to the same as moving ones.
    await expect.poll(() => settled(page)).toMatch(/ready|over/)
    const events = await eventsOf(page)
    const still = await inWords(page)
    expect(still.told.length).toBe(Math.min(events - entered, 100))
    expect(still.told.filter((text) => !/\w{2}/.test(text) || /[{}_⟨]/.test(text))).toEqual([])
    await expect.poll(() => eventsOf(moving)).toBe(events)
    await expect.poll(() => settled(moving)).toMatch(/ready|over/)
    expect(await inWords(moving)).toEqual(still)
    expect(trouble).toEqual([])
    await context.close()
  })

test('who puts a suggestion away keeps the decision', async () => {
  const made = await hall.make({ ...tables[0], seed: 5 })
  const { page, context } = await hall.open(desktop, byHand)
  await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await expect.poll(() => settled(page)).toBe('ready')
  await page.getByRole('button', { name: 'Suggest', exact: true }).click()
  await page.getByRole('button', { name: 'Close the suggestion' }).click()
  await expect.poll(() => page.getByText('Suggested:').count()).toBe(0)
  expect(await settled(page)).toBe('ready')
  await context.close()
})

test('a bot that takes its time shows how far it is, and says afterwards what it weighed', async () => {
  const seats = [{ kind: 'open' }, { kind: 'bot', bot: 'ace' }]
  const made = await hall.make({ game: 'victory', setup: { scenario: 'dogfight', options: {} }, seats, seed: 5 })
  const { page, trouble, context } = await hall.open(desktop, { ...byHand, speed: 2 })
  // A thought may be over before anybody looks: the page itself keeps what it showed.
  await page.addInitScript(() => {
    const bars: string[] = []
    Object.assign(window, { bars })
    new MutationObserver(() => {
      for (const bar of document.querySelectorAll('[role="progressbar"]')) {
        const now = `${bar.getAttribute('aria-label')} ${bar.getAttribute('aria-valuenow')}`
        if (bars.at(-1) !== now) bars.push(now)
      }
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  const why = page.getByRole('list', { name: 'Who sits at the table' }).getByRole('button', { name: /Why did \w+ do that/ })
  const dialog = page.getByRole('dialog')
  const bars = () => page.evaluate(() => (window as unknown as { bars: string[] }).bars)
  let weighed = ''
  // Whoever moves first: sooner or later the bot has to decide something that is worth a thought.
  for (let tries = 0; tries < 40 && !(weighed && (await bars()).length > 0); tries += 1) {
    if ((await settled(page)) === 'over') break
    if (!weighed && (await why.count()) > 0) {
      await why.click()
      await dialog.waitFor()
      if ((await dialog.locator('table').count()) > 0) {
        await expect.poll(() => dialog.locator('tr').count()).toBeGreaterThan(1)
        weighed = await dialog.innerText()
      }
      await dialog.getByRole('button', { name: 'Close' }).click()
    }
    await page.getByRole('button', { name: 'Suggest', exact: true }).click()
    await page.locator('.advice').getByRole('button', { name: 'Do it' }).click()
  }
  expect(weighed).not.toBe('')
  expect(weighed).not.toMatch(/[_{}⟨]|undefined|null/)
  const seen = await bars()
  expect(seen.length, 'a bar was seen while it thought').toBeGreaterThan(0)
  for (const bar of seen) expect(bar).toMatch(/^\w[\w ]* is thinking (\d\d?|100)$/)
  expect(trouble).toEqual([])
  await context.close()
})
