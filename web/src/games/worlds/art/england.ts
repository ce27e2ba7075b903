/**
 * England by its zones, drawn from longitudes and latitudes. Every border is one arc that two zones share, so
 * neighbours on the map are exactly the zones with an arc in common; arcs of one zone only are coast.
 */
import { type Pt, n, random } from '../../../table/ink'

export const WIDTH = 960
export const HEIGHT = 1180

/** The south is drawn taller than the north: most towns lie there. */
function down(lat: number): number {
  if (lat > 54.5) return 10 + (56.5 - lat) * 128
  if (lat > 52.8) return 266 + (54.5 - lat) * 156
  return 531 + (52.8 - lat) * 212
}

/** Longitude and latitude on the sheet. The north is drawn wider than it is, and London is swollen: counters need room. */
export function onSheet([lon, lat]: Pt): Pt {
  const north = Math.min(Math.max((lat - 52.4) / 2.6, 0), 1) - 0.7 * Math.min(Math.max(lat - 55.1, 0), 1)
  const middle = 434
  const plain = 240 + (lon + 4.1) * 108
  const x = middle + (plain - middle) * (1 + 0.42 * north)
  const y = down(lat)
  const [cx, cy] = [672, down(51.5)]
  const r = Math.hypot(x - cx, y - cy)
  const reach = 260
  if (r >= reach) return [x, y]
  const k = 1 + 0.62 * (1 - r / reach) ** 2
  return [cx + (x - cx) * k, cy + (y - cy) * k]
}

