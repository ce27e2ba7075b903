import { expect, test } from 'vitest'
import type { ForeseenShot } from '../../wire/triplanes/ForeseenShot'
import type { Order } from '../../wire/triplanes/Order'
import type { Preview } from '../../wire/triplanes/Preview'
import { shotOdds } from './odds'

const shot: ForeseenShot = {
  target: 1,
  range: 'short',
  side: 'rear_left',
  through: 'open',
  distance: 74.4,
  line: [
    { x: 0, y: 0 },
    { x: 0, y: 74 },
  ],
  draws: ['B', 'B'],
  points: 2.4,
  blanks: 13,
  aimed: true,
}
const seen = (more: Partial<ForeseenShot> = {}, risks: string[] = []) => ({ shots: [{ ...shot, ...more }], risks }) as unknown as Preview
const fire: Order = { fire: { vehicle: 0, target: 1, through: 'open' } }

test('a shot is told by its range, its side and its cards, with the chance to hurt and the points of the engine', () => {
  expect(shotOdds(seen(), fire, null, 22)).toEqual({
    facts: ['short, 74 mm, aimed', 'rear-left side', 'draws B B'],
    shares: [{ n: 87, of: 100, what: 'to hurt' }],
    brings: 'about 2.4 of its 22 points',
    mean: '2.4 points',
    price: '',
  })
  // Nobody knows how much it bears.
  expect(shotOdds(seen(), fire, null, null)?.brings).toBe('about 2.4 points')
})

test('armor takes energy at most: no chance to hurt is told', () => {
  const odds = shotOdds(seen({ through: 'armor' }), { fire: { vehicle: 0, target: 1, through: 'armor' } }, null, 22)
  expect(odds).toMatchObject({ shares: [], brings: 'energy at most', facts: ['short, 74 mm, aimed', 'rear-left armour', 'draws B B'] })
})

test('a cannon has no range to tell, and a price', () => {
  const odds = shotOdds(
    seen({ aimed: false, draws: ['C'] }, ['The next card is a stall.']),
    { cannon: { vehicle: 0, target: 1, through: 'open' } },
    null,
    22,
  )
  expect(odds?.facts).toEqual(['74 mm', 'rear-left side', 'draws C'])
  expect(odds?.price).toBe('The next card is a stall.')
})

test('a heat-ray is told by its ruler, and by the side of a tripod that it crosses, never by its own', () => {
  const ray: Order = { ray: { vehicle: 1, target: 0, ruler: 'tilted_left' } }
  expect(shotOdds(seen({ through: null }), ray, null, 10)?.facts).toEqual(['short, 74 mm, aimed', 'ruler to the left', 'draws B B'])
  const across = shotOdds(seen({ through: 'open' }), ray, { side: 'front', through: 'open' }, 22)
  expect(across?.facts).toContain('front side')
})

test('what draws no card has no odds', () => {
  expect(shotOdds(seen({ draws: [], blanks: 100 }), { hook: { vehicle: 0, target: 1 } }, null, 22)).toBeNull()
  expect(shotOdds(null, fire, null, 22)).toBeNull()
})
