/** What one person is about to do at the table: the open decision, the draft of an answer, what is pointed at. */
import { nameOf } from '../../lib/orders'
import type { Room } from '../../lib/room.svelte'
import { settings } from '../../lib/settings.svelte'
import { desks, Desk, type Prompt } from '../../table/desk.svelte'
import { kindOf } from '../../table/tagged'
import type { Ask } from '../../wire/triplanes/Ask'
import type { Components } from '../../wire/triplanes/Components'
import type { DamageCardInfo } from '../../wire/triplanes/DamageCardInfo'
import type { ManeuverCardInfo } from '../../wire/triplanes/ManeuverCardInfo'
import type { Order } from '../../wire/triplanes/Order'
import type { Preview } from '../../wire/triplanes/Preview'
import type { Reasoning } from '../../wire/triplanes/Reasoning'
import type { Vec2 } from '../../wire/triplanes/Vec2'
import type { VehicleView } from '../../wire/triplanes/VehicleView'
import type { View } from '../../wire/triplanes/View'
import { askVehicle } from './asks'
import { Cards } from './cards.svelte'
import { choicesOf, type Choice } from './choices'
import { tripodOf } from './craft'
import { shotOdds } from './odds'
import { Placing } from './placing.svelte'
import { Sheet } from './sheet'

export class Play extends Desk<View, Components, Ask> {
  /** Which of my open decisions is on the desk. */
  private picked = $state<string | null>(null)
  selected = $state<number | null>(null)
  choices = $state.raw<Choice[]>([])
  chosen = $state<number | null>(null)
  pointed = $state<number | null>(null)
  /** Plans that are not sealed yet. */
  readonly cards: Cards
  /** What is being put on the table. */
  readonly hand: Placing
  /** A card under the pointer: its ghost is shown. */
  looking = $state<ManeuverCardInfo | null>(null)
  /** What the order at hand would do, as the engine foresees it. */
  foreseen = $state.raw<Preview | null>(null)
  measure = $state<{ from: Vec2; to: Vec2 } | null>(null)
  /** A decision of an automated tripod that is drawn on the table, and whether somebody wants that. */
  reasoning = $state.raw<Reasoning | null>(null)
  templates = $state(true)
  /** The decision that the choices on the desk belong to, and the order that was chosen of them. */
  private decided = ''
  private kept: string | null = null
  /** The table as it is drawn. */
  readonly sheet = $derived(new Sheet(this.room.shown?.area[1] ?? 0))

  constructor(room: Room<View, Components>) {
    super(room)
    this.hand = new Placing(room)
    this.cards = new Cards(this)
  }

  override get prompt(): Prompt<Ask> | null {
    const list = this.prompts
    const chosen = list.find((p) => this.name(p) === this.picked)
    if (chosen) return chosen
    const of = (p: Prompt<Ask>) => this.selected !== null && askVehicle(p.ask) === this.selected
    return list.find((p) => p.must && of(p)) ?? list.find((p) => p.must) ?? null
  }

  /** One decision of one turn: what was picked or drafted for it ends with it. */
  name(prompt: Prompt<Ask>): string {
    const { turn } = this.room.prompts
    return `${turn}/${JSON.stringify(this.room.live?.step ?? null)}/${JSON.stringify(prompt.ask)}`
  }

  protected override moment(prompt: Prompt<Ask>): string {
    return `${this.name(prompt)}@${this.room.events.length}`
  }

  pick(prompt: Prompt<Ask> | null) {
    this.picked = prompt ? this.name(prompt) : null
    if (prompt) this.selected = askVehicle(prompt.ask) ?? this.selected
  }

  /** Called when the decision on the desk is answered: it leaves the desk; the next one may lie there already. */
  answering(): () => void {
    const { picked } = this
    return () => {
      if (this.picked === picked) this.picked = null
    }
  }

