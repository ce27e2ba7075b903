import type { Order, What } from './wire'

export { default as Board } from './Board.svelte'
export { default as Rail } from './Rail.svelte'
export { deeds } from './deeds'
export { keys } from './keys'
export { losses, phase, words } from './words'
export const open = true
export const passes = ['pass', 'stand_down'] satisfies Order[]

const GRAVE = new Set([
  'crashed',
  'exploded',
  'collided',
  'caught_fire',
  'wounded',
  'killed',
  'seized',
  'jammed',
  'target_destroyed',
  'left',
])
export const grave = (what: unknown) => GRAVE.has((what as What).what)
export const crux = (what: unknown) => (what as What).what === 'target_destroyed'
