/** Plays what happened between two views: moves along their true paths, rays, bursts, falls. */
import type { Scene } from '../../lib/room.svelte'
import { motion } from '../../lib/settings.svelte'
import * as table from '../../table/stage.svelte'
import type { Action } from '../../wire/triplanes/Action'
import type { Components } from '../../wire/triplanes/Components'
import type { ManeuverCardInfo } from '../../wire/triplanes/ManeuverCardInfo'
import type { Reasoning } from '../../wire/triplanes/Reasoning'
import type { Pose } from '../../wire/triplanes/Pose'
import type { Vec2 } from '../../wire/triplanes/Vec2'
import type { View } from '../../wire/triplanes/View'
import type { What } from '../../wire/triplanes/What'
import { along, backwardMove, between } from './geometry'
import { sounds } from './sounds'

export type Effect =
  | { kind: 'ray'; from: Vec2; to: Vec2; words: string; half: number }
  | { kind: 'guns'; from: Vec2; to: Vec2; words: string; half: number }
  | { kind: 'burst'; at: Vec2; big?: boolean }
  | { kind: 'explosion'; at: Vec2 }
  | { kind: 'fall'; from: Vec2; pose: Pose; loads: number }
  | { kind: 'note'; at: Vec2; words: string; danger: boolean }

type Body<K extends string> = Extract<What, Record<K, unknown>> extends infer W ? (W extends Record<K, infer B> ? B : never) : never

function is<K extends string>(what: What, kind: K): Body<K> | null {
  return kind in what ? ((what as Record<string, unknown>)[kind] as Body<K>) : null
}

/** Kinds of a moment that are played together. */
const TOGETHER = ['moved', 'sent_back', 'facing_changed']

export class Stage extends table.Stage<View, Components> {
  protected override voice = sounds
  poses = $state.raw<Record<number, Pose>>({})
  toppling = $state.raw<Record<number, number>>({})
  gone = $state.raw<number[]>([])
  cards = $state.raw<Record<number, ManeuverCardInfo>>({})
  effects = $state.raw<Effect[]>([])
  /** What an automated tripod thinks at this very moment. */
  reasoning = $state.raw<Reasoning | null>(null)
  /** Bomb cards that have come into sight in this scene, and those that are gone again. */
  bombs = $state.raw<{ bomber: number; loads: number; pose: Pose }[]>([])
  burst = $state.raw<number[]>([])
  /** Action cards that are being shown. */
  actions = $state.raw<Record<number, Action>>({})

  private get components(): Components {
    return this.room.components
  }

  /** At the speed that somebody likes; who wants no motion sees the end of it. */
  protected override async tween(ms: number, each: (t: number) => void = () => undefined) {
    const speed = motion()
    if (speed > 0 && !this.skip && !document.hidden) return super.tween(ms / speed, each)
    this.progress = 1
    each(1)
  }

  protected async run(scene: Scene, before: View) {
    const poses: Record<number, Pose> = {}
    const where = (id: number): Vec2 | null => poses[id]?.centre ?? before?.vehicles.find((v) => v.id === id)?.pose?.centre ?? null
    try {
      const list = scene.events.map((e) => e.what as What)
      for (let i = 0; i < list.length; i++) {
        const what = list[i]
        if (!what) continue
        const kind = Object.keys(what)[0] ?? ''
        if (TOGETHER.includes(kind)) {
          const moves = [what]
          while (i + 1 < list.length && kind === Object.keys(list[i + 1] ?? {})[0]) moves.push(list[++i] as What)
          await this.move(moves, poses, before)
          continue
        }
        this.ring(what)
        await this.show(what, scene.events[i]?.text ?? '', where, before)
      }
    } finally {
      this.poses = {}
      this.toppling = {}
      this.gone = []
      this.cards = {}
      this.effects = []
      this.reasoning = null
      this.bombs = []
      this.burst = []
      this.actions = {}
    }
  }

  private async move(moves: What[], poses: Record<number, Pose>, before: View) {
    const ways = moves.flatMap((what) => {
      const moved = is(what, 'moved')
      if (moved) return [{ id: moved.vehicle, from: moved.from, to: moved.to, backward: moved.backward }]
      const back = is(what, 'sent_back')
      const turn = is(what, 'facing_changed')
      const id = back?.vehicle ?? turn?.vehicle
      const to = back?.to ?? turn?.pose
      if (id === undefined || !to) return []
      const from = poses[id] ?? before.vehicles.find((v) => v.id === id)?.pose ?? to
      return [{ id, from, to, backward: true }]
    })
    for (const what of moves) this.ring(what)
    const long = ways.some((w) => w.from.centre.x !== w.to.centre.x || w.from.centre.y !== w.to.centre.y)
    await this.tween(long ? 600 : 300, (t) => {
      for (const way of ways) poses[way.id] = this.pose(before, way, t)
      this.poses = { ...poses }
    })
  }

