import type { Component } from 'svelte'
import TriplanesPicture from './triplanes/Picture.svelte'
import VictoryPicture from './victory/Picture.svelte'
import WorldsPicture from './worlds/Picture.svelte'

/** A scenario's table at a glance, for the home page: small enough to come with it. */
export type Picture = Component<{ view: unknown; components: unknown }>

const pictures: Record<string, Picture> = { triplanes: TriplanesPicture, victory: VictoryPicture, worlds: WorldsPicture }

export function pictureOf(game: string): Picture | null {
  return pictures[game] ?? null
}
