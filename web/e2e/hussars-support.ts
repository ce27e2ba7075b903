/** How a table of Tripods & Hussars is laid and played in tests: by what can be seen and pressed. */
import type { Page } from 'playwright-core'
import { decision, settled, type Hall } from './support'

/** A match by the links of its seats; a seat that nobody takes is a bot's. */
export async function table(hall: Hall, scenario: string, seed: number, mine: number[], bot = 'random'): Promise<string[]> {
  const seats = [0, 1].map((n) => (mine.includes(n) ? { kind: 'open' } : { kind: 'bot', bot }))
  const made = await hall.make({ game: 'hussars', seed, setup: { scenario, options: {} }, seats })
  return [0, 1].map((n) => `${hall.url}/#/m/${made.match}/${made.keys.find((k) => k.seat === n)?.key ?? ''}`)
}

/** Presses something when it can be pressed, and waits until the decision that it answers is answered. */
export async function answer(page: Page, press: () => Promise<void>) {
  await decision(page)
  const before = await page.locator('.frame').getAttribute('data-decision')
  await press()
  await page.waitForFunction(
    (old) =>
      document.querySelector('.frame')?.getAttribute('data-decision') !== old ||
      document.querySelector('.frame')?.getAttribute('data-doing') === 'over',
    before,
  )
}

/** Waits for an order that lies ready. */
export async function laid(page: Page) {
  await page.locator('.plan .go:not([disabled])').waitFor()
  await settled(page)
}

/** Looks at the first row of the desk and gives it; what is only a press is given at once. */
export async function firstRow(page: Page) {
  const stands = page.locator('.desk .stands button')
  // Where a whole unit can be moved together, its stands are folded away.
  const one = page.locator('.desk .one')
  if ((await stands.count()) === 0 && (await one.count()) > 0) await one.first().click()
  if ((await stands.count()) > 0) await stands.first().click()
  await page.locator('.desk .choice:not([disabled])').first().waitFor()
  await answer(page, async () => {
    const before = await page.locator('.frame').getAttribute('data-decision')
    await page.locator('.desk .choice:not([disabled])').first().click()
    await page.waitForFunction(
      (old) => document.querySelector('.plan .go') !== null || document.querySelector('.frame')?.getAttribute('data-decision') !== old,
      before,
    )
    const go = page.locator('.plan .go')
    if ((await go.count()) > 0) await go.click()
  })
}

/** Ends the step; where something is still owed (a flight from gas, a ship under way), does that first. */
export async function endStep(page: Page) {
  const end = page.getByRole('button', { name: /^(End the step|Done placing)/ })
  if ((await end.count()) > 0) await answer(page, () => end.click())
  else await firstRow(page)
}

/** Holds fire until the enemy has moved; where that is not offered, lets this moment pass. */
export const hold = (page: Page) => page.locator('.window button', { hasText: /Hold fire|Let it pass/ }).last()

/** Sets up in the printed places, and lets everything pass until a decision of this kind comes. */
export async function until(page: Page, wanted: (kind: string) => boolean | Promise<boolean>) {
  for (let n = 0; n < 200; n++) {
    const kind = await decision(page)
    if (await wanted(kind)) return
    if (kind === 'over') break
    const printed = page.getByRole('button', { name: /Take all printed places/ })
    if (kind === 'deploy' && (await printed.count()) > 0) await answer(page, () => printed.click())
    else if (kind === 'watch') await answer(page, () => hold(page).click())
    else if (kind === 'mark') await answer(page, () => page.locator('.desk .brass').click())
    else if (['deploy', 'fire', 'move', 'continue'].includes(kind)) await endStep(page)
    else await firstRow(page)
  }
  throw new Error('no such decision came')
}

/** The place of a stand on the screen. */
export async function placeOf(page: Page, id: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-stand="${id}"] .tile`).first().boundingBox()
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
}
