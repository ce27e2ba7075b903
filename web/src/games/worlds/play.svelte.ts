/** What the player is about to do: the open decision, its legal answers, and what is picked up. */
import { nameOf } from '../../lib/orders'
import { desks, Desk, type Prompt } from '../../table/desk.svelte'
import { kindOf } from '../../table/tagged'
import { until } from '../../lib/until.svelte'
import { oddsOf } from './odds'
import type { Ask, Components, Order, Preview, View } from './wire'

/** One legal answer: the piece that does it, the place that it is done at, and how the engine calls it. */
export interface Choice {
  order: Order
  piece: string | null
  spot: string | null
  label: string
  detail: string
  group: string
  usual: boolean
}

/** A piece and all that it may do. */
export interface Group {
  piece: string | null
  title: string
  choices: Choice[]
}

/** Decisions at which "the rest of this phase" stops: they are what the game is about. */
const REAL = new Set(['take_card', 'deploy', 'battle', 'plans', 'choose_plan', 'ships', 'or', 'event', 'excess', 'storm', 'paid_event'])

/** Some of them come in rows: whoever began to leave them to the obvious means the whole row. */
const SERIES = new Set(['take_card', 'deploy', 'excess', 'event'])

/** Where an order belongs on the table. */
export function placeOf(order: Order, view: View): { piece: string | null; spot: string | null } {
  const at = (piece: string | null, spot: string | null) => ({ piece, spot })
  if (typeof order === 'string') return at(null, null)
  const band = (id: number) => {
    const wave = view.waves.find((w) => w.wave === id)
    return wave && view.scenario !== 'handling-machine-uprising' ? `wave:${id}` : `zone:${id % view.zones.length}`
  }
  if ('deploy' in order) return at(`kind:${order.deploy.kind}`, `zone:${order.deploy.zone}`)
  if ('buy' in order) return at(`kind:${order.buy.kind}`, `zone:${order.buy.zone}`)
  if ('discount' in order) return at(`card:${order.discount.card}`, `zone:${order.discount.zone}`)
  if ('harbour' in order) return at('harbour', `zone:${order.harbour.zone}`)
  if ('take_card' in order) return at(null, `card:${order.take_card.card}`)
  if ('play' in order) return at(null, `card:${order.play.card}`)
  if ('battle' in order) return at(null, band(order.battle.band))
  if ('chosen_plan' in order) return at('plan', null)
  if ('place' in order) return at(null, `hex:${order.place.hex}`)
  if ('flip' in order) return at(null, `tripod:${order.flip.tripod}`)
  if ('surprise' in order) return at(`unit:${order.surprise.gun}`, null)
  if ('fire' in order) return at(`unit:${order.fire.gun}`, `tripod:${order.fire.tripod}`)
  if ('target' in order) return at(null, `unit:${order.target.unit}`)
  if ('move' in order) return at(`unit:${order.move.unit}`, `zone:${order.move.to}`)
  if ('move_refugee' in order) return at(`refugee:${order.move_refugee.points}:${order.move_refugee.from}`, `zone:${order.move_refugee.to}`)
  if ('attack_cylinder' in order) return at(`unit:${order.attack_cylinder.unit}`, `wave:${order.attack_cylinder.wave}`)
  if ('attack_machine' in order) {
    const { unit, colour } = order.attack_machine
    return at(`unit:${unit}`, `machine:${view.units.find((u) => u.unit === unit)?.zone ?? 0}:${colour}`)
  }
  if ('dig' in order) return at(`unit:${order.dig.unit}`, `unit:${order.dig.gun}`)
  if ('mill' in order) return at(`unit:${order.mill.unit}`, null)
  if ('attract' in order) return at(`unit:${order.attract.unit}`, `wave:${order.attract.wave}`)
  if ('attract_tripod' in order) return at(`unit:${order.attract_tripod.unit}`, `zone:${order.attract_tripod.from}`)
  if ('take_works' in order) return at(`unit:${order.take_works.gun}`, null)
  if ('take_mill' in order) return at(`mill:${order.take_mill.zone}`, null)
  if ('give_up' in order) {
    const ask = view.prompt?.ask
    const zone = ask && typeof ask === 'object' && 'excess' in ask ? ask.excess.zone : 0
    return at(null, `give:${order.give_up.points}:${zone}`)
  }
  if ('buy_ship' in order) return at(`shipyard:${order.buy_ship.ship}`, `hex:${order.buy_ship.hex}`)
  if ('free_ship' in order) return at(`free:${order.free_ship.ship}`, `hex:${order.free_ship.hex}`)
  if ('sail' in order) return at(`ship:${order.sail.ship}`, `hex:${order.sail.hex}`)
  if ('ship_fire' in order) return at(`ship:${order.ship_fire.ship}`, `tripod:${order.ship_fire.tripod}`)
  if ('ram' in order) return at(`ship:${order.ram.ship}`, `tripod:${order.ram.tripod}`)
  if ('row' in order) return at(`boat:${order.row.refugee}`, `hex:${order.row.hex}`)
  if ('sea_target' in order) return at(null, `${order.sea_target.ship ? 'ship' : 'boat'}:${order.sea_target.counter}`)
  if ('tripod' in order) return at(null, band(order.tripod.band))
  if ('zone' in order) return at(null, `zone:${order.zone.zone}`)
  if ('unit' in order) return at(null, `unit:${order.unit.unit}`)
  return at(null, null)
}

