/** Hexes of any board: six corners around a middle. */
import { trace, type Point } from './geometry'

/** The corners of a regular hex on a sheet, the first at so many degrees clockwise from its top. */
export function hexagon(at: Point, r: number, first: number): Point[] {
  return Array.from({ length: 6 }, (_, i) => {
    const a = ((first + 60 * i) * Math.PI) / 180
    return { x: at.x + Math.sin(a) * r, y: at.y - Math.cos(a) * r }
  })
}

/** A hex with a corner at its top, as the text of a path. */
export function pointyHex(at: Point, r: number): string {
  return `${trace(hexagon(at, r, 0), 2)}Z`
}

/** A hex with a flat top. */
export function flatHex(at: Point, r: number): string {
  return `${trace(hexagon(at, r, 30), 2)}Z`
}
