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
    // A short duel draws few cards: nobody is called lucky for them.
    const luck = await end.getByRole('region', { name: 'Luck' }).innerText()
    expect(luck).toContain('Too few throws of any kind to speak of luck.')
    expect(luck).toMatch(/Too few throws to tell: Damage drawn by shots \(\d+ in \d+, expected \d+\.\d\)/)
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

/** A war that somebody plays without looking: first answers, one after the other, until it is over. */
async function lostWar(): Promise<string> {
  const made = await hall.make({ game: 'worlds', setup: { scenario: 'core' }, seed: 6 })
  const key = made.keys[0]!.key
  const ask = async (what: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
    const answer = await fetch(`${hall.url}/api/matches/${made.match}/${what}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as { values?: unknown[] }
  }
  for (let i = 0; i < 4000; i++) {
    const order = (await ask('legal', { limit: 1 })).values?.[0]
    if (order === undefined) return `${hall.url}/#/m/${made.match}/${key}`
    await ask('orders', { id: `o${i}`, order })
  }
  throw new Error('no end in sight')
}

test('luck is told against its expectation, with its margin, at every size', async () => {
  const address = await lostWar()
  const laptop = { ...desktop, viewport: { width: 1366, height: 768 } }
  for (const [size, name] of [
    [desktop, 'luck'],
    [laptop, 'laptop-luck'],
    [phone, 'phone-luck'],
  ] as const) {
    const { page, context, trouble } = await hall.open({ ...size, bypassCSP: true })
    await page.goto(address)
    const end = page.getByRole('dialog')
    await page.getByRole('button', { name: 'How it ended' }).or(end).first().waitFor()
    if (!(await end.isVisible())) await page.getByRole('button', { name: 'How it ended' }).click()
    const luck = end.getByRole('region', { name: 'Luck' })
    await luck.scrollIntoViewIfNeeded()
    // One's own side first, and each line in words.
    expect(await luck.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual(['Humans', 'Martians'])
    const lines = await luck.getByRole('listitem').allInnerTexts()
    const told = lines.filter((line) => !line.startsWith('Too few'))
    expect(told.length).toBeGreaterThan(1)
    for (const line of told) {
      expect(line).toMatch(/: \d+ in \d{2,} throws, expected \d+\.\d \(margin \d+ to \d+\):\s+(. )?(within what chance does|(un)?luckier than \d+ of \d+ such games)\.$/)
    }
    // The bar is drawn within its column, and what came stands on it.
    const bars = await luck.locator('li').evaluateAll((items) =>
      items.flatMap((item) => {
        const [bar, came] = [item.querySelector('svg'), item.querySelector('i')].map((e) => e?.getBoundingClientRect())
        return bar && came ? [[came.left - bar.left, bar.right - came.right, bar.width]] : []
      }),
    )
    expect(bars).toHaveLength(told.length)
    for (const [left, right, width] of bars) {
      expect(width).toBeGreaterThan(200)
      expect(Math.min(left!, right!)).toBeGreaterThanOrEqual(0)
    }
    await still(page)
    await shot(page, name)
    expect(await serious(page)).toEqual([])
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
