/**
 * The country under the table: a staff map of 1918, drawn from a seed. Everything is computed once into a few long
 * paths, so that panning moves a dozen nodes and no filter.
 */
import { type Pt, blob, hatch, lerp, n, p, poly, polar, random, scallop, smooth, wander } from '../../../table/ink'

export interface Landscape {
  /** Path data by ink; the renderer knows the colours. */
  tint: string
  meadow: string
  plough: string
  stubble: string
  borders: string
  dots: string
  hedge: string
  hedgeShade: string
  hill: string
  hachure: string
  river: string
  ripple: string
  bank: string
  road: string
  lane: string
  bridge: string
  trees: string
  shade: string
  roofs: string
  slate: string
  church: string
  grid: string
  names: { at: Pt; text: string }[]
}

const NAMES = [
  'Saint-Aubin',
  'Ferme du Bois',
  'Maurecourt',
  'Les Ormes',
  'Villers',
  'Montigny',
  'La Chaussée',
  'Beaulieu',
  'Courcelles',
  'Hautmont',
  'Vaux',
  'Le Mesnil',
]
const drawn = new Map<string, Landscape>()

/** The point and direction at a part of a polyline's length. */
function along(line: readonly Pt[], t: number): { at: Pt; turn: number } {
  const i = Math.min(line.length - 2, Math.floor(t * (line.length - 1)))
  const [a, b] = [line[i] as Pt, line[i + 1] as Pt]
  const k = t * (line.length - 1) - i
  return { at: [lerp(a[0], b[0], k), lerp(a[1], b[1], k)], turn: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI }
}

/** A winding line between two points: its middle points stray sideways. */
function winding(a: Pt, b: Pt, stray: number, rnd: () => number, parts = 5): Pt[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const len = Math.hypot(dx, dy)
  const knots = Array.from({ length: parts + 1 }, (_, i): Pt => {
    const o = i === 0 || i === parts ? 0 : (rnd() - 0.5) * 2 * stray
    return [a[0] + (dx * i) / parts - (dy / len) * o, a[1] + (dy * i) / parts + (dx / len) * o]
  })
  // Sample the soft curve, so that distances to it can be measured.
  const out: Pt[] = []
  for (let i = 0; i < parts; i++) {
    const [q, r, s, t] = [knots[Math.max(0, i - 1)], knots[i], knots[i + 1], knots[Math.min(parts, i + 2)]] as [Pt, Pt, Pt, Pt]
    for (let k = 0; k < 10; k++) {
      const u = k / 10
      const c = (j: 0 | 1): number =>
        0.5 *
        (2 * r[j] + (s[j] - q[j]) * u + (2 * q[j] - 5 * r[j] + 4 * s[j] - t[j]) * u * u + (3 * r[j] - q[j] - 3 * s[j] + t[j]) * u ** 3)
      out.push([c(0), c(1)])
    }
  }
  out.push(b)
  return out
}

const near = (q: Pt, line: readonly Pt[]): number => Math.min(...line.map((a) => Math.hypot(a[0] - q[0], a[1] - q[1])))

