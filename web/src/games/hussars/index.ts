import type { Order, What } from './wire'

export { default as Board } from './Board.svelte'
export { default as Rail } from './Rail.svelte'
export { deeds } from './deeds'
export { keys } from './keys'
export { losses, phase, verdict, words } from './words'
export const passes = [{ do: 'pass' }, { do: 'hold' }] satisfies Order[]

const GRAVE = new Set(['destroyed', 'crashed', 'machine_lost', 'gun_lost', 'sinking', 'landed', 'assembled', 'exited'])
export const grave = (what: unknown) => GRAVE.has((what as What).what)
