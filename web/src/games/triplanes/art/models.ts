/** The airplanes as rows of parameters: millimetres on the table (about 1:104), nose up, the base's centre at (0, 0). */
import { hash } from '../../../table/ink'

/** Tips: square with a soft corner, round, raked outwards to the trailing edge, raked to the leading edge, elliptic. */
export type Tip = 'square' | 'round' | 'rake' | 'fore' | 'ellipse'
export type Nose = 'rotary' | 'inline' | 'spinner' | 'radiator' | 'boat' | 'pods' | 'mono'
export type Tail = 'nieuport' | 'spad' | 'heart' | 'fokker' | 'sopwith' | 'leaf' | 'swept' | 'twin'
export type Nation = 'france' | 'britain' | 'italy' | 'germany' | 'austria' | 'soviet' | 'raf' | 'luftwaffe' | 'regia'

export interface Surface {
  span: number
  chord: number
  /** Leading edge at the root; more is further back. */
  y: number
  tip: Tip
  /** How far the tip's leading edge lies behind the root's. */
  sweep?: number
  /** Tip chord as a part of the root's. */
  taper?: number
  /** Depth of the cut over the cockpit, as a part of the chord. */
  cut?: number
  /** Aileron: from this part of the half span to the tip; "horn" juts out beyond the tip. */
  aileron?: number
  horn?: boolean
  /** A bent wing: the inner part, up to this share of the half span, runs forward and widens to the kink. */
  kink?: number
}

export interface Plan {
  nation: Nation
  /** From the lowest wing to the highest. */
  wings: Surface[]
  nose: Nose
  tail: Tail
  /** Nose tip, tail end, and the fuselage's half width. */
  from: number
  to: number
  body: number
  guns: 1 | 2
  paint: [Paint, Paint]
  /** WW2: where the canopy begins and ends, and what hangs under the wings. */
  glass?: [number, number]
  pods?: 'radiators' | 'belly' | 'trousers' | 'chin' | 'twin'
}

/** Wing, its shade, fuselage, accent, and the pattern that carries the scheme in grey. */
export interface Paint {
  wing: string
  shade: string
  body: string
  accent: string
  deco: 'plain' | 'camo' | 'bands' | 'lozenge' | 'tips' | 'chequer'
  nation?: Nation
  balken?: boolean
}

const paint = (wing: string, shade: string, body: string, accent: string, deco: Paint['deco'], more: Partial<Paint> = {}): Paint => ({
  wing,
  shade,
  body,
  accent,
  deco,
  ...more,
})
const wing = (span: number, chord: number, y: number, tip: Tip, more: Partial<Surface> = {}): Surface => ({ span, chord, y, tip, ...more })

const SILVER = paint('#d6d6c4', '#b4b6a4', '#dcd9c4', '#2b5a86', 'plain')
const LINEN = paint('#e0cf9c', '#c0ac78', '#dac590', '#8c4a2a', 'plain')
const FRENCH = paint('#c4b183', '#8d8f62', '#cdbb8f', '#6b5138', 'camo')
const PC10 = paint('#9a8c5e', '#7b6f48', '#a3956a', '#ece2c6', 'bands', { nation: 'britain' })
const PC10_PLAIN = paint('#a59a6c', '#857b53', '#aba175', '#8a2f28', 'plain', { nation: 'britain' })
const LOZENGE = paint('#b3a98f', '#8e8a86', '#b98f5d', '#3f4a3c', 'lozenge', { balken: true })
const MAUVE = paint('#a99a86', '#7f8264', '#c79a5c', '#4c5a3e', 'camo')