/** Coasts and borders, by the zones on either side. Each runs from one junction to another. */
// prettier-ignore
const arcs: Record<string, Pt[]> = {
  // The coast, clockwise from the Solway.
  scotland: [
    [-3.05, 54.98], [-3.55, 54.88], [-3.95, 54.78], [-4.35, 54.69], [-4.45, 54.86], [-4.75, 54.84], [-4.86, 54.66], [-5.1, 54.85],
    [-4.98, 55.02], [-4.83, 55.22], [-4.63, 55.45], [-4.85, 55.68], [-4.8, 55.92], [-4.55, 55.93], [-4.85, 56.02], [-5.0, 56.2],
    [-5.2, 56.05], [-5.4, 55.85], [-5.5, 56.1], [-5.4, 56.3], [-5.35, 56.5], [-4.2, 56.5], [-2.55, 56.5], [-2.75, 56.4], [-3.05, 56.42],
    [-2.8, 56.34], [-2.62, 56.27], [-2.9, 56.19], [-3.3, 56.04], [-3.65, 56.04], [-3.2, 55.98], [-2.75, 56.06], [-2.5, 56.0],
    [-2.12, 55.91], [-2.0, 55.77],
  ],
  newcastle: [
    [-2.0, 55.77], [-1.72, 55.62], [-1.58, 55.42], [-1.55, 55.3], [-1.46, 55.12], [-1.4, 55.0], [-1.34, 54.86], [-1.2, 54.69],
    [-1.18, 54.62], [-1.02, 54.62], [-0.78, 54.56], [-0.58, 54.48],
  ],
  hull: [
    [-0.58, 54.48], [-0.38, 54.28], [-0.27, 54.2], [-0.07, 54.12], [-0.21, 54.05], [-0.15, 53.9], [0.03, 53.7], [0.13, 53.58],
    [-0.1, 53.66], [-0.35, 53.73], [-0.62, 53.71], [-0.38, 53.68], [-0.15, 53.6], [0.05, 53.5], [0.25, 53.33], [0.34, 53.13],
    [0.2, 53.04], [0.06, 52.94], [0.12, 52.86],
  ],
  norwich: [
    [0.12, 52.86], [0.28, 52.8], [0.4, 52.8], [0.5, 52.96], [0.8, 52.98], [1.3, 52.94], [1.58, 52.79], [1.74, 52.6], [1.76, 52.46],
    [1.67, 52.3], [1.62, 52.2],
  ],
  colchester: [
    [1.62, 52.2], [1.58, 52.07], [1.36, 51.97], [1.14, 51.97], [1.28, 51.92], [1.29, 51.85], [1.13, 51.78], [0.92, 51.78], [0.76, 51.73],
    [0.96, 51.69], [0.93, 51.6], [0.78, 51.53], [0.52, 51.53],
  ],
  london: [[0.52, 51.53], [0.3, 51.49], [0.14, 51.5], [0.0, 51.49], [0.14, 51.47], [0.32, 51.45], [0.52, 51.44]],
  dover: [
    [0.52, 51.44], [0.72, 51.46], [0.68, 51.39], [0.92, 51.4], [1.08, 51.36], [1.38, 51.39], [1.45, 51.35], [1.37, 51.27], [1.41, 51.2],
    [1.34, 51.12], [1.15, 51.06], [0.98, 50.91], [0.75, 50.93], [0.57, 50.85], [0.33, 50.77], [0.24, 50.73], [-0.12, 50.82],
    [-0.36, 50.81],
  ],
  southampton: [
    [-0.36, 50.81], [-0.65, 50.78], [-0.8, 50.73], [-1.0, 50.8], [-1.18, 50.8], [-1.42, 50.92], [-1.36, 50.79], [-1.58, 50.72],
    [-1.78, 50.73], [-1.98, 50.71], [-1.95, 50.6], [-2.1, 50.58], [-2.42, 50.63], [-2.46, 50.52], [-2.52, 50.6], [-2.72, 50.69],
    [-2.93, 50.73],
  ],
  plymouth: [
    [-2.93, 50.73], [-3.24, 50.68], [-3.44, 50.62], [-3.5, 50.46], [-3.5, 50.38], [-3.64, 50.22], [-3.8, 50.21], [-3.95, 50.3],
    [-4.14, 50.37], [-4.22, 50.32], [-4.46, 50.35], [-4.68, 50.33], [-4.8, 50.22], [-5.03, 50.16], [-5.08, 50.04], [-5.2, 49.96],
    [-5.32, 50.08], [-5.5, 50.12], [-5.58, 50.04], [-5.7, 50.06], [-5.68, 50.15], [-5.48, 50.22], [-5.28, 50.27], [-5.08, 50.4],
    [-5.02, 50.54], [-4.77, 50.66], [-4.56, 50.82], [-4.53, 51.02], [-4.3, 51.0], [-4.22, 51.1], [-4.1, 51.21], [-3.82, 51.23],
    [-3.47, 51.21],
  ],
  bristol: [[-3.47, 51.21], [-3.1, 51.2], [-3.0, 51.34], [-2.78, 51.46], [-2.62, 51.6], [-2.45, 51.78]],
  wales: [
    [-2.45, 51.78], [-2.7, 51.62], [-2.98, 51.55], [-3.16, 51.45], [-3.3, 51.39], [-3.55, 51.4], [-3.75, 51.52], [-3.9, 51.61],
    [-4.05, 51.57], [-4.28, 51.57], [-4.22, 51.67], [-4.45, 51.73], [-4.68, 51.65], [-4.93, 51.6], [-5.15, 51.68], [-4.95, 51.74],
    [-5.18, 51.8], [-5.3, 51.88], [-5.02, 52.02], [-4.7, 52.12], [-4.36, 52.22], [-4.12, 52.36], [-4.07, 52.54], [-4.07, 52.72],
    [-4.14, 52.87], [-4.32, 52.91], [-4.5, 52.82], [-4.75, 52.8], [-4.55, 52.95], [-4.34, 53.1], [-4.62, 53.22], [-4.58, 53.38],
    [-4.3, 53.42], [-4.06, 53.29], [-3.86, 53.33], [-3.5, 53.33], [-3.32, 53.35], [-3.08, 53.22],
  ],
  liverpool: [
    [-3.08, 53.22], [-3.2, 53.38], [-3.03, 53.42], [-2.9, 53.32], [-3.0, 53.46], [-3.09, 53.55], [-3.0, 53.68], [-2.82, 53.73],
    [-3.05, 53.78], [-3.04, 53.92], [-2.88, 54.0], [-2.84, 54.17],
  ],
  carlisle: [
    [-2.84, 54.17], [-3.0, 54.15], [-3.18, 54.08], [-3.22, 54.22], [-3.4, 54.32], [-3.6, 54.5], [-3.56, 54.65], [-3.42, 54.85],
    [-3.2, 54.94], [-3.05, 54.98],
  ],
  // Borders.
  'scotland carlisle': [[-3.05, 54.98], [-2.86, 55.12], [-2.48, 55.27]],
  'scotland newcastle': [[-2.48, 55.27], [-2.25, 55.42], [-2.3, 55.6], [-2.0, 55.77]],
  'carlisle newcastle': [[-2.48, 55.27], [-2.52, 55.0], [-2.32, 54.78], [-2.3, 54.56]],
  'carlisle leeds': [[-2.3, 54.56], [-2.36, 54.36], [-2.38, 54.16]],
  'carlisle liverpool': [[-2.84, 54.17], [-2.6, 54.22], [-2.38, 54.16]],
  'newcastle leeds': [[-2.3, 54.56], [-1.95, 54.48], [-1.55, 54.5], [-1.2, 54.36]],
  'newcastle hull': [[-1.2, 54.36], [-0.85, 54.42], [-0.58, 54.48]],
  'leeds hull': [[-1.2, 54.36], [-1.06, 54.05], [-0.95, 53.7], [-0.92, 53.45]],
  'leeds liverpool': [[-2.38, 54.16], [-2.18, 53.85], [-2.12, 53.55], [-1.92, 53.24]],
  'leeds leicester': [[-1.92, 53.24], [-1.4, 53.3], [-0.92, 53.45]],
  'hull leicester': [[-0.92, 53.45], [-0.78, 53.12], [-0.42, 52.82]],
  'hull norwich': [[-0.42, 52.82], [-0.12, 52.8], [0.12, 52.86]],
  'liverpool wales': [[-3.08, 53.22], [-2.92, 53.1], [-2.98, 52.94]],
  'liverpool birmingham': [[-2.98, 52.94], [-2.55, 53.04], [-2.2, 53.1], [-1.92, 53.24]],
  'wales birmingham': [[-2.98, 52.94], [-3.08, 52.62], [-2.95, 52.35], [-2.82, 52.15]],
  'birmingham leicester': [[-1.92, 53.24], [-1.72, 52.92], [-1.6, 52.62], [-1.52, 52.36]],
  'birmingham oxford': [[-1.52, 52.36], [-1.68, 52.18], [-1.95, 52.0]],
  'birmingham bristol': [[-2.82, 52.15], [-2.4, 52.1], [-1.95, 52.0]],
  'wales bristol': [[-2.82, 52.15], [-2.68, 51.96], [-2.45, 51.78]],
  'leicester norwich': [[-0.42, 52.82], [-0.34, 52.66], [-0.16, 52.5]],
  'leicester cambridge': [[-0.16, 52.5], [-0.42, 52.4], [-0.66, 52.22]],
  'leicester oxford': [[-1.52, 52.36], [-1.1, 52.24], [-0.66, 52.22]],
  'norwich cambridge': [[-0.16, 52.5], [0.2, 52.42], [0.5, 52.36], [0.74, 52.2]],
  'norwich colchester': [[0.74, 52.2], [1.1, 52.24], [1.38, 52.22], [1.62, 52.2]],
  'cambridge colchester': [[0.74, 52.2], [0.5, 52.02], [0.3, 51.77]],
  'cambridge london': [[-0.52, 51.77], [-0.1, 51.82], [0.3, 51.77]],
  'oxford cambridge': [[-0.66, 52.22], [-0.56, 52.02], [-0.52, 51.77]],
  'colchester london': [[0.3, 51.77], [0.38, 51.64], [0.52, 51.53]],
  'oxford london': [[-0.52, 51.77], [-0.72, 51.6], [-0.68, 51.38]],
  'oxford bristol': [[-1.95, 52.0], [-1.98, 51.7], [-1.88, 51.34]],
  'oxford southampton': [[-1.88, 51.34], [-1.3, 51.26], [-0.68, 51.38]],
  'london southampton': [[-0.68, 51.38], [-0.58, 51.24], [-0.36, 51.16]],
  'london dover': [[-0.36, 51.16], [0.1, 51.18], [0.4, 51.3], [0.52, 51.44]],
  'southampton dover': [[-0.36, 51.16], [-0.44, 50.98], [-0.36, 50.81]],
  'bristol southampton': [[-1.88, 51.34], [-2.1, 51.12], [-2.4, 51.04], [-2.72, 50.98]],
  'bristol plymouth': [[-3.47, 51.21], [-3.25, 51.06], [-3.0, 51.02], [-2.72, 50.98]],
  'southampton plymouth': [[-2.72, 50.98], [-2.78, 50.86], [-2.93, 50.73]],
}

