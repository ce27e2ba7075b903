/** Plan forms of the airplanes: what turns a row of `models.ts` into path data. */
import { type Pt, lerp, n, poly, smooth, spindle } from '../../../table/ink'
import { planOf, type Nation, type Nose, type Paint, type Plan, type Surface, type Tail, type Tip } from './models'

/** A surface as a patch: point(u, f), u from root to tip (0..1), f from leading to trailing edge (0..1). */
function patch(s: Surface) {
  const half = s.span / 2
  const tipAt = (f: number): number => {
    const edge = Math.abs(2 * f - 1)
    const corner = (s.chord * 0.16 * edge ** 6) / half
    switch (s.tip) {
      case 'round':
        return 1 - ((s.chord * 0.62) / half) * (1 - Math.sqrt(Math.max(0, 1 - edge * edge * 0.98)))
      case 'rake':
        return 1 - (s.chord * 0.46 * (1 - f) ** 1.15) / half - corner * 0.8
      case 'fore':
        return 1 - (s.chord * 0.42 * f ** 1.15) / half - corner * 0.8
      case 'ellipse':
        return 1
      default:
        return 1 - corner
    }
  }
  const chordAt = (u: number): number =>
    s.tip === 'ellipse' ? s.chord * Math.sqrt(Math.max(0.002, 1 - u ** 2.3)) : s.chord * lerp(1, s.taper ?? 1, u)
  // The inner part of a bent wing runs forward to the kink; from there the plain taper goes on.
  const bend = (u: number): number => (s.kink ? Math.max(0, 1 - u / s.kink) : 0)
  const at = (u: number, f: number): Pt => {
    const chord = chordAt(u) * (1 - 0.2 * bend(u))
    const lead = s.y + (s.sweep ?? 0) * u + 5.2 * bend(u) + (s.tip === 'ellipse' ? (s.chord - chord) * 0.36 : 0)
    // The cut over the cockpit takes the trailing edge away near the root.
    const cut = s.cut ? s.cut * Math.max(0, 1 - ((u * half) / (s.chord * 0.62)) ** 2) : 0
    return [u * half * tipAt(f), lead + f * chord * (1 - cut)]
  }
  /** The outline of a part of the right half, root to tip. */
  const region = (u0: number, u1: number, f0: number, f1: number, steps = 10): Pt[] => {
    const line = (g: (t: number) => Pt): Pt[] => Array.from({ length: steps + 1 }, (_, i) => g(i / steps))
    return [
      ...line((t) => at(lerp(u0, u1, t ** 0.8), f0)),
      ...line((t) => at(u1, lerp(f0, f1, t))),
      ...line((t) => at(lerp(u1, u0, t ** 1.25), f1)),
    ]
  }
  return { at, region }
}

const mirror = (pts: readonly Pt[]): Pt[] => pts.map(([x, y]): Pt => [-x, y])
/** Both halves of a region as one shape (touching the axis) or as two. */
const both = (pts: readonly Pt[], joined: boolean): string =>
  joined ? poly([...pts, ...mirror(pts).reverse()]) : poly(pts) + poly(mirror(pts))

export interface WingArt {
  outline: string
  shade: string
  ribs: string
  aileron: string
  deco: string
  accent: string
}
export interface AirplaneArt {
  /** WW2: the canopy and its frames. */
  glass?: string
  frames?: string
  /** What juts out before or behind the wing: radiators, trousered wheels. */
  slung?: string
  paint: Paint
  nation: Nation
  nose: Nose
  wings: WingArt[]
  tail: WingArt
  fin: string
  body: string
  bodyShade: string
  cowl: string
  dark: string
  lines: string
  cockpit: Pt[]
  props: [number, number, number][]
  under: string
  marks: [number, number, number][]
  tailMark: Pt | null
}

