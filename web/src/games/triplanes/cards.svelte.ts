/** What lies on the consoles and is not sealed yet: plans of three cards, or a WW2 airplane's card with its marker. */
import { readDrafts, writeDrafts } from '../../lib/drafts'
import type { Prompt } from '../../table/desk.svelte'
import { kindOf } from '../../table/tagged'
import type { Ask } from '../../wire/triplanes/Ask'
import type { ManeuverCardInfo } from '../../wire/triplanes/ManeuverCardInfo'
import type { Order } from '../../wire/triplanes/Order'
import type { Speed } from '../../wire/triplanes/Speed'
import type { VehicleView } from '../../wire/triplanes/VehicleView'
import { askVehicle } from './asks'
import { airplaneOf } from './craft'
import type { Play } from './play.svelte'

/** A WW2 airplane's card and marker, before they are sealed. */
export interface Flight {
  card: number | null
  speed: Speed
}

/** What was laid for a decision and not sealed yet, by vehicle. */
interface Drafts {
  drafts: Record<number, { of: string; cards: number[] }>
  flights: Record<number, Flight & { of: string }>
}

/** On the ground there are orders instead of cards. */
export function isTaxiing(card: ManeuverCardInfo): boolean {
  return card.kind === 'wait' || card.kind === 'roll'
}

/** So many cards stand in a row: no row for one card alone where height is dear. */
export function columnsOf(cards: number, low: boolean): number {
  if (low && cards === 9) return 9
  return low || cards > 12 ? 8 : 6
}

export class Cards {
  private readonly play: Play
  /** Drafts of plans by vehicle: printed numbers, 0 for a space that stays empty, and the decision they are for. */
  private drafts = $state<Drafts['drafts']>({})
  /** The numbers that may come next, for the draft on the desk. */
  private next = $state.raw<{ of: string; numbers: number[] } | null>(null)
  /** WW2: a card and a speed marker by vehicle, and what of them may be flown next. */
  private flights = $state<Drafts['flights']>({})
  private flyable = $state.raw<{ of: number; keys: Set<string> } | null>(null)

  constructor(play: Play) {
    this.play = play
    const kept = readDrafts<Drafts>(play.room.match, play.room.seat)
    this.drafts = kept?.drafts ?? {}
    this.flights = kept?.flights ?? {}
  }

  private keep() {
    const { match, seat } = this.play.room
    writeDrafts(match, seat, { drafts: this.drafts, flights: this.flights } satisfies Drafts)
  }

  deck(vehicle: VehicleView): ManeuverCardInfo[] {
    return this.play.parts.maneuvers[vehicle.maneuver_deck] ?? []
  }

  /**
   * The cards to choose from, each once: climb and dive cards are left in the box without altitude rules, a WW2 card
   * stands in its deck once for each marker, and taxiing is for the ground, where it comes first.
   */
  fan(vehicle: VehicleView): ManeuverCardInfo[] {
    const grounded = vehicle.level === 0
    const fits = (c: ManeuverCardInfo) =>
      isTaxiing(c) ? grounded : c.speed !== 'fast' && (!c.advanced || (this.play.view?.altitude ?? false))
    const cards = this.deck(vehicle).filter(fits)
    return [...cards.filter(isTaxiing), ...cards.filter((c) => !isTaxiing(c))]
  }

  /** Presses the card in this place of the fan, from 0. */
  async take(vehicle: VehicleView, place: number) {
    const card = this.fan(vehicle)[place]
    if (!card) return
    if (this.isFlown(vehicle)) await this.layCard(vehicle, card.printed[0] ?? 0)
    else await this.choose(vehicle, card)
  }

  card(vehicle: VehicleView, number: number): ManeuverCardInfo | null {
    return this.deck(vehicle).find((c) => c.numbers.includes(number)) ?? null
  }

  /** A WW2 airplane: one card at a time. */
  isFlown(vehicle: VehicleView): boolean {
    const model = this.play.parts.models[vehicle.model]
    return model?.kind === 'airplane' && model.ww2
  }

  /** The open decision about a vehicle's cards. */
  private planOf(id: number): string {
    const prompt = this.play.prompts.find((p) => ['plan', 'fly'].includes(kindOf(p.ask)) && askVehicle(p.ask) === id)
    return prompt ? this.play.name(prompt) : ''
  }

  draft(id: number): number[] {
    const draft = this.drafts[id]
    return draft && draft.of === this.planOf(id) ? draft.cards : []
  }

