/** The sky as a drawing: pointy hexes, 31 levels, the ground below. Level 0 lies at the bottom. */
import { trace, type Point } from '../../table/geometry'
import { pointyHex } from '../../table/hex'
import type { Facing } from './wire'

export type Hex = [number, number]

export const WIDE = 28
export const STEP = 24.25
const RADIUS = 16.166
const GROUND = 748
export const TOP_LEVEL = 30
/** The height of the sheet, the earth below level 0 included. */
export const HEIGHT = 786

/** The middle of a hex. */
export function middle([x, y]: Hex): Point {
  return { x: WIDE * x + (y & 1 ? WIDE / 2 : 0), y: GROUND - STEP * y }
}

export function levelY(level: number): number {
  return GROUND - STEP * level
}

/** A hex around the origin, `k` times as large as its cell. */
export function outline(k = 1): string {
  return pointyHex({ x: 0, y: 0 }, RADIUS * k)
}

/** The nose of a plane that faces so, in degrees against the clock. */
const ANGLES: Record<Facing, number> = { e: 0, ne: 60, nw: 60, w: 0, sw: -60, se: -60 }

export function isRight(facing: Facing): boolean {
  return facing === 'e' || facing === 'ne' || facing === 'se'
}

/** Turns a drawing whose nose points right: a left heading is its mirror image, so that wheels stay below. */
export function pose(facing: Facing, inverted: boolean): string {
  const mirror = isRight(facing) ? '' : 'scale(-1 1)'
  const over = inverted ? 'scale(1 -1)' : ''
  return `${mirror} rotate(${-ANGLES[facing]}) ${over}`
}

export const keyOf = (hex: Hex): string => `${hex[0]},${hex[1]}`

export function lineOf(hexes: Hex[]): string {
  return trace(hexes.map(middle), 2)
}
