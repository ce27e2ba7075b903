import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, anotherTable, desktop, matchOf, phone, press, serious, settled, shot, still, turnTo } from './support'

/** A match that is over is looked at again: what it was worth, where it turned, and another try from there. */
const hall = new Hall()

const laptop = { ...desktop, viewport: { width: 1366, height: 768 } }

/** Plays with the first choices until it is over. */
async function toTheEnd(page: Page) {
  for (let i = 0; i < 400; i++) if ((await press(page)) === 'over') return
  throw new Error('no end in sight')
}

async function ending(page: Page) {
  const end = page.getByRole('dialog')
  await page.getByRole('button', { name: 'How it ended' }).or(end).first().waitFor()
  if (!(await end.isVisible())) await page.getByRole('button', { name: 'How it ended' }).click()
  return end
}

test('a match is played to its end, reviewed, looked at where it turned, and tried again from there', async () => {
  const made = await hall.make({
    setup: { scenario: 'bring-proof', options: { setup: 'quick' } },
    seed: 5,
    seats: [{ kind: 'open' }, { kind: 'bot', bot: 'cadet' }],
  })
  const address = `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
  for (const [size, name] of [
    [desktop, 'review'],
    [laptop, 'laptop-review'],
    [phone, 'phone-review'],
  ] as const) {
    const { page, context, trouble } = await hall.open({ ...size, bypassCSP: true })
    await page.goto(address)
    if (size === desktop) {
      await turnTo(page)
      await toTheEnd(page)
    }
    const end = await ending(page)
    const review = end.getByRole('region', { name: 'Review' })
    await review.getByRole('button', { name: 'Review this match' }).click()
    await review.locator('.chart').waitFor()
    await review.scrollIntoViewIfNeeded()
    // Every figure has its margin beside it, and the chart exists as a table.
    const points = review.getByRole('listitem')
    await expect.poll(() => points.count()).toBeGreaterThan(0)
    for (const text of await points.allInnerTexts()) {
      expect(text).toMatch(/^\d?\s*Turn \d+: \d+ points? (given away|won), give or take \d+/)
      expect(text).toMatch(/\d+ % \(\d+ to \d+\)/)
    }
    await review.getByText('The same as a table').click()
    const rows = review.getByRole('row')
    await expect.poll(() => rows.count()).toBeGreaterThan(2)
    expect(await rows.last().innerText()).toMatch(/The end\s+(0|50|100) %/)
    await review.getByText('The same as a table').click()
    // Nothing is wider than the sheet.
    const wide = await end.evaluate((sheet) => {
      const edge = sheet.getBoundingClientRect().right
      return [...sheet.querySelectorAll('.review *')].filter((e) => e.getBoundingClientRect().right > edge).map((e) => e.outerHTML)
    })
    expect(wide).toEqual([])
    await still(page)
    await review.getByRole('heading', { level: 3 }).evaluate((e) => e.scrollIntoView())
    await shot(page, name)
    expect(await serious(page)).toEqual([])
    // A press on the mark shows that moment on the board.
    await review.getByRole('button', { name: /^Look at turning point 1/ }).click()
    await end.waitFor({ state: 'hidden' })
    await settled(page)
    await page.getByRole('button', { name: 'Back to the present' }).first().waitFor()
    if (size === desktop) {
      // And it can be tried otherwise from there: what was worked out once is there at once.
      await page.getByRole('button', { name: 'Back to the present' }).first().click()
      await settled(page)
      const again = await ending(page)
      const before = await matchOf(page)
      await again.getByRole('button', { name: 'Try from here' }).first().click()
      await anotherTable(page, before)
      expect(['plan', 'seal', 'choice']).toContain(await turnTo(page))
    }
    expect(trouble).toEqual([])
    await context.close()
  }
})
