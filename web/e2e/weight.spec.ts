import { expect, test } from 'vitest'
import { Hall, desktop } from './support'

/** What comes over the wire until somebody can play: pages stay light. */
const hall = new Hall()

/** Opens an address and counts the bytes as they travelled, headers and all, until the page says that it is there. */
async function weigh(address: string, there: (page: Awaited<ReturnType<typeof hall.open>>['page']) => Promise<unknown>): Promise<number> {
  const { page, context } = await hall.open(desktop)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  let bytes = 0
  line.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength))
  await page.goto(address)
  await there(page)
  await page.waitForLoadState('networkidle')
  await context.close()
  return bytes
}

test('home weighs less than 250 KB, and the table of any game less than 350 KB', async () => {
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
