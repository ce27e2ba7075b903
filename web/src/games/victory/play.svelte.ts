/** What the player is about to do: the open decision, its legal answers in the engine's words, a move in the making. */
import { readDrafts, writeDrafts } from '../../lib/drafts'
import { desks, Desk, type Prompt } from '../../table/desk.svelte'
import { bodyOf, kindOf } from '../../table/tagged'
import { keyOf, type Hex } from './hexes'
import { shotOdds } from './odds'
import { groundWords } from './words'
import type { Act, Ask, Components, ManeuverCard, NextView, Order, PlaneView, Preview, ShotView, SilentView, View } from './wire'

/** A legal answer, and where on the table it belongs. */
export interface Choice {
  order: Order
  label: string
  detail: string
  group: string
  hex: Hex | null
  unit: number | null
  mega: Hex | null
}

/** One way on for a plane that flies: the engine's next act, or several straight hexes at once. */
export interface Way {
  acts: Act[]
  label: string
  detail: string
  group: string
  path: Hex[]
  at: Hex
  facing: NextView['facing']
  inverted: boolean
  points: number
  speed: number
  cue: number
  shots: ShotView[]
  silent: SilentView[]
  risks: string[]
}

/** A hex that can be pressed, and what it may mean. */
export interface Spot {
  hex: Hex
  ways: Way[]
  choices: Choice[]
}

function placeOf(order: Order): Pick<Choice, 'hex' | 'unit' | 'mega'> {
  const none = { hex: null, unit: null, mega: null }
  if (typeof order === 'string') return none
  if ('place' in order) return { ...none, hex: order.place.hex }
  if ('flak' in order) return { ...none, mega: order.flak.mega }
  if ('cloud' in order) {
    const cloud = order.cloud.cloud
    return typeof cloud === 'object' && 'cumulus' in cloud ? { ...none, mega: cloud.cumulus.mega } : none
  }
  if ('look' in order) return { ...none, unit: order.look.target }
  if ('fire' in order) return { ...none, unit: order.fire.target }
  if ('bombs' in order) return { ...none, unit: order.bombs.target }
  if ('ground_fire' in order) return { ...none, unit: order.ground_fire.unit }
  return none
}

/** A move in the making as it is kept for this tab: it answers one decision, and no other. */
interface Kept {
  decision: string
  draft: Act[][]
  throttle: number | null
}

const IDLE = new Set(['hold', 'look_away', 'no_flak', 'no_cloud', 'turn_later', 'pass', 'stand_down'])
const straights = (n: number): Act[] => Array.from({ length: n }, () => 'straight' as const)
const isThrottle = (act: Act): act is Extract<Act, { throttle: unknown }> => typeof act === 'object' && 'throttle' in act

export class Play extends Desk<View, Components, Ask> {
  choices = $state.raw<Choice[]>([])
  /** A move in the making: its acts without the throttle, and what they lead to. */
  draft = $state.raw<Act[][]>([])
  throttle = $state<number | null>(null)
  preview = $state.raw<Preview | null>(null)
  /** At the guns: whom the one that is asked can not fire at. */
  held = $state.raw<SilentView[]>([])
  /** Several answers at one place. */
  narrow = $state.raw<Choice[] | null>(null)
  narrowWays = $state.raw<Way[] | null>(null)
  /** What is under the pointer or has the focus. */
  pointed = $state.raw<Way | null>(null)
  pointedChoice = $state.raw<Choice | null>(null)
  /** The plane that is looked at, friend or foe. */
  looked = $state<number | null>(null)
  private asked = 0

  /** The plane that the open decision is about. */
  get plane(): PlaneView | null {
    const body = bodyOf<{ plane?: number }>(this.prompt?.ask)
    return body?.plane === undefined ? null : (this.view?.planes[body.plane] ?? null)
  }

  get flying(): boolean {
    return this.kind === 'fly'
  }

  /** Whose dashboard lies open: the one looked at, the one that decides, the one that moves, or the first of mine. */
  get shown(): PlaneView | null {
    const view = this.view
    if (!view) return null
    const by = (n: number | null | undefined) => (n === null || n === undefined ? null : (view.planes[n] ?? null))
    const mine = view.planes.find((p) => sideOf(this.room.seat) === p.side && p.fate === 'flying')
    return by(this.looked) ?? this.plane ?? mine ?? by(view.mover) ?? view.planes[0] ?? null
  }

  /** Of the one who is fired at. */
  protected override odds(seen: unknown) {
    const shot = (seen as Preview | null)?.shots[0]
    return shot ? shotOdds(shot) : null
  }

  protected clear() {
    this.letGo()
    this.looked = null
    this.draft = []
    this.throttle = null
    this.preview = null
    this.held = []
    this.choices = []
  }

