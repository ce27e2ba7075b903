import { describe, expect, test } from 'vitest'
import type { Odds } from '../wire/Odds'
import type { Review } from '../wire/Review'
import type { TurningPoint } from '../wire/TurningPoint'
import { across, drawn, greatestSwing, momentName, oddsOf, percent, pointTitle, pointWords, seenBy, turned, upward } from './review'

const odds = (mean: number, margin = 0.05): Odds => ({ mean, low: mean - margin, high: mean + margin })
const moment = (orders: number, turn: number, chance: Odds) => ({ orders, turn, seen: [orders, orders * 2, 0], odds: chance })

const review: Review = {
  sides: ['Earthlings', 'Martians'],
  moments: [moment(0, 0, odds(0.5)), moment(2, 1, odds(0.52)), moment(10, 2, odds(0.2)), moment(14, 2, odds(0, 0))],
  points: [],
  playouts: 6000,
  draws: false,
  silent: null,
}

const slip: TurningPoint = {
  orders: 6,
  turn: 1,
  seat: 0,
  seen: [6, 12, 0],
  asked: 'Plan 3 cards.',
  chosen: 'plans stall',
  before: odds(0.55),
  after: odds(0.38),
  gain: -0.23,
  margin: 0.06,
  better: { words: 'plans straight', why: 'best of 40 options', odds: odds(0.61) },
  then: odds(0.29, 0.03),
  dice_alone: true,
}

describe('a review', () => {
  test('shows a figure with its margin, and without one only what is certain', () => {
    expect(percent(odds(0.61))).toBe('61 % (56 to 66)')
    expect(percent(odds(1, 0))).toBe('100 %')
    expect(percent(turned(odds(0.61)))).toBe('39 % (34 to 44)')
  })

  test('draws one’s own side upward', () => {
    expect([upward(review, 'Martians'), upward(review, 'Earthlings'), upward(review, null)]).toEqual([1, 0, 0])
    expect(oddsOf(review.moments[2]!, 1).mean).toBeCloseTo(0.8)
  })

  test('finds a moment in the stream of whoever looks', () => {
    expect([seenBy(slip, 0), seenBy(slip, 1), seenBy(slip, null)]).toEqual([6, 12, 0])
  })

  test('puts decisions between the moments around them', () => {
    expect(review.moments.map((m) => Math.round(across(review, m.orders)))).toEqual([0, 33, 67, 100])
    expect(across(review, 6)).toBeCloseTo(50)
    const { line, margin } = drawn(review, 0)
    expect(line).toBe('M0.00 50.00L33.33 48.00L66.67 80.00L100.00 100.00')
    expect(margin.split('L')).toHaveLength(8)
    // At a turning point it falls from what the table was worth to what the answer was.
    expect(drawn({ ...review, points: [slip] }, 0).line).toContain('L50.00 45.00L50.00 62.00L66.67')
    expect(drawn({ ...review, points: [slip] }, 1).line).toContain('L50.00 55.00L50.00 38.00L66.67')
    expect(drawn({ ...review, moments: [] }, 0)).toEqual({ line: '', margin: '' })
  })

  test('names its moments and the greatest swing beyond the margins', () => {
    expect(review.moments.map((_, n) => momentName(review, n))).toEqual(['Set-up', 'Turn 1', 'Turn 2', 'The end'])
    expect(greatestSwing(review, 1)).toBe(
      'Most changed in turn 1: the chances of the Martians went from 48 % (43 to 53) to 80 % (75 to 85).',
    )
    const even = { ...review, moments: review.moments.slice(0, 2) }
    expect(greatestSwing(even, 0)).toBeNull()
  })

  test('tells a slip apart from the dice after it', () => {
    expect(pointTitle(slip)).toBe('Turn 1: 23 points given away, give or take 6')
    expect(pointWords(slip, 'you')).toEqual([
      'You chose “plans stall”, and your chances were 38 % (33 to 43) with it.',
      '“Plans straight” would have left them at 61 % (56 to 66). Best of 40 options.',
      'The dice then took 9 points more: 29 % (26 to 32).',
    ])
  })

  test('does not call a good answer a slip, nor noise luck', () => {
    const found = { ...slip, gain: 0.2, better: null, then: odds(0.4), dice_alone: false }
    expect(pointTitle(found)).toBe('Turn 1: 20 points won, give or take 6')
    const words = pointWords(found, 'The Martians')
    expect(words[1]).toBe('The bot would have done the same; whoever goes on without thinking has 55 % (50 to 60) there.')
    expect(words[2]).toBe(
      'The dice, and the other orders until they were asked again, then changed nothing beyond the margin: 40 % (35 to 45).',
    )
  })
})
