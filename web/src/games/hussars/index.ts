import type { Order, View, What } from './wire'

export { default as Board } from './Board.svelte'
export { default as Rail } from './Rail.svelte'
export { deeds } from './deeds'
export { keys } from './keys'
export { losses, phase, verdict, words } from './words'
export const passes = [{ do: 'pass' }, { do: 'hold' }] satisfies Order[]

const GRAVE = new Set(['destroyed', 'crashed', 'machine_lost', 'gun_lost', 'sinking', 'landed', 'assembled', 'exited'])
export const grave = (what: unknown) => GRAVE.has((what as What).what)

/** Fire of one's own, and fire at one's own. */
export function fire(what: unknown, view: unknown, seat: number): 'mine' | 'theirs' | null {
  const w = what as What
  if (w.what !== 'shot' && w.what !== 'swept' && w.what !== 'canister') return null
  const side = (view as View).stands[w.stand]?.side
  return side === undefined ? null : side === (seat === 0 ? 'martian' : 'human') ? 'mine' : 'theirs'
}