  private setDraft(id: number, cards: number[]) {
    this.drafts = { ...this.drafts, [id]: { of: this.planOf(id), cards } }
    this.keep()
  }

  dropDraft(id: number) {
    const { [id]: _, ...rest } = this.drafts
    this.drafts = rest
    this.keep()
  }

  /** The plan of mine that is sealed: printed numbers, 0 for a space that stays empty. */
  sealedPlan(vehicle: VehicleView): number[] {
    const known = vehicle.plan.every((s) => s !== 'hidden') && vehicle.plan.some((s) => s !== 'empty')
    return known ? vehicle.plan.map((s) => (typeof s === 'object' ? s.card.number : 0)) : []
  }

  /** What lies on the desk is what is sealed. */
  unchanged(vehicle: VehicleView): boolean {
    return this.draft(vehicle.id).join() === this.sealedPlan(vehicle).join()
  }

  /** The sealed plan comes back onto the desk, to be changed there. */
  layOut(id: number, kind: string) {
    const live = this.play.room.live
    const vehicle = live.vehicles.find((v) => v.id === id)
    const of = this.planOf(id)
    if (!vehicle || !of) return
    if (kind === 'plan' && this.drafts[id]?.of !== of) {
      const sealed = this.sealedPlan(vehicle)
      if (sealed.length) this.setDraft(id, sealed)
    } else if (kind === 'fly' && this.flights[id]?.of !== of) {
      const sealed = live.plan_ahead ? airplaneOf(vehicle)?.carried : vehicle.plan[this.play.phase]
      if (typeof sealed !== 'object') return
      const laid = this.card(vehicle, sealed.card.number)
      if (laid) this.setFlight(id, { card: laid.printed[0] ?? null, speed: laid.speed ?? 'slow' })
    }
  }

  /** Asks which cards may come next; fills spaces that must stay empty. */
  async refreshPlan() {
    const prompt = this.play.prompt
    if (!prompt || typeof prompt.ask === 'string' || !('plan' in prompt.ask)) return
    const vehicle = prompt.ask.plan.vehicle
    const name = this.play.name(prompt)
    for (;;) {
      const cards = this.draft(vehicle)
      if (cards.length >= 3) {
        this.next = { of: `${vehicle}:${cards.join()}`, numbers: [] }
        return
      }
      const pattern = [0, 1, 2].map((i) => cards[i] ?? null)
      const answer = await this.play.room.legal<number>({
        within: { plan: { vehicle, cards: pattern } },
        spread: `/plan/cards/${cards.length}`,
      })
      const now = this.play.prompt
      if (!now || this.play.name(now) !== name || this.draft(vehicle).join() !== cards.join()) return
      this.next = { of: `${vehicle}:${cards.join()}`, numbers: answer.values }
      if (answer.values.length === 1 && answer.values[0] === 0) {
        this.setDraft(vehicle, [...cards, 0])
        continue
      }
      if (answer.values.length === 0 && cards.some((c) => c !== 0)) {
        // The table has changed under the draft: begin again.
        this.setDraft(vehicle, [])
        continue
      }
      return
    }
  }

  /** Whether a card may be planned next. */
  allowed(vehicle: VehicleView, card: ManeuverCardInfo): number | null {
    const next = this.next
    if (!next || next.of !== `${vehicle.id}:${this.draft(vehicle.id).join()}`) return null
    return next.numbers.find((n) => card.numbers.includes(n)) ?? null
  }

  async choose(vehicle: VehicleView, card: ManeuverCardInfo) {
    const cards = this.draft(vehicle.id)
    if (cards.length >= 3) return
    const number = this.allowed(vehicle, card)
    if (number === null) {
      const free = card.numbers.find((n) => !cards.includes(n)) ?? card.numbers[0] ?? 0
      const order: Order = { plan: { vehicle: vehicle.id, cards: [...cards, free] as never } }
      await this.play.room.explain(`Not now: ${card.words}`, order)
      return
    }
    this.play.room.why = null
    this.play.looking = null
    this.setDraft(vehicle.id, [...cards, number])
    await this.refreshPlan()
  }

  /** Takes back the cards from a space on. */
  async clear(vehicle: VehicleView, space: number) {
    this.setDraft(vehicle.id, this.draft(vehicle.id).slice(0, space))
    this.play.room.why = null
    await this.refreshPlan()
  }