// prettier-ignore
const MODELS: Record<string, Plan> = {
  nieuport_16: {
    nation: 'france', nose: 'rotary', tail: 'nieuport', from: -28, to: 29, body: 5.2, guns: 1,
    wings: [wing(64, 6.2, -6, 'rake', { sweep: 1.6 }), wing(73, 11.5, -18, 'rake', { sweep: 2, cut: 0.22, aileron: 0.5 })],
    paint: [SILVER, { ...FRENCH, wing: '#cbb98b' }],
  },
  nieuport_17: {
    nation: 'france', nose: 'rotary', tail: 'nieuport', from: -29, to: 30, body: 5.6, guns: 1,
    wings: [wing(74, 6.4, -5, 'rake', { sweep: 2.4 }), wing(80, 12, -18.5, 'rake', { sweep: 3, cut: 0.24, aileron: 0.52 })],
    paint: [{ ...SILVER, deco: 'bands', accent: '#a8322a' }, FRENCH],
  },
  nieuport_28: {
    nation: 'france', nose: 'rotary', tail: 'nieuport', from: -31, to: 31, body: 5.8, guns: 2,
    wings: [wing(74, 9.6, -6, 'round', { aileron: 0.5 }), wing(79, 12.6, -20, 'round', { cut: 0.16 })],
    paint: [FRENCH, { ...LINEN, deco: 'tips', accent: '#2b5a86' }],
  },
  spad_xiii: {
    nation: 'france', nose: 'radiator', tail: 'spad', from: -31, to: 30, body: 6, guns: 2,
    wings: [wing(76, 12.4, -12, 'square'), wing(78, 13.4, -20, 'square', { cut: 0.26, aileron: 0.48 })],
    paint: [FRENCH, { ...LINEN, deco: 'bands', accent: '#2a2722' }],
  },
  hanriot_hd1: {
    nation: 'italy', nose: 'rotary', tail: 'swept', from: -28, to: 29, body: 5.4, guns: 1,
    wings: [wing(68, 10.6, -7, 'square'), wing(83, 12.4, -18.5, 'square', { cut: 0.3, aileron: 0.62, taper: 0.96 })],
    paint: [paint('#d8c894', '#b4a46c', '#d3c08a', '#3c6b46', 'tips'), { ...FRENCH, deco: 'camo' }],
  },
  macchi_m5: {
    nation: 'italy', nose: 'boat', tail: 'twin', from: -33, to: 35, body: 6.4, guns: 2,
    wings: [wing(74, 10, -4, 'round'), wing(95, 13, -15, 'rake', { aileron: 0.55, cut: 0.1 })],
    paint: [paint('#d9c48e', '#b59c64', '#b07f4a', '#3c6b46', 'plain'), paint('#d6d8cc', '#b2b6aa', '#c9cbbf', '#a8322a', 'bands')],
  },
  caproni_ca3: {
    nation: 'italy', nose: 'pods', tail: 'twin', from: -27, to: 33, body: 7, guns: 1,
    wings: [wing(136, 19, -16, 'square'), wing(136, 19.5, -19, 'square', { aileron: 0.62, cut: 0.12 })],
    paint: [paint('#dccb98', '#b8a570', '#d2bf8a', '#3c6b46', 'tips'), paint('#b5ab7d', '#8f865c', '#aaa076', '#ece2c6', 'camo')],
  },
  sopwith_camel: {
    nation: 'britain', nose: 'rotary', tail: 'sopwith', from: -28, to: 27, body: 6, guns: 2,
    wings: [wing(81, 12.4, -9, 'rake', { aileron: 0.56, taper: 0.98 }), wing(82, 12.6, -19, 'rake', { cut: 0.2, aileron: 0.56 })],
    paint: [PC10, { ...PC10_PLAIN, deco: 'tips', accent: '#a8322a' }],
  },
  sopwith_snipe: {
    nation: 'britain', nose: 'rotary', tail: 'heart', from: -30, to: 29, body: 7.4, guns: 2,
    wings: [wing(87, 13, -8, 'fore', { aileron: 0.55 }), wing(88, 13.4, -18.5, 'fore', { cut: 0.34, aileron: 0.55 })],
    paint: [{ ...PC10_PLAIN, deco: 'chequer', accent: '#ece2c6' }, paint('#c4c3ac', '#a09f88', '#b9b59b', '#2b5a86', 'bands', { nation: 'britain' })],
  },
  sopwith_triplane: {
    nation: 'britain', nose: 'rotary', tail: 'sopwith', from: -28, to: 28, body: 5.4, guns: 1,
    wings: [wing(77, 8, -1, 'rake'), wing(77, 8, -10.5, 'rake'), wing(77, 8.2, -20, 'rake', { cut: 0.12, aileron: 0.58 })],
    paint: [{ ...PC10_PLAIN, deco: 'plain' }, paint('#4b4a44', '#35342f', '#57554d', '#ece2c6', 'tips', { nation: 'britain' })],
  },
  fokker_dri: {
    nation: 'germany', nose: 'rotary', tail: 'fokker', from: -27, to: 27, body: 5.6, guns: 2,
    wings: [wing(56, 9, 1, 'round'), wing(62, 9, -8.5, 'round'), wing(70, 9.2, -18.5, 'round', { aileron: 0.55, horn: true, cut: 0.1 })],
    paint: [paint('#a8443a', '#7f2d27', '#a03a32', '#ece2c6', 'plain'), paint('#8d9470', '#6a7153', '#929a76', '#3e8080', 'bands')],
  },
  fokker_dvii: {
    nation: 'germany', nose: 'radiator', tail: 'fokker', from: -32, to: 31, body: 6.2, guns: 2,
    wings: [wing(67, 10.4, -8, 'square'), wing(86, 14, -20, 'square', { aileron: 0.6, horn: true, cut: 0.14 })],
    paint: [LOZENGE, paint('#c8cbbd', '#9fa396', '#a8443a', '#2a2722', 'bands', { balken: true })],
  },
  albatros_diii: {
    nation: 'germany', nose: 'spinner', tail: 'heart', from: -34, to: 33, body: 5.8, guns: 2,
    wings: [wing(82, 7, -5, 'rake', { sweep: 0.6 }), wing(87, 13, -19, 'rake', { cut: 0.2, aileron: 0.55 })],
    paint: [MAUVE, { ...MAUVE, wing: '#b9b592', shade: '#94916d', deco: 'bands', accent: '#2a2722' }],
  },
  albatros_dva: {
    nation: 'germany', nose: 'spinner', tail: 'heart', from: -34, to: 34, body: 6.6, guns: 2,
    wings: [wing(83, 7.6, -4, 'rake', { sweep: 0.6 }), wing(87, 13.4, -19, 'rake', { cut: 0.12, aileron: 0.55, sweep: 0.8 })],
    paint: [{ ...LOZENGE, balken: false, deco: 'lozenge' }, paint('#8f9a8c', '#6d786b', '#5f7f74', '#ece2c6', 'tips')],
  },
  pfalz_diii: {
    nation: 'germany', nose: 'spinner', tail: 'leaf', from: -33, to: 33, body: 6, guns: 2,
    wings: [wing(78, 9, -6, 'fore'), wing(90, 13.2, -19.5, 'fore', { cut: 0.24, aileron: 0.58 })],
    paint: [paint('#c9ccc4', '#a3a79f', '#cfd1c8', '#4b5a63', 'plain'), paint('#c9ccc4', '#a3a79f', '#cfd1c8', '#a8443a', 'tips', { balken: true })],
  },
  aviatik_di: {
    nation: 'austria', nose: 'inline', tail: 'spad', from: -32, to: 33, body: 5.8, guns: 2,
    wings: [wing(76, 11.4, -8, 'rake', { sweep: -0.6 }), wing(77, 12.4, -20, 'rake', { cut: 0.18, aileron: 0.5 })],
    paint: [paint('#d9c48e', '#b39c62', '#b98a4e', '#6d5a34', 'plain'), paint('#9c946a', '#7a734e', '#b98a4e', '#4c5a3e', 'lozenge')],
  },
  phonix_di: {
    nation: 'austria', nose: 'inline', tail: 'swept', from: -32, to: 32, body: 6, guns: 2,
    wings: [wing(86, 9.4, -7, 'fore', { sweep: 0.8 }), wing(93, 13, -20, 'fore', { sweep: 1.2, cut: 0.22, aileron: 0.55 })],
    paint: [paint('#cdb98a', '#8f7f56', '#b9894f', '#6d5a34', 'camo'), paint('#d8d2ba', '#b2ab92', '#8c6a40', '#a8322a', 'bands')],
  },
  // WW2, on the same bases: smaller in scale, told apart by wing, nose, canopy and marks.
  spitfire_mk1: {
    nation: 'raf', nose: 'mono', tail: 'heart', from: -38, to: 38, body: 5.2, guns: 2, glass: [1, 10], pods: 'radiators',
    wings: [wing(96, 23, -14, 'ellipse', { aileron: 0.6 })],
    paint: [paint('#8f9163', '#6b5a40', '#8f9163', '#e8e2c8', 'camo'), paint('#8a8f86', '#5f7560', '#8a8f86', '#e8e2c8', 'camo')],
  },
  hurricane: {
    nation: 'raf', nose: 'mono', tail: 'sopwith', from: -34, to: 34, body: 6.6, guns: 2, glass: [-1, 8], pods: 'belly',
    wings: [wing(99, 22, -13, 'round', { taper: 0.62, sweep: 2.4, aileron: 0.58 })],
    paint: [paint('#8a7f55', '#5d6b46', '#8a7f55', '#2a2722', 'camo'), paint('#9a8a60', '#6b5a40', '#9a8a60', '#e8e2c8', 'camo')],
  },
  bf109e: {
    nation: 'luftwaffe', nose: 'mono', tail: 'spad', from: -37, to: 37, body: 5, guns: 2, glass: [0, 8], pods: 'radiators',
    wings: [wing(86, 17, -11, 'square', { taper: 0.56, sweep: 4.6, aileron: 0.62 })],
    paint: [paint('#97a3a2', '#66756a', '#a8b3b0', '#d8b13a', 'lozenge'), paint('#8f9a8c', '#5f6b58', '#9aa294', '#d8b13a', 'camo')],
  },
  ju87_stuka: {
    nation: 'luftwaffe', nose: 'mono', tail: 'twin', from: -36, to: 38, body: 6.4, guns: 2, glass: [-6, 12], pods: 'trousers',
    wings: [wing(108, 23, -16, 'square', { taper: 0.56, sweep: 7.5, kink: 0.3, aileron: 0.34 })],
    paint: [paint('#6f7a58', '#4a543e', '#76815f', '#3a3a30', 'camo'), paint('#7c8474', '#565e50', '#848c7c', '#3a3a30', 'lozenge')],
  },
  yak1: {
    nation: 'soviet', nose: 'mono', tail: 'leaf', from: -36, to: 36, body: 5.2, guns: 1, glass: [0, 10], pods: 'belly',
    wings: [wing(92, 22, -13, 'round', { taper: 0.42, sweep: 6.5, aileron: 0.58 })],
    paint: [paint('#7d8f5c', '#45503c', '#7d8f5c', '#b3352c', 'camo'), paint('#dcdccb', '#b8bbab', '#e2e1d2', '#b3352c', 'tips')],
  },
  re2001: {
    nation: 'regia', nose: 'mono', tail: 'fokker', from: -37, to: 36, body: 5.8, guns: 2, glass: [2, 9], pods: 'twin',
    wings: [wing(96, 24, -12, 'ellipse', { aileron: 0.5, sweep: -3 })],
    paint: [paint('#b59a68', '#6f7a4c', '#b59a68', '#f0ead6', 'camo'), paint('#97916a', '#6f6a48', '#a09a74', '#f0ead6', 'bands')],
  },
}

