import { expect, test } from 'vitest'
import { Hall, chance, desktop, isOver, phone, press, shot, still, turnTo } from './support'

const hall = new Hall()

test('a lone visitor is offered A Lonely Invader first, plays it to its end and can ask why', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  const first = page.getByRole('region', { name: 'Biplanes against tripods' })
  await expect.poll(() => first.innerText()).toContain('A Lonely Invader')
  await first.getByRole('button', { name: /Play alone: A Lonely Invader/ }).click()
  // The airplane is placed by hand, one ruler in; the tripod stands there already.
  expect(await turnTo(page)).toBe('place')
  await press(page)
  const why = page.getByRole('region', { name: 'Why did it do that?' })
  await why.waitFor()
  const pick = chance(5)
  let asked = false
  for (let i = 0; i < 4000 && !(await isOver(page)); i++) {
    await press(page, pick)
    if (!asked && (await why.getByRole('listitem').count()) > 0) {
      // A sentence of the chain leads to its rule.
      asked = true
      await why
        .getByRole('button', { name: /Rule INV-AUT-/ })
        .first()
        .click()
      await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/INV-AUT-\d\d/)
      await why.getByText('Its cards').click()
      await expect.poll(() => why.innerText()).toMatch(/Reserve/)
    }
  }
  expect(asked).toBe(true)
  expect(await isOver(page)).toBe(true)
  const end = page.getByRole('dialog')
  await end.waitFor()
  await expect.poll(() => end.innerText()).toMatch(/Defeat|strategic victory|tactical victory|draw/i)
  expect(trouble).toEqual([])
  await context.close()
}, 90_000)

test('the automated tripod can take a Martian seat of any battle, and no other', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(`${hall.url}/#/new/triplanes/simple-battle`)
  const mars = page.getByRole('group', { name: 'Martians', exact: true })
  await mars.getByRole('combobox').selectOption('automated')
  await expect.poll(() => mars.innerText()).toContain('explains each of its decisions')
  const earth = page.getByRole('group', { name: 'Earthlings', exact: true })
  await earth.getByText('A bot').click()
  expect(await earth.getByRole('option').allInnerTexts()).not.toContain('Automated')
  await earth.getByText('Me', { exact: true }).click()
  await page
    .getByRole('button', { name: /Set the table|Create|Begin|Start/i })
    .first()
    .click()
  await turnTo(page)
  await page.getByRole('region', { name: 'Why did it do that?' }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone the cards come before the reasons, and nothing lies over them', async () => {
  const { page, trouble, context } = await hall.open(phone)
  const seats = [{ kind: 'open' }, { kind: 'bot', bot: 'automated' }]
  const made = await hall.make({ setup: { scenario: 'eagles-nest', options: { setup: 'quick' } }, seats, seed: 7 })
  await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]?.key}`)
  expect(await turnTo(page)).toBe('plan')
  const cards = await page.locator('.fan').boundingBox()
  const reasons = await page.locator('.reasons').boundingBox()
  expect(cards!.y + cards!.height).toBeLessThan(844)
  expect(reasons!.y).toBeGreaterThan(cards!.y + cards!.height)
  const pick = chance(3)
  // One plan by touch, of the first of four airplanes.
  for (let i = 0; i < 4; i++) await press(page, pick, true)
  await expect.poll(() => page.locator('.vehicles .owes').count()).toBe(3)
  expect(trouble).toEqual([])
  await context.close()
})

test.skipIf(!process.env['HEATRAY_SHOTS'])(
  'the solo game in pictures',
  async () => {
    const made = await hall.make({
      setup: { scenario: 'down-from-the-alps', variant: null, options: { setup: 'quick' } },
      seats: [{ kind: 'open' }],
      seed: 11,
      clock: { kind: 'none' },
      hot_seat: false,
    })
    for (const [name, device] of [
      ['solo', desktop],
      ['solo-phone', phone],
    ] as const) {
      const { page, context } = await hall.open(device)
      await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]?.key}`)
      const pick = chance(2)
      const why = page.getByRole('region', { name: 'Why did it do that?' })
      // The first plan after it has decided something: its reasons and templates are there, and cards to choose from.
      for (let i = 0; i < 60; i++) {
        const next = await turnTo(page)
        const folded = why.locator('.fold[aria-expanded=false]')
        if ((await folded.count()) > 0) await folded.click()
        if (next === 'over' || (next === 'plan' && (await why.getByRole('listitem').count()) > 0)) break
        await press(page, pick, device === phone)
      }
      expect(await turnTo(page)).toBe('plan')
      await expect.poll(() => page.locator('.fan .card:not(.dim)').count()).toBeGreaterThan(0)
      await still(page)
      await shot(page, name)
      await context.close()
    }
  },
  60_000,
)
