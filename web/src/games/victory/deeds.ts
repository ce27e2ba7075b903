/** Who did what, from the events of a match. */
import type { Deed } from '../../lib/story'
import type { View, What } from './wire'

const HITS = { miss: 0, hit1: 1, hit2: 2, hit3: 3, destroyed: 1 } as const

export function deeds(event: unknown, view: unknown): Deed | Deed[] | null {
  const what = event as What
  const v = view as View | null
  if (what.what !== 'shot' || typeof what.from === 'string') return null
  const unit = 'gun' in what.from ? what.from.gun.plane : what.from.ground.unit
  const who = v?.planes.find((p) => p.unit === unit)?.name ?? v?.ground.find((g) => g.unit === unit)?.name
  if (!who) return null
  return [
    { who, did: ['burst', 'bursts'] },
    { who, did: ['hit', 'hits'], n: HITS[what.hit] },
  ]
}
