import { expect, test } from 'vitest'
import { Hall, anotherTable, desktop, matchOf, menu, press, settled, turnTo } from './support'

/** What a player wishes beside the orders: draws, undo, help, the end, and another game. */
const hall = new Hall()

const bot = { kind: 'bot', bot: 'random' }

async function enter(wish: object): Promise<string> {
  const made = await hall.make({ seats: [{ kind: 'open' }, bot], ...wish })
  return `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
}

const battle = { setup: { scenario: 'simple-battle', options: {} }, seed: 5 }

test('alone no draw is offered, and a wish that is refused costs no seat', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  // The page's own sockets, to wish for something that its menu does not offer.
  await page.addInitScript(() => {
    const all: WebSocket[] = []
    Object.assign(globalThis, { sockets: all })
    globalThis.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url)
        all.push(this)
      }
    }
  })
  await page.goto(await enter(battle))
  await turnTo(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  expect(await page.getByRole('menuitem', { name: /^Offer a draw/ }).count()).toBe(0)
  const draw = page.getByRole('menuitem', { name: /nobody here could accept/ })
  expect(await draw.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')

  await page.evaluate(() => {
    const { sockets } = globalThis as unknown as { sockets: WebSocket[] }
    sockets[0]?.send(JSON.stringify({ op: 'wish', wish: 'offer_draw' }))
  })
  await page.getByRole('status').filter({ hasText: /draw/ }).waitFor()
  expect(await page.getByText('No seat here').count()).toBe(0)
  // The seat plays on.
  expect(await press(page)).toBe('plan')
  expect(trouble).toEqual([])
  await context.close()
})

test('two people can offer each other a draw', async () => {
  const made = await hall.make(battle)
  const one = await hall.open(desktop)
  const two = await hall.open(desktop)
  await one.page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await two.page.goto(`${hall.url}/#/m/${made.match}/${made.keys[1]!.key}`)
  await turnTo(one.page)
  await menu(one.page, /^Offer a draw/)
  await two.page.getByRole('button', { name: 'Accept', exact: true }).click()
  for (const { page, context } of [one, two]) {
    await page.getByRole('dialog').getByText('Nobody won.').waitFor()
    await context.close()
  }
})

test('a word in passing goes away by itself', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(await enter(battle))
  await turnTo(page)
  await menu(page, /^Undo my last order/)
  const word = page.getByRole('status').filter({ hasText: /no order of yours to take back/i })
  await word.waitFor()
  await word.waitFor({ state: 'hidden', timeout: 15_000 })
  // And at once when it is pressed away.
  await menu(page, /^Undo my last order/)
  await word.waitFor()
  await page.getByRole('button', { name: 'Close this message' }).click()
  expect(await word.count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('stuck: it asks first, saves, and takes an order back only when told so', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(await enter(battle))
  for (let i = 0; i < 4; i++) await press(page)
  await turnTo(page)
  const frame = page.locator('.frame')
  const events = Number(await frame.getAttribute('data-events'))
  const decision = await frame.getAttribute('data-decision')

  await menu(page, /^Stuck\?/)
  const question = page.getByRole('dialog', { name: 'Stuck?' })
  expect(await question.innerText()).toMatch(/changes nothing[^]*taken back/)
  await question.getByRole('button', { name: /play on/ }).click()
  await menu(page, /^Stuck\?/)
  let saved = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Save the log only' }).click()
  await saved
  expect(Number(await frame.getAttribute('data-events'))).toBe(events)
  expect(await frame.getAttribute('data-decision')).toBe(decision)

  await menu(page, /^Stuck\?/)
  saved = page.waitForEvent('download')
  await question.getByRole('button', { name: /take back my last order/ }).click()
  await saved
  await expect.poll(async () => Number(await frame.getAttribute('data-events'))).toBeLessThan(events)
  expect(trouble).toEqual([])
  await context.close()
})

test('resigning alone is a defeat, against a bot and in a game for one', async () => {
  for (const wish of [battle, { game: 'worlds', setup: { scenario: 'core', options: {} }, seats: [{ kind: 'open' }], seed: 2 }]) {
    const { page, trouble, context } = await hall.open(desktop)
    await page.goto(await enter(wish))
    await settled(page)
    await menu(page, /^Resign/)
    await page.getByRole('button', { name: 'Yes, resign' }).click()
    const end = page.getByRole('dialog', { name: 'Defeat' })
    await end.waitFor()
    await expect.poll(() => end.locator('.mark.lost').count()).toBe(1)
    expect(await end.innerText()).not.toMatch(/draw|nobody/i)
    expect(trouble).toEqual([])
    await context.close()
  }
})

test('a game against the automated tripod is played again from the same seat', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  await page.getByRole('button', { name: /^Without a lesson.*Play alone: A Lonely Invader/ }).click()
  await turnTo(page)
  await menu(page, /^Resign/)
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  const before = await matchOf(page)
  await page.getByRole('button', { name: 'Play it again' }).click()
  await anotherTable(page, before)
  // The decision is mine again, not that of somebody who never comes.
  expect(await turnTo(page)).toBe('place')
  expect(await page.locator('.people .me').innerText()).toMatch(/Earthlings/)
  await press(page)
  expect(await turnTo(page)).toBe('plan')
  expect(trouble).toEqual([])
  await context.close()
})

/** An airplane that is about to leave the table, while its player is asked whether it fires. */
const leaving = {
  step: { firing: { phase: 0 } },
  seats: [
    { name: 'Earthling', team: 'earthlings' },
    { name: 'Martian', team: 'martians' },
  ],
  vehicles: [
    { model: 'nieuport_16', seat: 0, at: { x: 450, y: 760 }, facing: 0, plan: [1, 2, 3] },
    { model: 'mk1_locust', seat: 1, at: { x: 450, y: 860 }, facing: 180, plan: [11, 12, 13] },
  ],
}

test('who handed over and whose side lost sees a defeat, not a star', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(await enter({ position: leaving, seed: 3 }))
  expect(await turnTo(page)).toBe('choice')
  await menu(page, /^Hand over/)
  await page.getByRole('button', { name: 'Yes, hand over' }).click()
  const end = page.getByRole('dialog')
  await end.getByText('Martians won.').waitFor()
  expect(await end.getByRole('heading').first().innerText()).toBe('Defeat')
  await expect.poll(() => end.locator('.mark.lost').count()).toBe(1)
  // A seat that a bot plays has nothing to wish for.
  await end.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  expect(await page.getByRole('menuitem', { name: /Resign|Hand over/ }).count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('a match that a bot can not go on with says so, once, to who is there and to who comes', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  const why = 'The match stands still: the bot that plays Martian finds no order.'
  // No bot of ours is at a loss: the server's word is put into its mouth.
  await page.routeWebSocket(/\/stream$/, (ws) => {
    const server = ws.connectToServer()
    server.onMessage((message) => {
      const tell = JSON.parse(String(message)) as { people?: { halted: string | null } }
      if (tell.people) tell.people.halted = why
      ws.send(JSON.stringify(tell))
    })
  })
  await page.goto(await enter(battle))
  await turnTo(page)
  const said = page.getByRole('status').filter({ hasText: 'stands still' })
  await said.waitFor()
  expect((await said.innerText()).trim()).toBe(why)
  // The seat stays: it can give up.
  await menu(page, /^Resign/)
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  await page.getByRole('dialog', { name: 'Defeat' }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})
