/** The table as a picture: y points north on the one and down on the other. */
import type { Components } from '../../wire/triplanes/Components'
import type { Pose } from '../../wire/triplanes/Pose'
import type { Side } from '../../wire/triplanes/Side'
import type { Vec2 } from '../../wire/triplanes/Vec2'
import { hexagon } from '../../table/hex'
import { fwd, sideAngle, toTable } from './geometry'

type Model = Components['models'][string]

export class Sheet {
  constructor(private readonly height: number) {}

  at(p: Vec2): Vec2 {
    return { x: p.x, y: this.height - p.y }
  }

  pose(pose: Pose): Pose {
    return { centre: this.at(pose.centre), heading: pose.heading }
  }

  /** Moves and turns a drawing to where a piece lies. */
  move(pose: Pose): string {
    const { x, y } = this.at(pose.centre)
    return `translate(${x} ${y}) rotate(${pose.heading})`
  }

  shift(p: Vec2): string {
    const { x, y } = this.at(p)
    return `translate(${x} ${y})`
  }

  point = (p: Vec2): string => {
    const { x, y } = this.at(p)
    return `${x.toFixed(2)} ${y.toFixed(2)}`
  }

  points(list: Vec2[]): string {
    return list.map(this.point).join(' ')
  }

  line(a: Vec2, b: Vec2): string {
    return `M${this.point(a)}L${this.point(b)}`
  }

  /** The base of a tripod that stands like that, as the corners of a polygon. */
  base(pose: Pose, apothem: number): string {
    const corners = hexagon(this.at(pose.centre), apothem / Math.cos(Math.PI / 6), pose.heading + 30)
    return corners.map((p) => `${p.x.toFixed(2)} ${p.y.toFixed(2)}`).join(' ')
  }

  /** A heat-ray ruler against a side of a base that stands like that, as a polygon. */
  strip(parts: Components, model: Model | undefined, pose: Pose | null, side: Side, tilt: number): string {
    if (model?.kind !== 'tripod' || !pose) return ''
    const heavy = model.sides.find((s) => s.side === side)?.projector?.heavy ?? false
    const r = heavy ? parts.heavy_ray : parts.medium_ray
    const square = pose.heading + sideAngle(side)
    const out = fwd(square)
    const foot = { x: pose.centre.x + out.x * model.apothem, y: pose.centre.y + out.y * model.apothem }
    const lay: Pose = { centre: foot, heading: square + tilt * r.tilt }
    const half = r.width / 2
    return this.points([toTable(lay, -half, 0), toTable(lay, -half, r.length), toTable(lay, half, r.length), toTable(lay, half, 0)])
  }

  /** An arrowhead outside one side of a base. */
  arrow(model: Model | undefined, pose: Pose | null, side: Side): string {
    if (model?.kind !== 'tripod' || !pose) return ''
    const at: Pose = { centre: pose.centre, heading: pose.heading + sideAngle(side) }
    const a = model.apothem
    return `M${this.point(toTable(at, -9, a + 8))}L${this.point(toTable(at, 0, a + 24))}L${this.point(toTable(at, 9, a + 8))}Z`
  }
}

/** Half the length of what moves on a base: cards are laid against its edge. */
export function halfOf(model: Model): number {
  return model.kind === 'airplane' ? model.length / 2 : model.apothem
}
