/** Who did what, from the events of a match: the humans here, the Martians there. */
import type { Deed } from '../../lib/story'
import { kindOf } from '../../table/tagged'

const HUMANS: Record<string, Deed['did']> = {
  bought: ['unit bought', 'units bought'],
  plan_bought: ['Battle Plan bought', 'Battle Plans bought'],
  battle_began: ['battle fought', 'battles fought'],
  gun_fires: ['shot of the guns', 'shots of the guns'],
  tripod_destroyed: ['Tripod destroyed', 'Tripods destroyed'],
  unit_moved: ['move of the army', 'moves of the army'],
  refugees_moved: ['step of Refugees', 'steps of Refugees'],
  refugee_escaped: ['escape through the blockade', 'escapes through the blockade'],
  escaped: ['escape over the sea', 'escapes over the sea'],
}
const MARTIANS: Record<string, Deed['did']> = {
  wave_moved: ['move of a Wave', 'moves of Waves'],
  devastates: ['devastation', 'devastations'],
  zone_destroyed: ['zone destroyed', 'zones destroyed'],
  unit_lost: ['unit of the army lost to them', 'units of the army lost to them'],
  refugees_captured: ['capture of Refugees', 'captures of Refugees'],
  refugee_captured: ['capture at sea', 'captures at sea'],
  opened: ['Cylinder opened', 'Cylinders opened'],
}

export function deeds(what: unknown): Deed | null {
  const kind = kindOf(what)
  const [humans, martians] = [HUMANS[kind], MARTIANS[kind]]
  if (humans) return { who: 'Humans', did: humans }
  return martians ? { who: 'Martians', did: martians } : null
}
