/** What each airplane looks like from the side: the nose, the wings one above the other, the tail, the paint. */
export interface Wing {
  /** Middle of the chord, height above the thrust line, and length of the chord. */
  x: number
  y: number
  chord: number
}

export interface Profile {
  nose: 'flat' | 'spinner' | 'rotary' | 'row'
  body: 'box' | 'round' | 'slim' | 'long' | 'heavy'
  wings: Wing[]
  fin: 'round' | 'comma' | 'square' | 'low' | 'twin'
  /** Fuselage, wings, fin, cowling. */
  paint: [string, string, string, string]
  /** Heads, from the pilot back; a front gunner stands before him. */
  crew: number[]
  wheels: number[]
  /** A mark of its own on the fuselage. */
  band?: string
  scale?: number
}

const LINEN = '#e6d8a8'
const KHAKI = '#8c8350'
const PC10 = '#7a6f45'
const WOOD = '#d0a257'
const SILVER = '#c9c9bd'
const GREEN = '#7f8f62'
const LOZENGE = '#8a8f6a'
const CREAM = '#efe2b4'

const two = (lead: number, gap: number, upper: number, lower: number, top = -24): Wing[] => [
  { x: lead + 18, y: top, chord: upper },
  { x: lead + 18 - gap, y: 13, chord: lower },
]
const three = (lead: number, chord: number): Wing[] => [
  { x: lead + 19, y: -27, chord },
  { x: lead + 17, y: -9, chord },
  { x: lead + 14, y: 13, chord },
]

const scout = { crew: [-4], wheels: [22] }
const rotary = { ...scout, nose: 'rotary' as const, body: 'slim' as const }
const inline = { ...scout, nose: 'flat' as const, body: 'box' as const }
const sleek = { ...scout, nose: 'spinner' as const, body: 'round' as const }