/** Where the town's counter lies, where its harbour is, and how wide the zone is for rows of counters. */
export interface Place {
  town: Pt
  harbour?: Pt
  name: Pt
  cols: number
}

// prettier-ignore
const places: Record<string, { town: Pt; harbour?: Pt; name?: Pt; cols?: number }> = {
  scotland: { town: [-3.5, 55.4], cols: 5 },
  carlisle: { town: [-2.92, 54.66], cols: 3 },
  newcastle: { town: [-1.84, 54.98], harbour: [-1.12, 55.04], cols: 3 },
  leeds: { town: [-1.62, 53.92], cols: 4 },
  hull: { town: [-0.5, 53.98], harbour: [0.16, 53.78], cols: 3 },
  liverpool: { town: [-2.62, 53.62], harbour: [-3.33, 53.56], cols: 3 },
  wales: { town: [-3.72, 52.4], harbour: [-3.42, 51.27], cols: 5 },
  birmingham: { town: [-2.3, 52.66], cols: 4 },
  leicester: { town: [-1.05, 52.86], cols: 4 },
  norwich: { town: [0.92, 52.68], harbour: [1.98, 52.62], cols: 5 },
  cambridge: { town: [0.02, 52.14], cols: 4 },
  colchester: { town: [0.9, 51.98], harbour: [1.52, 51.86], cols: 4 },
  oxford: { town: [-1.26, 51.86], cols: 4 },
  bristol: { town: [-2.4, 51.62], harbour: [-3.02, 51.47], cols: 4 },
  plymouth: { town: [-3.86, 50.82], harbour: [-4.14, 50.14], cols: 5 },
  southampton: { town: [-1.4, 51.06], harbour: [-1.1, 50.52], cols: 6 },
  dover: { town: [0.78, 51.1], harbour: [1.62, 51.04], cols: 5 },
  london: { town: [-0.1, 51.56], cols: 5 },
}

