import { expect, test } from 'vitest'
import type { EventLine } from '../wire/EventLine'
import { bestMoment, course, decisive, dispatch, whoDidWhat } from './story'

const event = (turn: number, text: string, what: unknown = null): EventLine => ({ turn, rule: 'X-Y-01', text, what })
const events = [
  event(0, 'A tower stands.', 'loss'),
  event(1, 'All move.'),
  event(2, 'A falls', 'loss'),
  event(2, 'B moves.'),
  event(4, 'C falls.', 'loss'),
  event(4, 'D falls.', 'loss'),
  event(5, 'E leaves.', 'loss'),
]
const marks = [1, 2, 4, 6, 7]
const grave = (what: unknown) => what === 'loss'
const over = { winner: 'Blues', grade: null, rule: null, how: 'the hill is taken', luck: [] }

test('the course has every turn, and the set-up is no part of it', () => {
  const turns = course(events, grave)
  expect(turns.map((t) => [t.turn, t.told.map((l) => l.n)])).toEqual([
    [1, []],
    [2, [2]],
    [3, []],
    [4, [4, 5]],
    [5, [6]],
  ])
})

test('the best moment is the step in which most happened, seen from before it', () => {
  expect(bestMoment(events, marks, grave)).toEqual({ from: 4, n: 4, turn: 4, text: 'C falls.' })
  expect(bestMoment(events.slice(0, 2), marks, grave)).toBeNull()
})

test('the dispatch tells this match: who won, the first that weighed, the best moment, the last', () => {
  const told = dispatch('m', over, course(events, grave), bestMoment(events, marks, grave))
  expect(told).toHaveLength(4)
  expect(told[0]).toMatch(/Blues/)
  expect(told[0]).toMatch(/after 5 turns/)
  expect(told[1]).toBe('All was quiet until turn 2. A falls.')
  expect(told[2]).toBe('Then turn 4, of which people will tell. C falls.')
  expect(told[3]).toBe('And last, in turn 5: E leaves.')
  expect(dispatch('m', { ...over, winner: null }, [], null)).toHaveLength(2)
  const late = [event(1, 'All move.'), event(3, 'A leaves.', 'loss')]
  expect(dispatch('m', over, course(late, grave), null)[1]).toBe('It was settled in turn 3. A leaves.')
})

test('what one line tells is told once', () => {
  const short = [event(1, 'A falls.', 'loss')]
  const told = dispatch('m', over, course(short, grave), bestMoment(short, [1], grave))
  expect(told).toHaveLength(2)
  expect(told[1]).toBe('It was settled in turn 1. A falls.')
})

test('a match is called unquiet only if it was', () => {
  const opening = (...turns: number[]) => {
    const list = [...turns.map((turn) => event(turn, `A falls in ${turn}.`, 'loss')), event(6, 'All move.')]
    return dispatch('m', over, course(list, grave), null)[1]
  }
  expect(opening(1, 2, 3, 5)).toBe('There was no quiet hour from turn 1 on. A falls in 1.')
  expect(opening(1, 5)).toBe('It began at once, in turn 1. A falls in 1.')
  expect(opening(3, 5)).toBe('All was quiet until turn 3. A falls in 3.')
})

test('what a match was about is told, however much else happened', () => {
  const list = [event(1, 'A falls.', 'loss'), event(2, 'The proof is taken.', 'proof'), ...events.slice(2)]
  const crux = decisive(list, (what) => what === 'proof')
  expect(crux).toEqual({ text: 'The proof is taken.', turn: 2, n: 1 })
  const told = dispatch('m', over, course(list, grave), bestMoment(list, [0, 1, 2, 4, 6, 7], grave), crux)
  expect(told).toHaveLength(5)
  expect(told[2]).toBe('Turn 2 brought what all turned on. The proof is taken.')
  expect(decisive(events, (what) => what === 'proof')).toBeNull()
})

test('deeds are counted by who did them', () => {
  const shots = [event(1, '', { by: 'A', hits: 0 }), event(1, '', { by: 'B', hits: 1 }), event(2, '', { by: 'B', hits: 2 }), event(2, '')]
  const rows = whoDidWhat(shots, (what) => {
    const shot = what as { by: string; hits: number } | null
    if (!shot) return null
    return [
      { who: shot.by, did: ['shot', 'shots'] },
      { who: shot.by, did: ['hit', 'hits'], n: shot.hits },
    ]
  })
  expect(rows).toEqual([
    { who: 'B', did: ['2 shots', '3 hits'] },
    { who: 'A', did: ['1 shot'] },
  ])
})
