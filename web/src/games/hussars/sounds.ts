/** What the events of this game sound like. */
import type { Sound } from '../../lib/sound'
import type { View, What } from './wire'

const SOUNDS: Partial<Record<What['what'], Sound>> = {
  swept: 'ray',
  canister: 'gas',
  landed: 'cylinder',
  destroyed: 'boom',
  crashed: 'boom',
  machine_lost: 'boom',
  rammed: 'boom',
  activation: 'dice',
  checked: 'dice',
  unit_checked: 'dice',
  feared: 'dice',
}

export function sounds(event: unknown, view: unknown): Sound | null {
  const what = event as What
  if (what.what === 'moved') {
    const stand = (view as View | null)?.stands.find((s) => s.id === what.stand)
    return stand?.type === 'tripod' ? 'tread' : stand?.type === 'flyer' ? 'engine' : null
  }
  if (what.what !== 'shot') return SOUNDS[what.what] ?? null
  if (what.weapon === 'heat_ray') return 'ray'
  return what.weapon === 'small_arms' || what.weapon === 'machinegun' ? 'guns' : 'cannon'
}