export class Play extends Desk<View, Components, Ask> {
  choices = $state.raw<Choice[]>([])
  /** The piece that is picked up. */
  piece = $state<string | null>(null)
  /** Several answers at one place: these are asked for. */
  narrow = $state.raw<Choice[] | null>(null)
  /** The zone that is looked at. */
  zone = $state<number | null>(null)
  /** A choice under the pointer in the rail: its place lights up. */
  pointed = $state<Choice | null>(null)
  /** What the choice under the pointer would do, as the engine foresees it. */
  foreseen = $state.raw<Preview | null>(null)
  /** Who stands together goes together: an order for one is given for all of its kind in its zone. */
  many = $state(false)
  /** "The rest of this phase" is running. */
  running = $state(false)
  /** What it would leave undone at once: it goes on when that is agreed to. */
  forgoing = $state<string | null>(null)

  get usual(): Choice | null {
    return this.fresh ? (this.choices.find((c) => c.usual) ?? null) : null
  }

  protected override odds(seen: unknown) {
    return oddsOf(seen as Preview | null)
  }

  protected clear(next: Prompt<Ask> | null) {
    // What was picked up was picked up for the last decision; what was offered then is offered no more.
    this.piece = null
    this.narrow = null
    this.pointed = null
    this.forgoing = null
    if (!next) this.choices = []
  }

  protected async lay(prompt: Prompt<Ask>, still: () => boolean) {
    const rows = await this.room.rows<Order>({ limit: 1000 })
    if (!still()) return
    const view = this.room.live
    const usual = nameOf(view.prompt?.suggestion ?? null)
    this.choices = rows.map((row) => ({ ...row, ...placeOf(row.order, view), usual: nameOf(row.order) === usual }))
    this.fresh = true
    const pieces = new Set(this.choices.flatMap((c) => (c.piece ? [c.piece] : [])))
    // In a battle the only one who can act is picked up already.
    if ((this.kind === 'fire' || this.kind === 'sea') && pieces.size === 1) this.piece = [...pieces][0] ?? null
    if (!this.running)
      this.giveAlone(
        prompt,
        this.choices.map((c) => c.order),
      )
  }

  /** The answers by the piece that gives them. */
  get groups(): Group[] {
    const map = new Map<string | null, Choice[]>()
    for (const c of this.choices) {
      const list = map.get(c.piece)
      if (list) list.push(c)
      else map.set(c.piece, [c])
    }
    return [...map.entries()].map(([piece, choices]) => ({ piece, choices, title: piece === null ? '' : (choices[0]?.group ?? '') }))
  }

  /** Whether a place on the table can be pressed now: an answer lies there, or a piece that may act. */
  glows(key: string): 'spot' | 'piece' | null {
    if (!this.fresh) return null
    const spots = this.choices.filter((c) => c.spot === key && (c.piece === null || c.piece === this.piece))
    if (spots.length) return 'spot'
    return this.choices.some((c) => c.piece === key) ? 'piece' : null
  }

