import { expect, test } from 'vitest'
import {
  againstBot,
  anotherTable,
  byHand,
  desktop,
  firstTurn,
  Hall,
  matchOf,
  menu,
  phone,
  press,
  seal,
  serious,
  settled,
  turnTo,
  visit,
} from './support'
import { invaded, obvious, ready, table, take } from './worlds-support'

const hall = new Hall()
const battle = { setup: { scenario: 'simple-battle', options: { setup: 'quick' } }, seed: 5 }

/** Two people at one table, each at a screen. */
async function pair() {
  const made = await hall.make(battle)
  const [one, two] = [await hall.open(desktop), await hall.open(desktop)]
  await visit(one.page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await visit(two.page, `${hall.url}/#/m/${made.match}/${made.keys[1]!.key}`)
  await turnTo(one.page)
  await turnTo(two.page)
  const close = async () => {
    expect([...one.trouble, ...two.trouble]).toEqual([])
    await one.context.close()
    await two.context.close()
  }
  return { one: one.page, two: two.page, close }
}

test('who offered a draw hears that it was declined', async () => {
  const { one, two, close } = await pair()
  await menu(one, /Offer a draw/)
  await two.getByRole('button', { name: 'Decline' }).click()
  await one.getByText('The draw was declined.').waitFor()
  await close()
})

test('an order is taken back when the other one allows it, and not when he denies it', async () => {
  const { one, two, close } = await pair()
  // Until cards are revealed everybody takes his own plan back as he likes.
  while (!(await one.locator('header .where').innerText()).includes('turn 2')) await press((await firstTurn([one, two])).page)
  await turnTo(one)
  await menu(one, /Undo my last order/)
  await one.getByText('You asked to take back your last order; the answer is awaited.').waitFor()
  await two.getByText(/may I take back my last order\?/).waitFor()
  await two.getByRole('button', { name: 'Deny' }).click()
  await one.getByText('Taking your order back was not allowed.').waitFor()
  await menu(one, /Undo my last order/)
  await two.getByRole('button', { name: 'Allow' }).click()
  await one.getByText('Your order was taken back.').waitFor()
  await close()
})

test('a resignation says who resigned, in the header, at the end and in the log', async () => {
  const { one, two, close } = await pair()
  await menu(two, /Resign/)
  await two.getByRole('button', { name: 'Yes, resign' }).click()
  const end = one.getByRole('dialog', { name: 'Victory' })
  await end.getByText('The Martians resigned.').waitFor()
  await expect.poll(() => one.locator('header .where').innerText()).toContain('the match is over')
  await expect.poll(() => one.getByRole('log').innerText()).toContain('The Martians resigned. Earthlings win.')
  await close()
})

test('the mission stands beside the table and on its card, with its rules', async () => {
  const { page, trouble, context } = await hall.open({ ...desktop, bypassCSP: true })
  await page.goto(hall.url)
  await page.getByRole('article', { name: 'A Lonely Invader' }).getByRole('heading').click()
  const card = page.getByRole('dialog', { name: 'A Lonely Invader' })
  await card.getByText('How it ends').click()
  await card.getByText(/The Martians win if a tripod leaves the table over the Earthlings' edge\./).waitFor()
  await card.getByRole('button', { name: 'Play alone' }).click()
  await turnTo(page)
  await page.getByRole('button', { name: /You win if every Martian tripod is destroyed/ }).click()
  const pane = page.locator('.mission')
  await pane.getByText(/you hunt a tripod that thinks for itself/).waitFor()
  expect(await serious(page)).toEqual([])
  await pane.getByRole('button', { name: 'Rule INV-ALI-07' }).first().click()
  await page.getByRole('dialog').getByText('INV-ALI-07').first().waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone the mission is read in full, in a war with how far it is', async () => {
  const { page, trouble, context } = await hall.open(phone)
  await visit(page, await table(hall, 3))
  await ready(page)
  const line = page.getByRole('button', { name: /You win if .* How it ends/ })
  const box = (await line.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(390)
  const link = (await line.getByText('How it ends').boundingBox())!
  expect(link.x + link.width).toBeLessThanOrEqual(390)
  expect(await line.locator('span').evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0)
  await line.click()
  const pane = page.locator('.mission')
  await pane.getByText(/The Martians win if London is destroyed\..*Workforce \d+/).waitFor()
  await pane.getByText('Good to know').waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('the edge of the table says when leaving it loses the game', async () => {
  // A fighter just before the edge, nose outward.
  const { page, trouble, context } = await hall.open(desktop, byHand)
  const made = await hall.make({
    setup: { scenario: 'a-lonely-invader', options: {} },
    seats: [{ kind: 'open' }, { kind: 'bot', bot: 'automated' }],
    seed: 1,
  })
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  expect(await turnTo(page)).toBe('place')
  // Turned round it flies home, off the table.
  for (let n = 0; n < 12; n++) await page.getByRole('button', { name: 'Turn right by 15 degrees' }).click()
  await settled(page)
  await seal(page)
  await turnTo(page)
  const hint = page.getByText(/Mind the edge: card \d would take it off the table\. You would lose the game\./)
  for (let n = 0; n < 3 && (await hint.count()) === 0; n++) {
    await page
      .locator('.fan')
      .getByRole('button', { name: /straight/ })
      .first()
      .click()
    await settled(page)
  }
  await hint.waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('the bar below counts turns as the header does', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  const made = await hall.make({ setup: { scenario: 'simple-battle', options: {} }, seed: 5 })
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await turnTo(page)
  const above = /turn (\d+)/.exec(await page.locator('header .where').innerText())?.[1]
  expect(await page.locator('footer .turn').innerText()).toBe(`turn ${above}`)
  expect(trouble).toEqual([])
  await context.close()
})

test('alone, one press sets the same table again and goes there', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  await againstBot(page).click()
  await turnTo(page)
  const before = await matchOf(page)
  await menu(page, /Resign/)
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Play it again/ })
    .click()
  await anotherTable(page, before)
  await turnTo(page)
  // Who lost may meet somebody easier on the same table.
  const second = await matchOf(page)
  await menu(page, /Resign/)
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  const end = page.getByRole('dialog', { name: 'Defeat' })
  await end.getByRole('button', { name: /Try again against an easier opponent.*Random/ }).click()
  await anotherTable(page, second)
  await turnTo(page)
  expect(trouble).toEqual([])
  await context.close()
})

test('the side to play is chosen on the card of a scenario', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(hall.url)
  await page.getByRole('article', { name: 'Bring Proof' }).getByRole('heading').click()
  const card = page.getByRole('dialog', { name: 'Bring Proof' })
  const sides = card.getByRole('group', { name: 'You play' }).getByRole('radio')
  // Who was never here meets the gentle bot; harder ones are one press away.
  expect(await card.getByRole('radio', { name: 'Cadet' }).isChecked()).toBe(true)
  await card.getByRole('radio', { name: 'Sergeant' }).check()
  await card.getByText(/^Weighs the coming turn/).waitFor()
  await expect.poll(() => sides.count()).toBe(2)
  expect(await sides.nth(0).isChecked()).toBe(true)
  await card.getByRole('radio', { name: 'Martians' }).check()
  await card.getByRole('button', { name: /Play against a bot/ }).click()
  await turnTo(page)
  const seats = await page.evaluate(() => Object.values(localStorage).join(' '))
  expect(seats, 'the seat that this browser holds').toMatch(/"seat":1\b/)
  expect(seats, 'the bot that was chosen').toContain('"rival":"greedy"')
  expect(trouble).toEqual([])
  await context.close()
})

test('a rule in the placement panel opens', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  const made = await hall.make({ setup: { scenario: 'bring-proof', options: {} }, seed: 5 })
  await visit(page, `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  const rule = page.locator('.desk .hint .rule').first()
  // Somewhere it may not stand.
  await turnTo(page)
  const map = (await page.locator('main svg').first().boundingBox())!
  await page.mouse.click(map.x + map.width / 2, map.y + 90)
  await rule.waitFor()
  const id = await rule.innerText()
  await rule.click()
  await page.getByRole('dialog').getByText(id).first().waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('the log of a long match has a way down to its newest line', async () => {
  const { one, two, close } = await pair()
  const log = one.getByRole('log')
  for (let i = 0; i < 40 && (await log.evaluate((e) => e.scrollHeight < e.clientHeight + 80)); i++) {
    await press((await firstTurn([one, two])).page)
  }
  const gap = () => log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight)
  const box = (await log.boundingBox())!
  await one.mouse.move(box.x + 40, box.y + 20)
  const newest = log.getByRole('button', { name: 'Newest' })
  expect(await newest.count()).toBe(0)
  await expect
    .poll(async () => {
      await one.mouse.wheel(0, -60)
      return newest.count()
    })
    .toBe(1)
  await newest.click()
  await expect.poll(gap).toBeLessThan(4)
  await expect.poll(() => newest.count()).toBe(0)
  await close()
})

test('in a war nothing golden means to leave things undone, and Guns go where the border is green', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await page.goto(await table(hall, 2))
  const seen = { idle: false, green: false }
  let now = await ready(page)
  for (let i = 0; i < 200 && now !== 'over' && !(seen.idle && seen.green); i++) {
    const go = page.locator('.desk .go')
    const [kind, text] = [await go.getAttribute('class'), await go.innerText()]
    if (/stays? in hand|could still fire|Refugees stay beside|Flying Machine grows/.test(text)) {
      expect(kind).toContain('plain')
      expect(text).not.toContain('Do the obvious')
      seen.idle = true
    } else expect(kind?.includes('brass')).toBe(text.includes('Do the obvious'))
    if (now.includes('green-bordered')) {
      const strokes = await page.locator('.hex.hot path').evaluateAll((list) => list.map((e) => getComputedStyle(e).stroke))
      expect([...new Set(strokes)]).toEqual(['rgb(47, 122, 36)'])
      seen.green = true
    }
    // Guns are bought, so that there is something to place.
    const bought =
      now.startsWith('Buy units') &&
      (await take(
        page,
        /Field Gun/,
        (await invaded(page)).map((z) => `In ${z}`),
      ))
    now = bought ? await ready(page) : await obvious(page)
  }
  expect(seen).toEqual({ idle: true, green: true })
  expect(trouble).toEqual([])
  await context.close()
})
