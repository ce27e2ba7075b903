/** Plays what happened between two views: stands walk their ways, shots are fired, dice fall, gas spreads. */
import type { Scene } from '../../lib/room.svelte'
import { motion } from '../../lib/settings.svelte'
import { sounds } from './sounds'
import * as table from '../../table/stage.svelte'
import type { Components, Modifier, Point, View, What } from './wire'

export interface Pose {
  at: Point
  facing: number
}

/** Dice that fell: what for, in the engine's words, what was needed and what came. */
export interface Rolled {
  dice: number[]
  needed: number | null
  modifiers: Modifier[]
  words: string
  rule: string
}

/** And of which event they are. */
interface Thrown extends Rolled {
  event: number
}

export type Effect =
  | { kind: 'shot'; from: Point; to: Point; ray: boolean; hit: boolean }
  | { kind: 'sweep'; from: Point; middle: Point; bearing: number }
  | { kind: 'burst'; at: Point; big: boolean }
  | { kind: 'gas'; from: Point; to: Point }
  | { kind: 'note'; at: Point; words: string; good: boolean }

/** Longer than this nobody wants to watch one step. */
const PATIENCE = 6000

export class Stage extends table.Stage<View, Components> {
  protected override voice = sounds
  poses = $state.raw<Map<number, Pose>>(new Map())
  gone = $state.raw<Set<number>>(new Set())
  effects = $state.raw<Effect[]>([])
  /** The dice since the last own order, this scene's last; they stay in sight after it: an answer hides no shot. */
  private thrown = $state.raw<Thrown[]>([])
  running = $state(false)
  /** Up to which event scenes were shown: who goes back in time sees the dice of that moment alone. */
  private told = 0

  /** Dice of an order that was taken back never fell. */
  get rolls(): Rolled[] {
    return this.thrown.filter((r) => this.room.events[r.event]?.text === r.words)
  }

  protected async run(scene: Scene, view: View) {
    const acts = scene.events.map((e, i) => {
      const rolled = rolledOf(e.what as What, e.text, e.rule)
      return { what: e.what as What, rolled: rolled && { ...rolled, event: scene.from + i } }
    })
    const fell = acts.flatMap((a) => (a.rolled ? [a.rolled] : []))
    const kept = scene.from > this.room.since && scene.from >= this.told ? this.thrown : []
    const rolls = fell.length ? [...kept, ...fell] : []
    this.told = scene.from
    const speed = motion()
    if (speed === 0 || document.hidden) {
      if (rolls.length) this.thrown = rolls
      return
    }
    const poses = new Map<number, Pose>()
    for (const s of view.stands) if (s.open) poses.set(s.id, { at: s.open.at, facing: s.open.facing })
    const quick = Math.max(speed, acts.reduce((sum, a) => sum + lengthOf(a.what), 0) / PATIENCE)
    this.poses = poses
    this.running = true
    if (rolls.length) this.thrown = kept
    try {
      for (const { what, rolled } of acts) {
        if (rolled) this.thrown = [...this.thrown, rolled]
        const ms = lengthOf(what) / quick
        if (ms === 0) continue
        await this.show(what, ms)
        if (this.skip) break
      }
    } finally {
      if (rolls.length) this.thrown = rolls
      this.effects = []
      this.poses = new Map()
      this.gone = new Set()
      this.running = false
    }
  }

  private where(id: number): Point | null {
    return this.poses.get(id)?.at ?? null
  }

