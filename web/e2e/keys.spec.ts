import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, byHand, desktop, phone, press, serious, settled, turnTo } from './support'

/** Sound and keys: what a table lets be heard, and how it is played without a mouse. */
const hall = new Hall()

/** Counts what the page would let sound. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard = { n: 0 }
    Object.assign(globalThis, { heard })
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
      const { start } = kind.prototype
      kind.prototype.start = function (this: AudioScheduledSourceNode, ...at: [number]) {
        heard.n += 1
        start.apply(this, at)
      } as typeof start
    }
  })
}
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: { n: number } }).heard.n)

/** Presses the first of what can be pressed until the turn is over: then everybody has moved. */
async function playATurn(page: Page) {
  const turn = async () => /turn \d+|over/.exec(await page.locator('header .where').innerText())?.[0]
  const first = await turn()
  for (let i = 0; i < 60 && (await turn()) === first; i++) await press(page)
}

test('the table is heard after a press, and silent when it is switched off; the switch is remembered', async () => {
  const { page, context, trouble } = await hall.open(desktop, { sound: true })
  await listen(page)
  await page.goto(await hall.quickBattle())
  await turnTo(page)
  expect(await heard(page)).toBe(0)
  const sound = page.getByRole('switch', { name: 'Sound', exact: true })
  expect(await sound.getAttribute('aria-checked')).toBe('true')
  await playATurn(page)
  expect(await heard(page)).toBeGreaterThan(0)
  await sound.click()
  expect(await sound.getAttribute('aria-checked')).toBe('false')
  const before = await heard(page)
  await playATurn(page)
  expect(await heard(page)).toBe(before)
  await page.reload()
  await turnTo(page)
  expect(await sound.getAttribute('aria-checked')).toBe('false')
  expect(trouble).toEqual([])
  await context.close()
})

test('a browser without sound plays all the same', async () => {
  const { page, context, trouble } = await hall.open(phone, { sound: true })
  await page.addInitScript(() => {
    delete (globalThis as { AudioContext?: unknown }).AudioContext
  })
  await page.goto(await hall.quickBattle())
  await turnTo(page)
  await page.getByRole('switch', { name: 'Sound', exact: true }).tap()
  await page.getByRole('switch', { name: 'Sound', exact: true }).tap()
  await playATurn(page)
  expect(trouble).toEqual([])
  await context.close()
})

test('a question mark lists the keys of this table, by what they are for', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, bypassCSP: true })
  await page.goto(await hall.quickBattle())
  await turnTo(page)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByRole('heading', { name: 'The decision' }).waitFor()
  expect(await keys.innerText()).toMatch(/Ctrl\+Z\s+Undo my last order/)
  expect(await keys.innerText()).toMatch(/S\s+Seal the plan/)
  expect(await serious(page)).toEqual([])
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  expect(trouble).toEqual([])
  await context.close()
})

test('an order is undone by key and by a button in sight', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(await hall.quickBattle())
  await turnTo(page)
  const turn = () => page.locator('header .where').innerText()
  const first = await turn()
  for (const undo of [() => page.keyboard.press('Control+z'), () => page.getByRole('button', { name: 'Undo', exact: true }).click()]) {
    await playATurn(page)
    expect(await turn()).not.toBe(first)
    // Every order of the turn is taken back, one after the other.
    for (let i = 0; i < 20 && (await turn()) !== first; i++) {
      const events = await page.locator('.frame').getAttribute('data-events')
      await undo()
      await page.waitForFunction((n) => document.querySelector('.frame')?.getAttribute('data-events') !== n, events)
      await settled(page)
    }
    expect(await turn()).toBe(first)
  }
  expect(trouble).toEqual([])
  await context.close()
})

test('from the board the first choice is one key away, and after an order the focus stays in the decision', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  const made = await hall.make({ game: 'worlds', seed: 2, setup: { scenario: 'core', options: {} }, seats: [{ kind: 'open' }] })
  await page.goto(`${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`)
  await settled(page)
  await page.locator('.desk[aria-busy="false"]').waitFor()
  await page.locator('.surface').first().focus()
  await page.keyboard.press('Tab')
  const inDesk = () => page.evaluate(() => document.activeElement?.closest('.rail .desk') !== null)
  const inDecision = () => page.evaluate(() => document.activeElement?.closest('aside > .rail') !== null)
  expect(await inDesk()).toBe(true)
  for (let i = 0; i < 4; i++) {
    const decision = await page.locator('.frame').getAttribute('data-decision')
    await page.locator('.desk .go').focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction((d) => document.querySelector('.frame')?.getAttribute('data-decision') !== d, decision)
    await settled(page)
    await page.locator('.desk[aria-busy="false"]').waitFor()
    await expect.poll(inDecision).toBe(true)
  }
  expect(trouble).toEqual([])
  await context.close()
})