export const PROFILES: Record<string, Profile> = {
  spad_vii: { ...inline, wings: two(0, 2, 35, 34), fin: 'round', paint: ['#d9c78f', CREAM, '#f6f0dd', '#9a8a5c'] },
  spad_xiii: {
    ...inline,
    wings: two(2, 1, 36, 33, -25),
    fin: 'round',
    paint: ['#a59a63', '#b6ab77', '#f6f0dd', '#6f6a45'],
    band: '#a8362c',
  },
  sopwith_strutter: {
    ...rotary,
    body: 'long',
    wings: two(4, 2, 34, 33, -25),
    fin: 'round',
    paint: [PC10, '#99905f', PC10, '#a3a199'],
    crew: [6, -14],
  },
  sopwith_camel: { ...rotary, wings: two(6, 3, 36, 36, -22), fin: 'low', paint: [PC10, '#91865a', '#f6f0dd', '#a3a199'] },
  sopwith_pup: { ...rotary, wings: two(4, 2, 34, 34, -23), fin: 'low', paint: [LINEN, '#d9caa0', '#f6f0dd', '#b9b5a4'] },
  sopwith_triplane: { ...rotary, wings: three(4, 25), fin: 'low', paint: ['#857a4c', '#a0956a', '#f6f0dd', '#b9b5a4'] },
  sopwith_snipe: {
    ...rotary,
    body: 'round',
    wings: two(5, 1, 37, 36, -23),
    fin: 'round',
    paint: ['#736a42', '#8c8257', '#f6f0dd', '#938f84'],
    band: '#f6f0dd',
  },
  nieuport_11: { ...rotary, wings: two(2, -2, 36, 17, -24), fin: 'comma', paint: [LINEN, '#dccfa4', '#f6f0dd', '#c7c3b2'] },
  nieuport_17: { ...rotary, wings: two(3, -2, 38, 18, -25), fin: 'comma', paint: [SILVER, '#d5d4c6', '#f6f0dd', '#b3b0a3'] },
  nieuport_28: {
    ...rotary,
    body: 'round',
    wings: two(5, 3, 35, 30, -23),
    fin: 'round',
    paint: ['#b3a878', '#9c9160', '#f6f0dd', '#cfcab7'],
    band: '#2b5a86',
  },
  hanriot_hd1: { ...rotary, wings: two(5, 4, 37, 29, -25), fin: 'comma', paint: ['#cbb98a', '#a89d6e', '#f6f0dd', '#aaa696'] },
  se5a: { ...inline, wings: two(2, 4, 36, 36, -24), fin: 'square', paint: ['#756b43', '#8d8359', '#f6f0dd', '#5d5638'] },
  bristol_f2b: {
    ...inline,
    body: 'long',
    wings: two(0, 3, 36, 36, -25),
    fin: 'round',
    paint: [KHAKI, '#9d9467', '#f6f0dd', '#6b6442'],
    crew: [-2, -16],
  },
  hp_400: {
    nose: 'row',
    body: 'heavy',
    wings: two(2, 0, 52, 52, -30),
    fin: 'twin',
    paint: ['#6a6446', '#837c58', '#f6f0dd', '#55503a'],
    crew: [28, -20, 44],
    wheels: [12, 22],
    scale: 1.2,
  },
  fokker_e3: { ...rotary, wings: [{ x: 14, y: -4, chord: 38 }], fin: 'comma', paint: [LINEN, '#d2c38f', '#e6d8a8', '#b5b1a0'] },
  fokker_dr1: { ...rotary, wings: three(4, 27), fin: 'comma', paint: ['#8c9463', '#b3b886', '#f6f0dd', '#6c744c'] },
  fokker_d7: { ...inline, wings: two(4, 5, 38, 30, -25), fin: 'round', paint: ['#5f6f77', LOZENGE, '#f6f0dd', '#8f9489'] },
  fokker_d8: { ...rotary, wings: [{ x: 20, y: -20, chord: 40 }], fin: 'comma', paint: [GREEN, LOZENGE, '#f6f0dd', '#707a55'] },
  halberstadt_d2: { ...inline, wings: two(3, 5, 36, 35, -24), fin: 'low', paint: ['#c5a968', '#a9b18b', '#c5a968', '#8d7d4f'] },
  albatros_d2: { ...sleek, wings: two(2, 4, 37, 36, -24), fin: 'round', paint: [WOOD, '#8f9a6e', '#a9b08b', '#8b7a4a'] },
  albatros_d3: { ...sleek, wings: two(0, -2, 39, 22, -25), fin: 'round', paint: [WOOD, '#8f9a6e', '#7f9a92', '#7f9a92'] },
  albatros_d5: {
    ...sleek,
    wings: two(0, -2, 40, 22, -24),
    fin: 'round',
    paint: ['#b98f4c', '#7d7f9a', '#b98f4c', '#8a3b2f'],
    band: '#1d1b17',
  },
  albatros_d5a: { ...sleek, wings: two(0, -2, 40, 23, -24), fin: 'round', paint: ['#a8804a', LOZENGE, '#6f8f5f', '#6f8f5f'] },
  pfalz_d3: { ...sleek, wings: two(1, 2, 38, 28, -24), fin: 'low', paint: [SILVER, '#bdbdb2', SILVER, '#9b9b90'] },
  pfalz_d12: { ...inline, wings: two(3, 3, 38, 32, -25), fin: 'low', paint: ['#9aa3a0', LOZENGE, '#f6f0dd', '#6c7370'] },
  siemens_schuckert: {
    ...rotary,
    body: 'round',
    wings: two(6, 3, 33, 30, -22),
    fin: 'comma',
    paint: ['#93803f', LOZENGE, '#f6f0dd', '#7a2f2a'],
  },
  aviatik_c1: {
    ...inline,
    body: 'long',
    wings: two(0, 4, 40, 37, -25),
    fin: 'square',
    paint: [CREAM, '#d9cda2', CREAM, '#b3a471'],
    crew: [-12, 8],
  },
  dfw_c5: {
    ...sleek,
    body: 'long',
    wings: two(-2, 4, 40, 38, -25),
    fin: 'round',
    paint: ['#b89a5a', GREEN, '#b89a5a', '#8a7b49'],
    crew: [0, -16],
  },
  gotha: {
    nose: 'row',
    body: 'heavy',
    wings: two(-4, 0, 50, 48, -30),
    fin: 'square',
    paint: [LOZENGE, '#9aa07d', '#8a8f6a', '#6d725a'],
    crew: [22, -16, 44],
    wheels: [8, 18],
    scale: 1.2,
  },
}

