import { expect, test } from 'vitest'
import { GAP, border, place, speaksOf, type Box } from './place'

const screen = { w: 1366, h: 768 }
const size = { w: 352, h: 150 }
const thing = { x: 1000, y: 300, w: 340, h: 44 }
const overlaps = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const at = ({ left, top }: { left: number; top: number }): Box => ({ x: left, y: top, ...size })

test('the card lies beside the thing where nothing is in the way', () => {
  expect(place(size, screen, thing, [], null)).toEqual({ side: 'left', left: thing.x - GAP - size.w, top: 247 })
})

test('what is spoken of is not covered, however near it is', () => {
  const named = { x: 600, y: 200, w: 300, h: 260 }
  const spot = place(size, screen, thing, [{ box: named, weight: 1, never: true }], null)
  expect(overlaps(at(spot), named)).toBe(false)
  expect(overlaps(at(spot), thing)).toBe(false)
  expect(spot.left).toBeGreaterThanOrEqual(10)
  expect(spot.top + size.h).toBeLessThanOrEqual(screen.h - 10)
})

test('a card that lies well stays where it lies', () => {
  const now = { side: 'left' as const, left: 620, top: 250 }
  expect(place(size, screen, thing, [], now)).toMatchObject({ left: 620, top: 250 })
})

test('a card higher than the window begins at its top', () => {
  expect(place({ w: 352, h: 900 }, screen, thing, [], null).top).toBe(10)
})

test('a text speaks of a thing by its name, or by the end of it', () => {
  expect(speaksOf('Newcastle has room for four.', 'Newcastle: a Factory, 2 Refugees')).toBe(true)
  expect(speaksOf('a Battle card moves each Tripod', 'Land Battle card 12')).toBe(true)
  expect(speaksOf('Place the first gun in hex C6.', 'Hex C6, can be chosen')).toBe(true)
  expect(speaksOf('Place the first gun in hex C6.', 'Hex C5, can be chosen')).toBe(false)
  expect(speaksOf('Newcastle has room', 'Castle: old')).toBe(false)
})

test('a line to a thing ends at its border', () => {
  const box = { x: 100, y: 100, w: 40, h: 20 }
  expect(border({ x: 20, y: 110 }, box)).toEqual({ x: 100, y: 110 })
  expect(border({ x: 120, y: 200 }, box)).toEqual({ x: 120, y: 120 })
  expect(border({ x: 220, y: 210 }, box)).toEqual({ x: 130, y: 120 })
  // From inside of it there is no way to go.
  expect(border({ x: 122, y: 110 }, box)).toEqual({ x: 122, y: 110 })
  expect(border({ x: 120, y: 110 }, box)).toEqual({ x: 120, y: 110 })
})
