/** Who did what, from the events of a match. */
import type { Deed } from '../../lib/story'
import { bodyOf, kindOf } from '../../table/tagged'
import type { View } from '../../wire/triplanes/View'

const DID: Record<string, Deed['did']> = {
  guns_fired: ['burst of its guns', 'bursts of its guns'],
  cannon_fired: ['shot of its cannon', 'shots of its cannon'],
  ray_fired: ['heat-ray', 'heat-rays'],
  ray_missed: ['heat-ray into the air', 'heat-rays into the air'],
  rockets_launched: ['salvo of rockets', 'salvoes of rockets'],
  bombs_placed: ['drop of bombs', 'drops of bombs'],
  smoke_launched: ['cloud of black smoke', 'clouds of black smoke'],
  picture_taken: ['picture taken', 'pictures taken'],
  objective_destroyed: ['objective destroyed', 'objectives destroyed'],
  moved: ['maneuver', 'maneuvers'],
  card_drawn: ['damage card taken', 'damage cards taken'],
  armor_hit: ['hit taken on its armor', 'hits taken on its armor'],
  recharged: ['recharge', 'recharges'],
}

export function deeds(what: unknown, view: unknown): Deed | null {
  const did = DID[kindOf(what)]
  const body = bodyOf<{ vehicle?: number; bomber?: number }>(what)
  const who = (view as View | null)?.vehicles.find((v) => v.id === (body?.vehicle ?? body?.bomber))?.name
  return did && who ? { who, did } : null
}
