/** What the player is about to do: the open decision, its answers in the engine's words, an order in the making. */
import { readDrafts, writeDrafts } from '../../lib/drafts'
import { settings } from '../../lib/settings.svelte'
import { desks, type Prompt } from '../../table/desk.svelte'
import { Latest } from '../../table/latest'
import { bodyOf } from '../../table/tagged'
import { attackOf, isForAll, isPlanned, placeOf, rankOf, type Choice } from './choices'
import { March } from './march.svelte'
import { attackOdds } from './odds'
import { Ranks } from './ranks.svelte'
import { bearing, foot, turned } from './scale'
import type { Ask, Attack, Look, Order, Point, Preview, StandView } from './wire'

/** An order that lies ready: what it would do, and what the server says to it. */
export interface Plan {
  order: Order
  label: string
  detail: string
  preview: Preview | null
  /** What a hand wished for was not legal: why, and this is the nearest that is. */
  why: string | null
  rule: string | null
}

export type Tool = 'target' | 'sweep' | 'gas'

/** An order of this decision that a reload must not lose. */
interface Draft {
  decision: string
  order: Order
  label: string
  detail: string
}

export class Play extends Ranks {
  /** The stand that is looked at, friend or foe. */
  looked = $state<number | null>(null)
  plan = $state.raw<Plan | null>(null)
  /** What is under the pointer or has the focus. */
  pointed = $state.raw<Choice | null>(null)
  pointedPreview = $state.raw<Preview | null>(null)
  tool = $state<Tool>('target')
  /** Lines of sight of the stand whose sheet lies open are drawn. */
  sight = $state(false)
  /** Corners of a way that is drawn by hand. */
  corners = $state.raw<Point[]>([])
  /** The facing of what is set up next, and the turn of a landing. */
  facing = $state(0)
  landing = $state<number | null>(null)
  /** A unit that is moved together. */
  march = $state.raw<March | null>(null)
  /** The decision in which overwatch was first asked at this table. */
  firstWatch = $state<string | null>(null)
  private topic = ''
  /** A place was pressed for a stand that was not picked yet: its way goes there. */
  private wish: { stand: number; at: Point } | null = null
  /** Who has just moved: the next one of his unit comes into the hand. */
  private moved: number | null = null
  /** A stand was set up by hand: the next one comes into it. */
  private hops = false
  private asked = 0
  private hovered = 0
  private readonly aims = new Latest<Point>((at) => this.aimAt(at))

  /** The stand that the open decision is about. */
  get actor(): number | null {
    const view = this.view
    if (this.kind === 'path') return view?.active?.stand ?? null
    const body = bodyOf<{ stand?: number; ship?: number }>(this.prompt?.ask)
    return body?.stand ?? body?.ship ?? null
  }

  /** Whose sheet lies open. */
  get shown(): StandView | null {
    return this.stand(this.looked) ?? this.stand(this.chosen) ?? this.stand(this.actor)
  }

  /** Two decisions in a row may be worded alike. */
  protected override moment(prompt: Prompt<Ask>): string {
    return `${super.moment(prompt)}@${this.room.prompts.decision}`
  }

  protected override odds(seen: unknown) {
    return attackOdds(seen as Preview | null)
  }

  protected clear() {
    this.letGo()
    this.looked = null
    this.gate = null
    this.choices = []
    this.idle = null
    this.unready = null
  }

  protected async lay(prompt: Prompt<Ask>, still: () => boolean) {
    // Another question is about another stand.
    const topic = `${this.kind}@${this.view?.phase}`
    if (topic !== this.topic) this.chosen = null
    this.topic = topic
    const rows = await this.room.rows<Order>()
    if (!still()) return
    // Offers are samples: two of them may be one order.
    const once = new Map(rows.map((row) => [JSON.stringify(row.order), row]))
    const list = [...once.values()].map((row) => ({ ...row, ...placeOf(row.order) })).filter((c) => this.isFirstOut(c))
    const rank = (c: Choice) => (isForAll(c, list) ? -1 : rankOf(c.order))
    this.choices = list.sort((a, b) => rank(a) - rank(b))
    if (this.kind === 'move' && this.view) {
      const stands = list.flatMap((c) => (c.order.do === 'enter' ? [c.order.stand] : []))
      this.calls = { turn: this.view.turn, phase: this.view.phase, stands }
    }
    if (this.kind === 'path' && !this.stand(this.actor)?.open) {
      await this.askGate(still)
      if (!still()) return
    }
    if (this.kind === 'deploy') {
      if (this.hops) this.chosen = this.nextToPut()
      this.hops = false
      await this.askReady(still)
      if (!still()) return
    } else if (this.kind === 'move' && this.moved !== null) {
      const unit = this.stand(this.moved)?.unit
      this.chosen = this.owners.find((id) => this.stand(id)?.unit === unit) ?? null
    } else if (!this.owners.includes(this.chosen ?? -1)) this.chosen = this.owners.length === 1 ? (this.owners[0] ?? null) : null
    if (this.kind !== 'path') this.moved = null
    if (this.kind === 'mark') this.marked = this.markable
    // What overwatch is, is told when somebody is first asked to fire on it.
    if (this.kind === 'watch' && this.owners.length > 0) this.firstWatch ??= this.room.prompts.decision
    this.fresh = true
    this.march = null
    this.restore()
    const wish = this.wish
    this.wish = null
    if (wish && wish.stand === this.actor && this.walker) void this.aim(wish.at)
    else this.alone(prompt)
  }

