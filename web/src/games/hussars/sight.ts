/**
 * What is in the way between two stands of which the engine has said that they do not see each other: for the eye, along the
 * line between their middles. Nothing is judged here.
 */
import type { HillCard, MapCard, Point, StandView } from './wire'

export interface Blocked {
  name: string
  at: Point
  /** How far from the one that looks, in thousandths of an inch. */
  far: number
  /** Levels of the line there, and of what it would have to clear; none where no height would do. */
  line: number
  top: number | null
}

/** The share of the way from a to b at which it meets the leg from c to d. */
function meets(a: Point, b: Point, c: Point, d: Point): number | null {
  const [rx, ry, sx, sy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y]
  const cross = rx * sy - ry * sx
  if (cross === 0) return null
  const t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / cross
  const u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / cross
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : null
}

function inside(p: Point, shape: readonly Point[]): boolean {
  let odd = false
  shape.forEach((a, i) => {
    const b = shape[(i + 1) % shape.length]!
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) odd = !odd
  })
  return odd
}

function toLeg(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const t = Math.min(Math.max(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1), 0), 1)
  return Math.hypot(p.x - a.x - dx * t, p.y - a.y - dy * t)
}

/** A hill rises evenly from its outline to its crest. */
export function heightOf(hill: HillCard, p: Point): number {
  if (!inside(p, hill.points)) return 0
  const rim = Math.min(...hill.points.map((a, i) => toLeg(p, a, hill.points[(i + 1) % hill.points.length]!)))
  const crest = Math.min(...hill.crest.map((a, i) => toLeg(p, a, hill.crest[i + 1] ?? a)))
  return rim + crest > 0 ? (hill.levels * rim) / (rim + crest) : hill.levels
}

/** The first thing along the line that is higher than it. */
export function blocked(map: MapCard, from: StandView, to: StandView): Blocked | null {
  const [a, b] = [from.open, to.open]
  if (!a || !b) return null
  const whole = Math.hypot(b.at.x - a.at.x, b.at.y - a.at.y)
  const point = (t: number): Point => ({ x: a.at.x + (b.at.x - a.at.x) * t, y: a.at.y + (b.at.y - a.at.y) * t })
  const line = (t: number) => a.levels + (b.levels - a.levels) * t
  const ground = (p: Point) => Math.max(0, ...map.hills.map((h) => heightOf(h, p)))
  const stop = (name: string, t: number, top: number | null): Blocked => ({ name, at: point(t), far: whole * t, line: line(t), top })

  const crossings = new Map<number, string>()
  for (const ridge of map.lines.filter((l) => l.kind === 'ridge'))
    ridge.points.slice(1).forEach((q, i) => {
      const t = meets(a.at, b.at, ridge.points[i]!, q)
      if (t !== null) crossings.set(t, ridge.name)
    })
  const ridges = [...crossings].sort(([s], [t]) => s - t)

  const steps = Math.max(2, Math.ceil(whole / 250))
  for (let k = 1; k < steps; k++) {
    const t = k / steps
    const ridge = ridges.find(([at]) => at <= t && at > (k - 1) / steps)
    if (ridge) return stop(ridge[1], ridge[0], null)
    const p = point(t)
    const base = ground(p)
    const area = map.areas.find((m) => m.cover && m.levels > 0 && inside(p, m.points) && base + m.levels > line(t))
    if (area) return stop(area.name, t, base + area.levels)
    const hill = map.hills.find((h) => heightOf(h, p) > line(t) + 0.05)
    if (hill) return stop(hill.name, t, heightOf(hill, p))
  }
  return null
}