  /** The vehicle whose console is open. */
  get vehicle(): VehicleView | null {
    const asked = this.prompt ? askVehicle(this.prompt.ask) : null
    const id = asked ?? this.selected
    const list = this.view?.vehicles ?? []
    if (id !== null) return list.find((v) => v.id === id) ?? null
    const there = list.filter((v) => v.fate === 'in_play')
    return there.find((v) => v.seat === this.room.seat) ?? there[0] ?? null
  }

  /** Somebody else than the vehicle on the desk who was pressed: looked at, whoever decides now, also while it is not on the table. */
  get looked(): VehicleView | null {
    if (this.selected === null || this.selected === this.vehicle?.id || this.hand.piece) return null
    return this.view?.vehicles.find((v) => v.id === this.selected) ?? null
  }

  /** A damage card that a view names, as it is printed; null face down. */
  face(deck: string, name: string | null): DamageCardInfo | null {
    return this.parts.damage[deck]?.find((c) => c.card === name) ?? null
  }

  select(id: number) {
    this.selected = id
    const mine = this.prompts.filter((p) => askVehicle(p.ask) === id)
    const open = mine.find((p) => p.must) ?? mine[0]
    this.picked = open ? this.name(open) : null
  }

  /** The phase of the turn, counted from 0. */
  get phase(): number {
    const step = this.view?.step
    return typeof step === 'object' ? (Object.values(step)[0] as { phase: number }).phase : 0
  }

  // --- when the desk changes ----------------------------------------------------------------------------------

  protected clear(next: Prompt<Ask> | null) {
    // The table moved under an open decision: what is chosen stays, if it is still there.
    const same = next !== null && this.name(next) === this.decided
    this.kept = same && this.chosen !== null ? JSON.stringify(this.choices[this.chosen]?.order) : null
    this.decided = next ? this.name(next) : ''
    this.hand.clear()
    if (same) return
    // A look ends with the decision that it was taken in.
    if (this.looked) this.selected = null
    this.chosen = null
    this.pointed = null
    this.choices = []
  }

  protected async lay(prompt: Prompt<Ask>, still: () => boolean) {
    const kind = kindOf(prompt.ask)
    const of = askVehicle(prompt.ask)
    if (!prompt.must && of !== null) this.cards.layOut(of, kind)
    if (kind === 'plan') return this.cards.refreshPlan()
    if (kind === 'fly') return this.cards.refreshFlight(prompt)
    if (kind.startsWith('place_') || kind === 'smoke') return this.hand.begin(prompt.ask, kind, still)
    const choices = await choicesOf(this.room, prompt, this.vehicle)
    if (!still()) return
    const legal = choices.filter((c) => c.legal)
    const again =
      legal.length === 1 ? legal[0] : (legal.find((c) => JSON.stringify(c.order) === this.kept) ?? this.sealedChoice(prompt, legal))
    this.choices = choices
    this.chosen = again ? choices.indexOf(again) : null
    this.giveAlone(
      prompt,
      legal.map((c) => c.order),
      250,
    )
  }

  /** Lays the desk anew, though the decision may be worded as before. */
  reload() {
    this.loaded = ''
    return this.load()
  }

  /** The decision on the desk is sealed already: what is laid now only counts when it is sealed in its place. */
  get revising(): boolean {
    return this.prompt !== null && !this.prompt.must
  }

  /** What is sealed stays so. */
  leave(vehicle: VehicleView | null) {
    if (vehicle) this.cards.dropDraft(vehicle.id)
    this.room.why = null
    this.picked = null
    this.chosen = null
  }

  /** Of the answers to a decision that is sealed already: the one that is. */
  private sealedChoice(prompt: Prompt<Ask>, legal: Choice[]): Choice | undefined {
    if (prompt.must) return undefined
    const vehicle = this.room.live.vehicles.find((v) => v.id === askVehicle(prompt.ask))
    const tripod = vehicle ? tripodOf(vehicle) : null
    const action = JSON.stringify(tripod?.action ?? null)
    const card = typeof tripod?.laid === 'object' ? tripod.laid.card : 'none'
    return legal.find((c) => (c.action !== undefined && JSON.stringify(c.action) === action) || (c.card !== undefined && c.card === card))
  }

