/** The stands of the open decision: where they are, who of them may take a marker, who stands alone and who can not act. */
import { Desk } from '../../table/desk.svelte'
import type { Choice } from './choices'
import { gapOf, type Shape } from './cohesion'
import { arrival, cardOf } from './words'
import type { Ask, Attack, Components, Order, Point, StandView, UnitView, View } from './wire'

/** Why a stand has no answer in the step that is open, in the words of the server. */
export interface Idle {
  stand: number
  title: string
  lines: { at: string; why: string; rule: string | null }[]
}

/** What a stand that is alone needs: ground within its cohesion of a comrade, or at least nearer to the nearest one. */
export interface Stray {
  stand: StandView
  /** Its cohesion distance in inches. */
  within: number
  mates: Shape[]
  nearest: { name: string; shape: Shape; gap: number } | null
}

export abstract class Ranks extends Desk<View, Components, Ask> {
  choices = $state.raw<Choice[]>([])
  /** The own stand whose answers are shown. */
  chosen = $state<number | null>(null)
  /** Stands that are to go on overwatch. */
  marked = $state.raw<number[]>([])
  /** A stand was pressed that can not act: why. */
  idle = $state.raw<Idle | null>(null)

  /** A stand that is about to come in is on no place yet: where its way begins, and how it looks from there. */
  gate = $state.raw<{ stand: number; at: Point; facing: number } | null>(null)

  /** Who could be called in when it was last asked who moves, in that phase. */
  protected calls = $state.raw<{ turn: number; phase: string; stands: number[] } | null>(null)

  /** The set-up can not end yet: why, in the words of the server. */
  unready = $state.raw<{ why: string; rule: string | null } | null>(null)

  stand(id: number | null | undefined): StandView | null {
    return id === null || id === undefined ? null : (this.view?.stands[id] ?? null)
  }

  /** Where a stand is on the table; a machine that is still inside is where its cylinder lies, one that comes in at the edge. */
  place(id: number | null | undefined): Point | null {
    return this.stand(id)?.open?.at ?? this.shell(id)?.open?.at ?? (this.gate?.stand === id ? (this.gate?.at ?? null) : null)
  }

  /** The cylinder that a machine is inside of. */
  shell(id: number | null | undefined): StandView | null {
    if (this.stand(id)?.whereabouts !== 'inside') return null
    return this.view?.stands.find((s) => s.open?.inside.includes(id as number)) ?? null
  }

  /** When those of an own unit come in that still wait; nothing of what is more than a turn away. */
  arrival(unit: UnitView): ReturnType<typeof arrival> {
    const [view, calls] = [this.view, this.calls]
    if (!view || unit.side !== this.side) return null
    const asked = calls?.turn === view.turn && calls.phase === view.phase
    const found = arrival(unit, view, asked ? calls.stands : null)
    return found && found.turn <= view.turn + 1 ? found : null
  }

  get side(): 'martian' | 'human' | null {
    return this.room.seat === 0 ? 'martian' : this.room.seat === 1 ? 'human' : null
  }

  abstract order(order: Order): Promise<boolean>

  // --- setting up -------------------------------------------------------------------------------------------

  /** Own stands that are still to be set up, unit by unit. */
  readonly unput = $derived.by((): number[] => {
    const view = this.view
    if (!view?.deploying) return []
    return view.units
      .filter((u) => u.side === this.side)
      .flatMap((u) => {
        const waits = (s: StandView | undefined) => s?.whereabouts === 'waiting' && u.arrives === null
        const falls = (s: StandView | undefined) => s?.whereabouts === 'falling' && !s.landing?.[1]
        return u.stands.filter((id) => waits(view.stands[id]) || falls(view.stands[id]))
      })
  })

  /** Who sets up by hand has the next stand in hand at once, of the same unit while there is one. */
  protected nextToPut(): number | null {
    const unit = this.stand(this.chosen)?.unit
    return this.unput.find((id) => this.stand(id)?.unit === unit) ?? this.unput[0] ?? null
  }

  /** The turns in which the chosen cylinder may land, as the rows offer them. */
  get landings(): number[] {
    return [...new Set(this.choices.flatMap((c) => (c.order.do === 'land' ? [c.order.turn] : [])))]
  }

  /** A set-up that is not offered to end has a reason. */
  protected async askReady(still: () => boolean) {
    if (this.choices.some((c) => c.order.do === 'end_step')) return
    const answer = await this.room.check({ do: 'end_step' } satisfies Order)
    if (still() && !answer.ok) this.unready = { why: answer.why, rule: answer.rule }
  }

  /** Machines of one kind in one cylinder are alike: of those only the first is offered to step out. */
  protected isFirstOut({ order }: Choice): boolean {
    if (order.do !== 'emerge') return true
    const type = this.stand(order.machine)?.type
    const alike = this.shell(order.machine)?.open?.inside.filter((id) => this.stand(id)?.type === type) ?? []
    return alike.length === 0 || alike[0] === order.machine
  }

