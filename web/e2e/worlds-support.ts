/** What a player of The War of the Worlds does at the table: waits for a decision, takes a choice, looks around. */
import type { Locator, Page } from 'playwright-core'
import { PATIENCE, type Hall } from './support'

/** A match of a scenario, by its link for the only seat. */
export async function table(hall: Hall, seed: number, scenario = 'core', options: Record<string, string> = {}): Promise<string> {
  const made = await hall.make({ game: 'worlds', seed, setup: { scenario, options }, seats: [{ kind: 'open' }] })
  return `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
}

/** How much of the match the desk knows, when it can be pressed: its news, or that the war is over. */
async function open(page: Page): Promise<{ news: string; prompt: string } | 'over'> {
  const found = await page.waitForFunction(
    () => {
      if ([...document.querySelectorAll('button')].some((b) => b.textContent?.includes('How it ended'))) return 'over' as const
      const desk = document.querySelector<HTMLElement>('.desk[aria-busy="false"]')
      const go = desk?.querySelector<HTMLButtonElement>('.go')
      const prompt = (document.querySelector('.prompt p:not(.saying)')?.textContent ?? '').trim()
      return desk && go && !go.disabled && prompt ? { news: desk.dataset['news'] ?? '', prompt } : null
    },
    undefined,
    { polling: 'raf', timeout: PATIENCE },
  )
  return (await found.jsonValue()) as { news: string; prompt: string } | 'over'
}

/** Waits until something can be pressed; the words of the decision, or that the war is over. */
export async function ready(page: Page): Promise<string> {
  const now = await open(page)
  return now === 'over' ? now : now.prompt
}

/** Presses something that answers the decision, and waits until the next one is open. */
export async function answer(page: Page, press: () => Promise<void>): Promise<string> {
  const before = await open(page)
  await press()
  if (before !== 'over') {
    await page.waitForFunction(
      (news) => {
        if ([...document.querySelectorAll('button')].some((b) => b.textContent?.includes('How it ended'))) return true
        const desk = document.querySelector<HTMLElement>('.desk[aria-busy="false"]')
        return desk !== null && desk.dataset['news'] !== news
      },
      before.news,
      { polling: 'raf', timeout: PATIENCE },
    )
  }
  return ready(page)
}

export const obvious = (page: Page) => answer(page, () => page.locator('.desk .go').click())
/** The rest of the phase, whatever stays undone. */
export const rest = (page: Page) =>
  answer(page, async () => {
    await page.getByRole('button', { name: 'Resolve the rest of this phase' }).click()
    const agree = page.getByRole('button', { name: 'End it all the same' })
    if ((await page.locator('.forgo .brass').count()) > 0) throw new Error('gold for leaving things undone')
    if ((await agree.count()) > 0) await agree.click()
  })

/** A piece of the list, opened. */
export async function opened(page: Page, piece: RegExp): Promise<Locator | null> {
  const group = page.locator('.choices > .group', { hasText: piece }).first()
  if ((await group.count()) === 0) return null
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click()
  return page.locator('.choices .inner .choice')
}

/** Opens a piece of the list and takes one of its choices, by name where it is offered. */
export async function take(page: Page, piece: RegExp, wanted: string[]): Promise<boolean> {
  const inner = await opened(page, piece)
  if (!inner) return false
  for (const name of wanted) {
    const one = inner.filter({ hasText: name }).first()
    if ((await one.count()) > 0) {
      await answer(page, () => one.click())
      return true
    }
  }
  return false
}

/** Zones where Tripods stand, as the map tells them. */
export async function invaded(page: Page): Promise<string[]> {
  const labels = await page.locator('path.zone').evaluateAll((list) => list.map((e) => e.getAttribute('aria-label') ?? ''))
  return labels.filter((l) => /Wave \d:/.test(l)).map((l) => l.split(':')[0] as string)
}

/** The zone of this name on the map. */
export const zone = (page: Page, name: string) => page.locator(`path.zone[aria-label^="${name}:"]`)

/** Presses a zone of the map with the mouse, where no counter lies on it. */
export async function pressZone(page: Page, name: string) {
  const at = await zone(page, name).evaluate((e) => {
    const path = e as unknown as SVGPathElement
    const box = path.getBBox()
    const parts = Array.from({ length: 23 }, (_, i) => (i + 1) / 24)
    for (const down of parts) {
      for (const right of parts) {
        const inside = new DOMPoint(box.x + box.width * right, box.y + box.height * down)
        const { x, y } = inside.matrixTransform(path.getScreenCTM()!)
        if (path.isPointInFill(inside) && document.elementFromPoint(x, y) === path) return { x, y }
      }
    }
    return null
  })
  if (!at) throw new Error(`nothing of ${name} can be pressed`)
  await page.mouse.click(at.x, at.y)
}

/** Ends a scene that is being played, if there is one. */
export async function hurry(page: Page) {
  const skip = page.getByRole('button', { name: 'Show the outcome at once' })
  if ((await skip.count()) > 0) await skip.click({ timeout: 1000 }).catch(() => undefined)
}
