import type { Page, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, chance, desktop, press, settled, turnTo } from './support'

/** Two windows of one browser on one seat. */
const hall = new Hall()

const seats = [
  { name: 'Earthling', team: 'earthlings' },
  { name: 'Martian', team: 'martians' },
]

/** The tripod's first card has a stop icon: its only action is none. In the second phase it has the choice. */
const stopped = {
  step: { actions: { phase: 0 } },
  seats,
  vehicles: [
    { model: 'nieuport_16', seat: 0, at: { x: 100, y: 100 }, facing: 0, plan: [1, 2, 3] },
    { model: 'mk1_locust', seat: 1, at: { x: 700, y: 700 }, facing: 180, plan: [14, 1, 11] },
  ],
}

/** Keeps the orders of a page back until they are let go. */
async function holdOrders(page: Page): Promise<{ held: string[]; release: () => void }> {
  const held: string[] = []
  let out: WebSocketRoute | null = null
  await page.routeWebSocket(/\/stream$/, (ws) => {
    const server = ws.connectToServer()
    out = server
    ws.onMessage((message) => {
      if (String(message).includes('"op":"order"')) held.push(String(message))
      else server.send(message)
    })
  })
  return { held, release: () => held.splice(0).forEach((message) => out?.send(message)) }
}

test('an automatic answer of a second window that comes late skips no decision', async () => {
  const made = await hall.make({ position: stopped, seats: [{ kind: 'bot', bot: 'random' }, { kind: 'open' }], seed: 3 })
  const { page: late, trouble, context } = await hall.open(desktop)
  const first = await context.newPage()
  const address = `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
  // The late window answers its only choice by itself; its answer is long on the way.
  const line = await holdOrders(late)
  await late.goto(address)
  await expect.poll(() => line.held.length).toBe(1)
  const order = JSON.parse(line.held[0]!) as { decision?: string }
  expect(order.decision).toBe(await late.locator('.frame').getAttribute('data-decision'))

  // The other window has answered the same in the meantime, and the second phase has begun.
  await first.goto(address)
  await expect.poll(() => first.locator('.prompt .phase').innerText()).toMatch(/phase 2/i)
  expect(await turnTo(first)).toBe('choice')
  const open = await first.locator('.frame').getAttribute('data-decision')
  expect(open).not.toBe(order.decision)

  line.release()
  expect(await settled(late)).toBe('ready')
  expect(await late.locator('.frame').getAttribute('data-decision')).toBe(open)
  expect(await first.locator('.frame').getAttribute('data-decision')).toBe(open)
  // Nobody is scolded for what the program did by itself.
  expect(await late.getByRole('alert').count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('what is drafted in one window ends when the other seals', async () => {
  const wish = { setup: { scenario: 'simple-battle', options: {} }, seats: [{ kind: 'open' }, { kind: 'bot', bot: 'random' }], seed: 6 }
  const made = await hall.make(wish)
  const { page: one, trouble, context } = await hall.open(desktop)
  const two = await context.newPage()
  for (const page of [one, two]) await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  for (let i = 0; i < 2; i++) expect(await press(two)).toBe('plan')
  await expect.poll(() => two.locator('.space.full').count()).toBe(2)

  const turn = (page: Page) => page.locator('.prompt .phase').innerText()
  const began = await turn(one)
  const pick = chance(4)
  do await press(one, pick)
  while ((await turnTo(one)) !== 'plan' || (await turn(one)) === began)
  await expect.poll(() => turn(two)).toBe(await turn(one))
  expect(await turnTo(two)).toBe('plan')
  expect(await two.locator('.space.full').count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})
