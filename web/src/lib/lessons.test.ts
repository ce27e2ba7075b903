import { expect, test } from 'vitest'
import type { Lesson } from '../wire/Lesson'
import { anchor, cut, fits, laid, leads } from './lessons'

test('a pattern fits an order whatever stands beside it', () => {
  const order = { fire: { vehicle: 0, target: 1, through: 'open' } }
  expect(fits({ fire: { target: 1 } }, order)).toBe(true)
  expect(fits({ fire: { target: 2 } }, order)).toBe(false)
  expect(fits({ plan: {} }, order)).toBe(false)
  expect(fits('done', 'done')).toBe(true)
  expect(fits({}, 'done')).toBe(false)
  expect(fits({ cards: [1, 2] }, { cards: [1, 2, 3] })).toBe(false)
  expect(fits({ at: 0.1 + 0.2 }, { at: 0.3 })).toBe(true)
  expect(fits({ at: null }, { at: null })).toBe(true)
})

const log = [
  '{"heatray":1,"seed":7}',
  '{"seat":0,"order":"a"}',
  '{"seat":1,"order":"b"}',
  '{"seat":0,"order":"c"}',
  '{"seat":1,"order":"d"}',
  '{"orders":4,"hash":"x"}',
].join('\n')

test('a log is cut before the next order of the learner, with what the others did until then', () => {
  expect(cut(log, 0, 0)).toBe('{"heatray":1,"seed":7}\n')
  expect(cut(log, 0, 1)?.split('\n')).toEqual(['{"heatray":1,"seed":7}', '{"seat":0,"order":"a"}', '{"seat":1,"order":"b"}', ''])
  expect(cut(log, 0, 2)).not.toContain('hash')
  expect(cut(log, 0, 2)).toContain('"d"')
})

test('after a change of dice the old table can not be had', () => {
  const changed = log.replace('{"seat":1,"order":"b"}', '{"dice":9}')
  expect(cut(changed, 0, 1)).toBeNull()
})

test('on an empty desk a lesson begins after the last order, with the first thing to press', () => {
  const step = (until: Lesson['steps'][number]['until']) => ({ say: '', task: '', point: null, until, otherwise: '', told: [] })
  const steps = [
    step('next'),
    step('press'),
    step({ order: 'a' }),
    step('next'),
    step('press'),
    step({ shown: '.go' }),
    step({ order: 'b' }),
  ]
  const lesson = { steps } as unknown as Lesson
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((n) => anchor(lesson, n))).toEqual([0, 1, 1, 3, 4, 4, 4, 7])
})

test('a half-made order leads to the one that is meant as long as nothing in it differs', () => {
  const meant = { plan: { vehicle: 0, cards: [1, 2, 3] } }
  expect(leads(meant, { plan: { vehicle: 0, cards: [1] } })).toBe(true)
  expect(leads(meant, { plan: { vehicle: 0, cards: [1, 2, 3] } })).toBe(true)
  expect(leads(meant, { plan: { vehicle: 0, cards: [1, 4] } })).toBe(false)
  expect(leads(meant, { plan: { vehicle: 1, cards: [1] } })).toBe(false)
  expect(leads(meant, { fire: { target: 1 } })).toBe(false)
  expect(leads({ fire: { target: 1 } }, { fire: { target: 1, through: 'open' } })).toBe(true)
  expect([laid({ plan: { vehicle: 0, cards: [1, 2] } }), laid({ fire: { target: 1 } }), laid(null)]).toEqual([2, 0, 0])
})