  private pose(before: View, way: { id: number; from: Pose; to: Pose; backward: boolean }, t: number): Pose {
    if (t >= 1) return way.to
    const vehicle = before.vehicles.find((v) => v.id === way.id)
    const model = vehicle ? this.components.models[vehicle.model] : undefined
    const card = this.cards[way.id]
    if (!model || !card) return between(way.from, way.to, t)
    const half = model.kind === 'airplane' ? model.length / 2 : model.apothem
    if (way.backward) {
      const to = backwardMove(way.from, card.path, half)
      return Math.hypot(to.centre.x - way.to.centre.x, to.centre.y - way.to.centre.y) < 1
        ? between(way.from, to, t)
        : between(way.from, way.to, t)
    }
    const at = along(way.from, card.path, half, t)
    const end = along(way.from, card.path, half, 1)
    // Woods stop a tripod on its way: then the plain way is the true one.
    return Math.hypot(end.centre.x - way.to.centre.x, end.centre.y - way.to.centre.y) < 1 ? at : between(way.from, way.to, t)
  }

  private async flash(effect: Effect, ms: number) {
    this.effects = [...this.effects, effect]
    this.progress = 0
    await this.tween(ms)
    this.effects = this.effects.filter((e) => e !== effect)
  }

  private async show(what: What, text: string, where: (id: number) => Vec2 | null, before: View) {
    const thought = is(what, 'reasoned')
    if (thought) {
      if (thought.firing) return
      this.reasoning = thought
      // Templates want to be looked at.
      await this.tween(thought.zones.length ? 1100 : 350)
      this.reasoning = null
      return
    }
    const revealed = is(what, 'revealed')
    if (revealed) {
      const cards: Record<number, ManeuverCardInfo> = {}
      for (const row of revealed.cards) {
        const vehicle = before?.vehicles.find((v) => v.id === row.vehicle)
        const deck = vehicle ? this.components.maneuvers[vehicle.maneuver_deck] : undefined
        const card = deck?.find((c) => c.id === row.card)
        if (card) cards[row.vehicle] = card
      }
      this.cards = cards
      await this.tween(450)
      return
    }
    const straight = is(what, 'flies_straight')
    if (straight) {
      const vehicle = before.vehicles.find((v) => v.id === straight.vehicle)
      const card = vehicle && this.components.maneuvers[vehicle.maneuver_deck]?.find((c) => c.id === straight.card)
      if (card) this.cards = { ...this.cards, [straight.vehicle]: card }
      return
    }
    const ray = is(what, 'ray_fired')
    if (ray) {
      const words = `${ray.range} range · ${ray.distance.toFixed(0)} mm`
      const half = this.rayHalf(before, ray.vehicle, ray.from)
      await this.flash({ kind: 'ray', from: ray.line[0], to: ray.line[1], words, half }, 650)
      await this.flash({ kind: 'burst', at: ray.line[1] }, 250)
      return
    }
    if (await this.showBombs(what, where, before)) return
    const guns = is(what, 'guns_fired') ?? is(what, 'cannon_fired')
    if (guns) {
      const side = guns.side.replace('_', '-')
      const armor = guns.through === 'armor' ? 'armoured ' : ''
      const range = 'range' in guns ? `${guns.range} range · ` : 'cannon · '
      const words = `${range}${guns.distance.toFixed(0)} mm · ${armor}${side} side`
      const half = this.components.ruler / 2
      await this.flash({ kind: 'guns', from: guns.line[0], to: guns.line[1], words, half }, 650)
      return
    }
    const drawn = is(what, 'card_drawn') ?? is(what, 'crater_draw')
    const hit = is(what, 'armor_hit')
    const id = (drawn ?? hit)?.vehicle
    if (id !== undefined) {
      const at = where(id)
      const words = hit
        ? `armour holds${hit.lost ? `, −${hit.lost} energy` : ''}`
        : drawn?.card
          ? `draws ${drawn.card.replaceAll('_', ' ')}`
          : `draws a ${drawn && drawn.deck.length > 1 ? 'counter' : 'card'}`
      if (at) await this.flash({ kind: 'note', at, words, danger: !hit }, 420)
      return
    }
    const toppled = is(what, 'toppled')
    if (toppled) {
      await this.tween(500, (t) => (this.toppling = { ...this.toppling, [toppled.vehicle]: t }))
      return
    }
    const lost = is(what, 'eliminated')
    if (lost) {
      const at = where(lost.vehicle)
      if (at) await this.flash({ kind: 'explosion', at }, 700)
      this.gone = [...this.gone, lost.vehicle]
      return
    }
    const special =
      is(what, 'special_damage') ??
      is(what, 'guns_jammed') ??
      is(what, 'picture_taken') ??
      is(what, 'rockets_missed') ??
      is(what, 'rockets_hit') ??
      is(what, 'anchor_thrown') ??
      is(what, 'illegal') ??
      is(what, 'objective_reached')
    if (special) {
      const at = where(special.vehicle)
      const words = 'special' in special ? special.special.replaceAll('_', ' ') : short(what, text)
      if (at) await this.flash({ kind: 'note', at, words, danger: !('picture_taken' in what) }, 700)
    }
  }