  private async show(what: What, ms: number) {
    this.effects = []
    this.ring(what)
    switch (what.what) {
      case 'deployed':
      case 'spotted':
        this.put(what.stand, { at: what.at, facing: what.facing })
        await this.tween(ms)
        return
      case 'emerged':
        this.put(what.machine, { at: what.at, facing: what.facing })
        await this.tween(ms)
        return
      case 'moved':
        await this.walk(what.stand, what.path, what.facing, ms)
        return
      case 'pushed':
      case 'cut_short':
        await this.walk(what.stand, [what.at], this.poses.get(what.stand)?.facing ?? 0, ms)
        return
      case 'turned': {
        const pose = this.poses.get(what.stand)
        if (pose) this.put(what.stand, { ...pose, facing: what.facing })
        await this.tween(ms)
        return
      }
      case 'exited':
        this.lose(what.stand)
        await this.tween(ms)
        return
      case 'shot': {
        const [from, to] = [this.where(what.stand), this.where(what.target)]
        const ray = what.weapon === 'heat_ray'
        if (from && to) this.effects = [{ kind: 'shot', from, to, ray, hit: what.hits > 0 }]
        else if (to) this.effects = [{ kind: 'burst', at: to, big: false }]
        await this.tween(ms)
        return
      }
      case 'swept': {
        const from = this.where(what.stand)
        if (from) this.effects = [{ kind: 'sweep', from, middle: what.middle, bearing: what.bearing }]
        await this.tween(ms)
        return
      }
      case 'canister': {
        const from = this.where(what.stand)
        if (from) this.effects = [{ kind: 'gas', from, to: what.burst ?? what.aim }]
        await this.tween(ms)
        return
      }
      case 'landed':
      case 'crashed':
        this.effects = [{ kind: 'burst', at: what.at, big: true }]
        await this.tween(ms)
        return
      case 'destroyed': {
        const at = what.at ?? this.where(what.stand)
        if (at) this.effects = [{ kind: 'burst', at, big: true }]
        await this.tween(ms)
        this.lose(what.stand)
        return
      }
      case 'feared':
      case 'checked': {
        const at = this.where(what.stand)
        if (at)
          this.effects = [
            { kind: 'note', at, words: `${what.needed}+, rolled ${what.roll}: ${what.passed ? 'holds' : 'runs'}`, good: what.passed },
          ]
        await this.tween(ms)
        return
      }
      case 'located': {
        const at = this.where(what.target)
        if (at)
          this.effects = [{ kind: 'note', at, words: this.room.components.systems[SYSTEMS.indexOf(what.system)] ?? 'hit', good: false }]
        await this.tween(ms)
        return
      }
      default:
        await this.tween(ms)
    }
  }

  /** Along a way, each leg in the time that its length takes. */
  private async walk(id: number, path: readonly Point[], facing: number, ms: number) {
    const start = this.poses.get(id)
    const points = start ? [start.at, ...path] : [...path]
    const long = points.slice(1).map((p, i) => Math.hypot(p.x - points[i]!.x, p.y - points[i]!.y))
    const whole = long.reduce((a, b) => a + b, 0)
    await this.tween(ms, (t) => {
      let left = t * whole
      let leg = 0
      while (leg < long.length - 1 && left > long[leg]!) left -= long[leg++]!
      const [a, b] = [points[leg], points[leg + 1]]
      if (!a || !b) return
      const part = long[leg] ? Math.min(left / long[leg]!, 1) : 1
      this.put(id, {
        at: { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part },
        facing: t >= 1 ? facing : (start?.facing ?? facing),
      })
    })
    const end = points.at(-1)
    if (end) this.put(id, { at: end, facing })
  }

  private put(id: number, pose: Pose) {
    this.poses = new Map(this.poses).set(id, pose)
  }

  private lose(id: number) {
    this.gone = new Set(this.gone).add(id)
  }
}

const SYSTEMS = ['legs', 'motive', 'heat_ray', 'gas_projector', 'pilot']

/** How long something is looked at, in milliseconds. */
export function lengthOf(what: What): number {
  switch (what.what) {
    case 'moved':
      return 700
    case 'pushed':
    case 'cut_short':
    case 'emerged':
    case 'spotted':
      return 350
    case 'turned':
    case 'exited':
      return 200
    case 'shot':
    case 'swept':
    case 'canister':
      return 700
    case 'destroyed':
    case 'landed':
    case 'crashed':
      return 500
    case 'feared':
    case 'checked':
    case 'located':
      return 600
    default:
      return 0
  }
}

/** The dice of an event, where it has some. */
export function rolledOf(what: What, words: string, rule: string): Rolled | null {
  const roll = (dice: number[], needed: number | null = null, modifiers: Modifier[] = []): Rolled => ({
    dice,
    needed,
    modifiers,
    words,
    rule,
  })
  switch (what.what) {
    case 'shot':
      return roll(what.rolls, what.needed, what.modifiers)
    case 'canister':
    case 'feared':
    case 'checked':
    case 'unit_checked':
      return roll([what.roll], what.needed)
    case 'effect':
    case 'located':
    case 'ship_hit':
    case 'activation':
    case 'landed':
      return roll([what.roll])
    case 'picked':
      return what.dice.length ? roll(what.dice) : null
    default:
      return null
  }
}

export const { open: openStage, use: useStage } = table.stages(Stage)
