/** Plays what happened between two views: marches, rays, shots and landings, each where it happens. */
import type { Scene } from '../../lib/room.svelte'
import { motion } from '../../lib/settings.svelte'
import * as table from '../../table/stage.svelte'
import { playOf } from './play.svelte'
import { sounds } from './sounds'
import { begin, told } from './told'
import type { Colour, Components, View, What } from './wire'

/** A place on one of the sheets: a zone of the map or a hex of a battle. */
export type Spot = { zone: number } | { hex: string }

export type Effect =
  | { kind: 'note'; at: Spot; words: string; danger: boolean }
  | { kind: 'march'; from: Spot; to: Spot; mars: boolean; colour?: Colour }
  | { kind: 'shot'; from: Spot; to: Spot; ray: boolean }

type Bodies = Record<string, Record<string, unknown>>

/** Longer than this nobody wants to watch one step. */
const PATIENCE = 5000

/** Whether a step stays within one phase. */
export const isWithin = (before: View, after: View) => before.turn === after.turn && before.phase === after.phase

export class Stage extends table.Stage<View, Components> {
  protected override voice = sounds
  effects = $state.raw<Effect[]>([])
  /** The die that was rolled last, while it is shown. */
  die = $state<{ colour: Colour; words: string } | null>(null)
  /** The Battle card that the Tripods follow in the step that is shown, and who of them acts. */
  card = $state<string | null>(null)
  placing = $state(false)
  acting = $state<Colour | null>(null)

  protected async run(scene: Scene<View>, before: View) {
    const speed = motion()
    if (speed === 0 || document.hidden) return
    const play = playOf(this.room)
    if (play.running && isWithin(before, scene.view)) return
    // Who leaves the rest of a phase to the obvious wants to see what the Martians make of it.
    play.running = false
    this.placing = (before.land ?? before.naval)?.battle_round === 0
    const all = scene.events.map((e) => ({ text: e.text, what: e.what as What }))
    const seen = all.filter((e) => effectOf(e.what, e.text, () => 'anywhere') !== null || dieOf(e.what) !== null)
    const each = Math.min(620, PATIENCE / Math.max(seen.length, 1)) / speed
    let course = begin(before, scene.view)
    try {
      for (const { what, text } of all) {
        this.follow(what)
        const effect = this.coloured(effectOf(what, text, this.hexes), what)
        const colour = dieOf(what)
        const next = told(course, what)
        // Who marches arrives at the end of the way; all else is there when it is told.
        const arrives = effect?.kind === 'march'
        if (!arrives) this.room.staged = next.view
        if (effect || colour) {
          if (colour) this.die = { colour, words: text }
          this.effects = effect ? [effect] : []
          this.ring(what)
          await this.tween(colour && !effect ? each * 0.7 : each)
          if (this.skip) break
        }
        if (arrives) this.room.staged = next.view
        course = next
      }
    } finally {
      this.effects = []
      this.die = null
      this.card = this.acting = null
      this.room.staged = null
    }
  }

  /** Keeps to the card that is being carried out: the sheet below still shows the last round's. */
  private follow(what: What) {
    const card = cardOf(what, playOf(this.room).parts)
    if (card) [this.card, this.acting] = [card, null]
    if (typeof what !== 'object') return
    if ('battle_began' in what || 'sea_battle_began' in what) this.placing = true
    else if ('round_began' in what) this.placing = false
    else if ('tripod_acts' in what) this.acting = what.tripod_acts.colour
  }

  /** A Tripod goes in its own colour. */
  private coloured(effect: Effect | null, what: What): Effect | null {
    if (effect?.kind !== 'march' || typeof what !== 'object') return effect
    const view = this.room.staged ?? this.room.shown
    const mover = 'tripod_moved' in what ? what.tripod_moved.tripod : 'sea_tripod_moved' in what ? what.sea_tripod_moved.tripod : null
    const colour = (view.land ?? view.naval)?.tripods.find((t) => t.tripod === mover)?.colour
    return colour ? { ...effect, colour } : effect
  }

