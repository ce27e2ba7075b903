import type { View } from '../../wire/ambush/View'

export { default as Board } from './Board.svelte'
export { default as Rail } from './Rail.svelte'

/** Let one walk pass, or several. */
export const passes = [{ kind: 'pass' }]

const paces = (tenths: number) => `${(tenths / 10).toFixed(1)} paces`

export const phase = (view: unknown) => ((view as View).at > 0 ? 'On the road' : 'Before the walk')

export function words(view: unknown): string[] {
  const { at, hits, shots, post } = view as View
  const own = post === null ? 'Nobody knows where the hunter lies.' : `The hunter lies at ${paces(post)}.`
  return [`The courier is at ${paces(at)} of 100, hit ${hits} of 2 times.`, own, `Shots left: ${shots}.`]
}
