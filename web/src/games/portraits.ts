import type { Component } from 'svelte'
import VictoryPortrait from './victory/Portrait.svelte'

/** What a word of a set-up looks like, beside its name in the form: it comes with the form only. */
export type Portrait = Component<{ word: string }>

const portraits: Record<string, Portrait> = { victory: VictoryPortrait }

export function portraitOf(game: string): Portrait | null {
  return portraits[game] ?? null
}
