import { expect, test } from 'vitest'
import { contours, fields, houses, inside, names, outline, scatter } from './land'
import type { MapCard } from './wire'

const square = (x: number, y: number, side: number) => [
  { x, y },
  { x: x + side, y },
  { x: x + side, y: y + side },
  { x, y: y + side },
]
const map: MapCard = {
  id: 'm',
  name: 'M',
  width: 48_000,
  height: 48_000,
  places: [],
  areas: [
    { id: 'a', name: 'Ashford', kind: 'town', points: square(20_000, 20_000, 8_000), levels: 1, cover: true },
    { id: 'b', name: 'Ashford Wood', kind: 'woods', points: square(20_500, 20_500, 7_000), levels: 1, cover: true },
  ],
  lines: [
    {
      id: 'r',
      name: 'Ash Road',
      kind: 'road',
      points: [
        { x: 0, y: 24_000 },
        { x: 48_000, y: 24_000 },
      ],
      levels: 0,
      thronged: false,
    },
  ],
  hills: [{ id: 'h', name: 'Ash Hill', points: square(36_000, 36_000, 8_000), crest: square(39_000, 39_000, 2_000), levels: 3 }],
}

test('trees and houses stand inside their own ground', () => {
  const shape = outline(square(0, 0, 10_000), 48_000)
  const trees = scatter(shape, 24, 9, 1)
  expect(trees.length).toBeGreaterThan(20)
  expect(trees.every((t) => inside(t, shape))).toBe(true)
  expect(scatter(shape, 24, 9, 1)).toEqual(trees)
  expect(houses(shape).length).toBeGreaterThan(40)
})

test('fields lie on open ground only', () => {
  const found = fields(map)
  expect(found.length).toBeGreaterThan(10)
  const ground = [...map.areas, ...map.hills].map((a) => outline(a.points, map.height))
  for (const f of found) for (const p of f.shape) expect(ground.some((g) => inside(p, g))).toBe(false)
})

test('contours climb from the foot to the crest, each inside the one before', () => {
  const rings = contours(map.hills[0]!, map.height)
  expect(rings.length).toBe(6)
  const width = (r: { x: number }[]) => Math.max(...r.map((p) => p.x)) - Math.min(...r.map((p) => p.x))
  for (let i = 1; i < rings.length; i++) expect(width(rings[i]!)).toBeLessThan(width(rings[i - 1]!))
})

test('no name lies upon another', () => {
  const found = names(map)
  expect(found.map((n) => n.text)).toEqual(['Ashford', 'Ashford Wood', 'Ash Hill', 'Ash Road'])
  for (const a of found)
    for (const b of found)
      if (a !== b) expect(Math.abs(a.y - b.y) >= 20 || Math.abs(a.x - b.x) >= ((a.text.length + b.text.length) * 8) / 2).toBe(true)
})
