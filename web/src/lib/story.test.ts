import { expect, test } from 'vitest'
import type { EventLine } from '../wire/EventLine'
import { bestMoment, course, dispatch, whoDidWhat } from './story'

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
const over = { winner: 'Blues', grade: null, rule: null, how: 'the hill is taken' }

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
  expect(told[1]).toBe('All was quiet until turn 2: A falls.')
  expect(told[2]).toBe('What people will tell of is turn 4: C falls.')
  expect(told[3]).toBe('And the last that was seen: E leaves.')
  expect(dispatch('m', { ...over, winner: null }, [], null)).toHaveLength(2)
  const late = [event(1, 'All move.'), event(3, 'A leaves.', 'loss')]
  expect(dispatch('m', over, course(late, grave), null)[1]).toBe('It came to this in turn 3: A leaves.')
})

test('what one line tells is told once', () => {
  const short = [event(1, 'A falls.', 'loss')]
  const told = dispatch('m', over, course(short, grave), bestMoment(short, [1], grave))
  expect(told).toHaveLength(2)
  expect(told[1]).toBe('There was no quiet hour: A falls.')
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
