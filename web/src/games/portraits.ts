import type { Component } from 'svelte'

/** What a word of a set-up looks like, beside its name in the form: it comes with the form only. */
export type Portrait = Component<{ word: string }>

const portraits = import.meta.glob<Portrait>('./*/Portrait.svelte', { eager: true, import: 'default' })

export function portraitOf(game: string): Portrait | null {
  return portraits[`./${game}/Portrait.svelte`] ?? null
}
