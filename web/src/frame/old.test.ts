import { expect, test } from 'vitest'
import type { People } from '../wire/People'
import { goingOn } from './old'

const people = (old: string | null, agreed: number[]): People => ({
  seats: [],
  watching: 0,
  undo_asked: null,
  undo_turn: null,
  draw_offered: null,
  rematch_asked: null,
  clock: { kind: 'none' },
  halted: null,
  old,
  continue_agreed: agreed,
})

test('a match of older rules goes on when everybody has been asked, and nobody else is', () => {
  const why = 'Played under rules version 1; now 2.'
  expect(goingOn(people(why, []), 0, false)).toBe('may')
  expect(goingOn(people(why, [1]), 0, false)).toBe('asked')
  expect(goingOn(people(why, [1, 0]), 0, false)).toBe('waits')
  expect(goingOn(people(why, [1]), null, false), 'who watches').toBeNull()
  expect(goingOn(people(why, []), 0, true), 'what is over').toBeNull()
  expect(goingOn(people(null, []), 0, false), 'what is played').toBeNull()
})
