import { expect, test } from 'vitest'
import { bearing } from '../../table/geometry'
import { along, backwardMove, forwardMove, toTable } from './geometry'

const at = (x: number, y: number, heading: number) => ({ centre: { x, y }, heading })

test('a move ahead is the one that the rules make (TT-MOV-03, TT-ALT-13)', () => {
  const stall = { forward: 6.5, right: 0, turn: 0 }
  expect(forwardMove(at(0, 0, 0), stall, 34).centre.y).toBeCloseTo(74.5)
  const rolled = forwardMove(at(0, 0, 0), { ...stall, turn: 60 }, 34)
  expect(rolled.centre.x).toBeCloseTo(29.44, 2)
  expect(rolled.centre.y).toBeCloseTo(57.5, 2)
  expect(rolled.heading).toBe(60)
})

test('a move back runs along the rear (TT-MOV-04)', () => {
  expect(backwardMove(at(0, 0, 0), { forward: 40, right: 0, turn: 0 }, 30).centre.y).toBeCloseTo(-40)
})

test('a drawn way begins and ends where the move does', () => {
  for (const path of [
    { forward: 47.5, right: 27.5, turn: 0 },
    { forward: 51.5, right: -25, turn: -60 },
    { forward: 47.5, right: 0, turn: 180 },
  ]) {
    const from = at(100, 200, 30)
    const to = forwardMove(from, path, 34)
    expect(along(from, path, 34, 0).centre.x).toBeCloseTo(100)
    const end = along(from, path, 34, 1)
    expect(end.centre.x).toBeCloseTo(to.centre.x)
    expect(end.centre.y).toBeCloseTo(to.centre.y)
    expect(((end.heading % 360) + 360) % 360).toBeCloseTo(to.heading)
  }
})

test('bearings are clockwise from north', () => {
  expect(bearing({ x: 0, y: 0 }, { x: 10, y: 0 })).toBeCloseTo(90)
  expect(bearing({ x: 0, y: 0 }, { x: -10, y: -10 })).toBeCloseTo(225)
  expect(toTable(at(5, 5, 90), 0, 10).x).toBeCloseTo(15)
})
