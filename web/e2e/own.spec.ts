import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { againstBot, anotherTable, chance, desktop, Hall, isOver, matchOf, menu, press, turnTo, visit } from './support'

const hall = new Hall()

const phase = (page: Page) => page.locator('.prompt .phase').innerText()
const length = async (page: Page) => Number(await page.getByRole('slider', { name: 'Moment of the match' }).getAttribute('max'))

test('against a bot: undo, fork, save and load, resign, rematch', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  await againstBot(page, 'A simple battle').click()
  const pick = chance(4)
  await turnTo(page)
  for (let i = 0; i < 4; i++) await press(page, pick)
  await expect.poll(() => phase(page)).toMatch(/turn 1.*firing|turn [2-9]/)
  await turnTo(page)
  const long = await length(page)

  // Undo: nobody is cheated but oneself, so the match goes back behind the reveal.
  await menu(page, /Undo/)
  await expect.poll(() => length(page)).toBeLessThan(long)
  await turnTo(page)
  for (let i = 0; i < 4 && !(await isOver(page)); i++) await press(page, pick)
  await turnTo(page)

  // Save, and load the file on the home page: the same moments are there.
  const saved = page.waitForEvent('download')
  await menu(page, /Download the log/)
  const file = await (await saved).path()
  expect(readFileSync(file, 'utf8')).toContain('"game":"triplanes"')
  const events = await length(page)
  const table = page.url()
  const match = await matchOf(page)
  await page.goto(hall.url)
  await page.locator('input[type=file]').setInputFiles(file)
  await anotherTable(page, match)
  await turnTo(page)
  expect(page.url()).not.toBe(table)
  expect(await length(page)).toBeGreaterThanOrEqual(events)

  // Fork from the first moment: a new match, another address.
  await visit(page, table)
  await turnTo(page)
  await page.getByRole('button', { name: 'First moment' }).click()
  await page.getByRole('button', { name: 'Back to the present' }).waitFor()
  await menu(page, /Fork/)
  await anotherTable(page, match)
  await turnTo(page)
  expect(await phase(page)).toMatch(/turn 1/)

  // Both sides are on this screen now. Resign, and play again from the other one.
  await menu(page, /Resign/)
  await page
    .getByRole('button', { name: /^(Yes, )?resign/i })
    .last()
    .click()
  await page
    .getByRole('dialog')
    .getByText(/Defeat|win/)
    .first()
    .waitFor()
  const before = await matchOf(page)
  await page.getByRole('button', { name: 'Rematch, sides swapped' }).click()
  await anotherTable(page, before)
  await turnTo(page)
  expect(trouble).toEqual([])
  await context.close()
})

test('a spectator sees the table and none of the cards', async () => {
  const made = await hall.make({ setup: { scenario: 'simple-battle', options: {} }, seed: 9 })
  const player = await hall.open(desktop)
  await player.page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  const watcher = await hall.open(desktop)
  await watcher.page.goto(`${hall.url}/#/m/${made.match}/${made.watch}`)
  const pick = chance(2)
  for (let i = 0; i < 4; i++) await press(player.page, pick)
  await watcher.page.getByText('face down').first().waitFor()
  expect(await watcher.page.locator('.space.full').count()).toBe(0)
  expect(await watcher.page.locator('.desk .go').count()).toBe(0)
  expect([...player.trouble, ...watcher.trouble]).toEqual([])
  await player.context.close()
  await watcher.context.close()
})

test('played set-up: pieces are put on the table, and a wrong place says why', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(`${hall.url}/#/new/triplanes/bring-proof`)
  await page.getByRole('radio', { name: 'Played' }).check()
  await page.getByRole('button', { name: 'Set the table' }).click()
  await page.locator('.placing').waitFor()
  expect(await turnTo(page)).toBe('place')
  // In the corner of the table no template may lie.
  await page.locator('.board').focus()
  for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.locator('.hint').innerText()).toMatch(/TT-/)
  await page.getByRole('button', { name: 'Another place' }).click()
  const pick = chance(3)
  const seen = new Set<string>()
  for (let i = 0; i < 8; i++) seen.add(await press(page, pick))
  expect(seen.has('place')).toBe(true)
  expect(seen.has('plan')).toBe(true)
  expect(trouble).toEqual([])
  await context.close()
})
