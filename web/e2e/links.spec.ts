import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, desktop, menu, turnTo } from './support'

/** Links say who can open them, and lead where others can. */
const alone = new Hall()
const open = new Hall(true, ['--bind', '0.0.0.0'])

/** Sets a table for two by link; the links to send, and what stands beside them. */
async function invite(page: Page, url: string): Promise<{ links: string[]; note: string }> {
  await page.goto(`${url}/#/new/triplanes/simple-battle`)
  await page
    .getByRole('group', { name: /Martian/ })
    .getByRole('radio', { name: /by link/i })
    .check()
  await page.getByRole('button', { name: 'Set the table' }).click()
  const note = page.getByRole('note')
  await note.waitFor()
  const links = await page.locator('input[readonly]').evaluateAll((list) => list.map((e) => (e as HTMLInputElement).value))
  return { links, note: await note.innerText() }
}

test('a program that listens to its own machine says that nobody else can open the link', async () => {
  const { page, trouble, context } = await alone.open(desktop)
  const { links, note } = await invite(page, alone.url)
  expect(links.length).toBe(2)
  for (const link of links) expect(new URL(link).origin).toBe(alone.url)
  expect(note).toMatch(/this machine alone.*--bind 0\.0\.0\.0/)
  // The menu at the table says the same when a link is copied.
  await page.getByRole('button', { name: 'Go to the table' }).click()
  await page.getByText('The match begins when everybody has sat down').waitFor()
  await menu(page, /^Copy the link for/)
  await page
    .getByRole('status')
    .filter({ hasText: /is copied.*this machine alone/ })
    .waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('a program that listens to the network gives links that others can open', async () => {
  const info = (await (await fetch(`${open.url}/api/server`)).json()) as { network: boolean; addresses: string[] }
  expect(info.network).toBe(true)
  const { page, trouble, context } = await open.open(desktop)
  const { links, note } = await invite(page, open.url)
  const origin = info.addresses[0] ?? open.url
  for (const link of links) expect(new URL(link).origin).toBe(origin)
  expect(note).toMatch(info.addresses.length ? new URL(origin).host : /name of this machine/)
  // Such a link opens its seat.
  const guest = await open.open(desktop)
  await guest.page.goto(links[0]!)
  await guest.page.getByRole('button', { name: 'Sit down' }).click()
  await page.getByRole('button', { name: 'Go to the table' }).click()
  await turnTo(guest.page)
  expect([...trouble, ...guest.trouble]).toEqual([])
  await guest.context.close()
  await context.close()
})
