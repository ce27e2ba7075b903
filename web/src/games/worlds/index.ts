import { kindOf } from '../../table/tagged'

export { default as Board } from './Board.svelte'
export { default as Rail } from './Rail.svelte'
export { deeds } from './deeds'
export { keys } from './keys'
export { phase, words } from './words'

const GRAVE = new Set([
  'zone_destroyed',
  'unit_lost',
  'ship_lost',
  'wave_landed',
  'refugee_captured',
  'refugee_destroyed',
  'refugees_captured',
  'machine_placed',
  'wave_removed',
  'cylinder_gone',
])
export const grave = (what: unknown) => GRAVE.has(kindOf(what))

const PARTS: Record<string, 'begins' | 'ends'> = {
  battle_began: 'begins',
  sea_battle_began: 'begins',
  battle_ended: 'ends',
  sea_battle_ended: 'ends',
}
/** Each battle has a report of its own. */
export const parting = (what: unknown) => PARTS[kindOf(what)] ?? null
