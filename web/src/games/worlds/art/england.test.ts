import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { HEIGHT, WIDTH, neighbours, shapes } from './england'

/** Zones and their neighbours as the component file has them. */
function printed(): Record<string, string[]> {
  const text = readFileSync(resolve(import.meta.dirname, '../../../../../content/worlds/map.toml'), 'utf8')
  const zones: Record<string, string[]> = {}
  for (const block of text.split('[[zone]]').slice(1)) {
    const id = /^id = "(\w+)"/m.exec(block)?.[1]
    const list = /^adjacent = \[(.*)\]/m.exec(block)?.[1] ?? ''
    if (id) zones[id] = [...list.matchAll(/"(\w+)"/g)].map((m) => m[1] as string).sort()
  }
  return zones
}

test('zones that are neighbours by the rules share a border on the map, and no others do', () => {
  const zones = printed()
  expect(Object.keys(zones)).toHaveLength(18)
  expect(Object.keys(shapes).sort()).toEqual(Object.keys(zones).sort())
  for (const [id, list] of Object.entries(zones)) expect(neighbours(id), id).toEqual(list)
})

test('every town lies in its own zone and on the sheet', () => {
  const inside = (points: readonly (readonly [number, number])[], [x, y]: readonly [number, number]) => {
    let odd = false
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length]!
      if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) odd = !odd
    })
    return odd
  }
  for (const shape of Object.values(shapes)) {
    expect(inside(shape.points, shape.place.town), shape.id).toBe(true)
    for (const other of Object.values(shapes)) {
      if (other !== shape) expect(inside(other.points, shape.place.town), `${shape.id} in ${other.id}`).toBe(false)
    }
    const [x, y] = shape.place.harbour ?? shape.place.town
    expect(x > 10 && x < WIDTH - 10 && y > 10 && y < HEIGHT - 10, shape.id).toBe(true)
  }
})
