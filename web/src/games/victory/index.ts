export { default as Board } from './Board.svelte'
export { default as Rail } from './Rail.svelte'
export { losses, phase, words } from './words'
export const open = true