  /** Asks where the way of a stand that comes in begins: all that are offered begin there. */
  private async askGate(still: () => boolean) {
    const stand = this.actor
    const entry = this.view?.units[this.stand(stand)?.unit ?? -1]?.entry
    if (stand === null || !entry) return
    const way = this.choices.find((c) => c.order.do === 'go')
    const path = (way && (await this.room.preview<Preview>(way.order))?.path) ?? []
    if (!still()) return
    const [a, b] = entry
    const at = path[0] ?? { x: Math.round((a.x + b.x) / 2), y: Math.round((a.y + b.y) / 2) }
    this.gate = { stand, at, facing: path[1] ? bearing(at, path[1]) : 0 }
  }

  /**
   * Gives the only answer by itself, where rows are all there is: of places and aims they are samples, and a hand may
   * find others. A step that ends so is told of.
   */
  private alone(prompt: Prompt<Ask>) {
    const only = this.choices[0]
    if (!settings.only || this.choices.length !== 1 || !only || !prompt.must || this.plan) return
    const whole = ['combat', 'weapon', 'shot'].includes(this.kind)
    const idle = only.order.do === 'end_step' && (this.kind === 'move' || (this.kind === 'fire' && this.side === 'human'))
    if (!whole && !idle) return
    if (idle)
      this.room.tell(
        this.kind === 'move'
          ? 'None of your stands can move: the step ends by itself.'
          : 'None of your stands can fire now: the step ends by itself.',
      )
    this.room.orderAlone(only.order, 120)
  }

  /** What settles it for all at once. */
  readonly wholes = $derived.by((): Choice[] => this.choices.filter((c) => isForAll(c, this.choices)))

  /** The own stands that have an answer, in the order of the list. */
  readonly owners = $derived.by((): number[] => [...new Set(this.choices.flatMap((c) => (c.stand === null ? [] : [c.stand])))])

  /** What the desk lists: the answers of the stand that is chosen, or those that are nobody's. */
  readonly list = $derived.by((): Choice[] => {
    if (this.owners.length < 2 && this.kind !== 'deploy') return this.choices
    return this.choices.filter((c) => c.stand === this.chosen || c.stand === null)
  })

  // --- an order in the making -------------------------------------------------------------------------------

  private setPlan(plan: Plan | null) {
    this.plan = plan
    const { match, seat } = this.room
    const draft: Draft | null = plan && { decision: this.room.prompts.decision, order: plan.order, label: plan.label, detail: plan.detail }
    writeDrafts(match, seat, draft)
  }

  private restore() {
    const draft = readDrafts<Draft>(this.room.match, this.room.seat)
    if (!draft || draft.decision !== this.room.prompts.decision || !draft.order) return
    const owner = placeOf(draft.order).stand
    if (owner !== null) this.chosen = owner
    void this.ready(draft.order, draft.label, draft.detail)
  }

  /** Lays an order ready and asks what it would do. */
  async ready(order: Order, label: string, detail = '', note: { why: string | null; rule: string | null } = { why: null, rule: null }) {
    const ask = ++this.asked
    const preview = await this.room.preview<Preview>(order)
    if (ask !== this.asked) return
    // A row that was pressed is gone without a word: what lies ready is what is looked at.
    void this.point(null)
    this.setPlan({ order, label, detail, preview, ...note })
  }

