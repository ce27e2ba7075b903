import { expect, test } from 'vitest'
import { attackOdds, shotOdds } from './odds'
import type { Preview, Shooting } from './wire'

const faces = (needed: number) => shotOdds({ needed })?.shares[0]?.n

test('the faces that hit are those from the needed one upward', () => {
  expect([2, 5, 6].map(faces)).toEqual([5, 2, 1])
  // Nothing is surer than every face.
  expect([1, 0, -2].map(faces)).toEqual([6, 6, 6])
})

test('what no plain roll hits has no bar: the words of its row say whether a 6 does', () => {
  expect(shotOdds({ needed: 7 })).toBeNull()
})

test('a sweep with several under it has no one chance', () => {
  const shots = (...needed: number[]) => ({ shots: needed.map((n) => ({ needed: n }) as Shooting) }) as Preview
  expect(attackOdds(shots(5))?.shares).toEqual([{ n: 2, of: 6, what: 'hit, each die' }])
  expect(attackOdds(shots(5, 6))).toBeNull()
  expect(attackOdds(shots())).toBeNull()
  expect(attackOdds(null)).toBeNull()
})
