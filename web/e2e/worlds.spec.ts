import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Hall, desktop, isOver, phone, shot } from './support'

const hall = new Hall()

async function make(seed: number): Promise<string> {
  const made = await hall.make({ game: 'worlds', seed, setup: { scenario: 'core', options: {} }, seats: [{ kind: 'open' }] })
  return `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
}

/** Waits until something can be pressed; says which phase it is, or that the war is over. */
async function ready(page: Page): Promise<string> {
  const end = Date.now() + 20_000
  for (;;) {
    const now = await page.evaluate(() => {
      if ([...document.querySelectorAll('button')].some((b) => b.textContent?.includes('How it ended'))) return 'over'
      const go = document.querySelector<HTMLButtonElement>('.desk .go')
      return go && !go.disabled ? (document.querySelector('.prompt p')?.textContent ?? '').trim() : ''
    })
    if (now && now !== '…') return now
    if (Date.now() > end) throw new Error(`nothing to press: ${await page.locator('.prompt').innerText()}`)
    await page.waitForTimeout(20)
  }
}

/** Opens a piece of the list and takes one of its choices, by name where it is offered. */
async function take(page: Page, piece: RegExp, wanted: string[]): Promise<boolean> {
  const group = page.locator('.choices > .group', { hasText: piece }).first()
  if ((await group.count()) === 0) return false
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click()
  const inner = page.locator('.choices .inner .choice')
  for (const name of wanted) {
    const one = inner.filter({ hasText: name }).first()
    if ((await one.count()) > 0) {
      await one.click()
      return true
    }
  }
  return false
}

/** Zones where Tripods stand, as the map tells them. */
async function invaded(page: Page): Promise<string[]> {
  const labels = await page.locator('path.zone').evaluateAll((list) => list.map((e) => e.getAttribute('aria-label') ?? ''))
  return labels.filter((l) => /Wave [IV]+:/.test(l)).map((l) => l.split(':')[0] as string)
}

test('a war is played to its end with the mouse, with a battle on land and one at sea', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(await make(2))
  const seen = { land: false, sea: false, map: false }
  let bought = 0
  for (let i = 0; i < 400; i++) {
    const now = await ready(page)
    if (now === 'over') break
    if (now.startsWith('Buy units')) {
      const wave = await invaded(page)
      const harbours = ['In Bristol', 'In Liverpool', 'In Newcastle', 'In Southampton']
      const guns = [...wave.map((z) => `In ${z}`), 'In Bristol', 'In Birmingham', 'In Liverpool']
      const done = bought < 4 && (await take(page, /Harbour where you want/, harbours))
      if (done || (await take(page, /Siege Gun/, guns))) {
        bought += 1
        await page.waitForTimeout(40)
        continue
      }
    }
    if (now.startsWith('Move units') && !seen.map) {
      await page.waitForTimeout(300)
      await shot(page, 'worlds-map')
      seen.map = true
    }
    const land = (await page.getByLabel(/^Land battle in/).count()) > 0
    const sea = (await page.getByLabel('Naval battle', { exact: true }).count()) > 0
    if (land && !seen.land && now.startsWith('Fire')) {
      await shot(page, 'worlds-land')
      seen.land = true
    }
    if (sea && !seen.sea && now.startsWith('Move Refugees')) {
      await shot(page, 'worlds-naval')
      seen.sea = true
    }
    if ((land && !seen.land) || (sea && !seen.sea)) await page.locator('.desk .go').click()
    else await page.getByRole('button', { name: 'Resolve the rest of this phase' }).click()
    await page.waitForTimeout(20)
  }
  expect(await isOver(page)).toBe(true)
  expect(seen).toEqual({ land: true, sea: true, map: true })
  expect(trouble).toEqual([])
  await context.close()
})
