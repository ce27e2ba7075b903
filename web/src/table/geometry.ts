/** Points of any sheet or table, whatever their unit. */

export interface Point {
  readonly x: number
  readonly y: number
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** The point after a share `t` of the straight way. */
export function between(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
}

/** The direction from one point to another in degrees clockwise from north, where y points north. */
export function bearing(from: Point, to: Point): number {
  return turned((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI)
}

/** A direction within one turn of the circle. */
export function turned(angle: number, whole = 360): number {
  return ((angle % whole) + whole) % whole
}

/** A line through points as the text of a path. */
export function trace(points: readonly Point[], digits = 1): string {
  return points.map((p, i) => `${i ? 'L' : 'M'}${p.x.toFixed(digits)} ${p.y.toFixed(digits)}`).join('')
}
