/** Something that is being put on the table. The server says where it may go and brings every wish to a legal place. */
import type { Room } from '../../lib/room.svelte'
import type { Ask } from '../../wire/triplanes/Ask'
import type { Order } from '../../wire/triplanes/Order'
import type { PlacingView } from '../../wire/triplanes/PlacingView'
import type { Pose } from '../../wire/triplanes/Pose'
import type { Vec2 } from '../../wire/triplanes/Vec2'
import type { View } from '../../wire/triplanes/View'
import { bearing, turned } from '../../table/geometry'
import { Latest } from '../../table/latest'

export interface Piece {
  what: 'objective' | 'terrain' | 'vehicle' | 'smoke' | 'field'
  ask: Ask
  /** Where it lies: the last answer of the server. */
  pose: Pose
  /** The order that puts it there; none while nothing legal is known. */
  order: Order | null
  /** Why it does not lie where it was wished, or nowhere at all. */
  why: string
  rule: string | null
  turns: boolean
  /** What is asked for, and the shapes to shade. */
  help: PlacingView | null
  /** Black smoke: the cloud that is taken away for the new one, and those that may be. */
  remove: number | null
  removable: number[]
}

/** How finely keys and the wheel turn, in degrees. */
export const TURN = 15

export class Placing {
  piece = $state<Piece | null>(null)
  /** What a hand holds: the piece, or the handle that turns it. */
  held = $state<'piece' | 'handle' | null>(null)
  private readonly room: Room
  private readonly wishes = new Latest<Pose>((pose) => this.ask(pose))
  /** Arrow keys push against something that is in the way until the other side is nearer. */
  private push: { key: string; at: Vec2 } | null = null
  private dragged = false

  constructor(room: Room) {
    this.room = room
  }

  clear() {
    this.piece = null
    this.held = null
    this.wishes.drop()
    this.push = null
  }

  /** Takes the piece of a prompt into the hand, where the server would put it. */
  async begin(ask: Ask, kind: string, still: () => boolean) {
    const live = this.room.live as View
    const name = JSON.stringify(ask)
    const help = live.placing.find((p) => JSON.stringify(p.ask) === name) ?? null
    const what = kind === 'smoke' ? 'smoke' : (kind.replace('place_', '') as Piece['what'])
    const pose = help?.preset ?? { centre: { x: live.area[0] / 2, y: live.area[1] / 2 }, heading: 0 }
    const removable = what === 'smoke' ? await this.removable(ask) : []
    if (!still()) return
    const turns = what === 'vehicle' || what === 'terrain' || what === 'field'
    this.piece = { what, ask, pose, order: null, why: '', rule: null, turns, help, remove: removable[0] ?? null, removable }
    await this.wish(pose)
  }

  private async removable(ask: Ask): Promise<number[]> {
    const { values } = await this.room.legal<Order>({ within: ask, limit: 400 })
    const taken = values.flatMap((o) => ('smoke' in o && o.smoke.remove !== null ? [o.smoke.remove] : []))
    return [...new Set(taken)].sort((a, b) => a - b)
  }

  /** The order that would put the piece there. */
  private orderAt(piece: Piece, pose: Pose): Order {
    const { ask, remove } = piece
    const at = pose.centre
    const facing = pose.heading
    if (typeof ask === 'object' && 'smoke' in ask) return { smoke: { vehicle: ask.smoke.vehicle, at, remove } }
    if (typeof ask === 'object' && 'place_vehicle' in ask) return { place_vehicle: { vehicle: ask.place_vehicle.vehicle, at, facing } }
    if (piece.what === 'objective') return { place_objective: { at } }
    return piece.what === 'terrain' ? { place_terrain: { at, facing } } : { place_field: { at, facing } }
  }

  /** Asks for the legal place nearest to this one. */
  wish(pose: Pose): Promise<void> {
    return this.wishes.wish(pose)
  }

