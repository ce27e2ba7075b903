import { expect, test } from 'vitest'
import { Hall, desktop, phone, turnTo } from './support'

const hall = new Hall()

interface Wish {
  setup: { scenario: string; variant: string | null; options: Record<string, string> }
}

test('a force is built by names: models, weapons, an ace, terrain', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(`${hall.url}/#/new/triplanes/simple-battle`)
  await page.getByLabel('Earthlings 1', { exact: true }).selectOption({ label: 'Sopwith Camel' })
  await page.getByRole('button', { name: 'Earthlings: add one more' }).click()
  await page.getByLabel('Earthlings 2', { exact: true }).selectOption({ label: 'SPAD XIII' })
  await page.getByText('of Earthlings 1').locator('..').click()
  await page
    .getByLabel(/Anchor and chain/)
    .first()
    .check()
  await page
    .getByLabel(/Sniper/)
    .first()
    .check()
  await page.getByText('with Anchor and chain, Sniper').waitFor()
  // What goes with another option comes and goes with it.
  expect(await page.getByLabel(/Bomb loads/).count()).toBe(0)
  await page.getByRole('switch', { name: /^Bombing/ }).check()
  await page
    .getByLabel(/Bomb loads/)
    .first()
    .fill('2')
  await page
    .getByLabel(/Bomb loads/)
    .first()
    .press('Tab')
  await page.getByText('Bomb loads × 2').waitFor()
  await page.getByRole('button', { name: 'Terrain: add one more' }).click()
  await page.getByLabel('Terrain 1', { exact: true }).selectOption({ label: 'Pond' })
  // Nobody reads ids.
  const text = await page.locator('form').innerText()
  expect(text).not.toMatch(/sopwith_camel|\+anchor|\+bombs|mk1_locust/)

  const sent = page.waitForRequest((r) => r.method() === 'POST' && r.url().endsWith('/api/matches'))
  await page.getByRole('button', { name: 'Set the table' }).click()
  const wish = (await sent).postDataJSON() as Wish
  expect(wish.setup.options).toMatchObject({
    earthlings: 'sopwith_camel+anchor+sniper+bombs:2,spad_xiii',
    terrain: 'pond',
    bombing: 'on',
  })
  await turnTo(page)
  expect(trouble).toEqual([])
  await context.close()
})

test('variants are played together, and what does not fit is said where it stands', async () => {
  const { page, trouble, context } = await hall.open(phone)
  await page.goto(`${hall.url}/#/new/triplanes/hunters-hunted`)
  await page.getByLabel('Aces and second invasion').check()
  const first = page.getByLabel('Earthlings 1', { exact: true })
  expect(await first.locator('option').allInnerTexts()).toContain('Fokker Dr.I')
  await page.getByLabel('Martians 2', { exact: true }).selectOption({ label: 'Scarab' })
  await page.getByText('of Earthlings 1').locator('..').click()
  await page
    .getByLabel(/Sniper/)
    .first()
    .check()
  await page
    .getByLabel(/Daredevil/)
    .first()
    .check()
  await page.getByRole('button', { name: 'Set the table' }).click()
  // Each pilot has one skill in this variant.
  await page.getByRole('alert').getByText('expected 3 pilots with one skill each').waitFor()
  await page
    .getByLabel(/Daredevil/)
    .first()
    .uncheck()
  const sent = page.waitForRequest((r) => r.method() === 'POST' && r.url().endsWith('/api/matches'))
  await page.getByRole('button', { name: 'Set the table' }).click()
  const wish = (await sent).postDataJSON() as Wish
  expect(wish.setup.variant).toBe('aces+second-invasion')
  expect(wish.setup.options['martians']).toBe('mk3_squid,mk2_scarab')
  await turnTo(page)
  expect(trouble).toEqual([])
  await context.close()
})
