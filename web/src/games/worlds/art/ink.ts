/** The colours of counters, and what stands on them. */
import type { Colour } from '../wire'

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