  /** A row was pressed: what moves or fires is looked at first, the rest is done. */
  async take(choice: Choice) {
    if (!this.fresh || this.room.sending) return
    if (choice.stand !== null && this.kind !== 'path') this.chosen = choice.stand
    if (isPlanned(choice.order)) await this.ready(choice.order, choice.label, choice.detail)
    else await this.order(choice.order)
  }

  /** Gives the order that lies ready. */
  async give() {
    if (this.march) await this.march.give()
    else if (this.plan && !this.room.sending) await this.order(this.plan.order)
  }

  /** The stands of a unit that one order moves together, as the engine names them. */
  marchers(unit: number): readonly number[] {
    return this.kind === 'move' ? (this.view?.units[unit]?.together ?? []) : []
  }

  /** Takes a whole unit into the hand. */
  lead(unit: number) {
    this.choose(null)
    this.march = new March(this, unit, this.marchers(unit))
  }

  async order(order: Order): Promise<boolean> {
    const asked = this.loaded
    if (order.do === 'go' || order.do === 'stay') this.moved = this.actor
    const answer = await this.room.order(order)
    // What was to be led is on its way: its ghosts go with the order.
    if (answer.ok && order.do === 'march') this.march = null
    // The next decision may lie on the desk already, with something ready for it.
    if (answer.ok && this.loaded === asked) this.letGo()
    return answer.ok
  }

  async point(choice: Choice | null) {
    this.pointed = choice
    const ask = ++this.hovered
    this.pointedPreview = null
    if (!choice || !['go', 'continue', 'attack'].includes(choice.order.do)) return
    const preview = await this.room.preview<Preview>(choice.order)
    if (ask === this.hovered) this.pointedPreview = preview
  }

  /** What is drawn on the table: what lies ready, or what is pointed at. */
  get foreseen(): { order: Order; preview: Preview | null } | null {
    if (this.pointed) return { order: this.pointed.order, preview: this.pointedPreview }
    return this.plan
  }

  // --- by hand ----------------------------------------------------------------------------------------------

  /** The stand that a way is drawn for, and where it begins. */
  get walker(): { stand: number; from: Point } | null {
    const id = this.kind === 'path' ? this.actor : this.kind === 'continue' ? this.chosen : null
    const from = this.place(id)
    return id !== null && from ? { stand: id, from } : null
  }

  /** A press or a drag on the bare table. */
  async aim(at: Point) {
    if (this.prompt && this.fresh) await this.aims.wish(at)
  }

  private async aimAt(at: Point) {
    if (this.march) return this.march.aim(at)
    const walker = this.walker
    if (walker) return this.walk(walker, [...this.corners, at])
    const chosen = this.chosen
    if (chosen === null) return
    if (this.kind === 'deploy') return this.put(this.deployOrder(chosen, at))
    const pick = this.choices.find((c) => c.order.do === 'pick' && !c.order.strategic && c.stand === chosen)
    if (this.kind === 'move' && pick && !this.room.sending) {
      // Picked, its dice rolled, and then led as far toward this place as they let it.
      this.wish = { stand: chosen, at }
      if (!(await this.order(pick.order))) this.wish = null
      return
    }
    if (this.shell(chosen)) return this.stepOut(chosen, bearing(this.place(chosen) as Point, at))
    const entry = this.view?.units[this.stand(chosen)?.unit ?? -1]?.entry
    const enter = this.choices.find((c) => c.order.do === 'enter' && c.stand === chosen)
    if (entry && enter) return this.tryOrder({ ...enter.order, at: foot(at, entry) } as Order, 'Enter here')
    if (this.tool === 'sweep') return this.strike({ sweep: { middle: at, bearing: this.sweepBearing(chosen, at) } }, 'Sweep here')
    if (this.tool === 'gas') return this.strike({ gas: { at } }, 'Gas here')
  }

  /** Across the line of fire, until somebody turns it. */
  private sweepBearing(id: number, at: Point): number {
    const now = this.plan && attackOf(this.plan.order)
    if (now && 'sweep' in now) return now.sweep.bearing
    const from = this.stand(id)?.open?.at
    return from ? turned(bearing(from, at), 900) % 1800 : 0
  }

  // --- setting up -------------------------------------------------------------------------------------------

  private deployOrder(id: number, at: Point): Order {
    if (this.stand(id)?.type === 'cylinder') return { do: 'land', cylinder: id, at, turn: this.landing ?? this.landings[0] ?? 1 }
    return { do: 'deploy', stand: id, at, facing: this.facing }
  }

