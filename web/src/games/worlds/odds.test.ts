import { expect, test } from 'vitest'
import { oddsOf } from './odds'
import type { Preview } from './wire'

const seen = (more: Partial<Preview>) => ({ shot: null, chances: [], ...more }) as unknown as Preview

test('an attack tells hits, and in the same bar those that destroy', () => {
  const odds = oddsOf(seen({ shot: { range: 2, needed: 'yellow', dice: 2, faces: 3, hits: 75, destroys: 25 } }))
  expect(odds?.facts).toEqual(['range 2', 'yellow hits', '2 dice'])
  expect(odds?.shares).toEqual([
    { n: 75, of: 100, what: 'hit' },
    { n: 25, of: 100, what: 'destroy' },
  ])
  expect(odds?.apart).toBeUndefined()
  const far = oddsOf(seen({ shot: { range: 4, needed: null, dice: 1, faces: 0, hits: 0, destroys: 0 } }))
  expect(far?.facts).toEqual(['range 4', 'nothing hits', '1 die'])
})

test('the colours of a chart exclude each other; one that changes nothing is left out', () => {
  const odds = oddsOf(
    seen({
      chances: [
        { colour: 'green', faces: 3, brings: 'digs a level' },
        { colour: 'yellow', faces: 2, brings: '' },
        { colour: 'red', faces: 1, brings: 'loses the Infantry' },
      ],
    }),
  )
  expect(odds).toMatchObject({
    apart: true,
    shares: [
      { n: 3, of: 6, what: 'green digs a level' },
      { n: 1, of: 6, what: 'red loses the Infantry' },
    ],
  })
})

test('where no die is rolled there are no odds', () => {
  expect(oddsOf(seen({}))).toBeNull()
  expect(oddsOf(null)).toBeNull()
})
