import type { Colour, Hit, Icon } from '../wire'

/** Fill and ink. */
export const DICE: Record<Colour, [string, string]> = {
  white: ['#f8f4e8', '#222'],
  pink: ['#e3aba6', '#222'],
  grey: ['#a3a199', '#222'],
  green: ['#4f7f45', '#fff'],
  yellow: ['#e6bd3c', '#222'],
  red: ['#ad362b', '#fff'],
  blue: ['#2f63a8', '#fff'],
  purple: ['#6b3f86', '#fff'],
  black: ['#1d1b17', '#fff'],
}

export const LETTERS: Record<Colour, string> = {
  white: 'W',
  pink: 'Pk',
  grey: 'Gy',
  green: 'Gn',
  yellow: 'Y',
  red: 'R',
  blue: 'Bl',
  purple: 'Pu',
  black: 'Bk',
}

export const LADDER: Colour[] = ['white', 'pink', 'grey', 'green', 'yellow', 'red', 'blue', 'purple', 'black']

export const HITS: Record<Hit, string> = { miss: 'a miss', hit1: '1 hit', hit2: '2 hits', hit3: '3 hits', destroyed: 'destroyed' }
export const FACES: Record<Hit, string> = { miss: '–', hit1: '1', hit2: '2', hit3: '3', destroyed: '✕' }
export const ICONS: Record<Icon, string> = { failure: 'failure', success: 'success', critical: 'critical success' }

export const WHY: Record<string, string> = {
  skill: 'Skill of the marksman',
  range: 'Range',
  head: 'Head-to-head',
  rear: 'From the rear',
  side: 'From the side',
  jink: 'Jinking target',
  barrel_roll: 'Barrel rolling target',
  falling_leaf: 'Falling leaf',
  tailing: 'Tailing',
  long_burst: 'Long burst',
  size: 'Size of the target',
}

/** The entry of each modifier. */
export const WHY_RULE: Record<string, string> = {
  skill: 'WV-MOD-03',
  range: 'WV-MOD-04',
  head: 'WV-MOD-05',
  rear: 'WV-MOD-05',
  side: 'WV-MOD-05',
  jink: 'WV-MOD-06',
  barrel_roll: 'WV-MOD-07',
  falling_leaf: 'WV-MOD-07',
  tailing: 'WV-MOD-08',
  long_burst: 'WV-MOD-09',
  size: 'WV-MOD-10',
}
