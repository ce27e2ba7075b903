import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, chance, desktop, firstTurn, isOver, menu, press, settled, turnTo } from './support'

const hall = new Hall()

/** Plays until a turn is reached, whoever is asked. */
async function playTo(pages: Page[], turn: number, pick: (n: number) => number) {
  const reached = async () => {
    const text = await pages[0]!.locator('.prompt .phase').innerText()
    return Number(/turn (\d+)/.exec(text)?.[1] ?? 0) >= turn
  }
  for (let i = 0; i < 600; i++) {
    if (await reached()) return
    const { page, what } = await firstTurn(pages)
    if (what === 'over') return
    await press(page, pick)
  }
  throw new Error(`turn ${turn} was not reached`)
}

test('two browsers play by link; one is reloaded in mid-turn and goes on', async () => {
  const host = await hall.open(desktop)
  await host.page.goto(`${hall.url}/#/new/triplanes/simple-battle`)
  const martians = host.page.getByRole('group', { name: /Martian/ })
  await martians.getByRole('radio', { name: /by link/i }).check()
  await host.page.getByRole('button', { name: 'Set the table' }).click()
  const links = host.page.locator('input[readonly], .send code, .send input')
  await links.first().waitFor()
  const texts = await links.evaluateAll((list) => list.map((e) => (e as HTMLInputElement).value || e.textContent || ''))
  const invite = texts.find((t) => t.includes('#/i/'))
  expect(invite).toBeTruthy()
  const bytes = wire(host.page)
  await host.page.getByRole('button', { name: 'Go to the table' }).click()

  // The guest reads what was agreed, and sits down.
  const guest = await hall.open(desktop)
  await guest.page.goto(invite!)
  await guest.page.getByRole('heading', { name: 'What was agreed' }).waitFor()
  await guest.page.getByText(/^Fair dice: nobody can choose them/).waitFor()
  await guest.page.getByRole('button', { name: 'Sit down' }).click()
  await guest.page.locator('.frame').waitFor()
  const key = /#\/m\/[^/]+\/([^/]+)/.exec(guest.page.url())![1]!

  // Nobody else can: neither who finds the link nor who sent it; who sits there already goes on.
  const thief = await hall.open(desktop)
  await thief.page.goto(invite!)
  await thief.page.getByText('Somebody sits here already.').waitFor()
  expect(await thief.page.getByRole('button', { name: 'Sit down' }).count()).toBe(0)
  await thief.context.close()
  await guest.page.goto(invite!)
  await guest.page.waitForURL((url) => url.hash.includes(key))
  await guest.page.locator('.frame').waitFor()
  const pick = chance(11)
  await playTo([host.page, guest.page], 2, pick)

  // The guest has chosen two cards; the host seals; the guest's page is loaded anew and the match goes on.
  await turnTo(guest.page)
  await guest.page.reload()
  await turnTo(guest.page)
  await playTo([host.page, guest.page], 4, pick)

  // They talk; where the battle is over by then, its end is put away first.
  for (const { page } of [host, guest]) {
    await settled(page)
    if (await isOver(page)) await page.locator('dialog[open]').press('Escape')
  }
  await host.page.getByRole('tab', { name: /Chat/ }).click()
  await host.page.getByRole('textbox', { name: /message|say/i }).fill('Good hunting')
  await host.page.keyboard.press('Enter')
  await guest.page.getByRole('tab', { name: /Chat/ }).click()
  await guest.page.getByText('Good hunting').waitFor()
  // The guest's key is in nothing that the host's browser received.
  expect(bytes.frames.length).toBeGreaterThan(0)
  expect([...bytes.frames, ...(await Promise.all(bytes.answers))].join()).not.toContain(key)
  expect([...host.trouble, ...guest.trouble]).toEqual([])
  await host.context.close()
  await guest.context.close()
})

/** Every byte that a page receives of the server: on its socket in their order, and answers to its questions. */
function wire(page: Page): { frames: string[]; answers: Promise<string>[] } {
  const bytes = { frames: [] as string[], answers: [] as Promise<string>[] }
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => bytes.frames.push(String(frame.payload))))
  page.on('response', (answer) => {
    if (answer.url().includes('/api/')) bytes.answers.push(answer.text().catch(() => ''))
  })
  return bytes
}

