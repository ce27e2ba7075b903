/** Who did what, from the events of a match: shots and hits by units, which are what people remember. */
import type { Deed } from '../../lib/story'
import type { View, What } from './wire'

export function deeds(event: unknown, view: unknown): Deed | Deed[] | null {
  const what = event as What
  const v = view as View | null
  if (what.what !== 'shot' && what.what !== 'swept' && what.what !== 'canister' && what.what !== 'rammed') return null
  const stand = v?.stands.find((s) => s.id === (what.what === 'rammed' ? what.ship : what.stand))
  const who = v?.units.find((u) => u.id === stand?.unit)?.name ?? stand?.name
  if (!who) return null
  if (what.what === 'swept') return { who, did: ['sweep of the heat-ray', 'sweeps of the heat-ray'] }
  if (what.what === 'canister') return { who, did: ['canister of gas', 'canisters of gas'] }
  if (what.what === 'rammed') return { who, did: ['ram', 'rams'] }
  return [
    { who, did: ['shot', 'shots'] },
    { who, did: ['hit', 'hits'], n: what.hits },
  ]
}
