import type { Order } from './wire'

export { default as Board } from './Board.svelte'
export { default as Rail } from './Rail.svelte'
export { losses, phase, words } from './words'
export const passes = [{ do: 'pass' }, { do: 'hold' }] satisfies Order[]
