import { expect, test } from 'vitest'
import { SHAPE, around, viewBox, within } from './frame'

test('a picture shows all points, in its own shape', () => {
  const points = [
    { x: 100, y: 134 },
    { x: 300, y: 769 },
  ]
  const box = around(points, 20)
  expect(box.w / box.h).toBeCloseTo(SHAPE)
  for (const p of points) {
    expect(p.x - 20).toBeGreaterThanOrEqual(box.x)
    expect(p.x + 20).toBeLessThanOrEqual(box.x + box.w)
    expect(p.y - 20).toBeGreaterThanOrEqual(box.y - 1e-9)
    expect(p.y + 20).toBeLessThanOrEqual(box.y + box.h + 1e-9)
  }
  expect(around(points.slice(0, 1), 10, 400)).toEqual({ x: -100, y: -16, w: 400, h: 300 })
})

test('it is moved into the sheet where it can be', () => {
  expect(within({ x: -100, y: 700, w: 400, h: 300 }, 900, 900)).toEqual({ x: 0, y: 600, w: 400, h: 300 })
  expect(within({ x: 5, y: 0, w: 1000, h: 750 }, 900, 900)).toEqual({ x: -50, y: 0, w: 1000, h: 750 })
  expect(viewBox({ x: 1.26, y: 0, w: 4, h: 3 })).toBe('1.3 0 4 3')
})
