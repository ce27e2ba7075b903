/** Where the events between two views are played: what runs is cut short when somebody presses a key. */
import { onDestroy } from 'svelte'
import type { Player, Room, Scene } from '../lib/room.svelte'
import type { EventLine } from '../wire/EventLine'
import { play as sound, type Sound } from '../lib/sound'
import { useRoom } from './room'

export abstract class Stage<View = unknown, Parts = unknown> implements Player<View> {
  /** How far what is shown has come, from 0 to 1. */
  progress = $state(0)
  /** Somebody wants to see the outcome at once. */
  protected skip = false
  /** What the events of this game sound like. */
  protected voice: (what: unknown, view: View) => Sound | null = () => null
  /** The events of the scene that were heard already. */
  private rung = new Set<unknown>()
  /** The events of the scene that are not told in words yet. */
  private untold: readonly EventLine[] = []
  /** The number of the event after its last one. */
  private end = 0

  constructor(protected readonly room: Room<View, Parts>) {
    room.setStage(this)
    room.hurry = () => (this.skip = true)
  }

  close() {
    this.room.setStage(null)
  }

  async play(scene: Scene<View>, before: View): Promise<void> {
    this.skip = false
    this.rung = new Set()
    this.untold = scene.events
    this.end = scene.from + scene.events.length
    await this.run(scene, before)
    // What was not shown, for want of motion or of time, is heard all the same.
    for (const { what } of scene.events) this.ring(what)
    this.say(this.untold.length)
  }

  /** Lets an event be heard at the moment at which it is shown: its sound, and in words what led to it. */
  protected ring(what: unknown) {
    if (this.rung.has(what)) return
    this.rung.add(what)
    this.say(this.untold.findIndex((e) => e.what === what) + 1)
    const said = this.voice(what, this.room.shown)
    if (said) sound(said)
  }

  private say(lines: number) {
    this.room.speak(this.untold.slice(0, lines))
    this.untold = this.untold.slice(lines)
    this.room.reach(this.end - this.untold.length)
  }

  protected abstract run(scene: Scene<View>, before: View): Promise<void>

  /** Lets so many milliseconds pass, picture by picture. */
  protected async tween(ms: number, each: (t: number) => void = () => undefined) {
    const start = performance.now()
    do {
      await new Promise((r) => requestAnimationFrame(r))
      this.progress = this.skip ? 1 : Math.min(1, (performance.now() - start) / ms)
      each(this.progress)
    } while (this.progress < 1)
  }
}

/** The board of a room opens its stage and closes it when it goes; whoever else draws on it asks for it. */
export function stages<View, Parts, S extends Stage<View, Parts>>(Made: new (room: Room<View, Parts>) => S) {
  const known = new WeakMap<Room, S>()
  return {
    open(): S {
      const room = useRoom()
      const stage = new Made(room as Room<View, Parts>)
      known.set(room, stage)
      onDestroy(() => stage.close())
      return stage
    },
    use(): S {
      const stage = known.get(useRoom())
      if (!stage) throw new Error('the board opens the stage before anybody draws on it')
      return stage
    },
  }
}
