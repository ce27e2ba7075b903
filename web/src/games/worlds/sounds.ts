/** What the events of this game sound like. */
import type { Sound } from '../../lib/sound'
import { bodyOf, kindOf } from '../../table/tagged'

const SOUNDS: Record<string, Sound> = {
  die: 'dice',
  rerolled: 'dice',
  devastates: 'ray',
  zone_destroyed: 'boom',
  gun_fires: 'cannon',
  ship_fires: 'cannon',
  gun_destroyed: 'ray',
  unit_smoked: 'gas',
  tripod_destroyed: 'boom',
  ship_lost: 'boom',
  rammed: 'boom',
  mills_gone: 'boom',
  tripod_moved: 'tread',
  wave_moved: 'tread',
  sea_tripod_moved: 'tread',
  battle_card: 'card',
  sea_card: 'card',
  event_drawn: 'card',
}

export function sounds(what: unknown): Sound | null {
  const kind = kindOf(what)
  if (kind === 'wave_landed') return bodyOf<{ cylinder: boolean }>(what)?.cylinder ? 'cylinder' : 'tread'
  return SOUNDS[kind] ?? null
}
