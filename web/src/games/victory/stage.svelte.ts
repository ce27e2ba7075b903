/** Plays what happened between two views: planes fly hex by hex, shots are fired, dice fall. */
import type { Scene } from '../../lib/room.svelte'
import { motion } from '../../lib/settings.svelte'
import { sounds } from './sounds'
import * as table from '../../table/stage.svelte'
import type { Point } from '../../table/geometry'
import { middle, type Hex } from './hexes'
import type { Colour, Components, Facing, Hit, Icon, Shift, View, What } from './wire'

export interface Pose extends Point {
  facing: Facing
  inverted: boolean
}

/** A die that fell: what it was for, in the engine's words, and how its colour came about. */
export interface Rolled {
  colour: Colour
  base: Colour | null
  shifts: Shift[]
  hit: Hit | null
  icon: Icon | null
  words: string
  rule: string
}

export type Effect =
  | { kind: 'shot'; from: Point; to: Point; hit: boolean }
  | { kind: 'burst'; at: Point; big: boolean }
  | { kind: 'note'; at: Point; words: string; danger: boolean }

/** Longer than this nobody wants to watch one step. */
const PATIENCE = 6000

export class Stage extends table.Stage<View, Components> {
  protected override voice = sounds
  poses = $state.raw<Map<number, Pose>>(new Map())
  effects = $state.raw<Effect[]>([])
  rolled = $state.raw<Rolled | null>(null)
  /** The die that fell last stays in sight after its scene. */
  last = $state.raw<Rolled | null>(null)

  protected async run(scene: Scene, view: View) {
    const acts = scene.events.map((e) => ({ what: e.what as What, rolled: rolledOf(e.what as What, e.text, e.rule) }))
    const last = [...acts].reverse().find((a) => a.rolled)
    const speed = motion()
    if (speed === 0 || document.hidden) {
      if (last) this.last = last.rolled
      return
    }
    const poses = new Map<number, Pose>()
    for (const p of view.planes) poses.set(p.unit, { ...middle(p.at), facing: p.facing, inverted: p.inverted })
    const whole = acts.reduce((sum, a) => sum + lengthOf(a.what), 0)
    const quick = Math.max(speed, whole / PATIENCE)
    this.poses = poses
    try {
      for (const { what, rolled } of acts) {
        if (rolled) [this.rolled, this.last] = [rolled, rolled]
        const ms = lengthOf(what) / quick
        if (ms === 0) continue
        await this.show(what, ms, view)
        if (this.skip) break
      }
    } finally {
      if (last) this.last = last.rolled
      this.effects = []
      this.rolled = null
      this.poses = new Map()
    }
  }

  private where(unit: number, view: View): Point | null {
    const pose = this.poses.get(unit)
    if (pose) return pose
    const ground = view.ground.find((g) => g.unit === unit)
    return ground ? middle(ground.at) : null
  }

  private async show(what: What, ms: number, view: View) {
    const fly = async (plane: number, at: Hex) => {
      const from = this.poses.get(plane)
      if (!from) return
      const to = middle(at)
      await this.tween(ms, (t) => this.put(plane, { ...from, x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }))
    }
    this.effects = []
    this.ring(what)
    switch (what.what) {
      case 'placed':
      case 'entered':
      case 'dropped':
      case 'shifted':
        await fly(what.plane, what.at)
        return
      case 'cracked_up':
      case 'crashed':
        await fly(what.plane, what.at)
        this.effects = [{ kind: 'burst', at: middle(what.at), big: true }]
        await this.tween(300)
        return
      case 'turned': {
        const pose = this.poses.get(what.plane)
        if (pose) this.put(what.plane, { ...pose, facing: what.facing, inverted: what.inverted })
        await this.tween(ms)
        return
      }
      case 'exploded':
      case 'collided':
      case 'caught_fire': {
        const at = this.where(what.plane, view)
        if (at) this.effects = [{ kind: 'burst', at, big: what.what !== 'caught_fire' }]
        await this.tween(ms)
        return
      }
      case 'target_destroyed': {
        const at = this.where(what.unit, view)
        if (at) this.effects = [{ kind: 'burst', at, big: true }]
        await this.tween(ms)
        return
      }
      case 'shot': {
        const to = this.where(what.target, view)
        const unit =
          'gun' in Object(what.from)
            ? (what.from as { gun: { plane: number } }).gun.plane
            : 'ground' in Object(what.from)
              ? (what.from as { ground: { unit: number } }).ground.unit
              : null
        const from = unit === null ? null : this.where(unit, view)
        const hit = what.hit !== 'miss'
        // Flak has no place that it comes from; where it misses nothing bursts.
        if (to) this.effects = from || !hit ? [{ kind: 'shot', from: from ?? to, to, hit }] : [{ kind: 'burst', at: to, big: false }]
        await this.tween(ms)
        return
      }
      default:
        await this.tween(ms)
    }
  }

  private put(plane: number, pose: Pose) {
    this.poses = new Map(this.poses).set(plane, pose)
  }
}

/** How long something is looked at, in milliseconds. */
export function lengthOf(what: What): number {
  switch (what.what) {
    case 'entered':
    case 'dropped':
      return 260
    case 'turned':
      return 130
    case 'placed':
    case 'shifted':
      return 300
    case 'shot':
      return 1100
    case 'tested':
      return what.test === 'spotting' ? 500 : 900
    case 'crashed':
    case 'cracked_up':
      return 500
    case 'exploded':
    case 'collided':
    case 'caught_fire':
    case 'target_destroyed':
      return 600
    case 'part_hit':
      return 500
    default:
      return 0
  }
}

export function rolledOf(what: What, words: string, rule: string): Rolled | null {
  if (what.what === 'shot') return { colour: what.colour, base: what.base, shifts: what.shifts, hit: what.hit, icon: null, words, rule }
  if (what.what === 'tested') return { colour: what.colour, base: null, shifts: [], hit: null, icon: what.icon, words, rule }
  return null
}

/** The hexes that each plane has entered in this round, up to a moment. */
export function trails(events: { what: unknown }[], upTo: number): Map<number, Hex[]> {
  const found = new Map<number, Hex[]>()
  for (let i = upTo - 1; i >= 0; i--) {
    const what = events[i]?.what as What | undefined
    if (!what || what.what === 'round_began') break
    if (what.what !== 'entered' && what.what !== 'dropped') continue
    found.set(what.plane, [what.at, ...(found.get(what.plane) ?? [])])
  }
  return found
}

export const { open: openStage, use: useStage } = table.stages(Stage)
