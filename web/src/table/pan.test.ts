import { expect, test } from 'vitest'
import { Pan } from './pan.svelte'

/** A board of 900 by 900 in a window as high as that. */
function seen(height: number): Pan {
  const pan = new Pan()
  pan.frame(400, height, 900, 900, 0)
  return pan
}

test('a window that grows lower shows the whole board again, also if something was brought into sight before', () => {
  const pan = seen(400)
  pan.nudge(0, -30)
  expect(pan.y).toBe(-30)
  pan.frame(400, 270, 900, 900, 0)
  expect([pan.scale, pan.x, pan.y]).toEqual([0.3, 65, 0])
})

test('who has moved the board himself keeps it as it lies', () => {
  const pan = seen(400)
  pan.by(0, -30)
  pan.frame(400, 270, 900, 900, 0)
  expect([pan.scale, pan.y]).toEqual([400 / 900, -30])
})
