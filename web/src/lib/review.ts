/** A match that is over, looked at again: words and figures of it. The judgement is the server's. */
import type { Odds } from '../wire/Odds'
import type { Review } from '../wire/Review'
import type { ReviewMoment } from '../wire/ReviewMoment'
import type { TurningPoint } from '../wire/TurningPoint'
import { sameTeam } from './goals'
import { sentence } from './words'

const hundredths = (share: number) => Math.round(share * 100)

/** The same for the other side. */
export const turned = (odds: Odds): Odds => ({ mean: 1 - odds.mean, low: 1 - odds.high, high: 1 - odds.low })

/** A figure never stands alone: its margin stands beside it, unless it is no estimate. */
export function percent(odds: Odds): string {
  const [mean, low, high] = [odds.mean, odds.low, odds.high].map(hundredths)
  return odds.low === odds.high ? `${mean} %` : `${mean} % (${low} to ${high})`
}

/** The side that is drawn upward: one's own, or the first. */
export const upward = (review: Review, team: string | null): 0 | 1 => (sameTeam(review.sides[1] ?? null, team) ? 1 : 0)

export const oddsOf = (moment: ReviewMoment, side: 0 | 1): Odds => (side === 0 ? moment.odds : turned(moment.odds))

/** How many events a viewer had seen by then. */
export const seenBy = (at: { seen: number[] }, seat: number | null): number => at.seen[seat ?? at.seen.length - 1] ?? 0

/** What a moment is called. */
export function momentName(review: Review, n: number): string {
  const moment = review.moments[n]
  if (!moment) return ''
  const next = review.moments[n + 1]
  if (!next && moment.odds.low === moment.odds.high) return 'The end'
  return moment.turn === 0 ? 'Set-up' : `Turn ${moment.turn}`
}

/** Where a moment lies across the chart, in hundredths of its width; a decision between two moments lies between them. */
export function across(review: Review, orders: number): number {
  const { moments } = review
  const after = moments.findIndex((m) => m.orders >= orders)
  const steps = Math.max(1, moments.length - 1)
  const to = moments[after]
  if (!to) return 100
  const from = moments[after - 1]
  if (!from || to.orders === orders) return (100 * after) / steps
  return (100 * (after - 1 + (orders - from.orders) / (to.orders - from.orders))) / steps
}

/** How far down a chance lies, in hundredths. */
export const down = (share: number): number => 100 - 100 * share

/** The line of a side, and the margin around it; at a turning point it goes from what the table was worth to what the answer was. */
export function drawn(review: Review, side: 0 | 1, sideOf: (seat: number) => 0 | 1 = () => 0): { line: string; margin: string } {
  const steps = [
    ...review.moments.map((m) => ({ orders: m.orders, odds: [oddsOf(m, side)] })),
    ...review.points.map((p) => ({ orders: p.orders, odds: [p.before, p.after].map((o) => (sideOf(p.seat) === side ? o : turned(o))) })),
  ].sort((a, b) => a.orders - b.orders)
  const at = steps.flatMap(({ orders, odds }) => odds.map((o) => ({ x: across(review, orders), odds: o })))
  const spot = (x: number, share: number) => `${x.toFixed(2)} ${down(share).toFixed(2)}`
  const line = at.map(({ x, odds }) => spot(x, odds.mean))
  const upper = at.map(({ x, odds }) => spot(x, odds.high))
  const lower = at.map(({ x, odds }) => spot(x, odds.low)).reverse()
  if (line.length === 0) return { line: '', margin: '' }
  return { line: `M${line.join('L')}`, margin: `M${[...upper, ...lower].join('L')}Z` }
}

/** The turn in which most changed, whoever did it: as far as its margins lie apart. */
export function greatestSwing(review: Review, side: 0 | 1): string | null {
  let best: { size: number; n: number } | null = null
  review.moments.slice(1).forEach((moment, n) => {
    const before = review.moments[n]
    if (!before) return
    const apart = moment.odds.low > before.odds.high || moment.odds.high < before.odds.low
    const size = Math.abs(moment.odds.mean - before.odds.mean)
    if (apart && size > (best?.size ?? 0)) best = { size, n }
  })
  if (!best) return null
  const { n } = best as { n: number }
  const [from, to] = [review.moments[n], review.moments[n + 1]]
  if (!from || !to) return null
  const name = momentName(review, n)
  const began = name === 'Set-up' ? 'while the table was set up' : `in ${name.toLowerCase()}`
  return `Most changed ${began}: the chances of the ${review.sides[side]} went from ${percent(oddsOf(from, side))} to ${percent(oddsOf(to, side))}.`
}

/** Points of a hundred, in words. */
const points = (share: number) => {
  const n = Math.abs(hundredths(share))
  return n === 1 ? '1 point' : `${n} points`
}

export const pointTitle = (point: TurningPoint): string =>
  `Turn ${point.turn}: ${points(point.gain)} ${point.gain < 0 ? 'given away' : 'won'}, give or take ${Math.abs(hundredths(point.margin))}`

/** A turning point in plain words: what was decided, what it was worth, and what the dice made of it. */
export function pointWords(point: TurningPoint, who: string): string[] {
  const mine = who === 'you'
  const name = mine ? 'You' : who
  const whose = mine ? 'your' : 'their'
  const lines = [`${name} chose “${point.chosen}”, and ${whose} chances were ${percent(point.after)} with it.`]
  const { better } = point
  if (better) {
    const why = better.why ? ` ${sentence(better.why)}` : ''
    lines.push(
      point.gain < 0
        ? `“${sentence(better.words).replace(/\.$/, '')}” would have left them at ${percent(better.odds)}.${why}`
        : `The bot would have chosen “${better.words}”, which is worth ${percent(better.odds)}.`,
    )
  } else lines.push(`The bot would have done the same; whoever goes on without thinking has ${percent(point.before)} there.`)
  const luck = point.then.mean - point.after.mean
  const what = point.dice_alone ? 'The dice' : `The dice, and the other orders until ${mine ? 'you were' : 'they were'} asked again,`
  const apart = point.then.low > point.after.high || point.then.high < point.after.low
  if (!apart) lines.push(`${what} then changed nothing beyond the margin: ${percent(point.then)}.`)
  else lines.push(`${what} then ${luck < 0 ? 'took' : 'gave'} ${points(luck)} more: ${percent(point.then)}.`)
  return lines
}
