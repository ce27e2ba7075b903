import { expect, test } from 'vitest'
import type { Luck } from '../wire/Luck'
import { bySide, expected, inAll, onBar } from './luck'

const line = (side: string, kind: string, more: Partial<Luck> = {}): Luck => ({
  side,
  kind,
  throws: 20,
  came: 7,
  expected: 5.25,
  low: 2,
  high: 9,
  verdict: 'usual',
  words: 'within what chance does',
  ...more,
})

test('the own side comes first, and what has too few throws stands apart', () => {
  const lines = [line('Martians', 'Rays'), line('Humans', 'Guns'), line('Martians', 'Gas', { verdict: 'too_few', throws: 3 })]
  const told = (team: string | null) => bySide(lines, team).map((s) => [s.side, s.told.map((l) => l.kind), s.few.map((l) => l.kind)])
  expect(told('humans')).toEqual([
    ['Humans', ['Guns'], []],
    ['Martians', ['Rays'], ['Gas']],
  ])
  expect(told(null).map(([side]) => side)).toEqual(['Martians', 'Humans'])
  expect(bySide([], 'humans')).toEqual([])
})

test('a small sample is never called luck', () => {
  expect(inAll([line('Humans', 'Guns', { verdict: 'too_few' })])).toBe('Too few throws of any kind to speak of luck.')
  expect(inAll([line('Humans', 'Guns')])).toBe('Nothing here lies outside what chance does.')
  const out = [line('Humans', 'Guns', { verdict: 'unlucky' }), line('Humans', 'Foot')]
  expect(inAll(out)).toBe('1 of 2 lines lies outside the margin; by chance alone one in twenty does.')
  expect(inAll([...out, line('Martians', 'Rays', { verdict: 'lucky' })])).toContain('2 of 3 lines lie outside')
  expect(inAll(out.slice(0, 1))).toContain('1 of 1 line lies outside')
})

test('a bar holds its margin and what came, wherever that lies', () => {
  expect(onBar(line('Humans', 'Guns'))).toEqual({ low: 6, high: 94, expected: 6 + (88 * 3.25) / 7, came: 6 + (88 * 5) / 7 })
  const far = onBar(line('Humans', 'Guns', { came: 12 }))
  expect([far.low, far.came]).toEqual([6, 94])
  expect(far.high).toBeLessThan(94)
  expect(onBar(line('Humans', 'Guns', { came: 0 })).came).toBe(6)
  // One value only: nothing to divide by.
  expect(onBar(line('Humans', 'Guns', { low: 3, high: 3, came: 3, expected: 3.2 })).came).toBe(6)
  expect(expected(line('Humans', 'Guns', { expected: 5 }))).toBe('5.0')
})
