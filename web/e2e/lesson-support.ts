/** A stranger who follows a lesson: reads the coach's card, and presses the thing that it points at. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE } from './support'

export const coach = (page: Page) => page.locator('.coach.card')

interface Heard {
  mood: string
  step: number
  words: string
}

/** Waits until the coach has something to say; what kind of thing, and which step. */
export async function heard(page: Page): Promise<Heard> {
  const at = await page.waitForFunction(
    () => {
      // Where the end page lies over the table, the last word is said there.
      const last = document.querySelector('dialog .lesson p')
      if (last) return { mood: 'end', step: Infinity, words: last.textContent ?? '' }
      const card = document.querySelector<HTMLElement>('.coach.card')
      const mood = card?.dataset['mood']
      if (!card || !mood || mood === 'watch') return null
      // Pointed at is what the ring lies around; where nothing is pointed at there is a button to read on.
      if (mood === 'step' && !document.querySelector('div.ring:not([data-waits])') && !/\bNext\b/.test(card.innerText)) return null
      return { mood, step: Number(card.dataset['step']), words: card.querySelector('.words')?.textContent ?? '' }
    },
    undefined,
    { polling: 'raf', timeout: PATIENCE },
  )
  return (await at.jsonValue()) as Heard
}

/** All that may change by a press. */
function seen(): string {
  const ring = document.querySelector('div.ring')?.getAttribute('style')
  return `${document.querySelector<HTMLElement>('.coach.card')?.dataset['step']}|${ring}|${document.querySelector('aside')?.innerHTML}`
}

/** Where the ring lies when the table has come to rest, and the ring lies around what can be pressed in its middle. */
async function steady(page: Page) {
  const ring = page.locator('div.ring:not([data-waits])')
  const box = () => ring.boundingBox()
  const frame = () => page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))))
  // What is pointed at may lie under something else that takes the press for it: then nothing fits, and it is pressed all the same.
  const fits = () =>
    page.evaluate(() => {
      if (document.querySelector('.frame')?.getAttribute('data-doing') === 'busy') return false
      const lies = document.querySelector('div.ring:not([data-waits])')?.getBoundingClientRect()
      if (!lies) return true
      const middle = (r: DOMRect) => [r.x + r.width / 2, r.y + r.height / 2] as const
      const [x, y] = middle(lies)
      for (let at = document.elementFromPoint(x, y); at; at = at.parentElement) {
        const [u, v] = middle(at.getBoundingClientRect())
        if (Math.abs(u - x) + Math.abs(v - y) < 3) return true
      }
      return false
    })
  for (let last = await box(), looks = 0; ; looks += 1) {
    await frame()
    const now = await box()
    if (JSON.stringify(now) === JSON.stringify(last) && (looks > 60 || (await fits()))) return now
    last = now
  }
}

/** What the coach's card lies over of what he points at and of what he speaks of, by their names. */
export async function covered(page: Page, named: string[]): Promise<string[]> {
  return page.evaluate((names) => {
    const card = document.querySelector('.coach.card')
    if (!card) return []
    const own = card.getBoundingClientRect()
    const words = card.querySelector('.words')?.textContent ?? ''
    const hit = (e: Element | null) => {
      const r = e?.getBoundingClientRect()
      return r && r.right > own.left && r.left < own.right && r.bottom > own.top && r.top < own.bottom
    }
    const list = hit(document.querySelector('.ring')) ? ['what he points at'] : []
    if ([...document.querySelectorAll('.spaces')].some((e) => hit(e))) list.push('the spaces for cards')
    for (const name of names) {
      if (!words.includes(name)) continue
      if ([...document.querySelectorAll(`main [aria-label*="${name}"]`)].some((e) => hit(e))) list.push(name)
    }
    const inside = own.left >= 0 && own.top >= 0 && own.right <= innerWidth && own.bottom <= innerHeight
    return inside ? list : [...list, 'the edge of the window']
  }, named)
}

/** Does what the card says: reads on, or presses what is pointed at. */
export async function obey(page: Page, tap = false) {
  let before = await page.evaluate(seen)
  const next = coach(page).getByRole('button', { name: 'Next', exact: true })
  if ((await next.count()) > 0) await (tap ? next.tap() : next.click())
  else {
    const ring = await steady(page)
    if (!ring) throw new Error(`nothing is pointed at: ${await coach(page).innerText()}`)
    const [x, y] = [ring.x + ring.width / 2, ring.y + ring.height / 2]
    before = await page.evaluate(seen)
    await (tap ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  }
  await expect.poll(() => page.evaluate(seen)).not.toBe(before)
  // The coach looks at the page once a frame.
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(r)))))
}

/** Follows the lesson until it is over, or a step is reached; says in which mood the coach is then. */
export async function follow(page: Page, to = Infinity, tap = false): Promise<string> {
  for (let presses = 0; presses < 200; presses++) {
    const { mood, step } = await heard(page)
    if (mood !== 'step' || step >= to) return mood
    await obey(page, tap)
  }
  throw new Error(`the lesson does not end: ${await coach(page).innerText()}`)
}

/** Begins a lesson from home, by its button. */
export async function begin(page: Page, url: string, lesson: RegExp) {
  await page.goto(url)
  await page.getByRole('button', { name: lesson }).first().click()
  await coach(page).waitFor()
}