  /** Something on the table was pressed. */
  async press(key: string) {
    if (!this.fresh) return
    const found = this.choices.filter((c) => c.spot === key && (c.piece === null || c.piece === this.piece))
    this.narrow = null
    if (found.length === 1 && found[0]) return this.give(found[0])
    if (found.length > 1) {
      this.narrow = found
      return
    }
    if (this.choices.some((c) => c.piece === key)) {
      this.piece = this.piece === key ? null : key
      this.room.why = null
      return
    }
    // A target first: whoever can do something there does it, or is asked for.
    const anybody = this.piece ? [] : this.choices.filter((c) => c.spot === key)
    if (anybody.length === 1 && anybody[0]) return this.give(anybody[0])
    if (anybody.length > 1) this.narrow = anybody
    else await this.refuse(key)
  }

  /** Presses the first of several places that means something. */
  async pressAny(keys: string[], fallback: string) {
    const hot = keys.find((k) => this.glows(k) === 'spot') ?? keys.find((k) => this.glows(k))
    await this.press(hot ?? fallback)
  }

  /** Everything that can be bought or placed in a zone. */
  offer(zone: number) {
    if (!this.fresh || this.piece || (this.kind !== 'production' && this.kind !== 'deploy')) return
    const here = this.choices.filter((c) => c.spot === `zone:${zone}`)
    this.narrow = here.length ? here : null
  }

  /** A dim place says why, in the words of the server. */
  private async refuse(key: string) {
    const order = this.guess(key)
    if (order) await this.room.explain('Not now', order)
  }

  private guess(key: string): Order | null {
    const [what, a] = key.split(':')
    const id = Number(a)
    const held = this.piece?.split(':')
    if (!this.prompt) return null
    if (what === 'zone') {
      if (held?.[0] === 'unit') return { move: { unit: Number(held[1]), to: id } }
      if (held?.[0] === 'refugee') return { move_refugee: { points: Number(held[1]), from: Number(held[2]), to: id } }
      if (held?.[0] === 'kind') return { [this.kind === 'deploy' ? 'deploy' : 'buy']: { kind: held[1], zone: id } } as Order
      if (held?.[0] === 'harbour') return { harbour: { zone: id } }
      if (this.kind === 'event') return { zone: { zone: id } }
      return null
    }
    if (what === 'hex' && a) {
      if (held?.[0] === 'ship') return { sail: { ship: Number(held[1]), hex: a } }
      if (held?.[0] === 'boat') return { row: { refugee: Number(held[1]), hex: a } }
      if (held?.[0] === 'shipyard') return { buy_ship: { ship: held[1], hex: a } } as Order
      if (this.kind.startsWith('place_') || this.kind === 'sea_step') return { place: { hex: a } }
      return null
    }
    if (what === 'tripod') {
      if (held?.[0] === 'unit') return { fire: { gun: Number(held[1]), tripod: id } }
      if (held?.[0] === 'ship') return { ship_fire: { ship: Number(held[1]), tripod: id } }
    }
    if (what === 'unit' && this.kind === 'action') {
      const unit = this.view?.units.find((u) => u.unit === id)
      const to = unit ? this.parts.zones[unit.zone]?.adjacent[0] : undefined
      return to === undefined ? null : { move: { unit: id, to } }
    }
    if (what === 'unit' && this.kind === 'fire') return { fire: { gun: id, tripod: 0 } }
    return null
  }

  /** Asks what the choice under the pointer would do. */
  async foresee(choice: Choice | null) {
    if (!choice || !this.fresh) {
      this.foreseen = null
      return
    }
    const seen = await this.room.preview<Preview>(choice.order)
    if (this.pointed === choice) this.foreseen = seen
  }

  async give(choice: Choice): Promise<boolean> {
    if (this.room.sending || !this.fresh) return false
    this.narrow = null
    this.pointed = null
    const all = this.many ? this.all(choice) : null
    if (all) return this.giveAll(all)
    const answer = await this.room.order(choice.order)
    return answer.ok
  }

  /** The same for all pieces of a kind that stand together: all Refugees, all Infantry. None where there is but one. */
  all(choice: Choice): Order[] | null {
    const { order } = choice
    const view = this.view
    if (typeof order !== 'object' || !view) return null
    if ('move_refugee' in order) {
      const { from, points } = order.move_refugee
      const here = view.zones.find((z) => z.zone === from)
      const many = (points === 1 ? here?.rested_1 : here?.rested_2) ?? 0
      return many > 1 ? Array.from({ length: many }, () => order) : null
    }
    if (!('move' in order)) return null
    const first = view.units.find((u) => u.unit === order.move.unit)
    const like = (o: Order) => {
      if (typeof o !== 'object' || !('move' in o) || o.move.to !== order.move.to) return false
      const unit = view.units.find((u) => u.unit === o.move.unit)
      return unit?.kind === first?.kind && unit?.zone === first?.zone
    }
    const list = this.choices.map((c) => c.order).filter(like)
    return list.length > 1 ? list : null
  }

