/** A vehicle is an airplane or a tripod, and each has a console of its own. */
import type { AirplaneView } from '../../wire/triplanes/AirplaneView'
import type { TripodView } from '../../wire/triplanes/TripodView'
import type { VehicleView } from '../../wire/triplanes/VehicleView'

export function airplaneOf({ craft }: VehicleView): AirplaneView | null {
  return craft.kind === 'airplane' ? craft : null
}

export function tripodOf({ craft }: VehicleView): TripodView | null {
  return craft.kind === 'tripod' ? craft : null
}

export function isTripod({ craft }: VehicleView): boolean {
  return craft.kind === 'tripod'
}