  private async ask(pose: Pose) {
    const piece = this.piece
    if (!piece) return
    const answer = await this.room.nearest<Order>(this.orderAt(piece, pose))
    // Another piece came into the hand meanwhile.
    if (this.piece !== piece) return
    piece.why = answer.why ?? ''
    piece.rule = answer.rule
    piece.order = answer.ok ? answer.order : null
    piece.pose = answer.ok ? poseOf(answer.order) : pose
  }

  move(to: Vec2) {
    if (!this.piece) return
    this.push = null
    void this.wish({ ...(this.wishes.last ?? this.piece.pose), centre: to })
  }

  nudge(dx: number, dy: number) {
    const piece = this.piece
    if (!piece) return
    const key = `${Math.sign(dx)} ${Math.sign(dy)}`
    const last = this.wishes.last ?? piece.pose
    const from = this.push?.key === key ? this.push.at : last.centre
    const to = { x: from.x + dx, y: from.y + dy }
    const before = piece.pose.centre
    this.push = { key, at: to }
    void this.wish({ ...last, centre: to }).then(() => {
      const now = this.piece?.pose.centre
      // It went its way: the next step begins where it is.
      if (now && (now.x !== before.x || now.y !== before.y)) this.push = null
    })
  }

  turn(by: number) {
    const last = this.wishes.last ?? this.piece?.pose
    if (this.piece?.turns && last) void this.wish({ ...last, heading: turned(last.heading + by) })
  }

  takeAway(cloud: number) {
    if (!this.piece) return
    this.piece.remove = cloud
    void this.wish(this.piece.pose)
  }

  /** Another legal place, by chance; a vehicle looks where it looked before. */
  async suggest() {
    const piece = this.piece
    if (!piece) return
    const kind = typeof piece.ask === 'string' ? piece.ask : (Object.keys(piece.ask)[0] ?? '')
    const { values } = await this.room.legal<Order>({ within: { [kind]: {} }, limit: 400 })
    const sample = values[Math.floor(Math.random() * values.length)]
    if (!sample || this.piece !== piece) return
    const pose = poseOf(sample)
    await this.wish(piece.what === 'vehicle' ? { ...pose, heading: piece.pose.heading } : pose)
  }

  /** The order as it stands once the last wish is answered. */
  async settled(): Promise<Order | null> {
    await this.wishes.settled()
    return this.piece?.order ?? null
  }

  // --- by hand --------------------------------------------------------------------------------------------------

  grab(what: 'piece' | 'handle') {
    this.held = what
    this.dragged = false
  }

  drag(to: Vec2) {
    this.dragged = true
    if (this.held === 'piece') this.move(to)
    else if (this.held === 'handle' && this.piece) {
      const heading = Math.round(bearing(this.piece.pose.centre, to))
      void this.wish({ ...this.piece.pose, heading: turned(heading) })
    }
  }

  release() {
    this.held = null
  }

  /** A press on the table; the one that ends a drag is none. */
  press(at: Vec2) {
    const ends = this.dragged
    this.dragged = false
    if (!ends) this.move(at)
  }

  /** Whether a key was meant for the piece. */
  key(event: KeyboardEvent): boolean {
    const step = event.shiftKey ? 1 : 10
    switch (event.key) {
      case 'ArrowLeft':
        this.nudge(-step, 0)
        return true
      case 'ArrowRight':
        this.nudge(step, 0)
        return true
      case 'ArrowUp':
        this.nudge(0, step)
        return true
      case 'ArrowDown':
        this.nudge(0, -step)
        return true
      case 'q':
      case 'Q':
        this.turn(event.shiftKey ? -1 : -TURN)
        return true
      case 'e':
      case 'E':
        this.turn(event.shiftKey ? 1 : TURN)
        return true
      default:
        return false
    }
  }
}

export function poseOf(order: Order): Pose {
  const body = Object.values(order)[0] as { at: Vec2; facing?: number }
  return { centre: body.at, heading: body.facing ?? 0 }
}
