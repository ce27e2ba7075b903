/** From the table (thousandths of an inch, north up) to the sheet (units, south up) and back. */
import * as geometry from '../../table/geometry'
import type { Point } from './wire'

/** Units of the sheet to the inch. */
export const INCH = 20
/** As wide as a letter of a name on the sheet is on average, in units of the sheet. */
const LETTER = 8

export type Spot = geometry.Point

export function spot(p: Point, height: number): Spot {
  return { x: (p.x * INCH) / 1000, y: ((height - p.y) * INCH) / 1000 }
}

/** A place of the sheet on the table, kept on the board. */
export function place(s: Spot, board: readonly [number, number]): Point {
  const keep = (n: number, most: number) => Math.min(Math.max(Math.round(n), 0), most)
  return { x: keep((s.x * 1000) / INCH, board[0]), y: keep(board[1] - (s.y * 1000) / INCH, board[1]) }
}

/** The bearing from one place to another, in tenths of a degree clockwise from north. */
export function bearing(from: Point, to: Point): number {
  return Math.round(geometry.bearing(from, to) * 10) % 3600
}

export function turned(facing: number, by: number): number {
  return geometry.turned(facing + by, 3600)
}

/** The point of a line that lies nearest. */
export function foot(p: Point, [a, b]: readonly [Point, Point]): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const whole = dx * dx + dy * dy
  const t = whole === 0 ? 0 : Math.min(Math.max(((p.x - a.x) * dx + (p.y - a.y) * dy) / whole, 0), 1)
  return { x: Math.round(a.x + dx * t), y: Math.round(a.y + dy * t) }
}

/** Places of the sheet as the text of a path. */
export function trace(points: readonly Point[], height: number): string {
  return geometry.trace(points.map((p) => spot(p, height)))
}

/** Where the middle of a name must stand, so that none of it lies beyond the edge of the sheet: by the width of its letters. */
export function within(x: number, words: string, wide: number): number {
  const half = (words.length * LETTER) / 2 + 6
  return wide < 2 * half ? wide / 2 : Math.min(Math.max(x, half), wide - half)
}
