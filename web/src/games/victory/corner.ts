/** On a small window the whole sky lies over the glass as a small map: in the corner where it covers least. */
import type { Point } from '../../table/geometry'

export const CORNERS = ['right-top', 'left-top', 'right-low', 'left-low'] as const
export type Corner = (typeof CORNERS)[number]

/** What the glass shows, in units of the sheet. */
export interface Pane {
  x: number
  y: number
  w: number
  h: number
}

/** Something in the sky, and how bad it is to cover it. */
export interface Spot extends Point {
  weight: number
}

/** As far around its middle as a plane with its name is drawn, in units of the sheet. */
const AROUND = 20

/** The share of the glass that the map and its margin take, along and down. */
export function freeCorner(pane: Pane, share: { along: number; down: number }, spots: readonly Spot[]): Corner {
  const covered = (corner: Corner) => {
    const [w, h] = [pane.w * share.along, pane.h * share.down]
    const left = corner.startsWith('left') ? pane.x : pane.x + pane.w - w
    const top = corner.endsWith('top') ? pane.y : pane.y + pane.h - h
    const under = spots.filter((s) => s.x > left - AROUND && s.x < left + w + AROUND && s.y > top - AROUND && s.y < top + h + AROUND)
    return under.reduce((sum, s) => sum + s.weight, 0)
  }
  return CORNERS.reduce((best, corner) => (covered(corner) < covered(best) ? corner : best))
}
