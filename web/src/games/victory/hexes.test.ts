import { describe, expect, it } from 'vitest'
import { middle, pose, type Hex } from './hexes'
import { lengthOf, rolledOf, trails } from './stage.svelte'
import type { What } from './wire'

describe('the sheet', () => {
  it('lays neighbours one hex apart: odd rows lie half a hex to the right', () => {
    const around: Hex[] = [
      [6, 10],
      [5, 11],
      [4, 11],
      [4, 10],
      [4, 9],
      [5, 9],
    ]
    const from = middle([5, 10])
    for (const hex of around) {
      const to = middle(hex)
      expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeCloseTo(28, 1)
    }
    expect(middle([5, 11]).y).toBeLessThan(from.y)
  })

  it('mirrors a left heading, so that wheels stay below unless it flies inverted', () => {
    expect(pose('w', false)).toContain('scale(-1 1)')
    expect(pose('w', false)).not.toContain('scale(1 -1)')
    expect(pose('se', true)).toContain('rotate(60)')
    expect(pose('se', true)).toContain('scale(1 -1)')
  })
})

describe('what happened', () => {
  const entered = (plane: number, at: Hex): What => ({ what: 'entered', plane, at, mp: 1 })

  it('keeps the paths of this round only, in the order flown', () => {
    const events = [
      entered(0, [1, 1]),
      { what: 'round_began', round: 2 } as What,
      entered(0, [2, 1]),
      entered(1, [9, 9]),
      entered(0, [3, 1]),
    ].map((what) => ({ what }))
    expect(trails(events, 5).get(0)).toEqual([
      [2, 1],
      [3, 1],
    ])
    expect(trails(events, 3).get(0)).toEqual([[2, 1]])
    expect(trails(events, 1).get(0)).toEqual([[1, 1]])
  })

  it('shows dice of shots and tests, and nothing for what has no die', () => {
    const shot: What = {
      what: 'shot',
      from: 'flak',
      target: 0,
      aspect: null,
      distance: 0,
      long: false,
      base: 'green',
      shifts: [{ why: 'jink', by: -1 }],
      colour: 'grey',
      hit: 'hit1',
    }
    expect(rolledOf(shot, 'Flak', 'WV-MOD-02')).toMatchObject({ base: 'green', colour: 'grey', hit: 'hit1', icon: null })
    expect(rolledOf(entered(0, [1, 1]), '', '')).toBeNull()
    expect(lengthOf(shot)).toBeGreaterThan(lengthOf(entered(0, [1, 1])))
    expect(lengthOf({ what: 'round_began', round: 1 })).toBe(0)
  })
})