  protected async lay(prompt: Prompt<Ask>, still: () => boolean) {
    if (kindOf(prompt.ask) === 'fly') {
      await this.foresee()
      await this.takeUp(still)
      return
    }
    const rows = await this.room.rows<Order>()
    if (!still()) return
    const list = rows.map((row) => ({ ...row, ...placeOf(row.order) }))
    // What does something comes before what lets it be.
    const idle = (c: Choice) => (typeof c.order === 'string' && IDLE.has(c.order) ? 1 : 0)
    this.choices = list.sort((a, b) => idle(a) - idle(b))
    if (this.kind === 'gun') {
      const held = (await this.room.preview<Preview>('hold'))?.silent ?? []
      if (!still()) return
      this.held = held
    }
    this.fresh = true
    this.giveAlone(
      prompt,
      this.choices.map((c) => c.order),
    )
  }

  // --- a move in the making ---------------------------------------------------------------------------------

  private get acts(): Act[] {
    const set: Act[] = this.throttle === null ? [] : [{ throttle: { to: this.throttle } }]
    return [...set, ...this.draft.flat()]
  }

  /** After a reload: the steps that were built for this very decision, if they still are a beginning. */
  private async takeUp(still: () => boolean) {
    const kept = readDrafts<Kept>(this.room.match, this.room.seat)
    if (!still() || !kept || kept.decision !== this.room.prompts.decision) return
    if (kept.draft.length === 0 && kept.throttle === null) return
    this.options = this.throttles
    this.draft = kept.draft
    this.throttle = kept.throttle
    await this.foresee()
    if (!still() || this.preview) return
    this.draft = []
    this.throttle = null
    await this.foresee()
  }

  private keep() {
    const kept: Kept = { decision: this.room.prompts.decision, draft: this.draft, throttle: this.throttle }
    writeDrafts(this.room.match, this.room.seat, kept)
  }

  private async foresee() {
    const ask = ++this.asked
    const name = this.loaded
    this.fresh = false
    const preview = await this.room.preview<Preview>({ move: { acts: this.acts } })
    if (this.loaded !== name || ask !== this.asked) return
    this.preview = preview
    this.pointed = null
    this.narrowWays = null
    this.fresh = true
  }

  /** The ways on from where the move in the making stands. */
  readonly ways = $derived.by((): Way[] => {
    const preview = this.preview
    if (!preview) return []
    const list: Way[] = preview.next
      .filter((n) => !isThrottle(n.act) && n.act !== 'end')
      .map((n) => ({ ...n, acts: [n.act], points: n.points_left }))
    const glide = preview.glide
    if (glide && glide.path.length > 1) {
      const after = list.findIndex((w) => w.acts[0] === 'straight') + 1
      list.splice(after, 0, { ...glide, acts: straights(glide.path.length), points: glide.points_left })
    }
    return list
  })

  /** The throttle can be set to these, each with what it brings. */
  get throttles(): { to: number; detail: string; speed: number }[] {
    return (this.preview?.next ?? []).flatMap((n) =>
      isThrottle(n.act) ? [{ to: n.act.throttle.to, detail: n.detail, speed: n.speed }] : [],
    )
  }

  private options = $state.raw<{ to: number; detail: string; speed: number }[]>([])

  /** The positions of the lever; they stay in sight while a move is being built. */
  get lever(): { to: number; detail: string; speed: number }[] {
    return this.draft.length === 0 && this.throttle === null ? this.throttles : this.options
  }

  async setThrottle(to: number) {
    if (!this.fresh || !this.flying) return
    if (this.throttle === null && this.draft.length === 0) this.options = this.throttles
    this.throttle = this.plane?.throttle === to ? null : to
    this.keep()
    await this.foresee()
  }

  /** Why the throttle can not be set so, in the words of the server. */
  async explainThrottle(to: number) {
    await this.room.explain(`Throttle ${to}`, { move: { acts: [{ throttle: { to } }] } })
  }

  async take(way: Way) {
    if (!this.fresh) return
    if (this.throttle === null && this.draft.length === 0) this.options = this.throttles
    this.looked = null
    this.draft = [...this.draft, way.acts]
    this.keep()
    await this.foresee()
  }

  /** The maneuvers that are not offered now. */
  get barred(): ManeuverCard[] {
    const offered = new Set(this.ways.flatMap((w) => w.acts.map((a) => (typeof a === 'object' && 'begin' in a ? a.begin.maneuver : ''))))
    return this.parts.maneuvers.filter((m) => !offered.has(m.id))
  }

  /** Why a maneuver can not be begun where the move in the making stands, in the words of the server. */
  async explain(maneuver: ManeuverCard) {
    await this.room.explain(maneuver.name, { move: { acts: [...this.acts, { begin: { maneuver: maneuver.id } }] } })
  }

