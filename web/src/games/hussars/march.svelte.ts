/**
 * A whole unit moves together: the hand says once which way, and its stands follow one after the other, each picked, with
 * its own dice and its own order. Where one can not follow it stays; what is asked in between ends it.
 */
import type { Play } from './play.svelte'
import { bearing } from './scale'
import type { Order, Point, Preview, StandView } from './wire'

export class March {
  /** How everybody is to be shifted; nothing until the table was pressed. */
  shift = $state.raw<Point | null>(null)
  running = $state(false)
  done = $state(0)
  private queue: number[] = []
  private current: number | null = null
  private stayed: string[] = []

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

  aim(at: Point) {
    const from = this.middle
    this.shift = { x: at.x - from.x, y: at.y - from.y }
  }

  nudge(dx: number, dy: number) {
    const now = this.shift ?? { x: 0, y: 0 }
    this.shift = { x: now.x + dx, y: now.y + dy }
  }

  /** Which way it goes, in tenths of a degree, and how far in hundredths of an inch. */
  get course(): { bearing: number; far: number } | null {
    const by = this.shift
    return by && { bearing: bearing({ x: 0, y: 0 }, by), far: Math.hypot(by.x, by.y) / 10 }
  }

  /** Those in front go first: nobody stands in the way of his comrades. */
  async give() {
    const by = this.shift
    if (!by || this.running) return
    const ahead = (s: StandView) => s.open!.at.x * by.x + s.open!.at.y * by.y
    this.queue = this.pieces.sort((a, b) => ahead(b) - ahead(a)).map((s) => s.id)
    this.running = true
    await this.step()
  }

  /** The next order of it, whenever a decision lies on the desk. */
  async step() {
    const { play } = this
    if (!this.running) return
    if (play.kind === 'path' && play.actor === this.current) return this.go()
    if (play.kind !== 'move') return this.end('Something else is asked now.')
    const picks = (id: number) => play.choices.some((c) => c.order.do === 'pick' && !c.order.strategic && c.stand === id)
    const next = this.queue.find(picks)
    if (next === undefined) return this.end()
    this.queue = this.queue.slice(this.queue.indexOf(next) + 1)
    this.current = next
    if (!(await play.order({ do: 'pick', stand: next, strategic: false }))) this.end()
  }

  private async go() {
    const { play, shift } = this
    const stand = play.stand(this.current)
    const open = stand?.open
    if (!stand || !open || !shift) return this.end()
    const board = play.view?.board ?? [0, 0]
    const keep = (n: number, most: number) => Math.min(Math.max(n, 0), most)
    const to = { x: keep(open.at.x + shift.x, board[0]), y: keep(open.at.y + shift.y, board[1]) }
    const stay: Order = { do: 'stay', facing: open.facing }
    const near = await play.room.nearest<Order>({ do: 'go', path: [to], facing: open.facing } satisfies Order)
    const foreseen = near.ok ? await play.room.preview<Preview>(near.order) : null
    if (!this.running) return
    // Into contact or gas nobody is led by a march: that is decided one by one.
    const safe = near.ok && foreseen !== null && foreseen.stopped_by === null && foreseen.risks.length === 0 && !foreseen.leaves
    if (!safe) this.stayed.push(stand.name)
    if (await play.order(safe ? near.order : stay)) this.done += 1
    else this.end()
  }

  end(why = '') {
    const { play, stayed } = this
    const some = stayed.length > 2 ? `${stayed.slice(0, 2).join(', ')} and ${stayed.length - 2} more` : stayed.join(' and ')
    const alone = play.loners.filter((s) => this.stands.includes(s.id)).length
    const words = [why, some && `Not led on: ${some}.`, alone > 0 && `${alone} of ${this.name} ${alone === 1 ? 'is' : 'are'} alone now.`]
    this.running = false
    play.march = null
    const told = words.filter(Boolean).join(' ')
    if (told && this.done > 0) play.room.tell(told)
  }
}
