import { expect, it } from 'vitest'
import { labels, widthOf, type Named } from './labels'

const plane = (x: number, y: number, name = 'Albatros D.III', below = false): Named => ({ x, y, name, below })

function overlaps(planes: Named[], scale: number): number {
  const dy = labels(planes, scale)
  let n = 0
  planes.forEach((a, i) =>
    planes.forEach((b, j) => {
      if (j <= i) return
      const wide = ((widthOf(a.name) + widthOf(b.name)) / 2) * scale
      if (Math.abs(a.x - b.x) < wide && Math.abs(a.y + dy[i]! - b.y - dy[j]!) < 13 * scale) n += 1
    }),
  )
  return n
}

it('writes the name over a plane that is alone, or under one that climbs', () => {
  expect(labels([plane(100, 100)], 1)[0]).toBeLessThan(0)
  expect(labels([plane(100, 100, 'Luke', true)], 1)[0]).toBeGreaterThan(0)
})

it('never writes one name over another, however close the planes fly', () => {
  for (const scale of [0.7, 1]) {
    expect(overlaps([plane(100, 100), plane(128, 100)], scale)).toBe(0)
    expect(overlaps([plane(100, 100), plane(128, 100), plane(114, 124), plane(142, 124)], scale)).toBe(0)
    expect(
      overlaps(
        Array.from({ length: 6 }, (_, i) => plane(100 + 28 * i, 100)),
        scale,
      ),
    ).toBe(0)
  }
})