/** A model that nobody drew: a plain biplane whose proportions come from its name. */
function generic(id: string, alliance: 'entente' | 'central'): Plan {
  const h = hash(id)
  const pick = <T>(list: readonly T[], shift: number): T => list[(h >>> shift) % list.length] as T
  const span = 76 + (h % 14)
  const tip = pick<Tip>(['square', 'round', 'rake', 'fore'], 4)
  const central = alliance === 'central'
  return {
    nation: central ? 'germany' : 'france',
    nose: pick<Nose>(['rotary', 'inline', 'radiator'], 8),
    tail: pick<Tail>(['spad', 'heart', 'fokker', 'sopwith', 'swept'], 11),
    from: -30,
    to: 30,
    body: 5.8,
    guns: 2,
    wings: [wing(span - 4 - (h % 9), 10, -7, tip), wing(span, 12.6, -19, tip, { cut: 0.2, aileron: 0.55 })],
    paint: central ? [MAUVE, LOZENGE] : [LINEN, FRENCH],
  }
}

/** The plan of a model ("sopwith_triplane:B" is drawn as "sopwith_triplane"). */
export function planOf(model: string, alliance: 'entente' | 'central'): Plan {
  const id = model.split(':')[0] as string
  return MODELS[id] ?? generic(id, alliance)
}
