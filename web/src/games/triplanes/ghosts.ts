/** Where cards that are not played yet would take a vehicle: drawn only, the server judges. */
import type { ManeuverCardInfo } from '../../wire/triplanes/ManeuverCardInfo'
import type { Pose } from '../../wire/triplanes/Pose'
import type { VehicleView } from '../../wire/triplanes/VehicleView'
import { askVehicle } from './asks'
import { tripodOf } from './craft'
import { backwardMove, forwardMove, stays } from './geometry'
import type { Play } from './play.svelte'
import { halfOf } from './sheet'

/** One card of a way, with the space that it lies in. */
export interface Ghost {
  from: Pose
  to: Pose
  card: ManeuverCardInfo
  backward: boolean
  space: number
}

/** Where the cards of a draft would take a vehicle, one pose for each card. */
export function ghostsOf(play: Play, vehicle: VehicleView): Ghost[] {
  const model = play.parts.models[vehicle.model]
  if (!vehicle.pose || !model) return []
  const half = halfOf(model)
  let pose = vehicle.pose
  let reverse = tripodOf(vehicle)?.reverse ?? false
  const way: Ghost[] = []
  const asked = play.prompt && askVehicle(play.prompt.ask) === vehicle.id ? play.kind : ''
  if (asked === 'fly') return flightGhosts(play, vehicle, half)
  const numbers = asked === 'plan' ? drafted(play, vehicle) : sealed(play, vehicle)
  const cards = numbers.map((n) => play.cards.card(vehicle, n)).filter((c) => c !== null)
  if (play.looking && numbers.length < 3) cards.push(play.looking)
  // The last card of a sealed plan lies in space 3; a draft grows from the first open space on.
  const drafting = asked === 'plan'
  const empty = numbers.filter((n) => n === 0).length
  const first = drafting ? 1 + empty : play.cards.isFlown(vehicle) ? play.phase + 1 : 4 - cards.length
  for (const [i, card] of cards.entries()) {
    const still = stays(card)
    const backward = reverse && !still
    const move = backward ? backwardMove : forwardMove
    const to = still ? pose : move(pose, card.path, half)
    way.push({ from: pose, to, card, backward, space: first + i })
    pose = to
    reverse = card.kind === 'reverse'
  }
  return way
}

/** The cards that lie; before the first one does, those that a bot suggests. */
function drafted(play: Play, vehicle: VehicleView): number[] {
  const cards = play.cards.draft(vehicle.id)
  return cards.length || play.looking ? cards : play.suggestedPlan(vehicle.id)
}

/** Where a vehicle will stand when weapons fire in this phase: behind the card that lies for it and is not played. */
export function firingPose(play: Play, vehicle: VehicleView): Pose | null {
  return ghostsOf(play, vehicle).find((g) => g.space === play.phase + 1)?.to ?? vehicle.pose
}

function flightGhosts(play: Play, vehicle: VehicleView, half: number): Ghost[] {
  const { card, speed } = play.cards.flight(vehicle.id)
  const laid = card === null ? null : play.cards.arrow(vehicle, card, speed)
  const arrow = play.looking ?? laid
  if (!arrow || !vehicle.pose) return []
  // Planned ahead: it begins where the card before it ends.
  const before = vehicle.plan[play.phase]
  const first = typeof before === 'object' && play.view?.plan_ahead ? play.cards.card(vehicle, before.card.number) : null
  const from = first ? forwardMove(vehicle.pose, first.path, half) : vehicle.pose
  const to = forwardMove(from, arrow.path, half)
  const way = [{ from, to, card: arrow, backward: false, space: play.phase + (first ? 2 : 1) }]
  if (first) way.unshift({ from: vehicle.pose, to: from, card: first, backward: false, space: play.phase + 1 })
  return way
}

/** What I know of the cards that are laid and not yet played. */
function sealed(play: Play, vehicle: VehicleView): number[] {
  if (vehicle.seat !== play.room.seat) return []
  const step = play.view?.step
  const before = ['actions', 'commit', 'drops', 'reveal', 'planning_phase']
  const played = typeof step === 'object' && !before.some((s) => s in step) ? play.phase + 1 : play.phase
  return vehicle.plan.slice(played).flatMap((s) => (typeof s === 'object' ? [s.card.number] : []))
}