/** Types that somebody typed in himself look like the plainest of their kind. */
export function profileOf(card: { id: string; side: string; bomber: boolean; rotary: boolean; weapons: unknown[] }): Profile {
  const known = PROFILES[card.id]
  if (known) return known
  const fallback = card.bomber
    ? card.side === 'allied'
      ? 'hp_400'
      : 'gotha'
    : card.weapons.length > 1
      ? card.side === 'allied'
        ? 'bristol_f2b'
        : 'dfw_c5'
      : card.rotary
        ? card.side === 'allied'
          ? 'sopwith_pup'
          : 'fokker_e3'
        : card.side === 'allied'
          ? 'spad_vii'
          : 'albatros_d3'
  return PROFILES[fallback] as Profile
}

/** The thin lens of a wing that is seen from its tip. */
export function wingPath({ x, y, chord }: Wing): string {
  const [a, b] = [x + chord / 2, x - chord / 2]
  return `M${a} ${y}Q${x + chord * 0.12} ${y - 7.5} ${b} ${y}Q${x} ${y + 2.2} ${a} ${y}Z`
}

export const BODIES: Record<Profile['body'], { hull: string; belly: string; tail: number }> = {
  box: {
    hull: 'M39-11Q45-9 45 0 45 9 38 11L8 13-44 4V-3L-12-9-6-7H3L7-11Z',
    belly: 'M8 13L-44 4V1L10 7 44 5Q43 10 38 11Z',
    tail: -46,
  },
  round: {
    hull: 'M46-5Q42-11 28-11.500L4-11.5-3-8.500H-10Q-32-6-50-2L-50 3Q-18 12 8 12.500L28 11Q42 10 46 5Z',
    belly: 'M-50 3Q-18 12 8 12.500L28 11Q42 10 46 5 38 6 8 6-20 6-50 1Z',
    tail: -51,
  },
  slim: {
    hull: 'M31-11L5-11-1-7.500H-9L-46-2V3.500L4 11 31 11Z',
    belly: 'M31 11L4 11-46 3.500V1L6 6 31 6Z',
    tail: -48,
  },
  long: {
    hull: 'M37-10.500Q43-9 43 0 43 9 37 11L8 13-54 4V-3L-24-9H-20L-12-9-8-8.500H4L8-10.500Z',
    belly: 'M8 13L-54 4V1L10 7 43 4Q42 10 37 11Z',
    tail: -55,
  },
  heavy: {
    hull: 'M52-7Q58 0 50 7L30 11-56 5V-5L-26-9H22L34-10 44-9Z',
    belly: 'M50 7L30 11-56 5V1L30 6 53 3Z',
    tail: -57,
  },
}

export const FINS: Record<Profile['fin'], [string, string]> = {
  round: ['M14-4Q8-20-2-17-9-10-5 4L4 4Z', 'M-5 4Q-9-10-2-17L-1 4Z'],
  comma: ['M6-2Q8-17-2-16-9-8-4 6L3 4Z', 'M-4 6Q-9-8-2-16L-1 5Z'],
  square: ['M16-4L2-17H-5L-6 4H6Z', 'M-6 4L-5-17H0L-1 4Z'],
  low: ['M18-4Q6-13-2-13-8-7-5 5L6 4Z', 'M-5 5Q-8-7-2-13L-1 4Z'],
  twin: ['M12-20L10 6H-6L-5-20Z', 'M-6 6L-5-20H0L-1 6Z'],
}
