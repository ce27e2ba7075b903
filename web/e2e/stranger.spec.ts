import { expect, test } from 'vitest'
import { againstBot, chance, desktop, Hall, isOver, press, turnTo } from './support'

const hall = new Hall()

test('a stranger plays Bring Proof against a bot to the end with the mouse, and watches the replay', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  await againstBot(page).click()
  const pick = chance(3)
  await turnTo(page)
  await press(page, pick)
  // From the page to a planned first maneuver: a press on home, and one on a card.
  await expect.poll(() => page.locator('.spaces .full').count()).toBe(1)
  for (let i = 0; i < 4000 && !(await isOver(page)); i++) await press(page, pick)
  expect(await isOver(page)).toBe(true)
  await page.getByRole('dialog').waitFor()
  await page.getByRole('button', { name: /replay/i }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  // The film runs from the first moment to the last.
  const slider = page.getByRole('slider', { name: 'Moment of the match' })
  const end = Number(await slider.getAttribute('max'))
  await expect.poll(async () => Number(await slider.inputValue()), { timeout: 120_000 }).toBe(end)
  // A line of the log leads to its moment, and back.
  await page.getByTitle('Show this moment').first().click()
  await page.getByRole('button', { name: 'Back to the present' }).click()
  await expect.poll(async () => Number(await slider.inputValue())).toBe(end)
  expect(trouble).toEqual([])
  await context.close()
})

test('pressing a dim card says why, and one more press opens the rule', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  await againstBot(page).click()
  await turnTo(page)
  // An Immelmann turn needs a straight before it.
  const immelmann = page.getByRole('button', { name: /Immelmann turn.*not now/ })
  await immelmann.click({ force: true })
  const tip = page.getByRole('alert')
  await expect.poll(() => tip.innerText()).toContain('TT-AMN-04')
  await tip.getByRole('button', { name: /TT-AMN-04/ }).click()
  await expect.poll(() => page.getByRole('dialog').innerText()).toMatch(/Immelmann/i)
  expect(trouble).toEqual([])
  await context.close()
})
