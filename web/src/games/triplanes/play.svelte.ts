/** What one person is about to do at the table: the open decision, the draft of an answer, what is pointed at. */
import type { Reasoning } from '../../wire/triplanes/Reasoning'
import type { Row } from '../../wire/Row'
import type { Room } from '../../lib/room.svelte'
import { nameOf } from '../../lib/orders'
import { readDrafts, writeDrafts } from '../../lib/drafts'
import { settings } from '../../lib/settings.svelte'
import type { Action } from '../../wire/triplanes/Action'
import type { ActionCard } from '../../wire/triplanes/ActionCard'
import type { Ask } from '../../wire/triplanes/Ask'
import type { Components } from '../../wire/triplanes/Components'
import type { ManeuverCardInfo } from '../../wire/triplanes/ManeuverCardInfo'
import type { Order } from '../../wire/triplanes/Order'
import type { Pose } from '../../wire/triplanes/Pose'
import type { Preview } from '../../wire/triplanes/Preview'
import type { ShotView } from '../../wire/triplanes/ShotView'
import type { Speed } from '../../wire/triplanes/Speed'
import type { Vec2 } from '../../wire/triplanes/Vec2'
import type { VehicleView } from '../../wire/triplanes/VehicleView'
import type { View } from '../../wire/triplanes/View'
import { backwardMove, forwardMove, stays } from './geometry'
import { Placing } from './placing.svelte'

export interface Prompt {
  must: boolean
  ask: Ask
  text: string
  options: number
}

/** One way to answer a prompt. What is not legal is shown dim and explains itself. */
export interface Choice {
  label: string
  detail: string
  order: Order
  legal: boolean
  shot?: ShotView
  action?: Action
  /** An action card that is laid face down. */
  card?: ActionCard
  /** The face of a damage card that can be inflicted. */
  face?: string | null
}

export function askKind(ask: Ask): string {
  return typeof ask === 'string' ? ask : (Object.keys(ask)[0] ?? '')
}

function askBody(ask: Ask): Record<string, unknown> {
  return typeof ask === 'string' ? {} : (Object.values(ask)[0] as Record<string, unknown>)
}

/** The gun that a firing decision is about: the pilot's is 0. */
export function askGun(ask: Ask): number {
  const gun = askBody(ask)['gun']
  return typeof gun === 'number' ? gun : 0
}

function gunOf(order: Order): number {
  const { gun } = Object.values(order)[0] as { gun?: number }
  return gun ?? 0
}

function orderVehicle(order: Order): number | null {
  const { vehicle } = Object.values(order)[0] as { vehicle?: number }
  return vehicle ?? null
}

export function askVehicle(ask: Ask): number | null {
  const id = askBody(ask)['vehicle']
  return typeof id === 'number' ? id : null
}

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

export class Play {
  readonly room: Room
  /** Which of my open decisions is on the desk. */
  private picked = $state<string | null>(null)
  selected = $state<number | null>(null)
  /** Drafts of plans by vehicle: printed numbers, 0 for a space that stays empty, and the decision they are for. */
  private drafts = $state<Drafts['drafts']>({})
  /** The numbers that may come next, for the draft on the desk. */
  next = $state.raw<{ of: string; numbers: number[] } | null>(null)
  /** WW2: a card and a speed marker by vehicle, and what of them may be flown next. */
  private flights = $state<Drafts['flights']>({})
  private flyable = $state.raw<{ of: number; keys: Set<string> } | null>(null)
  choices = $state.raw<Choice[]>([])
  chosen = $state<number | null>(null)
  pointed = $state<number | null>(null)
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
  private loaded = ''
  /** The decision that the choices on the desk belong to. */
  private decided = ''

  constructor(room: Room) {
    this.room = room
    this.hand = new Placing(room)
    const kept = readDrafts<Drafts>(room.match, room.seat)
    this.drafts = kept?.drafts ?? {}
    this.flights = kept?.flights ?? {}
  }

