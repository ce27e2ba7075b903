/** How far bases are from each other, to be drawn and said: whether that is near enough the server judges. */
import { foot } from './scale'
import type { Point } from './wire'

/** A base: its corners, or a disc about its middle. */
export interface Shape {
  at: Point
  corners: Point[]
  radius: number
}

const inside = (p: Point, corners: readonly Point[]): boolean =>
  corners.reduce((is, b, i) => {
    const a = corners.at(i - 1) as Point
    return a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x ? !is : is
  }, false)

const edges = ({ at, corners }: Shape): [Point, Point][] =>
  corners.length ? corners.map((c, i) => [corners.at(i - 1) as Point, c]) : [[at, at]]

/** The gap between two bases in hundredths of an inch; 0 where they touch. */
export function gapOf(a: Shape, b: Shape): number {
  if (inside(a.at, b.corners) || inside(b.at, a.corners)) return 0
  const [of, to] = [edges(a), edges(b)]
  const far = (p: Point, line: [Point, Point]) => {
    const q = foot(p, line)
    return Math.hypot(p.x - q.x, p.y - q.y)
  }
  let least = Infinity
  for (const one of of) for (const other of to) least = Math.min(least, far(one[1], other), far(other[1], one))
  return Math.max(0, Math.round((least - a.radius - b.radius) / 10))
}
