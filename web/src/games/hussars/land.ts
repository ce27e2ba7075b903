/** Where the marks of a period map go: trees, houses, contours, names. The same land is always drawn the same. */
import { INCH, spot, type Spot } from './scale'
import type { AreaCard, HillCard, LineCard, MapCard, Point } from './wire'

/** A number between 0 and 1 that hangs on its place only. */
function grainOf(x: number, y: number, salt: number): number {
  let n = Math.imul(Math.round(x * 7) ^ Math.imul(Math.round(y * 13), 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b), 0xc2b2ae35)
  n = Math.imul(n ^ (n >>> 15), 0x27d4eb2f)
  return ((n ^ (n >>> 13)) >>> 0) / 2 ** 32
}

export function outline(points: readonly Point[], height: number): Spot[] {
  return points.map((p) => spot(p, height))
}

export const ring = (spots: readonly Spot[]) => `M${spots.map((s) => `${s.x.toFixed(1)} ${s.y.toFixed(1)}`).join('L')}Z`
export const line = (spots: readonly Spot[]) => `M${spots.map((s) => `${s.x.toFixed(1)} ${s.y.toFixed(1)}`).join('L')}`

export function inside(p: Spot, shape: readonly Spot[]): boolean {
  let odd = false
  for (let i = 0, j = shape.length - 1; i < shape.length; j = i++) {
    const [a, b] = [shape[i]!, shape[j]!]
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) odd = !odd
  }
  return odd
}

function toLeg(p: Spot, a: Spot, b: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const t = Math.min(Math.max(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1), 0), 1)
  return Math.hypot(p.x - a.x - dx * t, p.y - a.y - dy * t)
}

/** The distance from a place to an outline, and to a line. */
const toEdge = (p: Spot, shape: readonly Spot[]) => Math.min(...shape.map((a, i) => toLeg(p, a, shape[(i + 1) % shape.length]!)))
const toLine = (p: Spot, spots: readonly Spot[]) => Math.min(...spots.slice(1).map((b, i) => toLeg(p, spots[i]!, b)))

/** Places all over an area, a step apart and a little out of line, from north to south. */
export function scatter(shape: readonly Spot[], step: number, margin: number, salt: number): Spot[] {
  const xs = shape.map((s) => s.x)
  const ys = shape.map((s) => s.y)
  const found: Spot[] = []
  for (let y = Math.min(...ys); y <= Math.max(...ys); y += step * 0.82) {
    for (let x = Math.min(...xs); x <= Math.max(...xs); x += step) {
      const p = { x: x + (grainOf(x, y, salt) - 0.5) * step * 0.8, y: y + (grainOf(y, x, salt + 1) - 0.5) * step * 0.7 }
      if (inside(p, shape) && toEdge(p, shape) > margin) found.push(p)
    }
  }
  return found
}

export interface House extends Spot {
  w: number
  h: number
}

/** A field between its hedges: open ground, drawn so that the land is not bare. */
export interface Field {
  shape: Spot[]
  crop: 0 | 1 | 2
}

export function fields(map: MapCard): Field[] {
  const [width, height] = [(map.width * INCH) / 1000, (map.height * INCH) / 1000]
  const areas = [...map.areas, ...map.hills].map((a) => outline(a.points, map.height))
  const lines = map.lines.map((l) => outline(l.points, map.height))
  const free = (p: Spot) =>
    p.x > 8 &&
    p.y > 8 &&
    p.x < width - 8 &&
    p.y < height - 8 &&
    !areas.some((a) => inside(p, a) || toEdge(p, a) < 10) &&
    !lines.some((l) => toLine(p, l) < 14)
  const found: Field[] = []
  const step = 104
  for (let y = 10; y < height; y += step) {
    for (let x = 10; x < width; x += step) {
      if (grainOf(x, y, 21) < 0.52) continue
      const off = (n: number) => (grainOf(x, y, 30 + n) - 0.5) * 34
      const shape = [
        { x: x + 10 + off(1), y: y + 10 + off(2) },
        { x: x + step - 10 + off(3), y: y + 12 + off(4) },
        { x: x + step - 12 + off(5), y: y + step - 14 + off(6) },
        { x: x + 12 + off(7), y: y + step - 12 + off(8) },
      ]
      const around = shape.flatMap((a, i) => {
        const b = shape[(i + 1) % 4]!
        return [0, 0.25, 0.5, 0.75].map((t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }))
      })
      if ([...around, middle(shape)].every(free)) found.push({ shape, crop: Math.floor(grainOf(y, x, 40) * 3) as 0 | 1 | 2 })
    }
  }
  return found
}