const key = ([x, y]: Pt) => `${x} ${y}`

/** A border drawn by hand: points between its own wander a little, the same for both zones. */
function inked(name: string, line: Pt[]): Pt[] {
  let seed = 7
  for (const c of name) seed = (seed * 31 + c.charCodeAt(0)) >>> 0
  const rnd = random(seed)
  const points = line.map(onSheet)
  const out: Pt[] = []
  points.forEach((b, i) => {
    const a = points[i - 1]
    if (a) {
      const parts = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 13))
      for (let k = 1; k < parts; k++) {
        const t = k / parts
        out.push([a[0] + (b[0] - a[0]) * t + (rnd() - 0.5) * 5, a[1] + (b[1] - a[1]) * t + (rnd() - 0.5) * 5])
      }
    }
    out.push(b)
  })
  return out
}

const drawn = Object.fromEntries(Object.entries(arcs).map(([name, line]) => [name, inked(name, line)]))

/** The arcs of a zone, put end to end. */
function ring(zone: string): Pt[] {
  const left = Object.entries(arcs).filter(([name]) => name.split(' ').includes(zone))
  const out: Pt[] = []
  let at: string | null = null
  while (left.length) {
    const i: number = at === null ? 0 : left.findIndex(([, l]) => key(l[0]!) === at || key(l.at(-1)!) === at)
    const found = left.splice(i, 1)[0]
    if (i < 0 || !found) throw new Error(`the border of ${zone} is not closed at ${at}`)
    const [name, line] = found
    const forward = at === null || key(line[0]!) === at
    const points = drawn[name] as Pt[]
    out.push(...(forward ? points : [...points].reverse()).slice(0, -1))
    at = key((forward ? line.at(-1) : line[0]) as Pt)
  }
  return out
}

