import { expect, test } from 'vitest'
import { many, present } from './words'

test('who is destroyed is not on the board; who is still to be placed takes part', () => {
  const tripods = [
    { colour: 'green', hex: 'C3' },
    { colour: 'yellow', hex: null },
    { colour: 'violet', hex: 'B1' },
  ] as const
  expect(present(tripods, false)).toEqual(['green', 'violet'])
  expect(present(tripods, true)).toEqual(['green', 'yellow', 'violet'])
})

test('one is one', () => {
  expect([many(1, 'level'), many(2, 'level'), many(0, 'level')]).toEqual(['1 level', '2 levels', '0 levels'])
})
