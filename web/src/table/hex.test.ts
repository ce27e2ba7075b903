import { expect, test } from 'vitest'
import { bearing, between, distance, turned } from './geometry'
import { flatHex, hexagon, pointyHex } from './hex'

test('a hex has its corners where its name says', () => {
  const corners = hexagon({ x: 10, y: 20 }, 8, 0)
  expect(corners[0]).toEqual({ x: 10, y: 12 })
  for (const corner of corners) expect(distance(corner, { x: 10, y: 20 })).toBeCloseTo(8)
  expect(pointyHex({ x: 0, y: 0 }, 10)).toMatch(/^M0\.00 -10\.00L8\.66 -5\.00L/)
  expect(flatHex({ x: 0, y: 0 }, 10)).toMatch(/^M5\.00 -8\.66L10\.00 -?0\.00L/)
})

test('directions run clockwise from north and stay within one turn', () => {
  expect(bearing({ x: 0, y: 0 }, { x: 5, y: 0 })).toBeCloseTo(90)
  expect(bearing({ x: 0, y: 0 }, { x: -5, y: 5 })).toBeCloseTo(315)
  expect(turned(-90)).toBe(270)
  expect(turned(3700, 3600)).toBe(100)
  expect(between({ x: 0, y: 0 }, { x: 4, y: 8 }, 0.25)).toEqual({ x: 1, y: 2 })
})
