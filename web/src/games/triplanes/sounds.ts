/** What the events of this game sound like. */
import type { Sound } from '../../lib/sound'
import { bodyOf, kindOf } from '../../table/tagged'
import type { View } from '../../wire/triplanes/View'

const SOUNDS: Record<string, Sound> = {
  guns_fired: 'guns',
  cannon_fired: 'cannon',
  ray_fired: 'ray',
  ray_missed: 'ray',
  ray_at_bombs: 'ray',
  rockets_launched: 'gas',
  rockets_hit: 'boom',
  bombs_hit: 'boom',
  bombs_destroyed: 'boom',
  eliminated: 'boom',
  crashed: 'boom',
  toppled: 'boom',
  objective_destroyed: 'boom',
  smoke_launched: 'gas',
  card_drawn: 'card',
  cards_shown: 'card',
  revealed: 'card',
}

export function sounds(what: unknown, view: unknown): Sound | null {
  const kind = kindOf(what)
  if (kind !== 'moved') return SOUNDS[kind] ?? null
  const id = bodyOf<{ vehicle: number }>(what)?.vehicle
  const mover = (view as View | null)?.vehicles.find((v) => v.id === id)
  return mover?.team === 'martians' ? 'tread' : 'engine'
}