  private keep() {
    writeDrafts(this.room.match, this.room.seat, { drafts: this.drafts, flights: this.flights } satisfies Drafts)
  }

  get view(): View | null {
    return this.room.shown as View | null
  }

  get components(): Components {
    return this.room.components as Components
  }

  /** My open decisions; none while a scene is played or the past is shown. */
  get prompts(): Prompt[] {
    if (!this.room.atPresent || this.room.busy || this.room.over) return []
    return this.room.prompts.mine as Prompt[]
  }

  get prompt(): Prompt | null {
    const list = this.prompts
    const chosen = list.find((p) => this.name(p) === this.picked)
    if (chosen) return chosen
    const of = (p: Prompt) => this.selected !== null && askVehicle(p.ask) === this.selected
    return list.find((p) => p.must && of(p)) ?? list.find((p) => p.must) ?? null
  }

  /** One decision of one turn: what was picked or drafted for it ends with it. */
  name(prompt: Prompt): string {
    const { turn } = this.room.prompts
    return `${turn}/${JSON.stringify((this.room.live as View | null)?.step ?? null)}/${JSON.stringify(prompt.ask)}`
  }

  pick(prompt: Prompt | null) {
    this.picked = prompt ? this.name(prompt) : null
    if (prompt) this.selected = askVehicle(prompt.ask) ?? this.selected
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

  deck(vehicle: VehicleView): ManeuverCardInfo[] {
    return this.components.maneuvers[vehicle.maneuver_deck] ?? []
  }

  card(vehicle: VehicleView, number: number): ManeuverCardInfo | null {
    return this.deck(vehicle).find((c) => c.numbers.includes(number)) ?? null
  }

  select(id: number) {
    this.selected = id
    const mine = this.prompts.filter((p) => askVehicle(p.ask) === id)
    const open = mine.find((p) => p.must) ?? mine[0]
    this.picked = open ? this.name(open) : null
  }

  // --- when the desk changes ----------------------------------------------------------------------------------

  /** Called whenever the open decision changes: fetches what can be chosen. */
  async load() {
    const prompt = this.prompt
    const name = prompt ? `${this.name(prompt)}@${this.room.events.length}` : ''
    if (name === this.loaded) return
    this.loaded = name
    // The table moved under an open decision: what is chosen stays, if it is still there.
    const same = prompt !== null && this.name(prompt) === this.decided
    const kept = same && this.chosen !== null ? JSON.stringify(this.choices[this.chosen]?.order) : null
    this.decided = prompt ? this.name(prompt) : ''
    this.hand.clear()
    if (!same) {
      this.chosen = null
      this.pointed = null
      this.choices = []
    }
    if (!prompt) return
    const kind = askKind(prompt.ask)
    const of = askVehicle(prompt.ask)
    if (!prompt.must && of !== null) this.layOut(of, kind)
    if (kind === 'plan') {
      await this.refreshPlan()
    } else if (kind === 'fly') {
      await this.refreshFlight(prompt)
    } else if (kind.startsWith('place_') || kind === 'smoke') {
      await this.hand.begin(prompt.ask, kind, () => this.loaded === name)
    } else {
      const choices = await this.listChoices(prompt)
      if (this.loaded !== name) return
      const legal = choices.filter((c) => c.legal)
      const again = legal.length === 1 ? legal[0] : (legal.find((c) => JSON.stringify(c.order) === kept) ?? this.sealedChoice(prompt, legal))
      this.choices = choices
      this.chosen = again ? choices.indexOf(again) : null
      if (settings.only && legal[0] && legal.length === 1 && prompt.must) this.room.orderAlone(legal[0].order, 250)
    }
  }

  // --- planning -----------------------------------------------------------------------------------------------

  /** The open decision about a vehicle's cards. */
  private planOf(id: number): string {
    const prompt = this.prompts.find((p) => ['plan', 'fly'].includes(askKind(p.ask)) && askVehicle(p.ask) === id)
    return prompt ? this.name(prompt) : ''
  }

  draft(id: number): number[] {
    const draft = this.drafts[id]
    return draft && draft.of === this.planOf(id) ? draft.cards : []
  }

  private setDraft(id: number, cards: number[]) {
    this.drafts = { ...this.drafts, [id]: { of: this.planOf(id), cards } }
    this.keep()
  }

  private dropDraft(id: number) {
    const { [id]: _, ...rest } = this.drafts
    this.drafts = rest
    this.keep()
  }

  /** The decision on the desk is sealed already: what is laid now only counts when it is sealed in its place. */
  get revising(): boolean {
    return this.prompt !== null && !this.prompt.must
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
  private layOut(id: number, kind: string) {
    const live = this.room.live as View
    const vehicle = live.vehicles.find((v) => v.id === id)
    const of = this.planOf(id)
    if (!vehicle || !of) return
    if (kind === 'plan' && this.drafts[id]?.of !== of) {
      const sealed = this.sealedPlan(vehicle)
      if (sealed.length) this.setDraft(id, sealed)
    } else if (kind === 'fly' && this.flights[id]?.of !== of) {
      const sealed = live.plan_ahead ? vehicle.carried : vehicle.plan[this.phase]
      if (typeof sealed !== 'object') return
      const number = sealed.card.number
      this.setFlight(id, { card: number % 100, speed: number >= 100 ? 'fast' : 'slow' })
    }
  }

  /** What is sealed stays so. */
  leave(vehicle: VehicleView | null) {
    if (vehicle) this.dropDraft(vehicle.id)
    this.room.why = null
    this.picked = null
    this.chosen = null
  }

  /** Asks which cards may come next; fills spaces that must stay empty. */
  async refreshPlan() {
    const prompt = this.prompt
    if (!prompt || typeof prompt.ask === 'string' || !('plan' in prompt.ask)) return
    const vehicle = prompt.ask.plan.vehicle
    const name = this.name(prompt)
    for (;;) {
      const cards = this.draft(vehicle)
      if (cards.length >= 3) {
        this.next = { of: `${vehicle}:${cards.join()}`, numbers: [] }
        return
      }
      const pattern = [0, 1, 2].map((i) => cards[i] ?? null)
      const answer = await this.room.legal<number>({
        within: { plan: { vehicle, cards: pattern } },
        spread: `/plan/cards/${cards.length}`,
      })
      const now = this.prompt
      if (!now || this.name(now) !== name || this.draft(vehicle).join() !== cards.join()) return
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
      await this.room.explain(`Not now: ${card.words}`, order)
      return
    }
    this.room.why = null
    this.looking = null
    this.setDraft(vehicle.id, [...cards, number])
    await this.refreshPlan()
  }

  /** Takes back the cards from a space on. */
  async clear(vehicle: VehicleView, space: number) {
    this.setDraft(vehicle.id, this.draft(vehicle.id).slice(0, space))
    this.room.why = null
    await this.refreshPlan()
  }

  async seal(vehicle: VehicleView) {
    const cards = this.draft(vehicle.id)
    const prompt = this.picked
    const answer = await this.room.order({ plan: { vehicle: vehicle.id, cards } })
    if (!answer.ok) return
    this.dropDraft(vehicle.id)
    this.unpick(prompt)
    // Where nobody else decides anything the next plan of this vehicle is asked for already.
    await this.refreshPlan()
  }

  /** Where the cards of a draft would take a vehicle, one pose for each card. */
  ghosts(vehicle: VehicleView): { from: Pose; to: Pose; card: ManeuverCardInfo; backward: boolean; space: number }[] {
    const model = this.components.models[vehicle.model]
    if (!vehicle.pose || !model) return []
    const half = model.kind === 'airplane' ? model.length / 2 : model.apothem
    let pose = vehicle.pose
    let reverse = vehicle.reverse
    const way = []
    const asked = this.prompt && askVehicle(this.prompt.ask) === vehicle.id ? askKind(this.prompt.ask) : ''
    if (asked === 'fly') return this.flightGhosts(vehicle, half)
    const numbers = asked === 'plan' ? this.draft(vehicle.id) : this.sealed(vehicle)
    const cards = numbers.map((n) => this.card(vehicle, n)).filter((c) => c !== null)
    if (this.looking && numbers.length < 3) cards.push(this.looking)
    // The last card of a sealed plan lies in space 3; a draft grows from the first open space on.
    const drafting = asked === 'plan'
    const empty = numbers.filter((n) => n === 0).length
    const first = drafting ? 1 + empty : this.isFlown(vehicle) ? this.phase + 1 : 4 - cards.length
    for (const [i, card] of cards.entries()) {
      const still = stays(card)
      const backward = reverse && !still
      const move = backward ? backwardMove : forwardMove
      const to = still ? pose : move(pose, card.path, half)
      way.push({ from: pose, to, card, backward, space: first + i })
      pose = to
      reverse = card.kind === 'reverse'
    }
    return way
  }

  /** Where a vehicle will stand when weapons fire in this phase: behind the card that lies for it and is not played. */
  firingPose(vehicle: VehicleView): Pose | null {
    return this.ghosts(vehicle).find((g) => g.space === this.phase + 1)?.to ?? vehicle.pose
  }

  /** The phase of the turn, counted from 0. */
  private get phase(): number {
    const step = this.view?.step
    return typeof step === 'object' ? (Object.values(step)[0] as { phase: number }).phase : 0
  }

  /** A WW2 airplane: one card at a time. */
  isFlown(vehicle: VehicleView): boolean {
    const model = this.components.models[vehicle.model]
    return model?.kind === 'airplane' && model.ww2
  }

  private flightGhosts(vehicle: VehicleView, half: number) {
    const { card, speed } = this.flight(vehicle.id)
    const laid = card === null ? null : this.arrow(vehicle, card, speed)
    const arrow = this.looking ?? laid
    if (!arrow || !vehicle.pose) return []
    // Planned ahead: it begins where the card before it ends.
    const before = vehicle.plan[this.phase]
    const first = typeof before === 'object' && this.view?.plan_ahead ? this.card(vehicle, before.card.number) : null
    const from = first ? forwardMove(vehicle.pose, first.path, half) : vehicle.pose
    const to = forwardMove(from, arrow.path, half)
    const way = [{ from, to, card: arrow, backward: false, space: this.phase + (first ? 2 : 1) }]
    if (first) way.unshift({ from: vehicle.pose, to: from, card: first, backward: false, space: this.phase + 1 })
    return way
  }

  /** What I know of the cards that are laid and not yet played. */
  private sealed(vehicle: VehicleView): number[] {
    if (vehicle.seat !== this.room.seat) return []
    const step = this.view?.step
    const before = ['actions', 'commit', 'drops', 'reveal', 'planning_phase']
    const played = typeof step === 'object' && !before.some((s) => s in step) ? this.phase + 1 : this.phase
    return vehicle.plan.slice(played).flatMap((s) => (typeof s === 'object' ? [s.card.number] : []))
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

  private async refreshFlight(prompt: Prompt) {
    const id = askVehicle(prompt.ask)
    if (id === null) return
    const { values } = await this.room.legal<Order>({ within: { fly: { vehicle: id } }, limit: 100 })
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

  /** The arrow of a card at a speed: fast arrows are numbered 100 higher. */
  arrow(vehicle: VehicleView, card: number, speed: Speed): ManeuverCardInfo | null {
    return this.card(vehicle, speed === 'fast' ? card + 100 : card)
  }

  async layCard(vehicle: VehicleView, card: number) {
    const { speed } = this.flight(vehicle.id)
    const other: Speed = speed === 'slow' ? 'fast' : 'slow'
    if (this.mayFly(vehicle, card, speed)) {
      this.room.why = null
      this.looking = null
      this.setFlight(vehicle.id, { card, speed })
    } else if (this.mayFly(vehicle, card, other)) {
      // It can be flown with the other marker alone.
      this.room.why = null
      this.looking = null
      this.setFlight(vehicle.id, { card, speed: other })
    } else {
      const info = this.arrow(vehicle, card, speed)
      await this.room.explain(`Not now: ${info?.words ?? `card ${card}`}`, { fly: { vehicle: vehicle.id, card, speed } })
    }
  }

  async setSpeed(vehicle: VehicleView, speed: Speed) {
    const { card } = this.flight(vehicle.id)
    if (card !== null && this.mayFly(vehicle, card, speed) === false) {
      await this.room.explain(`Not now: ${speed}`, { fly: { vehicle: vehicle.id, card, speed } })
      return
    }
    this.room.why = null
    this.setFlight(vehicle.id, { card, speed })
  }

  takeBack(vehicle: VehicleView) {
    this.setFlight(vehicle.id, { ...this.flight(vehicle.id), card: null })
  }

  async sealFlight(vehicle: VehicleView) {
    const { card, speed } = this.flight(vehicle.id)
    if (card === null) return
    const prompt = this.picked
    const answer = await this.room.order({ fly: { vehicle: vehicle.id, card, speed } })
    if (!answer.ok) return
    // The marker stays where it lies, for whatever comes next.
    this.flights = { ...this.flights, [vehicle.id]: { of: '', card: null, speed } }
    this.keep()
    this.flyable = null
    this.loaded = ''
    this.unpick(prompt)
    await this.load()
  }

  /** Of the answers to a decision that is sealed already: the one that is. */
  private sealedChoice(prompt: Prompt, legal: Choice[]): Choice | undefined {
    if (prompt.must) return undefined
    const vehicle = (this.room.live as View).vehicles.find((v) => v.id === askVehicle(prompt.ask))
    const action = JSON.stringify(vehicle?.action ?? null)
    const card = vehicle && typeof vehicle.laid === 'object' ? vehicle.laid.card : 'none'
    return legal.find((c) => (c.action !== undefined && JSON.stringify(c.action) === action) || (c.card !== undefined && c.card === card))
  }

  // --- choices from a list --------------------------------------------------------------------------------------

  /** The legal answers in the engine's words; where cards lie beside a console, those that can not be used now as well. */
  private async listChoices(prompt: Prompt): Promise<Choice[]> {
    const kind = askKind(prompt.ask)
    const id = askVehicle(prompt.ask)
    const live = this.room.live as View
    const firing = kind === 'fire' || kind === 'ray' || kind === 'early_fire' || kind === 'fire_gun'
    // An order to fire has many names: of all that may be given now those of this gun are picked.
    const within = firing ? null : { [kind]: askBody(prompt.ask) }
    const rows = await this.room.rows<Order>({ within, limit: 400 })
    const legal = ({ order, label, detail }: { order: Order } & Row): Choice => ({ order, label, detail, legal: true })
    if (firing) {
      const gun = askGun(prompt.ask)
      const own = rows.filter(({ order }) => orderVehicle(order) === id && gunOf(order) === gun)
      const shots = new Map(live.shots.map((s) => [nameOf(s.order), s]))
      const list = own.map((row): Choice => {
        const shot = shots.get(nameOf(row.order))
        return shot ? { ...legal(row), shot } : legal(row)
      })
      // Not to fire comes last.
      return [...list.filter((c) => c.shot), ...list.filter((c) => !c.shot)]
    }
    if (kind === 'inflict' && live.dot_hit) {
      // Two cards alike are one choice to the rules; on the table both are there.
      const { bomber, target, cards } = live.dot_hit
      return cards.map((face, card): Choice => {
        const like = rows.find(({ order }) => 'inflict' in order && cards[order.inflict.card] === face)
        return { label: like?.label ?? `Card ${card + 1}`, detail: like?.detail ?? '', order: { inflict: { vehicle: bomber, target, card } }, legal: true, face }
      })
    }
    const vehicle = this.vehicle
    if (kind === 'act' && vehicle) return this.actionChoices(vehicle, rows.map(legal))
    if (kind === 'commit' && vehicle) return this.cardChoices(vehicle, rows.map(legal))
    return rows.map(legal)
  }

  private actionChoices(vehicle: VehicleView, legal: Choice[]): Choice[] {
    const model = this.components.models[vehicle.model]
    const choices = legal.map((c): Choice => ('act' in c.order ? { ...c, action: c.order.act.action } : c))
    const kindOf = (a: Action | undefined) => (typeof a === 'object' ? Object.keys(a)[0] : a)
    // A card that is shown is not exchanged: only its tokens are to choose from.
    const fixed = typeof this.view?.step === 'object' && 'reveal' in this.view.step
    if (model?.kind === 'tripod' && !fixed) {
      const listed = new Set(choices.map((c) => nameOf(c.action)))
      for (const { action, label, detail } of model.actions) {
        // An action with an objective stands for the one without.
        const named = ['recharge', 'destroy_objective'].includes(kindOf(action) ?? '')
        if (listed.has(nameOf(action)) || (named && choices.some((c) => kindOf(c.action) === kindOf(action)))) continue
        choices.push({ label, detail, order: { act: { vehicle: vehicle.id, action } }, legal: false, action })
      }
    }
    const kinds = ['pass', 'heat_ray', 'change_facing', 'recharge', 'destroy_objective', 'black_smoke']
    const rank = (c: Choice) => kinds.indexOf(kindOf(c.action) ?? 'pass') + (c.legal ? 0 : 10)
    return choices.sort((a, b) => rank(a) - rank(b))
  }

  /** The action cards of a tripod; one that can not be used explains itself. */
  private cardChoices(vehicle: VehicleView, legal: Choice[]): Choice[] {
    return this.components.action_cards.flatMap(({ card, label, detail }): Choice[] => {
      const order: Order = { commit: { vehicle: vehicle.id, card } }
      const found = legal.find((c) => nameOf(c.order) === nameOf(order))
      if (!found && card === 'black_smoke') return []
      return [{ ...(found ?? { label, detail, order, legal: false }), card }]
    })
  }

  /** The order that the hand is about to give: the cards that lie and the one under the pointer, or a choice. */
  get wished(): Order | null {
    const prompt = this.prompt
    const vehicle = this.vehicle
    if (!prompt || !vehicle) return null
    const kind = askKind(prompt.ask)
    if (kind === 'plan') {
      const cards = this.draft(vehicle.id)
      const next = this.looking && cards.length < 3 ? this.allowed(vehicle, this.looking) : null
      const all = next === null ? cards : [...cards, next]
      return all.some((c) => c !== 0) ? { plan: { vehicle: vehicle.id, cards: all as never } } : null
    }
    if (kind === 'fly') {
      const { card, speed } = this.flight(vehicle.id)
      const seen = this.looking?.numbers[0]
      if (seen !== undefined) return { fly: { vehicle: vehicle.id, card: seen % 100, speed: this.looking?.speed ?? speed } }
      return card === null ? null : { fly: { vehicle: vehicle.id, card, speed } }
    }
    const choice = this.choices[this.pointed ?? this.chosen ?? -1]
    return choice?.legal ? choice.order : null
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
    const prompt = this.picked
    const answer = await this.room.order(choice.order)
    if (answer.ok) this.unpick(prompt)
  }

  /** An answered decision leaves the desk; the next one may lie there already. */
  private unpick(prompt: string | null) {
    if (this.picked === prompt) this.picked = null
  }

  // --- putting things on the table ------------------------------------------------------------------------------

  async place() {
    const prompt = this.picked
    const order = await this.hand.settled()
    if (!order) return
    const answer = await this.room.order(order)
    if (answer.ok) this.unpick(prompt)
  }
}

const plays = new WeakMap<Room, Play>()

/** The board and the rail of one room share one desk. */
export function playOf(room: Room): Play {
  let play = plays.get(room)
  if (!play) {
    play = new Play(room)
    plays.set(room, play)
  }
  return play
}
