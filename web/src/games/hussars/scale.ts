/** From the table (thousandths of an inch, north up) to the sheet (units, south up) and back. */
import type { Point } from './wire'

/** Units of the sheet to the inch. */
export const INCH = 20

export interface Spot {
  x: number
  y: number
}

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
  const turn = (Math.atan2(to.x - from.x, to.y - from.y) * 1800) / Math.PI
  return (Math.round(turn) + 3600) % 3600
}

export function turned(facing: number, by: number): number {
  return (((facing + by) % 3600) + 3600) % 3600
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
  return points
    .map((p, i) => {
      const s = spot(p, height)
      return `${i ? 'L' : 'M'}${s.x.toFixed(1)} ${s.y.toFixed(1)}`
    })
    .join('')
}