test('a planned card is in no byte that the other browser receives before the reveal', async () => {
  const received: string[][] = []
  // The same match twice, with the same dice; only what the Earthling plans differs.
  for (const choice of [0, 4]) {
    const made = await hall.make({ setup: { scenario: 'simple-battle', options: {} }, seed: 5 })
    const [a, b] = made.keys
    const watcher = await hall.open(desktop)
    const bytes = wire(watcher.page)
    await watcher.page.goto(`${hall.url}/#/m/${made.match}/${b!.key}`)
    await turnTo(watcher.page)
    const planner = await hall.open(desktop)
    await planner.page.goto(`${hall.url}/#/m/${made.match}/${a!.key}`)
    for (let i = 0; i < 3; i++) await press(planner.page, (n) => Math.min(choice, n - 1))
    expect(await press(planner.page)).toBe('seal')
    await planner.page
      .getByText(/Sealed|Waiting for/)
      .first()
      .waitFor()
    // What was told before this word has arrived before it.
    await planner.page.getByRole('tab', { name: /Chat/ }).click()
    await planner.page.getByRole('textbox', { name: /message|say/i }).fill('Sealed')
    await planner.page.keyboard.press('Enter')
    await expect.poll(() => bytes.frames.some((text) => text.includes('"op":"chat"'))).toBe(true)
    const secrets = [made.match, a!.key, b!.key]
    const plain = (text: string) => secrets.reduce((t, s) => t.replaceAll(s, '·'), text).replace(/"(at|changed)":\d+/g, '')
    const frames = bytes.frames.map(plain)
    const answers = (await Promise.all(bytes.answers)).map(plain).sort()
    // The watcher asks for nothing while he waits; what he is told comes in the same order.
    received.push([...frames.filter((t) => !t.includes('"op":"legal"') && !t.includes('"op":"people"')), ...answers])
    const peopled = frames.filter((t) => t.includes('"op":"people"')).join()
    expect(peopled).not.toMatch(/"cards"|"plan"/)
    await watcher.context.close()
    await planner.context.close()
  }
  expect(received[0]!.length).toBeGreaterThan(0)
  expect(received[0]).toEqual(received[1])
})

test('fair dice are pledged, made of something from both browsers, and checked by each at the end', async () => {
  const made = await hall.make({ setup: { scenario: 'simple-battle', options: {} }, fair: true })
  const [a, b] = made.keys
  const one = await hall.open(desktop)
  await one.page.goto(`${hall.url}/#/m/${made.match}/${a!.key}`)
  await one.page.getByText('The match begins when everybody has sat down').waitFor()
  // The same seat on another device: its number lies in the first browser, and either of them can draw another one.
  const phone = await hall.open(desktop)
  await phone.page.goto(`${hall.url}/#/m/${made.match}/${a!.key}`)
  for (const { page } of [phone, one]) {
    await page.getByText('Yours lies in another browser').waitFor()
    await page.getByRole('button', { name: 'draw another number' }).click()
    await page.getByText('Yours lies in another browser').waitFor({ state: 'detached' })
  }
  await phone.page.getByText('Yours lies in another browser').waitFor()
  await phone.context.close()
  const two = await hall.open(desktop)
  await two.page.goto(`${hall.url}/#/m/${made.match}/${b!.key}`)
  await playTo([one.page, two.page], 2, chance(7))
  await turnTo(one.page)
  // What this browser was told is what it will believe.
  const kept = await one.page.evaluate(() => localStorage.getItem('heatray.fair'))
  const note = (JSON.parse(kept!) as Record<string, { pledge: string; salt: string; seals: unknown[] }>)[made.match]!
  expect(note.pledge).toMatch(/^[0-9a-f]{64}$/)
  expect(note.salt).toMatch(/^[0-9a-f]{64}$/)
  expect(note.seals.length).toBeGreaterThan(0)
  await menu(one.page, /^Resign/)
  await one.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  for (const { page } of [one, two]) {
    await page.getByRole('button', { name: 'Check the dice' }).click()
    await page.getByRole('heading', { name: 'This proof holds' }).waitFor()
    await page.getByText(/Right\. The pledge is the one that this browser was told/).waitFor()
    await page.getByText(/Right\. What this browser added to the dice is in them/).waitFor()
    await page.getByText(/Right\. What the others added they had vowed before/).waitFor()
    await page.getByText(/Right\. Every seal that this browser was told of/).waitFor()
  }
  // Who was told another pledge is told that it was another one.
  await one.page.evaluate((match) => {
    const all = JSON.parse(localStorage.getItem('heatray.fair')!) as Record<string, { pledge: string }>
    all[match]!.pledge = '0'.repeat(64)
    localStorage.setItem('heatray.fair', JSON.stringify(all))
  }, made.match)
  await one.page.reload()
  await one.page.getByRole('heading', { name: 'This proof does not hold' }).waitFor()
  await one.page.getByText(/Wrong\. The pledge is the one/).waitFor()
  expect([...one.trouble, ...two.trouble]).toEqual([])
  await one.context.close()
  await two.context.close()
})
