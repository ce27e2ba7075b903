/** Which part of a table a small picture shows. */
import type { Point } from './geometry'

/** The shape of a small picture: four by three. */
export const SHAPE = 4 / 3

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** The smallest box of a picture's shape around all points, with a margin; never narrower than `least`. */
export function around(points: readonly Point[], margin: number, least = 0): Box {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)]
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin]
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin]
  const w = Math.max(right - left, (bottom - top) * SHAPE, least)
  const h = w / SHAPE
  return { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h }
}

/** The box, moved into the sheet as far as it fits there; in the middle where it is larger than the sheet. */
export function within({ x, y, w, h }: Box, width: number, height: number): Box {
  const keep = (at: number, size: number, whole: number) => (size >= whole ? (whole - size) / 2 : Math.min(Math.max(at, 0), whole - size))
  return { x: keep(x, w, width), y: keep(y, h, height), w, h }
}

export const viewBox = ({ x, y, w, h }: Box): string => [x, y, w, h].map((n) => Math.round(n * 10) / 10).join(' ')
