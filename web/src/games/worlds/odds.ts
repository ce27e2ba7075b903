/** What a die is worth before it is rolled, as the engine foresees it: an attack, or the colours of a chart. */
import type { Odds } from '../../table/odds'
import type { Preview } from './wire'

export function oddsOf(seen: Preview | null): Odds | null {
  const shot = seen?.shot
  const none = { facts: [], brings: '', mean: '', price: '' }
  if (shot)
    return {
      ...none,
      facts: [`range ${shot.range}`, `${shot.needed ?? 'nothing'} hits`, `${shot.dice} ${shot.dice === 1 ? 'die' : 'dice'}`],
      shares: [
        { n: shot.hits, of: 100, what: 'hit' },
        { n: shot.destroys, of: 100, what: 'destroy' },
      ],
    }
  // What a colour does not change is nothing to weigh.
  const chances = (seen?.chances ?? []).filter((c) => c.faces > 0 && c.brings)
  if (chances.length === 0) return null
  return { ...none, apart: true, shares: chances.map((c) => ({ n: c.faces, of: 6, what: `${c.colour} ${c.brings}` })) }
}