  async undo() {
    if (this.draft.length) this.draft = this.draft.slice(0, -1)
    else this.throttle = null
    this.keep()
    await this.foresee()
  }

  /** The move is whole: nothing may follow, or only its end. */
  get whole(): boolean {
    const preview = this.preview
    if (!preview || !this.fresh) return false
    return (
      preview.next.every((n) => n.act === 'end' || n.act === 'level') &&
      (preview.next.some((n) => n.act === 'end') || this.draft.length > 0)
    )
  }

  /** What is left can be flown straight on. */
  get straightOn(): Way | null {
    const glide = this.preview?.glide
    if (glide) return { ...glide, acts: straights(glide.path.length), points: glide.points_left }
    // A turn of the last round is flown to its end first.
    return this.ways.find((w) => w.acts[0] === 'straight' && w.points === 0) ?? null
  }

  /** Whom nobody aboard could fire at: from the step under the pointer, else from where the move ends; at the guns, now. */
  get silent(): SilentView[] {
    if (this.kind === 'gun') return this.held
    if (!this.flying) return []
    const end = this.whole ? this.preview : (this.straightOn ?? this.preview)
    return (this.pointed ?? end)?.silent ?? []
  }

  /** Flies the move that was built; what is left of it straight on. */
  async fly() {
    if (!this.fresh || this.room.sending || !this.preview) return
    const rest = this.whole ? [] : (this.straightOn?.acts ?? null)
    if (rest === null) return
    const acts = [...this.acts, ...rest]
    const answer = await this.room.order({ move: { acts: [...acts, 'end' as const] } })
    if (!answer.ok) this.loaded = ''
  }

  // --- other decisions --------------------------------------------------------------------------------------

  async give(choice: Choice): Promise<boolean> {
    if (this.room.sending || !this.fresh) return false
    this.letGo()
    const answer = await this.room.order(choice.order)
    return answer.ok
  }

  /** The hexes that can be pressed now. */
  readonly hot = $derived.by((): Map<string, Spot> => {
    const map = new Map<string, Spot>()
    if (!this.fresh) return map
    const spot = (hex: Hex) => {
      const key = keyOf(hex)
      let found = map.get(key)
      if (!found) map.set(key, (found = { hex, ways: [], choices: [] }))
      return found
    }
    for (const way of this.ways) if (way.path.length) spot(way.at).ways.push(way)
    const straight = this.ways.find((w) => w.acts[0] === 'straight')
    const path = this.preview?.glide?.path ?? []
    for (let n = 2; straight && n < path.length; n++) {
      const hex = path[n - 1] as Hex
      spot(hex).ways.push({
        ...straight,
        acts: straights(n),
        label: `Straight on, ${n} hexes`,
        detail: '',
        path: path.slice(0, n),
        at: hex,
        points: path.length - n,
        shots: [],
        silent: [],
        risks: [],
      })
    }
    for (const choice of this.choices) {
      if (choice.hex) spot(choice.hex).choices.push(choice)
      if (choice.mega) spot(choice.mega).choices.push(choice)
    }
    return map
  })

  async pressHex(hex: Hex) {
    const found = this.hot.get(keyOf(hex))
    this.narrow = this.narrowWays = null
    if (!found) return
    const [way, choice] = [found.ways[0], found.choices[0]]
    // The plain thing first: whoever wants to arrive there by a maneuver finds it among the steps.
    const plain = found.ways.length === 1 ? way : found.ways.find((w) => w.acts[0] === 'straight')
    if (plain) return this.take(plain)
    if (found.ways.length > 1) this.narrowWays = found.ways
    else if (choice && found.choices.length === 1) await this.give(choice)
    else if (found.choices.length > 1) this.narrow = found.choices
  }

  /** A piece was pressed: an answer, where one lies there; otherwise its sheet. */
  async pressUnit(unit: number) {
    const found = this.fresh ? this.choices.filter((c) => c.unit === unit) : []
    this.narrow = null
    if (found.length === 1 && found[0]) {
      await this.give(found[0])
      return
    }
    if (found.length > 1) this.narrow = found
    else if (this.view?.planes[unit]) this.looked = this.looked === unit ? null : unit
    else {
      // What stands on the ground has no panel: a sentence will do.
      const ground = this.view?.ground.find((g) => g.unit === unit)
      if (ground) this.room.tell(groundWords(ground, this.parts))
    }
  }

  isTarget(unit: number): boolean {
    return this.fresh && this.choices.some((c) => c.unit === unit)
  }

  letGo() {
    this.narrow = null
    this.narrowWays = null
    this.pointed = null
    this.pointedChoice = null
  }
}

export function sideOf(seat: number | null): 'allied' | 'german' | null {
  return seat === 0 ? 'allied' : seat === 1 ? 'german' : null
}

export const { of: playOf, use: usePlay } = desks(Play)