  // --- cohesion ---------------------------------------------------------------------------------------------

  /** Own stands that are out of cohesion, as the server says. */
  get loners(): StandView[] {
    return (this.view?.stands ?? []).filter((s) => s.side === this.side && s.open && !s.open.in_cohesion)
  }

  /** What would bring a stand back to its unit. */
  strayOf(stand: StandView | null): Stray | null {
    const [view, own] = [this.view, stand?.open]
    if (!view || !stand || !own || own.in_cohesion || stand.side !== this.side) return null
    const card = cardOf(stand, this.parts)
    const unit = view.units[stand.unit]
    if (!card || !unit) return null
    const mates = unit.stands.flatMap((id) => {
      const mate = id === stand.id ? null : this.stand(id)
      return mate?.open ? [{ name: mate.name, shape: mate.open, gap: gapOf(own, mate.open) }] : []
    })
    const nearest = mates.reduce<(typeof mates)[number] | null>((a, b) => (a && a.gap <= b.gap ? a : b), null)
    return { stand, within: card.cohesion, mates: mates.map((m) => m.shape), nearest }
  }

  // --- who can not act --------------------------------------------------------------------------------------

  /** Asks the server why an own stand can do nothing in this step; a gun is asked for each enemy that is known. */
  async explainIdle(stand: StandView) {
    const doing = { fire: 'fire', move: 'move', mark: 'go on overwatch', deploy: '' }[this.kind]
    if (!doing || stand.side !== this.side || stand.whereabouts !== 'board') return
    const asked = this.loaded
    const lines = doing === 'fire' ? await this.noShot(stand) : await this.noMove(stand)
    if (this.loaded !== asked || lines.length === 0) return
    this.idle = { stand: stand.id, title: `can not ${doing} now`, lines }
  }

  private async noMove(stand: StandView): Promise<Idle['lines']> {
    const order: Order = this.kind === 'mark' ? { do: 'mark', stands: [stand.id] } : { do: 'pick', stand: stand.id, strategic: false }
    const answer = await this.room.check(order)
    return answer.ok ? [] : [{ at: '', why: answer.why, rule: answer.rule }]
  }

  private async noShot(stand: StandView): Promise<Idle['lines']> {
    const from = stand.open?.at
    const far = (s: StandView) => (from && s.open ? Math.hypot(s.open.at.x - from.x, s.open.at.y - from.y) : Infinity)
    const foes = (this.view?.stands ?? []).filter((s) => s.side !== stand.side && s.whereabouts !== 'lost' && s.whereabouts !== 'exited')
    const known = foes.filter((s) => s.open).sort((a, b) => far(a) - far(b))
    const asked = known.length > 0 ? known.slice(0, 3) : foes.slice(0, 1)
    const answers = await Promise.all(
      asked.map(async (foe) => {
        const attack: Attack = { fire: { gun: 0, target: foe.id } }
        return { foe, answer: await this.room.check({ do: 'attack', stand: stand.id, attack } satisfies Order) }
      }),
    )
    const refused = answers.flatMap(({ foe, answer }) => (answer.ok ? [] : [{ at: foe.name, why: answer.why, rule: answer.rule }]))
    // Nobody is in sight: the one that was asked for has no name yet.
    if (known.length === 0)
      return refused.slice(0, 1).map((r) => (r.rule === 'TH-LOS-01' ? { ...r, at: '', why: 'No enemy is spotted' } : { ...r, at: '' }))
    const same = refused.every((r) => r.why === refused[0]?.why)
    return same ? refused.slice(0, 1).map((r) => ({ ...r, at: '' })) : refused
  }

  // --- overwatch --------------------------------------------------------------------------------------------

  /** The stands that may take a marker: the longest row names them all. */
  get markable(): number[] {
    return this.choices.reduce<number[]>(
      (most, c) => (c.order.do === 'mark' && c.order.stands.length > most.length ? c.order.stands : most),
      [],
    )
  }

  mark(id: number) {
    this.marked = this.marked.includes(id) ? this.marked.filter((m) => m !== id) : [...this.marked, id]
  }

  /** The same stands by kind: who holds a line does not tick twenty boxes. */
  get markKinds(): { kind: string; stands: number[]; on: number }[] {
    const kinds = new Map<string, number[]>()
    for (const id of this.markable) {
      const kind = this.stand(id)?.kind ?? ''
      kinds.set(kind, [...(kinds.get(kind) ?? []), id])
    }
    return [...kinds].map(([kind, stands]) => ({ kind, stands, on: stands.filter((id) => this.marked.includes(id)).length }))
  }

  /** All of these, or none. */
  markAll(stands: readonly number[], on: boolean) {
    const others = this.marked.filter((id) => !stands.includes(id))
    this.marked = on ? [...others, ...stands] : others
  }

  async giveMarks() {
    if (!this.room.sending) await this.order({ do: 'mark', stands: this.markable.filter((id) => this.marked.includes(id)) })
  }
}
