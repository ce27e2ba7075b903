import { mount, tick, unmount } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../lib/api'
import type { Progress } from '../lib/lessons'
import type { Room } from '../lib/room.svelte'
import type { Lesson } from '../wire/Lesson'
import { Coach, isBarred } from './coach.svelte'
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
