import { expect, test } from 'vitest'
import { freeCorner } from './corner'

const pane = { x: 100, y: 100, w: 250, h: 230 }
const share = { along: 0.25, down: 0.35 }
const plane = (x: number, y: number, weight = 3) => ({ x, y, weight })

test('the small map lies in the first corner where it covers nobody', () => {
  expect(freeCorner(pane, share, [])).toBe('right-top')
  expect(freeCorner(pane, share, [plane(320, 130)])).toBe('left-top')
  expect(freeCorner(pane, share, [plane(320, 130), plane(120, 140)])).toBe('right-low')
  expect(freeCorner(pane, share, [plane(320, 130), plane(120, 140), plane(330, 300)])).toBe('left-low')
  // Who is drawn half under it is covered, too; whoever is out of sight is not.
  expect(freeCorner(pane, share, [plane(275, 130)])).toBe('left-top')
  expect(freeCorner(pane, share, [plane(600, 130)])).toBe('right-top')
})

test('where every corner covers something it is what weighs least', () => {
  const all = [plane(320, 130), plane(120, 140, 1), plane(330, 300), plane(110, 310)]
  expect(freeCorner(pane, share, all)).toBe('left-top')
})
