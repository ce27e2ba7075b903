import { mount, tick, unmount } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../lib/api'
import type { Progress } from '../lib/lessons'
import type { Room } from '../lib/room.svelte'
import type { Lesson } from '../wire/Lesson'
import { bringIntoSight, Coach, isBarred, isCovered } from './coach.svelte'
import Card from './Coach.svelte'

beforeEach(() => {
  // Nothing is laid out here; everything is in sight.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  document.body.innerHTML =
    '<button class="card" aria-label="stall" aria-disabled="true"><svg></svg></button><button class="go" disabled>Seal</button>'
})

const step = { say: '', task: '', point: { at: '.card', says: 'stall', behind: null }, until: 'press', otherwise: 'Another one.', told: [] }
const coach = () => {
  const lesson = { steps: [step, { ...step, until: 'next' }], end: { winner: null, told: [] } } as unknown as Lesson
  const room = { ready: true, atPresent: true, prompts: { mine: [{ must: true, options: 3 }] }, draft: null, events: [] } as unknown as Room
  const progress: Progress = { game: 'g', lesson: 'l', match: 'm', key: 'k', step: 0, given: [], since: [], done: false, away: false }
  return new Coach(lesson, room, progress)
}

test('a press on a card that can not be taken yet is no step of a lesson', () => {
  const card = document.querySelector('.card')!
  const ours = coach()
  expect(isBarred(card)).toBe(true)
  expect(isBarred(document.querySelector('.go')!)).toBe(true)
  ours.pressed(card.querySelector('svg')!)
  expect([ours.step, ours.note]).toEqual([0, ''])
  card.setAttribute('aria-disabled', 'false')
  expect(isBarred(card)).toBe(false)
  ours.pressed(card.querySelector('svg')!)
  expect(ours.step).toBe(1)
})

test('the lesson is offered again while it is neither done nor over, and not after that', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.spyOn(api, 'lesson').mockResolvedValue({ title: 'First', steps: [step], end: { winner: null, told: [] } } as unknown as Lesson)
  const pill = async (done: boolean, over: object | null) => {
    const room = { ready: true, atPresent: true, prompts: { mine: [] }, draft: null, events: [], over } as unknown as Room
    const progress: Progress = { game: 'g', lesson: 'l', match: 'm', key: 'k', step: 0, given: [], since: [], done, away: true }
    const target = document.body.appendChild(document.createElement('div'))
    const made = mount(Card, { target, props: { room, progress, quiet: false, onend: () => {} } })
    await tick()
    await tick()
    const offered = target.querySelector('.pill') !== null
    await unmount(made)
    target.remove()
    return offered
  }
  expect([await pill(false, null), await pill(true, null), await pill(false, { winner: 0 })]).toEqual([true, false, false])
  vi.unstubAllGlobals()
})

/** A page as a browser lays it out: a list of 200 pixels at 100, and in it a button that lies at `top` while nothing is scrolled. */
function laidOut(top: number) {
  document.body.innerHTML =
    '<div class="list" style="overflow-y: auto"><button class="last">Buy nothing more</button></div><p>a line of the log</p>'
  const [list, last] = [document.querySelector('.list')!, document.querySelector('.last')!]
  const box = (y: number, height: number) => () => new DOMRect(0, y, 100, height)
  Object.defineProperty(list, 'scrollHeight', { value: 900 })
  Object.defineProperty(list, 'clientHeight', { value: 200 })
  list.getBoundingClientRect = box(100, 200)
  last.getBoundingClientRect = () => box(top - list.scrollTop, 40)()
  const middle = () => last.getBoundingClientRect().y + 20
  const at = () => (middle() > 100 && middle() < 300 ? last : document.querySelector('p'))
  Object.defineProperty(document, 'elementFromPoint', { value: at, configurable: true })
  return { list, last, middle }
}

test('what a step points at is scrolled into sight within its own list', () => {
  const { list, last, middle } = laidOut(600)
  expect(isCovered(last, true)).toBe(true)
  bringIntoSight(last)
  expect([list.scrollTop, middle()]).toEqual([420, 200])
  expect(isCovered(last, true)).toBe(false)
  expect(document.documentElement.scrollTop).toBe(0)
})

test('a card in a fan that is wider than the window comes into sight, too', () => {
  document.body.innerHTML = '<div class="fan" style="overflow-x: auto"><button>Wide turn</button></div>'
  const [fan, card] = [document.querySelector('.fan')!, document.querySelector('button')!]
  Object.defineProperty(fan, 'scrollWidth', { value: 900 })
  Object.defineProperty(fan, 'clientWidth', { value: 390 })
  fan.getBoundingClientRect = () => new DOMRect(0, 600, 390, 90)
  card.getBoundingClientRect = () => new DOMRect(700 - fan.scrollLeft, 600, 80, 90)
  bringIntoSight(card)
  expect([fan.scrollLeft, fan.scrollTop]).toEqual([545, 0])
})
