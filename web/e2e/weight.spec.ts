import { get } from 'node:http'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, desktop } from './support'

/** What comes over the wire until somebody can play: pages stay light. */
const hall = new Hall()

/** The bytes of an answer as they travel to a browser that can take no more than gzip. */
function travels(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, fail) => {
    const asked = get(url, { headers: { ...headers, 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('end', () => (answer.statusCode === 200 ? done(bytes) : fail(new Error(`${url}: ${answer.statusCode}`))))
    })
    asked.on('error', fail)
  })
}

/** Opens an address with the sound on and weighs what it fetches until the page says that it is there, and can be heard. */
async function weigh(address: string, there: (page: Page) => Promise<unknown>): Promise<number> {
  const { page, context } = await hall.open(desktop, { sound: true })
  const asked: Request[] = []
  page.on('requestfinished', (request) => asked.push(request))
  await page.goto(address)
  await there(page)
  // The first press lets the table be heard.
  await page.keyboard.press('Shift')
  await page.waitForLoadState('networkidle')
  const bytes = await Promise.all(asked.filter((r) => r.method() === 'GET').map((r) => travels(r.url(), r.headers())))
  await context.close()
  return bytes.reduce((sum, n) => sum + n, 0)
}

test('home weighs less than 250 KB, and the table of any game less than 350 KB, gzipped and with sound', async () => {
  const home = await weigh(hall.url, (page) => page.getByRole('button', { name: /^Play/ }).first().waitFor())
  expect(home).toBeGreaterThan(20_000)
  expect(home).toBeLessThan(250 * 1024)
  const games = (await (await fetch(`${hall.url}/api/games`)).json()) as { game: string; scenarios: { id: string; seats: unknown[] }[] }[]
  for (const { game, scenarios } of games) {
    const scenario = scenarios[0]!
    const seats = scenario.seats.map((_, i) => (i === 0 ? { kind: 'open' } : { kind: 'bot', bot: 'random' }))
    const made = await hall.make({ game, setup: { scenario: scenario.id, options: {} }, seed: 3, seats })
    const bytes = await weigh(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`, (page) => page.locator('.frame').waitFor())
    expect(bytes, game).toBeGreaterThan(50_000)
    expect(bytes, game).toBeLessThan(350 * 1024)
  }
})
