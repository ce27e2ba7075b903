import { expect, test } from 'vitest'
import type { Goal } from '../wire/Goal'
import { chapters, isQuiet, reportOf } from './chapters'

const line = (turn: number, what: string) => ({ turn, rule: 'R', text: `${what} happens`, what })
const events = [line(0, 'set'), line(1, 'shot'), line(1, 'battle'), line(1, 'loss'), line(1, 'peace'), line(2, 'rain'), line(3, 'shot')]
const parting = (what: unknown) => (what === 'battle' ? 'begins' : what === 'peace' ? 'ends' : null)
const goal = (state: string) => ({ team: 'us', text: 'hold the hill', state, stands: 'open', rule: 'R' }) as unknown as Goal
const told = (n: number, over = false) => {
  const chapter = chapters(events, parting, over)[n]
  if (!chapter) throw new Error('no such chapter')
  const history = [
    { at: 0, goals: [goal('ours'), { ...goal('turn 1 of 9'), team: null }] },
    { at: 4, goals: [goal('theirs'), { ...goal('turn 2 of 9'), team: null }] },
  ]
  const shots = (what: unknown) => (what === 'shot' ? { who: 'Gun', did: ['shot', 'shots'] as const } : null)
  return reportOf(chapter, events, (what) => what === 'loss', shots, history, 'us')
}

test('a turn is a chapter when the next one has begun, and a battle when it is over', () => {
  expect(chapters(events, parting, false).map((c) => [c.title, c.from, c.to])).toEqual([
    ['Battle happens', 2, 5],
    ['Turn 1', 1, 5],
    ['Turn 2', 5, 6],
  ])
  expect(chapters(events, parting, true).at(-1)?.title).toBe('Turn 3')
})

test('a report tells who did what, what weighed, and what changed for the aims', () => {
  const turn = told(1)
  expect(turn.deeds).toEqual([{ who: 'Gun', did: ['1 shot'] }])
  expect(turn.told.map((l) => l.text)).toEqual(['Loss happens.'])
  expect(turn.aims).toEqual(['You win if hold the hill. Theirs.'])
  expect(told(0).deeds).toEqual([])
})

test('of a turn in which nothing weighed nothing is told', () => {
  expect(isQuiet(told(2))).toBe(true)
})
