/** A whole unit moves together by one order: the hand says which way, and the engine leads its stands one after the other. */
import type { Play } from './play.svelte'
import { bearing } from './scale'
import type { Order, Point, Preview, StandView } from './wire'

export class March {
  /** How everybody is to be shifted; nothing until the table was pressed. */
  shift = $state.raw<Point | null>(null)
  /** Where each of them would come to, as the engine foresees it. */
  foreseen = $state.raw<Preview | null>(null)
  private asked = 0

  constructor(
    private readonly play: Play,
    readonly unit: number,
    readonly stands: readonly number[],
  ) {}

  get name(): string {
    return this.play.view?.units[this.unit]?.name ?? ''
  }

  /** Those who will go, as they stand now. */
  get pieces(): StandView[] {
    return this.stands.flatMap((id) => {
      const stand = this.play.stand(id)
      return stand?.open ? [stand] : []
    })
  }

  /** The middle of those who go: a press on the table says where it shall come to. */
  get middle(): Point {
    const all = this.pieces.map((s) => s.open!.at)
    const mean = (of: (p: Point) => number) => Math.round(all.reduce((sum, p) => sum + of(p), 0) / Math.max(all.length, 1))
    return { x: mean((p) => p.x), y: mean((p) => p.y) }
  }

  async aim(at: Point) {
    const from = this.middle
    await this.wish({ x: at.x - from.x, y: at.y - from.y })
  }

  async nudge(dx: number, dy: number) {
    const now = this.shift ?? { x: 0, y: 0 }
    await this.wish({ x: now.x + dx, y: now.y + dy })
  }

  /** Lays a shift ready and asks what it would bring. */
  async wish(shift: Point | null) {
    const ask = ++this.asked
    this.shift = shift
    const order = this.order
    const foreseen = order && (await this.play.room.preview<Preview>(order))
    if (ask === this.asked) this.foreseen = foreseen
  }

  private get order(): Order | null {
    return this.shift && { do: 'march', unit: this.unit, shift: this.shift, strategic: false }
  }

  /** Which way it goes, in tenths of a degree, and how far in hundredths of an inch. */
  get course(): { bearing: number; far: number } | null {
    const by = this.shift
    return by && { bearing: bearing({ x: 0, y: 0 }, by), far: Math.hypot(by.x, by.y) / 10 }
  }

  async give() {
    const order = this.order
    if (order) await this.play.order(order)
  }
}
