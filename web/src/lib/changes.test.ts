import { expect, test } from 'vitest'
import { changed } from './changes'

test('what changed is put in its place, the rest is the very same', () => {
  const old = {
    turn: 1,
    vehicles: [
      { x: 1, deck: { left: 4 } },
      { x: 2, deck: { left: 5 } },
    ],
    terrain: [{ kind: 'hill' }],
  }
  const now = changed(old, [
    [['turn'], 2],
    [['vehicles', 1, 'x'], 7],
    [['vehicles', 1, 'deck', 'left'], 0],
  ]) as typeof old
  expect(now).toEqual({
    turn: 2,
    vehicles: [
      { x: 1, deck: { left: 4 } },
      { x: 7, deck: { left: 0 } },
    ],
    terrain: [{ kind: 'hill' }],
  })
  expect(now.terrain).toBe(old.terrain)
  expect(now.vehicles[0]).toBe(old.vehicles[0])
  expect(old.vehicles[1]).toEqual({ x: 2, deck: { left: 5 } })
})

test('a value is replaced as a whole where its path is empty', () => {
  expect(changed({ a: 1 }, [[[], { b: 2 }]])).toEqual({ b: 2 })
  expect(changed({ a: 1 }, [])).toEqual({ a: 1 })
})

test('what was put is not changed by what comes later', () => {
  const put = { list: [1, 2] }
  const now = changed({ a: null }, [
    [['a'], put],
    [['a', 'list', 0], 9],
  ])
  expect(now).toEqual({ a: { list: [9, 2] } })
  expect(put).toEqual({ list: [1, 2] })
})