  async seal(vehicle: VehicleView) {
    const cards = this.draft(vehicle.id)
    const answered = this.play.answering()
    const answer = await this.play.room.order({ plan: { vehicle: vehicle.id, cards } })
    if (!answer.ok) return
    this.dropDraft(vehicle.id)
    answered()
    // Where nobody else decides anything the next plan of this vehicle is asked for already.
    await this.refreshPlan()
  }

  // --- WW2: one card and a speed marker ---------------------------------------------------------------------------

  flight(id: number): Flight {
    const flight = this.flights[id]
    if (!flight) return { card: null, speed: 'slow' }
    // The marker stays where it lies; a card is laid for one decision.
    return flight.of === this.planOf(id) ? flight : { card: null, speed: flight.speed }
  }

  private setFlight(id: number, { card, speed }: Flight) {
    this.flights = { ...this.flights, [id]: { of: this.planOf(id), card, speed } }
    this.keep()
  }

  async refreshFlight(prompt: Prompt<Ask>) {
    const id = askVehicle(prompt.ask)
    if (id === null) return
    const { values } = await this.play.room.legal<Order>({ within: { fly: { vehicle: id } }, limit: 100 })
    const keys = values.flatMap((o) => ('fly' in o ? [`${o.fly.card}/${o.fly.speed}`] : []))
    this.flyable = { of: id, keys: new Set(keys) }
    const now = this.flight(id)
    // Where only one marker is left it lies there already.
    const speeds = (['slow', 'fast'] as const).filter((s) => keys.some((k) => k.endsWith(s)))
    const speed = speeds.includes(now.speed) ? now.speed : (speeds[0] ?? 'slow')
    const still = now.card !== null && keys.includes(`${now.card}/${speed}`)
    this.setFlight(id, { card: still ? now.card : null, speed })
  }

  /** Whether this card may be flown next with this marker; null while it is not known. */
  mayFly(vehicle: VehicleView, card: number, speed: Speed): boolean | null {
    if (this.flyable?.of !== vehicle.id) return null
    return this.flyable.keys.has(`${card}/${speed}`)
  }

  /** The arrow that lies for an airplane. */
  laid(vehicle: VehicleView): ManeuverCardInfo | null {
    const { card, speed } = this.flight(vehicle.id)
    return card ? this.arrow(vehicle, card, speed) : null
  }

  /** The arrow of a card at a speed. */
  arrow(vehicle: VehicleView, card: number, speed: Speed): ManeuverCardInfo | null {
    return this.deck(vehicle).find((c) => c.speed === speed && c.printed.includes(card)) ?? null
  }

  async layCard(vehicle: VehicleView, card: number) {
    const { speed } = this.flight(vehicle.id)
    const other: Speed = speed === 'slow' ? 'fast' : 'slow'
    if (this.mayFly(vehicle, card, speed)) {
      this.play.room.why = null
      this.play.looking = null
      this.setFlight(vehicle.id, { card, speed })
    } else if (this.mayFly(vehicle, card, other)) {
      // It can be flown with the other marker alone.
      this.play.room.why = null
      this.play.looking = null
      this.setFlight(vehicle.id, { card, speed: other })
    } else {
      const info = this.arrow(vehicle, card, speed)
      await this.play.room.explain(`Not now: ${info?.words ?? `card ${card}`}`, { fly: { vehicle: vehicle.id, card, speed } })
    }
  }

  async setSpeed(vehicle: VehicleView, speed: Speed) {
    const { card } = this.flight(vehicle.id)
    if (card !== null && this.mayFly(vehicle, card, speed) === false) {
      await this.play.room.explain(`Not now: ${speed}`, { fly: { vehicle: vehicle.id, card, speed } })
      return
    }
    this.play.room.why = null
    this.setFlight(vehicle.id, { card, speed })
  }

  takeBack(vehicle: VehicleView) {
    this.setFlight(vehicle.id, { ...this.flight(vehicle.id), card: null })
  }

  async sealFlight(vehicle: VehicleView) {
    const { card, speed } = this.flight(vehicle.id)
    if (card === null) return
    const answered = this.play.answering()
    const answer = await this.play.room.order({ fly: { vehicle: vehicle.id, card, speed } })
    if (!answer.ok) return
    // The marker stays where it lies, for whatever comes next.
    this.flights = { ...this.flights, [vehicle.id]: { of: '', card: null, speed } }
    this.keep()
    this.flyable = null
    answered()
    await this.play.reload()
  }
}