export function landscape(width: number, height: number, seed: number): Landscape {
  const key = `${width}/${height}/${seed}`
  const had = drawn.get(key)
  if (had) return had
  const rnd = random(seed * 7919 + 17)
  const L: Landscape = {
    tint: '',
    meadow: '',
    plough: '',
    stubble: '',
    borders: '',
    dots: '',
    hedge: '',
    hedgeShade: '',
    hill: '',
    hachure: '',
    river: '',
    ripple: '',
    bank: '',
    road: '',
    lane: '',
    bridge: '',
    trees: '',
    shade: '',
    roofs: '',
    slate: '',
    church: '',
    grid: '',
    names: [],
  }
  const far = 30
  const flat = rnd() < 0.5
  // The river crosses from side to side (or from top to bottom), the high road crosses it, lanes run beside.
  const river = flat
    ? winding([-far, height * lerp(0.3, 0.7, rnd())], [width + far, height * lerp(0.3, 0.7, rnd())], 84, rnd, 6)
    : winding([width * lerp(0.3, 0.7, rnd()), -far], [width * lerp(0.3, 0.7, rnd()), height + far], 84, rnd, 6)
  const brook = winding(
    flat ? [width * lerp(0.1, 0.9, rnd()), -far] : [-far, height * lerp(0.1, 0.9, rnd())],
    along(river, 0.35 + rnd() * 0.3).at,
    45,
    rnd,
    4,
  )
  const road = flat
    ? winding([width * lerp(0.25, 0.75, rnd()), -far], [width * lerp(0.25, 0.75, rnd()), height + far], 40, rnd)
    : winding([-far, height * lerp(0.25, 0.75, rnd())], [width + far, height * lerp(0.25, 0.75, rnd())], 40, rnd)
  const lanes = [0.22, 0.78].map((t, i) => {
    const from = along(road, t + (rnd() - 0.5) * 0.1).at
    const to: Pt = flat
      ? [(i + (rnd() < 0.5 ? 1 : 0)) % 2 ? width + far : -far, from[1] + (rnd() - 0.5) * 260]
      : [from[0] + (rnd() - 0.5) * 260, (i + (rnd() < 0.5 ? 1 : 0)) % 2 ? height + far : -far]
    return winding(from, to, 26, rnd, 4)
  })
  const ways = [road, ...lanes]

  // Hills: three rings of hachures that run downhill, as the staff drew them.
  const hills: { at: Pt; r: number }[] = []
  for (let i = 0; i < 80 && hills.length < 3; i++) {
    const at: Pt = [width * lerp(0.12, 0.88, rnd()), height * lerp(0.12, 0.88, rnd())]
    const r = lerp(70, 115, rnd())
    if (near(at, river) > r + 45 && near(at, road) > r * 0.7 && hills.every((o) => Math.hypot(o.at[0] - at[0], o.at[1] - at[1]) > o.r + r))
      hills.push({ at, r })
  }
  for (const { at, r } of hills) {
    const rough = Array.from({ length: 12 }, () => 0.86 + rnd() * 0.3)
    const ring = (f: number): Pt[] => rough.map((k, i) => polar(i * 30, r * f * lerp(1, k, 0.5 + f / 2), at))
    L.hill += smooth(ring(1), true) + smooth(ring(0.62), true)
    for (const [f, g, count] of [
      [0.3, 0.52, 40],
      [0.6, 0.8, 64],
      [0.88, 1.02, 84],
    ] as const)
      for (let i = 0; i < count; i++) {
        const k = (i * 360) / count + rnd() * 2
        const w = lerp(rough[Math.floor(k / 30) % 12] as number, rough[(Math.floor(k / 30) + 1) % 12] as number, (k % 30) / 30)
        const f0 = f + rnd() * 0.03
        const g0 = g - rnd() * 0.06
        L.hachure += `M${p(polar(k, r * f0 * lerp(1, w, 0.5 + f / 2), at))}L${p(polar(k, r * g0 * lerp(1, w, 0.5 + g / 2), at))}`
      }
  }

  // Fields: a warped lattice; each cell is ploughed, stubble, meadow, orchard or left as paper.
  const cell = 118
  const [cols, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1]
  const tilt = (rnd() - 0.5) * 0.3
  const knot: Pt[][] = Array.from({ length: rows + 1 }, (_, j) =>
    Array.from({ length: cols + 1 }, (_, i): Pt => {
      const [x, y] = [(i - 0.5) * cell + (rnd() - 0.5) * 58, (j - 0.5) * cell + (rnd() - 0.5) * 58]
      return [x + (y - height / 2) * tilt, y - (x - width / 2) * tilt]
    }),
  )
  const inTable = (q: Pt, room: number): boolean => q[0] > room && q[0] < width - room && q[1] > room && q[1] < height - room
  const tree = (at: Pt, s: number): void => {
    L.trees += scallop(blob(s * 0.9, 0.1, rnd, s > 4 ? 6 : 5, at), 0.53)
    L.shade += `M${n(at[0])} ${n(at[1] + s * 0.6)}q${n(s * 0.9)}-.2 ${n(s * 0.7)}-${n(s)}q${n(s * 0.3)} ${n(s * 1.3)}-${n(s * 0.7)} ${n(s)}z`
  }
  const bushes = (a: Pt, b: Pt): void => {
    const count = Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 6.5)
    for (let i = 0; i <= count; i++) {
      if (rnd() < 0.16) {
        i += 1
        continue
      }
      const s = 2.1 + rnd() * 1.3
      const q: Pt = [lerp(a[0], b[0], i / count) + (rnd() - 0.5) * 1.6, lerp(a[1], b[1], i / count) + (rnd() - 0.5) * 1.6]
      L.hedge += `M${n(q[0] - s)} ${n(q[1])}a${n(s)} ${n(s * 0.9)} 0 1 1 ${n(2 * s)} 0a${n(s)} ${n(s * 0.8)} 0 1 1 ${n(-2 * s)} 0z`
      L.hedgeShade += `M${n(q[0] + s * 0.2)} ${n(q[1] + s * 0.6)}q${n(s * 0.6)}-.2 ${n(s * 0.5)}-${n(s)}`
    }
  }
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const quad = [knot[j]![i], knot[j]![i + 1], knot[j + 1]![i + 1], knot[j + 1]![i]] as Pt[]
      const mid: Pt = [quad.reduce((s, q) => s + q[0], 0) / 4, quad.reduce((s, q) => s + q[1], 0) / 4]
      const kind = rnd()
      if (hills.some((o) => [mid, ...quad].some((q) => Math.hypot(o.at[0] - q[0], o.at[1] - q[1]) < o.r * 1.02))) continue
      if (near(mid, river) < 34 || kind > 0.86) continue
      const shape = quad.map((q): Pt => [lerp(q[0], mid[0], 0.1), lerp(q[1], mid[1], 0.1)])
      const angle =
        (Math.atan2(quad[1]![1] - quad[0]![1], quad[1]![0] - quad[0]![0]) * 180) / Math.PI + (rnd() < 0.5 ? 90 : 0) + (rnd() - 0.5) * 16
      const edge = wander([...shape, shape[0] as Pt], 2.6, rnd)
      if (kind < 0.3) {
        L.plough += hatch(shape, angle, 6.2, rnd)
        L.borders += edge
        L.tint += edge
      } else if (kind < 0.48) {
        L.stubble += hatch(shape, angle, 9, rnd, 0.9)
        L.borders += edge
      } else if (kind < 0.66) {
        L.meadow += edge
        L.borders += edge
        for (let k = 0; k < 14; k++) {
          const [u, v] = [0.1 + rnd() * 0.8, 0.1 + rnd() * 0.8]
          const q: Pt = [
            lerp(lerp(shape[0]![0], shape[1]![0], u), lerp(shape[3]![0], shape[2]![0], u), v),
            lerp(lerp(shape[0]![1], shape[1]![1], u), lerp(shape[3]![1], shape[2]![1], u), v),
          ]
          L.dots += `M${n(q[0] - 1.6)} ${n(q[1])}l-.8-2.4M${n(q[0])} ${n(q[1])}v-3M${n(q[0] + 1.6)} ${n(q[1])}l.8-2.4`
        }
      } else if (kind < 0.72) {
        for (let a = 1; a < 5; a++)
          for (let b = 1; b < 5; b++) {
            const [u, v] = [a / 5, b / 5]
            tree(
              [
                lerp(lerp(shape[0]![0], shape[1]![0], u), lerp(shape[3]![0], shape[2]![0], u), v),
                lerp(lerp(shape[0]![1], shape[1]![1], u), lerp(shape[3]![1], shape[2]![1], u), v),
              ],
              3.2,
            )
          }
        L.borders += edge
      }
      if (rnd() < 0.45) bushes(shape[0] as Pt, shape[1] as Pt)
      if (rnd() < 0.35) bushes(shape[1] as Pt, shape[2] as Pt)
    }

  // Water.
  L.river = smooth(river.filter((_, i) => i % 5 === 0))
  L.bank = smooth(brook.filter((_, i) => i % 5 === 0 || i === brook.length - 1))
  for (let t = 0.02; t < 0.98; t += 0.016) {
    const { at, turn } = along(river, t + rnd() * 0.01)
    const q = polar(turn + 180, (rnd() - 0.5) * 12, at)
    L.ripple += `M${p(polar(turn + 90, -5 - rnd() * 4, q))}L${p(polar(turn + 90, 5 + rnd() * 4, q))}`
  }

  // Ways, with a bridge where the high road crosses the river; poplars along the road.
  L.road = smooth(road.filter((_, i) => i % 5 === 0))
  L.lane = lanes.map((w) => smooth(w.filter((_, i) => i % 5 === 0 || i === w.length - 1))).join('')
  let best = 0,
    least = Infinity
  for (let t = 0; t <= 1; t += 0.01) {
    const d = near(along(road, t).at, river)
    if (d < least) [best, least] = [t, d]
  }
  const { at: span, turn } = along(road, best)
  const side = (o: number): string => `M${p(polar(turn + 90, -19, polar(turn, o, span)))}L${p(polar(turn + 90, 19, polar(turn, o, span)))}`
  L.bridge = side(5.5) + side(-5.5)
  for (let t = 0.02; t < 1; t += 0.02) {
    const { at, turn: k } = along(road, t)
    if (near(at, river) < 34 || Math.sin(t * 21 + seed) < 0.25) continue
    tree(polar(k, 9.5, at), 2.8)
    tree(polar(k, -9.5, at), 2.8)
  }

  // Woods and villages.
  const free = (q: Pt, room: number): boolean => inTable(q, 18) && near(q, river) > room + 14 && ways.every((w) => near(q, w) > room)
  for (let k = 0, made = 0; k < 60 && made < 4 + (width * height) / 270000; k++) {
    const at: Pt = [rnd() * width, rnd() * height]
    if (!free(at, 36)) continue
    made++
    const many = 7 + Math.floor(rnd() * 10)
    const spots = Array.from({ length: many }, (): Pt => polar(rnd() * 360, Math.sqrt(rnd()) * 34, at)).sort((a, b) => a[1] - b[1])
    for (const s of spots) tree(s, 5 + rnd() * 1.8)
  }
  const house = (at: Pt, w: number, h: number, k: number, slate = false): void => {
    const c = (x: number, y: number): Pt => polar(k + 90, x, polar(k, y, at))
    const box = poly([c(-w, -h), c(w, -h), c(w, h), c(-w, h)]) + `M${p(c(-w, 0))}L${p(c(w, 0))}`
    if (slate) L.slate += box
    else L.roofs += box
  }
  const names = [...NAMES].sort(() => rnd() - 0.5)
  const sites = [along(road, 0.1 + rnd() * 0.15), along(road, 0.72 + rnd() * 0.16), ...lanes.map((w) => along(w, 0.42 + rnd() * 0.2))]
  sites.forEach((site, s) => {
    if (!inTable(site.at, 50) || near(site.at, river) < 46) return
    for (let i = -2; i <= 2; i++)
      for (const m of [-1, 1]) {
        if (rnd() < 0.24) continue
        const q = polar(site.turn, m * (13 + rnd() * 5), polar(site.turn + 90, i * 15 + rnd() * 5, site.at))
        house(q, 4 + rnd() * 2.6, 3 + rnd() * 1.2, site.turn + (rnd() - 0.5) * 16, rnd() < 0.3)
      }
    if (s < 2) {
      const q = polar(site.turn, 27, site.at)
      house(q, 7, 3.6, site.turn, true)
      L.church += `M${n(q[0])} ${n(q[1] - 5)}v-9M${n(q[0] - 3)} ${n(q[1] - 11)}h6`
    }
    const level = Math.abs(Math.cos((site.turn * Math.PI) / 180)) > 0.6
    L.names.push({ at: level ? [site.at[0], site.at[1] + 36] : [site.at[0] + 74, site.at[1] + 4], text: names[s] as string })
  })

  // The staff's grid: a square is one ruler, 200 mm.
  for (let x = 200; x < width; x += 200) L.grid += `M${x} 0V${height}`
  for (let y = 200; y < height; y += 200) L.grid += `M0 ${y}H${width}`
  drawn.set(key, L)
  return L
}
