/** What an attack is worth, from the engine's preview of it: how many faces of a die hit the one that is aimed at. */
import type { Odds } from '../../table/odds'
import type { Preview, Shooting } from './wire'

/**
 * The faces from `needed` upward. What no plain roll hits has no bar: whether an unmodified 6 does all the same is a question of
 * the options, and the words of the row answer it.
 */
export function shotOdds({ needed }: Pick<Shooting, 'needed'>): Odds | null {
  if (needed > 6) return null
  const n = 7 - Math.max(needed, 1)
  return { facts: [], shares: [{ n, of: 6, what: 'hit, each die' }], brings: '', mean: '', price: '' }
}

/** Of one target; a sweep or a cloud has many, each with its own. */
export function attackOdds(seen: Preview | null): Odds | null {
  const [shot, other] = seen?.shots ?? []
  return shot && !other ? shotOdds(shot) : null
}
