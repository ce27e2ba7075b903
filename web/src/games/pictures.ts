import type { Component } from 'svelte'

/** A scenario's table at a glance: the board's own art, still. It comes when its first picture is in sight. */
export type Picture = Component<{ view: unknown; components: unknown }>

const pictures = import.meta.glob<Picture>('./*/Picture.svelte', { import: 'default' })

export function pictureOf(game: string): Promise<Picture> | null {
  return pictures[`./${game}/Picture.svelte`]?.() ?? null
}

/** Who stands on a side at the beginning, in words. */
export type Forces = (view: unknown, components: unknown) => { team: string; what: string }[]

const forces = import.meta.glob<Forces>('./*/forces.ts', { eager: true, import: 'forces' })

/** Said by games whose sides are not a list of the form. */
export function forcesOf(game: string): Forces | null {
  return forces[`./${game}/forces.ts`] ?? null
}

const lines = import.meta.glob<string>('./*/shelf.ts', { eager: true, import: 'line' })

/** How a game is seen, in half a line under its name on the shelf. */
export function lineOf(game: string): string {
  return lines[`./${game}/shelf.ts`] ?? ''
}
