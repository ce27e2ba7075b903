/** The room of a table, for whatever is drawn inside its frame: nobody hands it down from part to part. */
import { createContext } from 'svelte'
import type { Room } from '../lib/room.svelte'

const [given, give] = createContext<() => Room>()

/** The frame says which room it shows; on one screen that is another one with every seat. */
export function setRoom(room: () => Room) {
  give(room)
}

/**
 * The room that this part belongs to, with the game's own types of view and components. Board and rail are made anew
 * when another seat sits down: what they were given once stays true for them.
 */
export function useRoom<View = unknown, Parts = unknown>(): Room<View, Parts> {
  return given()() as Room<View, Parts>
}
