import { expect, test } from 'vitest'
import { spread } from './hexes'

test('counters in one hex do not cover each other', () => {
  for (const count of [2, 3, 4]) {
    const places = Array.from({ length: count }, (_, i) => spread(i, count).join())
    expect(new Set(places).size).toBe(count)
  }
})
