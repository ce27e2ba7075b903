import { expect, test } from 'vitest'
import { bearing, foot, place, spot, turned, within } from './scale'

test('a place of the table goes to the sheet and back, with north up', () => {
  const at = { x: 12_500, y: 40_000 }
  const s = spot(at, 48_000)
  expect(s).toEqual({ x: 250, y: 160 })
  expect(place(s, [48_000, 48_000])).toEqual(at)
  expect(place({ x: -30, y: 2000 }, [48_000, 48_000])).toEqual({ x: 0, y: 0 })
})

test('bearings run clockwise from north in tenths of a degree', () => {
  const here = { x: 0, y: 0 }
  expect(bearing(here, { x: 0, y: 5 })).toBe(0)
  expect(bearing(here, { x: 5, y: 0 })).toBe(900)
  expect(bearing(here, { x: 0, y: -5 })).toBe(1800)
  expect(bearing(here, { x: -5, y: 0 })).toBe(2700)
  expect(turned(3500, 150)).toBe(50)
  expect(turned(50, -150)).toBe(3500)
})

test('the nearest point of an entry line is on it, and not beyond its ends', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 0, y: 1000 },
  ] as const
  expect(foot({ x: 300, y: 400 }, line)).toEqual({ x: 0, y: 400 })
  expect(foot({ x: 300, y: 4000 }, line)).toEqual({ x: 0, y: 1000 })
})

test('a name stands within the sheet, however near the edge its zone lies', () => {
  const words = 'Humans: west road'
  const half = (words.length * 8) / 2
  expect(within(10, words, 960)).toBeGreaterThan(half)
  expect(within(955, words, 960)).toBeLessThan(960 - half)
  expect(within(480, words, 960)).toBe(480)
  // A sheet that is narrower than the name: in its middle.
  expect(within(5, words, 100)).toBe(50)
})
