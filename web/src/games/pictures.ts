import type { Component } from 'svelte'

/** A scenario's table at a glance, for the home page: small enough to come with it. */
export type Picture = Component<{ view: unknown; components: unknown }>

const pictures = import.meta.glob<Picture>('./*/Picture.svelte', { eager: true, import: 'default' })

export function pictureOf(game: string): Picture | null {
  return pictures[`./${game}/Picture.svelte`] ?? null
}

/** Who stands on a side at the beginning, in words. */
export type Forces = (view: unknown, components: unknown) => { team: string; what: string }[]

const forces = import.meta.glob<Forces>('./*/forces.ts', { eager: true, import: 'forces' })

/** Said by games whose sides are not a list of the form. */
export function forcesOf(game: string): Forces | null {
  return forces[`./${game}/forces.ts`] ?? null
}