  /** Sets a stand up where the hand pressed: one that is put wrongly is pressed and put again. */
  private async put(order: Order) {
    const answer = await this.room.check(order)
    if (!answer.ok) {
      this.room.why = { title: 'Not there', why: answer.why, rule: answer.rule }
      return
    }
    this.hops = !this.stand(placeOf(order).stand)?.open
    if (!(await this.order(order))) this.hops = false
  }

  private async walk({ stand, from }: { stand: number; from: Point }, path: Point[], facing?: number) {
    const before = path.at(-2) ?? from
    const to = path.at(-1) as Point
    const look = facing ?? bearing(before, to)
    const wish: Order = this.kind === 'continue' ? { do: 'continue', stand, path, facing: look } : { do: 'go', path, facing: look }
    const near = await this.room.nearest<Order>(wish)
    if (near.ok) await this.ready(near.order, 'By hand', '', { why: near.why, rule: near.rule })
    else this.room.why = { title: 'No way there', why: near.why ?? 'This stand can not get there.', rule: near.rule }
  }

  private async tryOrder(order: Order, label: string) {
    const answer = await this.room.check(order)
    if (answer.ok) await this.ready(order, label)
    else this.room.why = { title: 'Not there', why: answer.why, rule: answer.rule }
  }

  /** A machine leaves its cylinder to one side, which is then the way that it faces. */
  private stepOut(machine: number, tenths: number) {
    return this.tryOrder({ do: 'emerge', machine, bearing: Math.round(tenths / 10) % 360 }, `${this.stand(machine)?.name} steps out`)
  }

  /** The sides of its cylinder on which the chosen machine is offered to step out, in tenths of a degree. */
  get doors(): number[] {
    return this.list.flatMap((c) => (c.order.do === 'emerge' && c.stand === this.chosen ? [c.order.bearing * 10] : []))
  }

  /** An attack by the chosen stand, in the shape that the open question wants. */
  private async strike(attack: Attack, label: string) {
    const order = this.attackOrder(attack)
    if (order) await this.tryOrder(order, label)
  }

  private attackOrder(attack: Attack): Order | null {
    const id = this.chosen
    if (id === null) return null
    if (this.kind !== 'watch') return { do: 'attack', stand: id, attack }
    const like = this.choices.find((c) => c.order.do === 'react' && c.stand === id)?.order
    return like?.do === 'react' ? { ...like, attack } : null
  }

  /** Turns what lies ready: a stand on its way, a sweep, what is set up. */
  async turn(by: number) {
    const order = this.plan?.order
    if (!order) {
      const put = this.kind === 'deploy' ? this.stand(this.chosen)?.open : null
      this.facing = turned(put?.facing ?? this.facing, by)
      if (put && this.chosen !== null) return this.put({ do: 'deploy', stand: this.chosen, at: put.at, facing: this.facing })
      const here = this.stand(this.actor)?.open
      if (this.kind === 'path' && here) await this.stay(turned(here.facing, by))
      return
    }
    const attack = attackOf(order)
    if (attack && 'sweep' in attack)
      return this.strike({ sweep: { ...attack.sweep, bearing: turned(attack.sweep.bearing, by) % 1800 } }, 'Sweep here')
    if (order.do === 'emerge') return this.stepOut(order.machine, turned(order.bearing * 10, by))
    if (!('facing' in order)) return
    const facing = turned(order.facing, by)
    this.facing = facing
    if (order.do === 'stay') return this.stay(facing)
    await this.tryOrder({ ...order, facing }, this.plan?.label ?? '')
  }

  private stay(facing: number) {
    return this.tryOrder({ do: 'stay', facing }, 'Turn on the spot')
  }

  /** Shifts the end of what lies ready, for a hand on the keys. */
  nudge(dx: number, dy: number) {
    if (this.march) return this.march.nudge(dx, dy)
    const order = this.plan?.order
    const end = order && (placeOf(order).at ?? null)
    const from = end ?? this.walker?.from
    if (from) void this.aim({ x: from.x + dx, y: from.y + dy })
  }

  /** The way goes on from where it ends now. */
  corner() {
    const order = this.plan?.order
    if (order?.do === 'go' || order?.do === 'continue') this.corners = order.path
  }

  // --- pressing stands --------------------------------------------------------------------------------------