  private bombAt(id: number, before: View): Pose | null {
    return (this.bombs.find((b) => b.bomber === id) ?? before.bombs.find((b) => b.bomber === id))?.pose ?? null
  }

  /** Cards that are shown, and what bombs do: true if this was such a thing. */
  private async showBombs(what: What, where: (id: number) => Vec2 | null, before: View): Promise<boolean> {
    const shown = is(what, 'cards_shown')
    if (shown) {
      this.actions = { ...this.actions, ...Object.fromEntries(shown.shown.map((s) => [s.vehicle, s.action])) }
      await this.tween(700)
      return true
    }
    const released = is(what, 'bombs_released')
    if (released) {
      for (const drop of released.drops) {
        const at = where(drop.vehicle)
        if (at) await this.flash({ kind: 'note', at, words: 'bombs away!', danger: true }, 500)
      }
      return true
    }
    const placed = is(what, 'bombs_placed')
    if (placed) {
      const from = where(placed.bomber) ?? placed.pose.centre
      await this.flash({ kind: 'fall', from, pose: placed.pose, loads: placed.loads }, 600)
      this.bombs = [...this.bombs, placed]
      return true
    }
    const ray = is(what, 'ray_at_bombs')
    if (ray) {
      const words = `at the bombs · ${ray.range} range · ${ray.distance.toFixed(0)} mm`
      const half = this.rayHalf(before, ray.vehicle, ray.from)
      await this.flash({ kind: 'ray', from: ray.line[0], to: ray.line[1], words, half }, 650)
      return true
    }
    const card = is(what, 'bombs_take_card')
    const shot = card ? this.bombAt(card.bombs, before) : null
    if (card && shot) {
      await this.flash(
        {
          kind: 'note',
          at: shot.centre,
          words: `${card.card.replaceAll('_', ' ')}: ${card.points} ${card.points === 1 ? 'point' : 'points'}`,
          danger: false,
        },
        500,
      )
      return true
    }
    const destroyed = is(what, 'bombs_destroyed')
    const missed = is(what, 'bombs_missed')
    const hit = is(what, 'bombs_hit')
    const id = (destroyed ?? missed ?? hit)?.bombs
    if (id === undefined) return false
    const pose = this.bombAt(id, before)
    if (!pose) return true
    if (destroyed) {
      await this.flash({ kind: 'note', at: pose.centre, words: 'burst in the air', danger: false }, 400)
      await this.flash({ kind: 'burst', at: pose.centre, big: true }, 450)
      this.burst = [...this.burst, id]
    } else if (hit) {
      const words = hit.dot ? 'a square hit!' : 'hit with the edge'
      const at = where(hit.target) ?? pose.centre
      await this.flash({ kind: 'explosion', at }, 600)
      await this.flash({ kind: 'note', at, words, danger: true }, 450)
    } else {
      await this.flash({ kind: 'explosion', at: pose.centre }, 450)
      await this.flash({ kind: 'note', at: pose.centre, words: 'the bombs miss', danger: false }, 400)
      this.burst = [...this.burst, id]
    }
    return true
  }

  private rayHalf(view: View, id: number, from: string): number {
    const vehicle = view.vehicles.find((v) => v.id === id)
    const model = vehicle ? this.components.models[vehicle.model] : undefined
    if (model?.kind !== 'tripod') return 0
    const heavy = model.sides.find((s) => s.side === from)?.projector?.heavy
    return (heavy ? this.components.heavy_ray : this.components.medium_ray).half
  }
}

function short(what: What, text: string): string {
  const kind = Object.keys(what)[0]
  const names: Record<string, string> = {
    guns_jammed: 'guns jammed',
    picture_taken: 'picture taken!',
    rockets_missed: 'rockets miss',
    rockets_hit: 'rockets hit',
    illegal: 'illegal maneuver',
    objective_reached: 'objective reached',
  }
  return names[kind ?? ''] ?? text
}

export const { open: openStage, use: useStage } = table.stages(Stage)