function wingArt(s: Surface, deco: Paint['deco'], top: boolean, lower = false): WingArt {
  const { at, region } = patch(s)
  const half = s.span / 2
  let ribs = ''
  const count = Math.round(half / 5.2)
  for (let i = 1; i < count; i++) {
    const u = i / count
    for (const m of [1, -1]) {
      const [a, b] = [at(u, 0.08), at(u, 0.94)]
      ribs += `M${n(a[0] * m)} ${n(a[1])}L${n(b[0] * m)} ${n(b[1])}`
    }
  }
  let aileron = ''
  if (s.aileron) {
    const [a, b, c] = [at(s.aileron, 1), at(s.aileron, 0.7), at(0.985, 0.7)]
    const hornPts: Pt[] = s.horn ? [at(0.98, 0.58), [half + 1.9, at(1, 0.68)[1]], [half + 1.5, at(1, 1)[1]], at(0.97, 1)] : []
    for (const m of [1, -1]) {
      const f = (q: Pt): string => `${n(q[0] * m)} ${n(q[1])}`
      aileron += `M${f(a)}L${f(b)}L${f(c)}` + (hornPts.length ? `M${hornPts.map(f).join('L')}` : '')
    }
  }
  // The crease of a bent wing, on both sides.
  if (s.kink)
    for (const m of [1, -1]) {
      const [a, b] = [at(s.kink, 0.02), at(s.kink, 0.98)]
      aileron += `M${n(a[0] * m)} ${n(a[1])}L${n(b[0] * m)} ${n(b[1])}`
    }
  let bits = '',
    accent = ''
  if (deco === 'camo')
    // Wavering bands across the chord, not the same on both sides.
    for (const [a, b, m, k] of [
      [0.12, 0.27, 1, 0.05],
      [0.46, 0.6, 1, -0.06],
      [0.8, 0.88, 1, 0.04],
      [0.2, 0.38, -1, -0.05],
      [0.58, 0.7, -1, 0.06],
      [0.9, 0.96, -1, -0.02],
    ] as const) {
      const side = (u: number): Pt[] => [0, 0.3, 0.62, 1].map((f, i) => at(u + [0, k, -k, k / 2][i]!, f))
      const band = [...side(a), ...side(b).reverse()]
      bits += smooth(m > 0 ? band : mirror(band), true)
    }
  if (deco === 'lozenge') {
    const rows = 3,
      cols = Math.round(half / 7)
    for (let i = 0; i < cols; i++)
      for (let j = 0; j < rows; j++)
        if ((i + j) % 2) {
          const m: Pt[] = [
            at((i + 0.5) / cols, j / rows),
            at((i + 1) / cols, (j + 0.5) / rows),
            at((i + 0.5) / cols, (j + 1) / rows),
            at(i / cols, (j + 0.5) / rows),
          ]
          bits += poly(m) + poly(mirror(m))
        }
  }
  if (deco === 'tips' && (top || lower)) accent = both(region(0.84, 1, 0, 1), false)
  if (deco === 'bands' && top) accent = both(region(0.3, 0.37, 0, 1, 4), false) + both(region(0.42, 0.46, 0, 1, 4), false)
  if (deco === 'chequer' && top)
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 3; j++)
        if ((i + j) % 2 === 0) accent += both(region(0.22 + i * 0.06, 0.28 + i * 0.06, j / 3, (j + 1) / 3, 2), false)
  return { outline: both(region(0, 1, 0, 1), true), shade: both(region(0, 1, 0.66, 1), true), ribs, aileron, deco: bits, accent }
}

const TAILS: Record<Tail, Partial<Surface> & { span: number; chord: number; tip: Tip }> = {
  nieuport: { span: 27, chord: 11, tip: 'rake', sweep: 2.5, taper: 0.78 },
  spad: { span: 29, chord: 11.5, tip: 'rake', sweep: 3.5, taper: 0.7 },
  heart: { span: 27, chord: 14, tip: 'ellipse', sweep: 1 },
  fokker: { span: 26, chord: 13, tip: 'square', sweep: 6.5, taper: 0.46 },
  sopwith: { span: 25, chord: 11.5, tip: 'round', sweep: 1 },
  leaf: { span: 25, chord: 14, tip: 'fore', sweep: 4, taper: 0.74 },
  swept: { span: 28, chord: 12, tip: 'round', sweep: 4.5, taper: 0.7 },
  twin: { span: 32, chord: 12, tip: 'square', sweep: 0.5 },
}

const rect = (x: number, y: number, w: number, h: number): string => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`
const disc = (x: number, y: number, r: number): string => `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

/** A canopy over the fuselage, with its frames; a long one has seats for two. */
function canopy([from, to]: [number, number], w: number): { glass: string; frames: string } {
  const half = w * 0.62
  const glass = spindle([
    [from - 4, 0.6],
    [from - 1.5, half * 0.86],
    [from + 2, half],
    [to - 3, half * 0.94],
    [to, half * 0.5],
    [to + 1.5, 0.5],
  ])
  const panes = Math.max(2, Math.round((to - from) / 4))
  let frames = ''
  for (let i = 0; i <= panes; i++) {
    const y = lerp(from - 1, to - 1.5, i / panes)
    frames += `M${n(-half * 0.9)} ${n(y)}H${n(half * 0.9)}`
  }
  return { glass, frames: frames + `M0 ${n(from - 3)}V${n(to)}` }
}