/** Blocks of houses along a town's streets. */
export function houses(shape: readonly Spot[]): House[] {
  const found: House[] = []
  const xs = shape.map((s) => s.x)
  const ys = shape.map((s) => s.y)
  for (let y = Math.min(...ys) + 4; y < Math.max(...ys) - 8; y += 17) {
    for (let x = Math.min(...xs) + 4; x < Math.max(...xs) - 8; x += 16) {
      // Every third street is wider: a block is left out now and then for a square.
      if (grainOf(x, y, 5) < 0.16) continue
      const w = 8 + grainOf(x, y, 6) * 4
      const h = 7 + grainOf(x, y, 7) * 4
      const corners = [
        { x, y },
        { x: x + w, y },
        { x, y: y + h },
        { x: x + w, y: y + h },
      ]
      if (corners.every((c) => inside(c, shape))) found.push({ x, y, w, h })
    }
  }
  return found
}

/** The contours of a hill from its foot to its crest, two to a level. */
export function contours(hill: HillCard, height: number): Spot[][] {
  const foot = outline(hill.points, height)
  const crest = outline(hill.crest, height)
  if (crest.length === 0) return [foot]
  const nearest = (p: Spot) => {
    let best = crest[0]!
    let far = Infinity
    for (let i = 0; i < crest.length; i++) {
      const [a, b] = [crest[i]!, crest[(i + 1) % crest.length]!]
      const [dx, dy] = [b.x - a.x, b.y - a.y]
      const t = Math.min(Math.max(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1), 0), 1)
      const q = { x: a.x + dx * t, y: a.y + dy * t }
      const d = Math.hypot(p.x - q.x, p.y - q.y)
      if (d < far) [best, far] = [q, d]
    }
    return best
  }
  const ends = foot.map(nearest)
  const rings = Math.max(3, Math.round(hill.levels * 2))
  return Array.from({ length: rings }, (_, k) => {
    const t = (k / rings) * 0.92
    return foot.map((p, i) => ({ x: p.x + (ends[i]!.x - p.x) * t, y: p.y + (ends[i]!.y - p.y) * t }))
  })
}

export interface Name extends Spot {
  text: string
  kind: 'town' | 'hill' | 'water' | 'wood' | 'way'
  turn: number
}

function middle(shape: readonly Spot[]): Spot {
  const n = shape.length || 1
  return { x: shape.reduce((a, s) => a + s.x, 0) / n, y: shape.reduce((a, s) => a + s.y, 0) / n }
}

function kindOf(kind: AreaCard['kind'] | LineCard['kind']): Name['kind'] {
  if (kind === 'town') return 'town'
  if (['lake', 'impassable_river', 'fordable_river', 'stream', 'swamp'].includes(kind)) return 'water'
  if (kind === 'woods' || kind === 'forest') return 'wood'
  return kind === 'ridge' || kind === 'cliff' ? 'hill' : 'way'
}

/** The longest leg of a line: its name lies along it. */
function longest(spots: readonly Spot[]): [Spot, Spot] {
  let best: [Spot, Spot] = [spots[0] ?? { x: 0, y: 0 }, spots[1] ?? { x: 1, y: 0 }]
  for (let i = 1; i < spots.length; i++) {
    const [a, b] = [spots[i - 1]!, spots[i]!]
    if (Math.hypot(b.x - a.x, b.y - a.y) > Math.hypot(best[1].x - best[0].x, best[1].y - best[0].y)) best = [a, b]
  }
  return best
}

/** The names of a map, none upon another: each goes to the first place near its own that is free. */
export function names(map: MapCard): Name[] {
  const [width, height] = [(map.width * INCH) / 1000, (map.height * INCH) / 1000]
  const wishes: Name[] = []
  for (const a of map.areas)
    if (a.kind !== 'bridge') wishes.push({ ...middle(outline(a.points, map.height)), text: a.name, kind: kindOf(a.kind), turn: 0 })
  for (const h of map.hills) {
    const foot = outline(h.points, map.height)
    wishes.push({ ...middle(foot), y: Math.min(...foot.map((s) => s.y)) + 20, text: h.name, kind: 'hill', turn: 0 })
  }
  for (const l of map.lines) {
    const [a, b] = longest(outline(l.points, map.height))
    let turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI
    if (turn > 90 || turn < -90) turn += turn > 0 ? -180 : 180
    wishes.push({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 7, text: l.name, kind: kindOf(l.kind), turn: Math.abs(turn) > 75 ? 0 : turn })
  }
  const taken: { x: number; y: number; w: number; h: number }[] = []
  const found: Name[] = []
  for (const n of wishes) {
    const [w, h] = [n.text.length * (n.kind === 'town' ? 11 : 8.5), 20]
    const free = [0, 22, -22, 44, -44, 66, -66]
      .map((dy) => ({
        x: Math.min(Math.max(n.x, w / 2 + 6), width - w / 2 - 6),
        y: Math.min(Math.max(n.y + dy, 16), height - 10),
      }))
      .find((p) => !taken.some((t) => Math.abs(t.x - p.x) < (t.w + w) / 2 && Math.abs(t.y - p.y) < (t.h + h) / 2))
    if (!free) continue
    taken.push({ ...free, w, h })
    found.push({ ...n, ...free })
  }
  return found
}
