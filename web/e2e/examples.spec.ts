/** The example game of docs/adding-a-game.md: a board of one page, played to its end by presses. */
import { expect, test } from 'vitest'
import { Hall, desktop, settled, shot, visit } from './support'

const hall = new Hall(true, ['--examples'])

test('an example stands on the shelf when asked for, and a courier walks to the end of the road', async () => {
  const { page, trouble } = await hall.open(desktop)
  await page.goto(hall.url)
  await page.getByText('Ambush').first().waitFor()
  const made = await hall.make({
    game: 'ambush',
    seed: 3,
    setup: { scenario: 'road' },
    seats: [{ kind: 'open' }, { kind: 'bot', bot: 'random' }],
  })
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys.find((k) => k.seat === 0)?.key}`)
  const road = page.getByRole('img', { name: 'The road' })
  await settled(page)
  await expect.poll(() => page.locator('.choices h2').innerText()).toBe('How far do you walk?')
  // Beyond a walk's length is as far as a walk goes: 12 of 100 paces.
  await road.click({ position: await spot(60) })
  await expect.poll(() => page.locator('.log').innerText()).toContain('The courier is at 12.0 paces.')
  await shot(page, 'example-ambush')
  for (let i = 0; i < 40; i++) {
    if ((await settled(page)) === 'over') break
    if ((await page.locator('.frame').getAttribute('data-doing')) === 'ready') await road.click({ position: await spot(100) })
    await expect.poll(() => page.locator('.frame').getAttribute('data-doing')).toMatch(/ready|over/)
  }
  await expect.poll(() => page.getByRole('button', { name: 'How it ended' }).count()).toBe(1)
  expect(trouble).toEqual([])

  /** Where so many paces lie on the picture of the road. */
  async function spot(paces: number) {
    return road.evaluate((svg, x) => {
      const matrix = (svg as unknown as SVGSVGElement).getScreenCTM() as DOMMatrix
      const at = new DOMPoint(x * 10, 0).matrixTransform(matrix)
      const box = svg.getBoundingClientRect()
      return { x: at.x - box.left, y: at.y - box.top }
    }, paces)
  }
})