  /** The order that the hand is about to give: the cards that lie and the one under the pointer, or a choice. */
  get wished(): Order | null {
    const prompt = this.prompt
    const vehicle = this.vehicle
    if (!prompt || !vehicle) return null
    const { kind } = this
    if (kind === 'plan') {
      const cards = this.cards.draft(vehicle.id)
      const next = this.looking && cards.length < 3 ? this.cards.allowed(vehicle, this.looking) : null
      const all = cards.length || next !== null ? [...cards, ...(next === null ? [] : [next])] : this.suggestedPlan(vehicle.id)
      return all.some((c) => c !== 0) ? { plan: { vehicle: vehicle.id, cards: all as never } } : null
    }
    if (kind === 'fly') {
      const { card, speed } = this.cards.flight(vehicle.id)
      const seen = this.looking?.printed[0]
      if (seen !== undefined) return { fly: { vehicle: vehicle.id, card: seen, speed: this.looking?.speed ?? speed } }
      return card === null ? null : { fly: { vehicle: vehicle.id, card, speed } }
    }
    const choice = this.choices[this.pointed ?? this.chosen ?? -1]
    return choice?.legal ? choice.order : null
  }

  /** The cards that a bot would lay for this vehicle, while somebody reads its advice. */
  suggestedPlan(vehicle: number): number[] {
    const order = this.room.suggested as Order | null
    if (order === null || typeof order !== 'object' || !('plan' in order) || order.plan.vehicle !== vehicle) return []
    return [...order.plan.cards]
  }

  /** What lies on the desk and is no order yet. */
  get laid(): unknown {
    const { vehicle, kind } = this
    if (!this.prompt || !vehicle) return null
    if (kind === 'plan') {
      const cards = this.cards.draft(vehicle.id)
      return cards.some((c) => c !== 0) ? { plan: { vehicle: vehicle.id, cards } } : null
    }
    if (kind === 'fly') {
      const { card, speed } = this.cards.flight(vehicle.id)
      return card === null ? null : { fly: { vehicle: vehicle.id, card, speed } }
    }
    return this.chosen === null ? null : (this.choices[this.chosen]?.order ?? null)
  }

  protected override odds(seen: unknown, order: unknown) {
    const preview = seen as Preview | null
    const target = this.view?.vehicles.find((v) => v.id === preview?.shots[0]?.target)
    const shot = this.choices.find((c) => nameOf(c.order) === nameOf(order))?.shot
    return shotOdds(preview, order as Order, shot?.across ?? null, target?.resistance ?? null)
  }

  /** Asks what that order would do. */
  async foresee(order: Order | null) {
    if (!order) {
      this.foreseen = null
      return
    }
    const seen = await this.room.preview<Preview>(order)
    if (nameOf(this.wished) === nameOf(order)) this.foreseen = seen
  }

  /** Presses a choice: a dim one says why, a legal one is chosen, and given when it needs no confirmation. */
  async press(index: number) {
    const choice = this.choices[index]
    if (!choice) return
    if (!choice.legal) {
      await this.room.explain(`Not now: ${choice.label.toLowerCase()}`, choice.order)
      return
    }
    this.room.why = null
    if (this.chosen === index || !settings.confirm) {
      await this.confirm(index)
    } else {
      this.chosen = index
    }
  }

  /** Something on the map was pressed: it is aimed at. Looking twice at a target does not fire at it. */
  async aim(index: number) {
    if (this.chosen !== index) await this.press(index)
  }

  async confirm(index: number | null = this.chosen) {
    const choice = index === null ? undefined : this.choices[index]
    if (!choice) return
    const answered = this.answering()
    const answer = await this.room.order(choice.order)
    if (answer.ok) answered()
  }

  // --- putting things on the table ------------------------------------------------------------------------------

  async place() {
    const answered = this.answering()
    const order = await this.hand.settled()
    if (!order) return
    const answer = await this.room.order(order)
    if (answer.ok) answered()
  }
}

export const { of: playOf, use: usePlay } = desks(Play)
