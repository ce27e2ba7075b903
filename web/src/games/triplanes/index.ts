import { kindOf } from '../../table/tagged'

export { default as Board } from './Board.svelte'
export { default as Rail } from './Rail.svelte'
export { deeds } from './deeds'
export { keys } from './keys'
export { phase, words } from './words'

const GRAVE = new Set([
  'eliminated',
  'toppled',
  'crashed',
  'left_the_area',
  'special_damage',
  'guns_jammed',
  'picture_taken',
  'objective_destroyed',
])
export const grave = (what: unknown) => GRAVE.has(kindOf(what))

const CRUX = new Set(['picture_taken', 'objective_destroyed'])
export const crux = (what: unknown) => CRUX.has(kindOf(what))