  /** What was bought in the last turn, as orders; none if nothing of it can be bought again now. */
  get again(): Order[] {
    if (this.kind !== 'production' || !this.fresh) return []
    const turn = this.room.prompts.turn
    const before = this.room.events.filter((e) => e.turn === turn - 1).map((e) => e.what)
    const orders = before.flatMap((what): Order[] => {
      const bought = (what as { bought?: { kind: string; zone: number } }).bought
      return bought ? [{ buy: { kind: bought.kind, zone: bought.zone } } as Order] : []
    })
    const legal = new Set(this.choices.map((c) => nameOf(c.order)))
    return orders.some((o) => legal.has(nameOf(o))) ? orders : []
  }

  /** Gives several orders one after the other; it ends where one of them is not legal any more. */
  async giveAll(orders: Order[]): Promise<boolean> {
    if (this.running || this.room.sending) return false
    this.running = true
    let given = 0
    try {
      const { kind } = this
      for (const order of orders) {
        const view = this.room.live
        if (!this.running || this.room.over || kindOf(view.prompt?.ask ?? 'over') !== kind) break
        const before = this.room.events.length
        const told = JSON.stringify(view.prompt)
        if (!(await this.room.check(order)).ok) break
        const answer = await this.room.order(order)
        if (!answer.ok) break
        given += 1
        await this.settled(before, told)
      }
      if (given < orders.length) this.room.tell(`${given} of ${orders.length} were possible.`)
    } finally {
      this.running = false
      this.loaded = ''
      await this.load()
    }
    return given > 0
  }

  /**
   * To go on is no advice where something is left to do, or the steward knows better: then nothing is obvious, and the last line
   * of the list says what stays undone.
   */
  get idle(): boolean {
    return this.usual?.order === 'done' && (this.usual.detail !== '' || !this.view?.prompt?.sure)
  }

  async obvious() {
    const { usual } = this
    if (usual && !this.idle) await this.give(usual)
  }

  /** What goes undone if the phase ends here; nothing where nothing does. */
  private async undone(order: Order): Promise<string> {
    if (order !== 'done') return ''
    const rows = this.fresh ? this.choices : await this.room.rows<Order>({ limit: 1000 })
    return rows.find((row) => row.order === 'done')?.detail ?? ''
  }

  /** Gives the obvious answers until the phase is over, or a decision comes that is a real one. Nothing is left undone unasked. */
  async rest(agreed = false) {
    if (this.running) {
      this.running = false
      return
    }
    const first = this.room.live.prompt?.suggestion
    const left = first && !agreed ? await this.undone(first) : ''
    this.forgoing = left || null
    if (left) return
    this.running = true
    try {
      const began = this.phaseName()
      const first = this.kind
      for (let steps = 0; this.running && steps < 400; steps++) {
        const view = this.room.live
        const order = view.prompt?.suggestion
        if (!order || this.room.over || this.phaseName() !== began) break
        const kind = kindOf(view.prompt?.ask ?? 'over')
        if (steps > 0 && REAL.has(kind) && !(kind === first && SERIES.has(kind))) break
        if (steps > 0 && (await this.undone(order))) break
        const before = this.room.events.length
        const told = JSON.stringify(view.prompt)
        const answer = await this.room.order(order)
        if (!answer.ok) break
        await this.settled(before, told)
      }
    } finally {
      this.running = false
      this.loaded = ''
      await this.load()
    }
  }

  private phaseName(): string {
    const view = this.room.live
    return `${view.turn} ${view.phase}`
  }

  /** The news of an order arrive after its acknowledgement. */
  private async settled(events: number, told: string) {
    await until(() => {
      const { room } = this
      const moved = room.events.length !== events || JSON.stringify(room.live.prompt) !== told || room.over !== null
      // Whoever stops it does not wait for the last answer.
      return !this.running || (moved && !room.busy)
    })
  }

  letGo() {
    this.piece = null
    this.narrow = null
    this.zone = null
  }
}

export const { of: playOf, use: usePlay } = desks(Play)
