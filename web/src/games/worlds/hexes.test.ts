import { expect, test } from 'vitest'
import { hexRange, spread } from './hexes'

test('ranges are counted as the board prints them', () => {
  // The examples of the component file.
  expect(hexRange('A1', 'B1')).toBe(1)
  expect(hexRange('A1', 'C1')).toBe(2)
  expect(hexRange('A1', 'C2')).toBe(2)
  expect(hexRange('C2', 'C5')).toBe(3)
  expect(hexRange('A1', 'E1')).toBe(4)
  expect(hexRange('D4', 'D4')).toBe(0)
  expect(hexRange('B7', 'C7')).toBe(1)
})

test('counters in one hex do not cover each other', () => {
  for (const count of [2, 3, 4]) {
    const places = Array.from({ length: count }, (_, i) => spread(i, count).join())
    expect(new Set(places).size).toBe(count)
  }
})
