/** Where the name of each plane is written, so that names lie neither on each other nor on a plane. */
import type { Point } from '../../table/geometry'

export interface Named extends Point {
  name: string
  /** Below the plane rather than above it, where both are free. */
  below: boolean
}

const HIGH = 13
export const widthOf = (name: string) => name.length * 5 + 10

interface Box {
  x: number
  y: number
  w: number
  h: number
}
const meet = (a: Box, b: Box) => Math.abs(a.x - b.x) * 2 < a.w + b.w && Math.abs(a.y - b.y) * 2 < a.h + b.h

/** For each plane how far below its middle the middle of its name lies. */
export function labels(planes: Named[], scale: number): number[] {
  const bodies = planes.map((p): Box => ({ x: p.x, y: p.y, w: 36, h: 18 }))
  const laid: Box[] = []
  return planes.map((p, n) => {
    const box = (dy: number): Box => ({ x: p.x, y: p.y + dy, w: widthOf(p.name) * scale, h: HIGH * scale })
    const steps = [0, 1, 2, 3].flatMap((k) => {
      const [up, down] = [-26.5 - k * (HIGH + 1) * scale, 29.5 + k * (HIGH + 1) * scale]
      return p.below ? [down, up] : [up, down]
    })
    const hits = (dy: number) => [...laid, ...bodies.filter((_, i) => i !== n)].filter((b) => meet(b, box(dy))).length
    const free = steps.find((dy) => hits(dy) === 0)
    const best = free ?? [...steps].sort((a, b) => hits(a) - hits(b))[0] ?? 0
    laid.push(box(best))
    return best
  })
}
