import { expect, test } from 'vitest'
import { gapOf } from './cohesion'

const base = (x: number, y: number) => ({
  at: { x, y },
  radius: 0,
  corners: [
    { x: x - 500, y: y - 250 },
    { x: x + 500, y: y - 250 },
    { x: x + 500, y: y + 250 },
    { x: x - 500, y: y + 250 },
  ],
})

test('the gap between two bases runs from edge to edge, in hundredths of an inch', () => {
  expect(gapOf(base(0, 0), base(3000, 0))).toBe(200)
  expect(gapOf(base(0, 0), base(0, 2000))).toBe(150)
  expect(gapOf(base(0, 0), base(4000, 4500))).toBe(500)
})

test('bases that touch or lie on each other have no gap, and a disc counts to its rim', () => {
  expect(gapOf(base(0, 0), base(1000, 0))).toBe(0)
  expect(gapOf(base(0, 0), base(100, 50))).toBe(0)
  expect(gapOf(base(0, 0), { at: { x: 3500, y: 0 }, radius: 1000, corners: [] })).toBe(200)
})