/** Under the wings of a WW2 airplane, as far as it shows from above. */
function hanging(plan: Plan, w: number): { slung: string } {
  const top = plan.wings[plan.wings.length - 1] as Surface
  const back = top.y + top.chord
  switch (plan.pods) {
    case 'radiators':
      return { slung: rect(12, back - 4, 9, 3.4) + (plan.nation === 'raf' ? rect(-19, back - 4, 5, 3.4) : rect(-21, back - 4, 9, 3.4)) }
    case 'belly':
      return { slung: rect(-w * 0.7, back - 3, w * 1.4, 4.2) }
    case 'twin':
      return { slung: rect(14, back - 6, 8, 4.6) + rect(-22, back - 6, 8, 4.6) }
    // Fixed wheels in their spats before the kink of the wing, and the siren's screw.
    case 'trousers': {
      const spat = (x: number): string => `M${n(x - 2.6)} ${n(top.y + 4)}q-.6 -9 2.6 -10.5q3.2 1.5 2.6 10.5z`
      return { slung: spat(top.span * 0.15) + spat(-top.span * 0.15) }
    }
    default:
      return { slung: '' }
  }
}

function build(plan: Plan, paintIn: Paint): AirplaneArt {
  const { from, to, body: w, nose, guns } = plan
  const top = plan.wings[plan.wings.length - 1] as Surface
  const wings = plan.wings.map((s, i) => wingArt(s, paintIn.deco, i === plan.wings.length - 1, i === 0 && plan.wings.length === 3))
  const t = TAILS[plan.tail]
  const tailY = to - t.chord - (t.sweep ?? 0) * 0.35
  const tail = wingArt({ ...t, y: tailY, aileron: 0.06 }, paintIn.deco === 'lozenge' ? 'lozenge' : 'plain', false)
  const seat = top.y + top.chord + (plan.wings.length === 3 ? 2.5 : 1.6)
  const art: AirplaneArt = {
    paint: paintIn,
    nation: paintIn.nation ?? plan.nation,
    nose,
    wings,
    tail,
    cowl: '',
    dark: '',
    lines: '',
    under: '',
    fin: `M0 ${n(tailY + 2)}L0 ${n(to + 1)}`,
    body: '',
    bodyShade: '',
    cockpit: [[0, seat]],
    props: [[0, from - 1.2, 12.5]],
    marks: [
      [
        top.span * (top.tip === 'rake' || top.tip === 'fore' ? 0.355 : 0.38),
        top.y + top.chord * 0.47 + (top.sweep ?? 0) * 0.74,
        Math.min(5.4, top.chord * 0.41),
      ],
    ],
    tailMark: null,
  }
  const slim = plan.tail === 'heart' || plan.tail === 'leaf' ? 0.34 : 0.24
  const profile = (head: Pt[]): Pt[] => [
    ...head,
    [lerp(from, to, 0.45), w],
    [lerp(from, to, 0.72), w * 0.66],
    [to - 2, w * slim],
    [to + 1, 0.5],
  ]
  switch (nose) {
    case 'rotary':
      art.body = spindle(
        profile([
          [from + 4, w * 0.9],
          [from + 9, w * 1.02],
        ]),
      )
      art.cowl = spindle([
        [from, w * 0.5],
        [from + 0.8, w * 0.98],
        [from + 3, w * 1.12],
        [from + 8.5, w * 1.1],
        [from + 8.6, w * 1.06],
      ])
      art.dark = disc(0, from + 0.8, 1.9)
      art.lines = `M${n(-w)} ${n(from + 6)}h${n(2 * w)}`
      break
    case 'radiator':
      art.body = spindle(
        profile([
          [from + 1, w * 0.9],
          [from + 1, w * 0.9],
          [from + 8, w * 1.02],
        ]),
      )
      art.cowl =
        plan.tail === 'fokker'
          ? rect(-w * 0.95, from, 2 * w * 0.95, 3.2)
          : spindle([
              [from, w * 0.8],
              [from + 1.2, w * 1.02],
              [from + 4.2, w * 1.04],
            ])
      art.lines = `M${n(-w * 0.5)} ${n(from + 6)}v9M${n(w * 0.5)} ${n(from + 6)}v9M${n(w)} ${n(from + 9)}v16`
      art.dark = disc(0, from + 0.4, 1.3)
      break
    case 'spinner':
      art.body = spindle(
        profile([
          [from + 3, w * 0.62],
          [from + 8, w * 0.92],
          [from + 14, w],
        ]),
      )
      art.cowl = spindle([
        [from - 1.4, 0.4],
        [from + 0.6, w * 0.44],
        [from + 3.6, w * 0.64],
      ])
      art.dark = [0, 1, 2, 3].map((i) => disc(0, from + 7.5 + i * 2.1, 0.8)).join('')
      art.lines = `M${n(w * 0.95)} ${n(from + 8)}l1.4 10`
      break
    case 'inline':
      art.body = spindle(
        profile([
          [from + 1, w * 0.6],
          [from + 1.6, w * 0.74],
          [from + 8, w * 0.96],
        ]),
      )
      art.cowl = rect(-w * 0.5, from + 0.2, w, 2.4)
      art.dark = rect(-1.5, from + 4.5, 3, 9.5) + disc(w, from + 9, 1)
      art.lines = `M${n(w * 0.9)} ${n(from + 9)}l3 3`
      break
    case 'mono':
      art.body = spindle(
        profile([
          [from + 2, w * 0.5],
          [from + 6, w * 0.8],
          [from + 14, w],
        ]),
      )
      art.cowl = spindle([
        [from - 1, 0.4],
        [from + 1, w * 0.42],
        [from + 3, w * 0.55],
      ])
      art.dark = ''
      art.lines = `M${n(-w * 0.7)} ${n(from + 7)}v8M${n(w * 0.7)} ${n(from + 7)}v8`
      art.cockpit = []
      art.props = [[0, from - 0.4, 14]]
      if (plan.glass) Object.assign(art, canopy(plan.glass, w), hanging(plan, w))
      break
    case 'boat': {
      // A boat hull under the wings; the engine hangs between them with a pusher screw.
      art.body = spindle([
        [from, 0.8],
        [from + 4, w * 0.75],
        [from + 13, w * 1.05],
        [from + 30, w],
        [to - 18, w * 0.5],
        [to - 3, w * 0.3],
        [to, 0.6],
      ])
      art.lines = `M0 ${n(from + 1)}V${n(from + 13)}M${n(-w * 0.6)} ${n(from + 5)}Q0 ${n(from + 2)} ${n(w * 0.6)} ${n(from + 5)}`
      art.cowl = spindle([
        [-13, 2.2],
        [-12, 3.2],
        [0, 3],
        [3, 2],
      ])
      art.dark = disc(0, 3.4, 1.3)
      art.props = [[0, 4.6, 13]]
      art.cockpit = [[0, from + 15]]
      const f = (x: number): string => `M${n(x - 2.2)} -2q2.2 -9 4.4 0l-1 10h-2.4z`
      art.under = f(-31) + f(31)
      break
    }
    case 'pods': {
      // Two booms with tractor screws and a nacelle with a pusher between them.
      const boom = (x: number): string =>
        `M${n(x - 3.4)} ${n(from)}q3.4 -2.4 6.8 0l-.4 24l-1.6 ${n(to - from - 24)}h-2.8l-1.6 ${n(from + 24 - to)}z`
      art.under = boom(-26) + boom(26)
      art.body = spindle([
        [-37, 2],
        [-36, 5],
        [-28, w],
        [-6, w],
        [4, w * 0.7],
        [6, 3],
      ])
      art.cowl = `${rect(-29.4, from, 6.8, 5)}${rect(22.6, from, 6.8, 5)}`
      art.dark = disc(0, 6.6, 1.4) + disc(-26, from - 0.6, 1.2) + disc(26, from - 0.6, 1.2)
      art.lines = 'M-2.4 -24h4.8M0 -36v-5'
      art.props = [
        [-26, from - 1.8, 11],
        [26, from - 1.8, 11],
        [0, 7.8, 11],
      ]
      art.cockpit = [
        [0, -32],
        [0, -20 + 23],
        [0, -25],
      ]
      art.tail = wingArt({ span: 66, chord: 11, y: to - 9, tip: 'square', aileron: 0.04 }, 'plain', false)
      art.fin = `M-26 ${to - 8}V${to + 3}M26 ${to - 8}V${to + 3}M0 ${to - 6}V${to + 3}`
      art.marks = [[top.span * 0.4, top.y + top.chord * 0.46, 7]]
      break
    }
  }
  if (nose !== 'pods' && nose !== 'mono') {
    const g0 = nose === 'boat' ? from + 3 : from + (nose === 'rotary' ? 4.5 : 3.5)
    const len = nose === 'boat' ? 8 : 8.5
    art.lines += (guns === 2 ? [-2.1, 2.1] : [0]).map((x) => `M${x} ${n(g0)}v${len}`).join('')
  }
  art.bodyShade = `M0 ${n(from + 9)}Q${n(w * 1.1)} ${n(from + 16)} ${n(w * 0.92)} ${n(lerp(from, to, 0.5))}L${n(w * slim)} ${n(to - 2)}L0 ${n(to)}Z`
  if (nose === 'pods') art.bodyShade = 'M0 -36L6 -28V-6L4 3H0Z'
  if (['germany', 'austria', 'luftwaffe'].includes(art.nation)) art.tailMark = [0, to - 3]
  return art
}

const known = new Map<string, AirplaneArt>()

/** The drawing of a model in one of its two colour schemes. */
export function airplane(model: string, alliance: 'entente' | 'central', scheme: 0 | 1): AirplaneArt {
  const key = `${model}/${alliance}/${scheme}`
  let art = known.get(key)
  if (!art) {
    const plan = planOf(model, alliance)
    art = build(plan, plan.paint[scheme])
    known.set(key, art)
  }
  return art
}
