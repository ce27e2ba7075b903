/**
 * Where things are drawn. The server judges; here the same formulas only show ghosts and motion.
 * Table coordinates: millimetres, x east, y north, headings in degrees clockwise from north.
 */
import { bearing, between as onTheWay, distance, turned } from '../../table/geometry'
import type { ManeuverCardInfo } from '../../wire/triplanes/ManeuverCardInfo'
import type { Path } from '../../wire/triplanes/Path'
import type { Pose } from '../../wire/triplanes/Pose'
import type { Side } from '../../wire/triplanes/Side'
import type { Vec2 } from '../../wire/triplanes/Vec2'

export const SIDES: Side[] = ['front', 'front_right', 'rear_right', 'rear', 'rear_left', 'front_left']

const RAD = Math.PI / 180

export function fwd(heading: number): Vec2 {
  return { x: Math.sin(heading * RAD), y: Math.cos(heading * RAD) }
}

/** A point given in the piece's own frame: `right` and `ahead` of its centre. */
export function toTable(pose: Pose, right: number, ahead: number): Vec2 {
  const f = fwd(pose.heading)
  return { x: pose.centre.x + f.x * ahead + f.y * right, y: pose.centre.y + f.y * ahead - f.x * right }
}

export function sideAngle(side: Side): number {
  return 60 * SIDES.indexOf(side)
}

/** Cards that leave a vehicle where it stands. */
export function stays(card: Pick<ManeuverCardInfo, 'kind'>): boolean {
  return card.kind === 'standing_still' || card.kind === 'reverse' || card.kind === 'wait'
}

/** A line moved to its right by so many millimetres. */
export function aside(from: Vec2, to: Vec2, by: number): [Vec2, Vec2] {
  const f = fwd(bearing(from, to))
  const shift = (p: Vec2) => ({ x: p.x + f.y * by, y: p.y - f.x * by })
  return [shift(from), shift(to)]
}

export function forwardMove(pose: Pose, path: Path, half: number): Pose {
  const heading = turned(pose.heading + path.turn)
  const end = toTable(pose, path.right, half + path.forward)
  const f = fwd(heading)
  return { centre: { x: end.x + f.x * half, y: end.y + f.y * half }, heading }
}

export function backwardMove(pose: Pose, path: Path, half: number): Pose {
  const heading = turned(pose.heading + path.turn)
  const end = toTable(pose, -path.right, -half - path.forward)
  const f = fwd(heading)
  return { centre: { x: end.x + f.x * half, y: end.y + f.y * half }, heading }
}

/** Where a piece is after a share `t` of its way along a card. */
export function along(from: Pose, path: Path, half: number, t: number): Pose {
  const to = forwardMove(from, path, half)
  const start = toTable(from, 0, half)
  const end = toTable(from, path.right, half + path.forward)
  const chord = Math.max(distance(start, end), 1e-6)
  const whole = 2 * half + chord
  const way = t * whole
  if (way <= half) return { centre: toTable(from, 0, way), heading: from.heading }
  if (way >= half + chord) {
    const rest = way - half - chord
    const f = fwd(to.heading)
    return { centre: { x: end.x + f.x * rest, y: end.y + f.y * rest }, heading: to.heading }
  }
  const u = (way - half) / chord
  const flip = Math.abs(path.turn) >= 170
  const a = fwd(from.heading)
  const b = flip ? a : fwd(to.heading)
  const handle = chord * 0.4
  const c1 = { x: start.x + a.x * handle, y: start.y + a.y * handle }
  const c2 = { x: end.x - b.x * handle, y: end.y - b.y * handle }
  const v = 1 - u
  const at = (p: number, q: number, r: number, s: number) => v * v * v * p + 3 * v * v * u * q + 3 * v * u * u * r + u * u * u * s
  const eased = u * u * (3 - 2 * u)
  return {
    centre: { x: at(start.x, c1.x, c2.x, end.x), y: at(start.y, c1.y, c2.y, end.y) },
    heading: from.heading + path.turn * eased,
  }
}

/** A plain way between two poses, for moves that no card describes. */
export function between(from: Pose, to: Pose, t: number): Pose {
  let turn = turned(to.heading - from.heading)
  if (turn > 180) turn -= 360
  return { centre: onTheWay(from.centre, to.centre, t), heading: from.heading + turn * t }
}
