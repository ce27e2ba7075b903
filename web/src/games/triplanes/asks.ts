/** What a decision and an order are about. */
import { bodyOf } from '../../table/tagged'
import type { Ask } from '../../wire/triplanes/Ask'
import type { Order } from '../../wire/triplanes/Order'

interface Body {
  vehicle?: number
  gun?: number
}

/** The gun that a firing decision or order is about: the pilot's is 0. */
export function askGun(about: Ask | Order): number {
  return bodyOf<Body>(about)?.gun ?? 0
}

export function askVehicle(about: Ask | Order): number | null {
  return bodyOf<Body>(about)?.vehicle ?? null
}