  /** A stand was pressed: an aim for the one that is chosen, one to choose, or one to look at. */
  async press(id: number) {
    const stand = this.stand(id)
    if (!stand) return
    if (this.march && stand.open && !this.march.stands.includes(id)) return this.march.aim(stand.open.at)
    this.idle = null
    if (this.prompt && this.fresh) {
      // A sweep or gas is laid where the hand presses, on stands too; an own one that can act is rather chosen.
      const aims = this.tool !== 'target' && this.chosen !== null && stand.id !== this.chosen
      if (aims && stand.open && this.ownerOf(id) === null) return this.aim(stand.open.at)
      if (this.kind === 'mark' && this.markable.includes(id)) return this.mark(id)
      if (stand.side !== this.side && (await this.target(id))) return
      const owner = this.ownerOf(id)
      if (owner !== null) {
        this.choose(this.chosen === owner && this.looked === null ? null : owner)
        return
      }
      if (this.kind === 'deploy' && stand.side === this.side) {
        this.choose(id)
        return
      }
    }
    this.looked = this.looked === id ? null : id
    if (this.looked === id && this.prompt && this.fresh) await this.explainIdle(stand)
  }

  /** The stand with answers that a press means: itself, or a machine that waits inside of it. */
  private ownerOf(id: number): number | null {
    if (this.owners.includes(id)) return id
    return this.stand(id)?.open?.inside?.find((machine) => this.owners.includes(machine)) ?? null
  }

  choose(id: number | null) {
    this.letGo()
    this.march = null
    this.idle = null
    this.looked = null
    this.chosen = id
  }

  /** Aims at an enemy: the answer where there is one, otherwise why not. */
  private async target(id: number): Promise<boolean> {
    const found = this.choices.filter((c) => c.target === id && (this.chosen === null || c.stand === this.chosen))
    const one = found[0]
    if (one && (found.length === 1 || this.chosen !== null)) {
      await this.take(one)
      return true
    }
    if (one) {
      this.room.tell(`${found.length} of your stands can fire at it: choose one of them first.`)
      this.looked = id
      return true
    }
    const walker = this.walker
    const open = this.stand(id)?.open
    if (walker && open) {
      await this.aim(open.at)
      return true
    }
    const order =
      this.chosen !== null && ['fire', 'shot', 'watch'].includes(this.kind) ? this.attackOrder({ fire: { gun: 0, target: id } }) : null
    if (order) {
      await this.room.explain('It can not be fired at', order)
      this.looked = id
      return true
    }
    return false
  }

  /** Whether the order that lies ready is a shot at this stand. */
  aimedAt(id: number): boolean {
    const attack = this.plan && attackOf(this.plan.order)
    return !!attack && 'fire' in attack && attack.fire.target === id
  }

  isTarget(id: number): boolean {
    return this.fresh && this.choices.some((c) => c.target === id && (this.chosen === null || c.stand === this.chosen))
  }

  isReady(id: number): boolean {
    return this.fresh && !!this.prompt && (this.ownerOf(id) !== null || (this.kind === 'mark' && this.markable.includes(id)))
  }

  /** Who sees the stand whose sheet lies open, or is seen by it: as far as this side may know. */
  get sights(): [number, number][] {
    const shown = this.shown
    if (!this.sight || !shown?.open) return []
    if (shown.side === this.side) return shown.sees.map((id) => [shown.id, id])
    return (this.view?.stands ?? []).filter((s) => s.sees.includes(shown.id)).map((s) => [s.id, shown.id])
  }

  /** The lines of sight of that stand as the engine tells them, and the question that they answer. */
  private looks = $state.raw<Look[]>([])
  private looking = 0

  /** Asks the engine which known enemies it does not see, or which own stands do not see it, and what is in the way. */
  async look() {
    const [shown, question] = [this.shown, ++this.looking]
    const order = this.sight && shown?.open && this.side !== null ? ({ do: 'look', stand: shown.id } as const) : null
    const answer = order && (await this.room.preview<Preview>(order))
    if (question === this.looking) this.looks = answer?.looks ?? []
  }

  /** The lines that are broken off, and by what. */
  get blinds(): { from: StandView; to: StandView; by: Look['block'] }[] {
    if (!this.sight) return []
    return this.looks.flatMap((l) => {
      const [from, to] = [this.stand(l.from), this.stand(l.to)]
      return !l.sees && from && to ? [{ from, to, by: l.block }] : []
    })
  }

  letGo() {
    this.asked += 1
    if (this.plan) this.setPlan(null)
    this.corners = []
    this.pointed = null
    this.pointedPreview = null
    this.tool = 'target'
  }
}

export const { of: playOf, use: usePlay } = desks(Play)
