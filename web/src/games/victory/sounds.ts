/** What the events of this game sound like. */
import type { Sound } from '../../lib/sound'
import type { What } from './wire'

const SOUNDS: Partial<Record<What['what'], Sound>> = {
  begun: 'engine',
  entered: 'engine',
  dropped: 'engine',
  cracked_up: 'boom',
  crashed: 'boom',
  exploded: 'boom',
  collided: 'boom',
  target_destroyed: 'boom',
  caught_fire: 'gas',
  tested: 'dice',
  tie_rolled: 'dice',
  leak_rolled: 'dice',
}

export function sounds(event: unknown): Sound | null {
  const what = event as What
  if (what.what !== 'shot') return SOUNDS[what.what] ?? null
  if (typeof what.from === 'string') return what.from === 'flak' ? 'cannon' : 'gas'
  return 'guns'
}
