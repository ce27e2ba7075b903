/** A piece that is dragged over the map: it is picked up on the way, and given its order where it is let go. */
import type { Point } from '../../table/geometry'
import type { Play } from './play.svelte'

/** A hand that trembles by so much of the sheet drags nothing. */
const TREMBLE = 14

export class Drag {
  private key: string | null = null
  private from: Point | null = null
  private at = $state.raw<Point | null>(null)
  private dragged = false

  constructor(
    private readonly play: Pick<Play, 'piece' | 'glows' | 'press'>,
    private readonly zoneAt: (at: Point) => number | null,
  ) {}

  /** From where to where, while something is in the hand. */
  get path(): [Point, Point] | null {
    return this.at && this.from ? [this.from, this.at] : null
  }

  /** The pointer goes down on a piece that can act. */
  lift(key: string) {
    this.key = key
  }

  down = (at: Point): boolean => {
    this.dragged = false
    this.from = this.key === null ? null : at
    return this.key !== null
  }

  move = (at: Point): boolean => {
    if (this.key === null || !this.from) return false
    if (!this.at && Math.hypot(at.x - this.from.x, at.y - this.from.y) < TREMBLE) return true
    if (!this.dragged) this.play.piece = this.key
    this.dragged = true
    this.at = at
    return true
  }

  up = () => {
    const zone = this.dragged && this.at ? this.zoneAt(this.at) : null
    this.cancel()
    // Where it can not go it stays in the hand, and what glows says where it can.
    if (zone !== null && this.play.glows(`zone:${zone}`) === 'spot') void this.play.press(`zone:${zone}`)
  }

  cancel() {
    this.key = null
    this.at = null
  }

  /** Whether the last press was no drag: only then does it mean the sheet below. */
  isClick(): boolean {
    return !this.dragged
  }
}