const path = (points: Pt[], closed: boolean) => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`

export interface ZoneShape {
  id: string
  d: string
  place: Place
  points: Pt[]
}

export const shapes: Record<string, ZoneShape> = Object.fromEntries(
  Object.entries(places).map(([id, { town, harbour, name, cols }]) => {
    const points = ring(id)
    const place: Place = { town: onSheet(town), name: onSheet(name ?? town), cols: cols ?? 4 }
    if (harbour) place.harbour = onSheet(harbour)
    return [id, { id, d: path(points, true), place, points }]
  }),
)

/** Which zones share a border, as the drawing has it. */
export function neighbours(zone: string): string[] {
  return Object.keys(arcs)
    .map((a) => a.split(' '))
    .filter((a) => a.length === 2 && a.includes(zone))
    .map((a) => (a[0] === zone ? a[1] : a[0]) as string)
    .sort()
}

const coastNames = Object.keys(arcs).filter((a) => !a.includes(' '))
export const coast = path(
  coastNames.reduce<Pt[]>((out, name) => out.concat((drawn[name] as Pt[]).slice(1)), []),
  true,
)
export const borders = Object.entries(drawn)
  .filter(([name]) => name.includes(' '))
  .map(([, line]) => path(line, false))
  .join('')

const land = (line: Pt[]) => path(inked(key(line[0]!), line), true)

/** Land that is no zone: islands, Ireland, France. */
// prettier-ignore
export const abroad = [
  land([[-1.55, 50.66], [-1.3, 50.76], [-1.08, 50.68], [-1.3, 50.58], [-1.55, 50.66]]),
  land([[-4.7, 54.06], [-4.55, 54.06], [-4.38, 54.2], [-4.38, 54.4], [-4.6, 54.3], [-4.7, 54.06]]),
  land([[3.2, 51.35], [2.6, 51.13], [1.9, 50.98], [1.66, 50.87], [1.64, 50.6], [1.62, 50.3], [1.2, 49.98], [0.6, 49.86], [0.25, 49.7], [0.1, 49.5], [3.2, 49.5], [3.2, 51.35]]),
  land([[-7, 55.3], [-6.4, 55.2], [-6.05, 55.05], [-5.75, 54.75], [-5.5, 54.5], [-5.6, 54.3], [-5.9, 54.1], [-6.2, 53.9], [-6.1, 53.6], [-6.05, 53.3], [-6.0, 52.9], [-6.2, 52.5], [-6.35, 52.2], [-7, 52.1], [-8, 52.5], [-8, 55.3], [-7, 55.3]]),
].join('')

// prettier-ignore
export const rivers = [
  [[0.0, 51.49], [-0.12, 51.5], [-0.3, 51.46], [-0.6, 51.5], [-0.95, 51.46], [-1.12, 51.62], [-1.26, 51.75], [-1.6, 51.7], [-1.9, 51.66]],
  [[-2.45, 51.78], [-2.25, 51.88], [-2.2, 52.2], [-2.4, 52.5], [-2.72, 52.7], [-3.1, 52.72], [-3.4, 52.56]],
  [[-0.62, 53.71], [-0.9, 53.68], [-0.78, 53.4], [-0.8, 53.1], [-1.1, 52.95], [-1.6, 52.82], [-2.05, 52.95]],
  [[-0.9, 53.68], [-1.1, 53.95], [-1.45, 54.15], [-1.9, 54.3]],
  [[-1.4, 55.0], [-1.7, 54.97], [-2.1, 55.0], [-2.3, 55.12]],
  [[0.28, 52.8], [0.3, 52.5], [0.0, 52.3], [-0.45, 52.14]],
]
  .map((line) => path(inked(`r${key(line[0] as unknown as Pt)}`, line as unknown as Pt[]), false))
  .join('')

/** Hills stand on the Pennines and in Wales, and over the corner where four zones meet. */
// prettier-ignore
export const hills: Pt[] = (
  [[-1.92, 53.24], [-2.02, 53.38], [-1.8, 53.34], [-2.2, 54.0], [-2.28, 54.32], [-3.12, 54.48], [-3.0, 54.4], [-3.9, 53.02], [-3.72, 52.92],
   [-3.5, 51.86], [-3.75, 51.9], [-4.0, 50.62], [-3.9, 50.58], [-2.3, 55.35], [-3.6, 55.25], [-3.9, 55.2], [-3.3, 55.35], [-4.4, 55.2], [-4.3, 56.35], [-3.9, 56.3], [-4.6, 56.2]] as Pt[]
).map(onSheet)
