/** What a shot is worth, in a few words beside its bar, from the engine's preview of it. */
import type { Odds } from '../../table/odds'
import { bodyOf, kindOf } from '../../table/tagged'
import type { ForeseenShot } from '../../wire/triplanes/ForeseenShot'
import type { Order } from '../../wire/triplanes/Order'
import type { Preview } from '../../wire/triplanes/Preview'
import type { RulerPosition } from '../../wire/triplanes/RulerPosition'
import type { ShotView } from '../../wire/triplanes/ShotView'
import { sideWords } from './words'

const RULER: Record<RulerPosition, string> = {
  right_angle: 'ruler square',
  tilted_left: 'ruler to the left',
  tilted_right: 'ruler to the right',
}

/** Of a hundred draws so many bring a point at least. Armor takes energy, never points: there is no chance to tell. */
export function chanceOf(
  shot: Pick<ForeseenShot, 'through' | 'blanks' | 'points'>,
  resistance: number | null,
): Pick<Odds, 'shares' | 'brings' | 'mean'> {
  if (shot.through === 'armor') return { shares: [], brings: 'energy at most', mean: 'energy at most' }
  const points = shot.points.toFixed(1)
  return {
    shares: [{ n: 100 - shot.blanks, of: 100, what: 'to hurt' }],
    brings: resistance === null ? `about ${points} points` : `about ${points} of its ${resistance} points`,
    mean: `${points} points`,
  }
}

/** Nothing for what draws no card: there the words of its row will do. */
export function shotOdds(seen: Preview | null, order: Order, across: ShotView['across'], resistance: number | null): Odds | null {
  const shot = seen?.shots[0]
  if (!seen || !shot || shot.draws.length === 0) return null
  const kind = kindOf(order)
  const mm = `${shot.distance.toFixed(0)} mm`
  const ruler = bodyOf<{ ruler?: RulerPosition }>(order)?.ruler
  const side = kind === 'fire' || kind === 'cannon' ? shot.side : across?.side
  const facts = [
    // A cannon has but one range.
    `${kind === 'cannon' ? '' : `${shot.range}, `}${mm}${shot.aimed ? ', aimed' : ''}`,
    ruler && RULER[ruler],
    side && `${sideWords(side)} ${shot.through === 'armor' ? 'armour' : 'side'}`,
    `draws ${shot.draws.join(' ')}`,
  ]
  return {
    ...chanceOf(shot, resistance),
    facts: facts.flatMap((fact) => fact ?? []),
    price: seen.risks.join(' '),
  }
}
