/** Hexes of the battle boards: columns A to E, rows 1 to 7, columns B and D half a hex lower. */
import { flatHex } from '../../table/hex'

export const HEX_W = 500
export const HEX_H = 800

/** A flat-topped hex around its middle, a little smaller than its cell. */
export function hexPath(x: number, y: number, r = 58): string {
  return flatHex({ x, y }, r)
}

/** Where the n-th of several counters lies in its hex. */
export function spread(i: number, count: number): [number, number] {
  if (count < 2) return [0, 0]
  if (count === 2) return [i === 0 ? -24 : 24, i === 0 ? -8 : 8]
  if (count === 3) return [[-26, 26, 0][i] ?? 0, [-16, -16, 22][i] ?? 0]
  return [i % 2 === 0 ? -24 : 24, i < 2 ? -20 : 20]
}