  /** Where the counters of a battle stand, as far as the step has told. */
  private get hexes(): (key: string) => string | null {
    const view = this.room.staged ?? this.room.shown
    return (key) => {
      const [what, id] = key.split(':')
      const n = Number(id)
      if (what === 'unit') return view.land?.units.find((u) => u.unit === n)?.hex ?? null
      if (what === 'ship') return view.naval?.ships.find((s) => s.ship === n)?.hex ?? null
      const tripods = view.land?.tripods ?? view.naval?.tripods ?? []
      return tripods.find((t) => t.tripod === n)?.hex ?? null
    }
  }
}

export function dieOf(what: What): Colour | null {
  if (typeof what !== 'object') return null
  if ('die' in what) return what.die.colour
  return 'rerolled' in what ? what.rerolled.colour : null
}

/** The Battle card that an event lays open. */
export function cardOf(what: What, parts: Pick<Components, 'land_cards' | 'sea_cards'>): string | null {
  if (typeof what !== 'object') return null
  const land = 'battle_card' in what ? what.battle_card.card : 'card_applied' in what ? what.card_applied.card : null
  const sea = 'sea_card' in what ? what.sea_card.card : null
  const card = land !== null ? parts.land_cards[land] : sea !== null ? parts.sea_cards[sea] : undefined
  return card?.id ?? null
}

/** How an event looks, if it is to be seen at all. */
export function effectOf(what: What, text: string, hexOf: (key: string) => string | null): Effect | null {
  if (typeof what !== 'object') return null
  const kind = Object.keys(what)[0] ?? ''
  const body = (what as unknown as Bodies)[kind] ?? {}
  const zone = (name: string): Spot => ({ zone: Number(body[name]) })
  const hex = (name: string): Spot => ({ hex: String(body[name]) })
  switch (kind) {
    case 'wave_moved':
      return { kind: 'march', from: zone('from'), to: zone('to'), mars: true }
    case 'unit_moved':
    case 'refugees_moved':
      return { kind: 'march', from: zone('from'), to: zone('to'), mars: false }
    case 'tripod_moved':
    case 'sea_tripod_moved':
      return { kind: 'march', from: hex('from'), to: hex('to'), mars: true }
    case 'ship_sailed':
    case 'refugee_rowed':
      return { kind: 'march', from: hex('from'), to: hex('to'), mars: false }
    case 'gun_fires':
    case 'ship_fires': {
      const from = hexOf(kind === 'gun_fires' ? `unit:${Number(body['gun'])}` : `ship:${Number(body['ship'])}`)
      const to = hexOf(`tripod:${Number(body['tripod'])}`)
      return from && to ? { kind: 'shot', from: { hex: from }, to: { hex: to }, ray: false } : null
    }
    case 'die': {
      const roll = body['roll'] as Bodies | string
      const aim = typeof roll === 'object' ? (roll['attack'] ?? roll['detect']) : null
      if (!aim) return null
      const from = hexOf(`tripod:${Number(aim['tripod'])}`)
      const to = hexOf(`unit:${Number(aim['gun'])}`)
      return from && to ? { kind: 'shot', from: { hex: from }, to: { hex: to }, ray: typeof roll === 'object' && 'attack' in roll } : null
    }
    case 'wave_landed':
    case 'devastates':
    case 'zone_destroyed':
    case 'red_weed':
    case 'refugees_captured':
    case 'intercepted':
    case 'battle_began':
    case 'opened':
    case 'tripod_built':
      return { kind: 'note', at: zone('zone'), words: text, danger: true }
    case 'escaped':
    case 'mill_placed':
    case 'zone_restored':
    case 'weed_gone':
      return { kind: 'note', at: zone('zone'), words: text, danger: false }
    default:
      return null
  }
}

export const { open: openStage, use: useStage } = table.stages(Stage)
