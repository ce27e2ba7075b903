/** Drawing helpers: a small seeded random source, figures for path data, the colours of counters. */
import type { Colour } from '../wire'

export type Pt = readonly [number, number]

/** Mulberry32: the same seed always draws the same picture. */
export function random(seed: number): () => number {
  let a = (seed * 2654435761 + 0x9e3779b9) | 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const n = (x: number): string => String(Math.round(x * 10) / 10)

/** Light enough to stand on the green-black of Mars, dark enough under ink. */
export const tint: Record<Colour, string> = {
  green: '#84c48d',
  yellow: '#ecd05a',
  red: '#e8796a',
  blue: '#86b6e4',
  violet: '#c3a2e8',
}

export const letter: Record<Colour, string> = { green: 'G', yellow: 'Y', red: 'R', blue: 'B', violet: 'V' }

/** Waves are counted from one, as the log does. */
export const waveNumber = (wave: number): string => String(wave + 1)
