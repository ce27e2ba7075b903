import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, desktop, menu, phone, press, serious, settled, shot, still, turnTo } from './support'

/** The end of a match tells its story, and leads back to its best moment. */
const hall = new Hall()

/** Plays with the first choices until it is over. */
async function toTheEnd(page: Page) {
  for (let i = 0; i < 400; i++) if ((await press(page)) === 'over') return
  throw new Error('no end in sight')
}

/** Two who can not miss each other: somebody falls within a turn or two. */
const duel = {
  seats: [
    { name: 'Earthling', team: 'earthlings' },
    { name: 'Martian', team: 'martians' },
  ],
  vehicles: [
    { model: 'nieuport_16', seat: 0, at: { x: 300, y: 120 }, facing: 90 },
    { model: 'mk1_locust', seat: 1, at: { x: 700, y: 800 }, facing: 180 },
  ],
}

test('the end has a dispatch, a course, who did what, and shows its best moment again', async () => {
  for (const size of [desktop, phone]) {
    const { page, context, trouble } = await hall.open({ ...size, bypassCSP: true })
    const made = await hall.make({ position: duel, seed: 4, seats: [{ kind: 'open' }, { kind: 'bot', bot: 'random' }] })
    await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
    await turnTo(page)
    await toTheEnd(page)
    const end = page.getByRole('dialog')
    const told = end.getByRole('region', { name: /^Dispatch/ }).locator('p')
    const lines = await told.allInnerTexts()
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(lines.length).toBeLessThanOrEqual(4)
    // It is about this match: somebody whose name is in its log.
    expect(lines.join(' ')).toMatch(/Nieuport|Locust/)
    await still(page)
    await shot(page, size === phone ? 'phone-end' : 'end')
    expect(await serious(page)).toEqual([])
    const again = end.getByRole('button', { name: /^The moment to look at again/ })
    const line = (await again.innerText()).replace(/^.*turn \d+: /s, '').trim()
    await again.click()
    await end.waitFor({ state: 'hidden' })
    await settled(page)
    await page.getByRole('log').getByText(line).first().waitFor()
    await page
      .getByRole('button', { name: 'How it ended' })
      .or(page.getByRole('button', { name: 'Back to the present' }))
      .first()
      .waitFor()
    expect(trouble).toEqual([])
    await context.close()
  }
})

test('a match that ended before it began says so in few words', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(await hall.quickBattle())
  await turnTo(page)
  await menu(page, /^Resign/)
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  const end = page.getByRole('dialog', { name: 'Defeat' })
  await expect
    .poll(() =>
      end
        .getByRole('region', { name: /^Dispatch/ })
        .locator('p')
        .count(),
    )
    .toBe(2)
  expect(await end.getByRole('button', { name: /look at again/ }).count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})
