/** What a burst is worth: the faces of its die that hit, as the engine counts them. */
import type { Odds } from '../../table/odds'
import type { ShotView } from './wire'

export function shotOdds({ hits }: Pick<ShotView, 'hits'>): Odds {
  return { facts: [], shares: [{ n: hits, of: 6, what: 'hit' }], brings: '', mean: '', price: '' }
}
