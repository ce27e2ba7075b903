/** Drawing helpers of the art: a small seeded random source and functions that write path data. */

export type Pt = readonly [number, number]
export type Random = () => number

/** Mulberry32: the same seed always draws the same picture. */
export function random(seed: number): Random {
  let a = (seed * 2654435761 + 0x9e3779b9) | 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  return h >>> 0
}

export const n = (x: number): string => String(Math.round(x * 10) / 10)
export const p = (q: Pt): string => `${n(q[0])} ${n(q[1])}`
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t
export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x))
/** The point at a clockwise angle from north (degrees), y down. */
export const polar = (angle: number, r: number, at: Pt = [0, 0]): Pt => {
  const a = (angle * Math.PI) / 180
  return [at[0] + Math.sin(a) * r, at[1] - Math.cos(a) * r]
}

export const poly = (points: readonly Pt[], closed = true): string =>
  points.length ? `M${points.map(p).join('L')}${closed ? 'Z' : ''}` : ''

/** A soft curve through the points (Catmull-Rom). A point given twice makes a corner. */
export function smooth(points: readonly Pt[], closed = false): string {
  const count = points.length
  if (count < 3) return poly(points, closed)
  const at = (i: number): Pt => (closed ? points[(i + count) % count] : points[Math.min(count - 1, Math.max(0, i))]) as Pt
  let d = `M${p(at(0))}`
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    if (b[0] === c[0] && b[1] === c[1]) continue
    const c1: Pt = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6]
    const c2: Pt = [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6]
    d += `C${p(c1)} ${p(c2)} ${p(c)}`
  }
  return d + (closed ? 'Z' : '')
}

/** A soft shape, mirrored over the vertical axis, from half widths: [y, half width] from nose to tail. */
export function spindle(profile: readonly Pt[]): string {
  const right = profile.map(([y, w]): Pt => [w, y])
  const left = right.map(([x, y]): Pt => [-x, y]).reverse()
  return smooth([...right, ...left], true)
}

/** A closed ring of points around a centre whose radius wavers by `rough` (0..1). */
export function blob(r: number, rough: number, rnd: Random, count = 14, at: Pt = [0, 0], squash = 1): Pt[] {
  return Array.from({ length: count }, (_, i): Pt => {
    const [x, y] = polar((i * 360) / count, r * (1 + (rnd() - 0.5) * 2 * rough))
    return [at[0] + x, at[1] + y * squash]
  })
}

/** A line drawn by hand: the points between wander by `by`. */
export function wander(points: readonly Pt[], by: number, rnd: Random, step = 22): string {
  const out: Pt[] = []
  points.forEach((b, i) => {
    const a = points[i - 1]
    if (a) {
      const parts = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step))
      for (let k = 1; k < parts; k++)
        out.push([lerp(a[0], b[0], k / parts) + (rnd() - 0.5) * by, lerp(a[1], b[1], k / parts) + (rnd() - 0.5) * by])
      out.push(b, b)
    } else out.push(b)
  })
  return smooth(out)
}

/** Scallops bulging outwards along a closed ring: crowns, bushes, smoke. */
export function scallop(ring: readonly Pt[], puff = 0.62): string {
  let d = ''
  ring.forEach((b, i) => {
    const c = ring[(i + 1) % ring.length] as Pt
    const r = Math.hypot(c[0] - b[0], c[1] - b[1]) * puff
    d += `${i ? '' : `M${p(b)}`}A${n(r)} ${n(r)} 0 0 1 ${p(c)}`
  })
  return d + 'Z'
}

/** Parallel strokes inside a convex polygon, wavering a little, with a gap here and there. */
export function hatch(shape: readonly Pt[], angle: number, gap: number, rnd: Random, broken = 0.12): string {
  const a = (angle * Math.PI) / 180
  const [dx, dy] = [Math.cos(a), Math.sin(a)]
  const across = shape.map(([x, y]) => -x * dy + y * dx)
  let d = ''
  for (let o = Math.min(...across) + gap * 0.6; o < Math.max(...across); o += gap * (0.9 + rnd() * 0.2)) {
    const cuts: number[] = []
    shape.forEach((b, i) => {
      const c = shape[(i + 1) % shape.length] as Pt
      const [s, t] = [-b[0] * dy + b[1] * dx - o, -c[0] * dy + c[1] * dx - o]
      if (s * t < 0) {
        const k = s / (s - t)
        cuts.push(lerp(b[0], c[0], k) * dx + lerp(b[1], c[1], k) * dy)
      }
    })
    if (cuts.length < 2) continue
    const from = Math.min(...cuts) + rnd() * gap * 0.5
    const to = Math.max(...cuts) - rnd() * gap * 0.5
    const at = (s: number): Pt => [s * dx - o * dy + (rnd() - 0.5) * 0.7, s * dy + o * dx + (rnd() - 0.5) * 0.7]
    if (to - from < 3) continue
    const mid = lerp(from, to, 0.2 + rnd() * 0.6)
    d += rnd() < broken ? `M${p(at(from))}L${p(at(mid))}M${p(at(mid + 4))}L${p(at(to))}` : `M${p(at(from))}L${p(at(to))}`
  }
  return d
}
