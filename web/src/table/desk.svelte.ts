/** What a player is about to do, as far as it is the same at every table: the open decision, and its answers that come. */
import { untrack } from 'svelte'
import { nameOf } from '../lib/orders'
import type { Room } from '../lib/room.svelte'
import { settings } from '../lib/settings.svelte'
import type { PromptLine } from '../wire/PromptLine'
import type { Odds } from './odds'
import { useRoom } from './room'
import { kindOf } from './tagged'

export interface Prompt<Ask> extends PromptLine {
  ask: Ask
}

/** So many answers are compared; whoever has more to choose from looks at one after the other. */
const COMPARED = 12

export abstract class Desk<View, Parts, Ask> {
  readonly room: Room<View, Parts>
  /** The answers are those of the decision that is open; until they are here nothing can be pressed. */
  fresh = $state(false)
  /** The decision that the desk was laid for. */
  protected loaded = ''
  /** What its answers are worth, by their names, and which of them were asked for. */
  private weights = $state.raw<ReadonlyMap<string, Odds | null>>(new Map())
  private weighed = new Set<string>()

  constructor(room: Room<View, Parts>) {
    this.room = room
  }

  get view(): View | null {
    return this.room.shown
  }

  get parts(): Parts {
    return this.room.components
  }

  /** My open decisions; none while a scene is played or the past is shown. */
  get prompts(): Prompt<Ask>[] {
    if (!this.room.atPresent || this.room.busy || this.room.over) return []
    return this.room.prompts.mine as Prompt<Ask>[]
  }

  get prompt(): Prompt<Ask> | null {
    return this.prompts[0] ?? null
  }

  get kind(): string {
    return kindOf(this.prompt?.ask)
  }

  /** One decision at one moment of the table: what was asked for it is void at the next. */
  protected moment(prompt: Prompt<Ask>): string {
    return `${JSON.stringify(prompt.ask)}@${this.room.events.length}`
  }

  /** Called whenever the table changes: clears the desk for another decision, and fetches what may be answered. */
  async load() {
    const prompt = this.prompt
    const name = prompt ? this.moment(prompt) : ''
    if (name === this.loaded) return
    this.loaded = name
    this.fresh = false
    this.weights = new Map()
    this.weighed.clear()
    this.clear(prompt)
    if (prompt) await this.lay(prompt, () => this.loaded === name)
  }

  /** Puts away what belonged to the last decision. */
  protected abstract clear(next: Prompt<Ask> | null): void

  /** Asks for the answers; `still` says whether the decision is open by the time that they come. */
  protected abstract lay(prompt: Prompt<Ask>, still: () => boolean): Promise<void>

  /** How a preview of this game tells odds; nothing where there are none. */
  protected odds(_seen: unknown, _order: unknown): Odds | null {
    return null
  }

  oddsOf(order: unknown): Odds | null {
    return this.weights.get(nameOf(order)) ?? null
  }

  /** Whether there is nothing more to hear of what this answer is worth. */
  isWeighed(order: unknown): boolean {
    return this.weights.has(nameOf(order))
  }

  /** Asks what these answers are worth, each of them once for a decision. */
  async weigh(orders: readonly unknown[]) {
    const at = this.loaded
    const fresh = orders.filter((order) => !this.weighed.has(nameOf(order)))
    if (fresh.length === 0) return
    const wanted = fresh.slice(0, COMPARED)
    fresh.forEach((order) => this.weighed.add(nameOf(order)))
    const seen = await Promise.all(wanted.map((order) => this.room.preview(order)))
    if (this.loaded !== at) return
    const found = fresh.map((order, i) => [nameOf(order), i < seen.length ? this.odds(seen[i], order) : null] as const)
    this.weights = new Map([...this.weights, ...found])
  }

  /** Where nothing else is left the answer gives itself, for who likes that; a moment to see it remains. */
  protected giveAlone(prompt: Prompt<Ask>, orders: unknown[], pause = 120) {
    if (settings.only && prompt.must && orders.length === 1) this.room.orderAlone(orders[0], pause)
  }
}

/** Board and rail of one seat share one desk. It outlives both: on one screen they come and go with the seats. */
export function desks<View, Parts, D>(Made: new (room: Room<View, Parts>) => D): { of: (room: Room) => D; use: () => D } {
  const known = new WeakMap<Room, D>()
  const of = (room: Room): D => {
    let desk = known.get(room)
    if (!desk) {
      // What it derives must not end with the part that asked first.
      $effect.root(() => {
        desk = new Made(room as Room<View, Parts>)
      })
      known.set(room, desk as D)
    }
    return desk as D
  }
  return { of, use: () => of(useRoom()) }
}

/** Makes a desk weigh the answers that are shown, for as long as the part that calls this is there. */
export function compare(desk: Desk<unknown, unknown, unknown>, orders: () => readonly unknown[]) {
  $effect(() => {
    const list = orders()
    // Asking changes what the room is doing: that is no reason to ask again.
    untrack(() => void desk.weigh(list))
  })
}

/** Makes a desk follow its table, for as long as the rail that calls this is there. */
export function follow(desk: Desk<unknown, unknown, unknown>) {
  $effect(() => {
    const { room } = desk
    void [room.prompts, room.busy, room.cursor, room.atPresent, desk.prompt]
    // Asking changes what the room is doing: that is no reason to ask again.
    untrack(() => void desk.load())
  })
}
