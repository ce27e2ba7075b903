import { flushSync } from 'svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Room } from '../../lib/room.svelte'
import { kindOf } from '../../table/tagged'
import { playOf } from './play.svelte'
import type { Act, NextView, Preview } from './wire'
import { shotWord } from './words'

/** How it flies at a place: level, to the east, unseen. */
const level = (at: [number, number], left: number) => ({
  at,
  facing: 'e' as const,
  inverted: false,
  points_left: left,
  cue: 3,
  speed: 3,
  shots: [],
  silent: [],
  risks: [],
})

const next = (act: Act, at: [number, number], left: number): NextView => ({
  act,
  label: String(typeof act === 'string' ? act : Object.keys(act)[0]),
  detail: '',
  group: 'Move',
  path: [at],
  ...level(at, left),
})

/** A plane with three points that flies along level 5; what is asked and given is written down. */
function fake() {
  const asked: Act[][] = []
  const given: unknown[] = []
  const preview = (order: { move: { acts: Act[] } }): Preview => {
    const acts = order.move.acts
    asked.push(acts)
    const flown = acts.filter((a) => a === 'straight').length
    const left = 3 - flown
    const hex = (n: number): [number, number] => [1 + n, 5]
    const glide =
      left > 0
        ? { ...next('straight', hex(3), 0), label: 'Straight to the end', path: Array.from({ length: left }, (_, i) => hex(flown + i + 1)) }
        : null
    if (glide) glide.silent = [{ target: 1, why: `from column ${glide.at[0]}`, rule: 'WV-ARC-01' }]
    const list =
      left > 0
        ? [next('straight', hex(flown + 1), left - 1), next({ begin: { maneuver: 'jink' } }, hex(flown + 1), left - 1)]
        : [{ ...next('end', hex(flown), 0), path: [] }]
    const lever = acts.length === 0 ? [{ ...next({ throttle: { to: 2 } }, hex(0), left), path: [] }] : []
    return {
      plane: 0,
      path: [],
      ...level(hex(flown), left),
      certain: true,
      next: [...lever, ...list],
      glide,
    }
  }
  const room = {
    match: 'm',
    shown: { planes: [{ unit: 0, throttle: 3, points: 3 }], ground: [] },
    components: {
      maneuvers: [
        { id: 'jink', name: 'Jink' },
        { id: 'roll', name: 'Roll' },
      ],
    },
    prompts: { mine: [{ must: true, duty: 'owed', ask: { fly: { plane: 0 } }, text: '', options: 3 }], decision: 'd' },
    events: [],
    cursor: 0,
    atPresent: true,
    busy: false,
    over: null,
    sending: false,
    seat: 0,
    preview: async (order: { move: { acts: Act[] } } | 'hold') =>
      order === 'hold'
        ? ({ silent: [{ target: 2, why: 'not straight ahead of the nose', rule: 'WV-ARC-01' }] } as Preview)
        : preview(order),
    rows: async () => [
      { order: 'hold', label: 'Hold', detail: '', group: 'Fire' },
      { order: { fire: { target: 1, long: false } }, label: 'Fire', detail: '', group: 'Fire' },
    ],
    order: async (order: unknown) => (given.push(order), { ok: true }),
  }
  return { room, asked, given, play: playOf(room as unknown as Room) }
}

beforeEach(() => sessionStorage.clear())

describe('a move in the making', () => {
  it('is built on the hexes, taken back, and given whole with its end', async () => {
    const { play, given } = fake()
    await play.load()
    expect(play.ways.map((w) => w.label)).toEqual(['straight', 'Straight to the end', 'begin'])
    expect([...play.hot.keys()]).toEqual(['2,5', '4,5', '3,5'])
    await play.pressHex([3, 5])
    expect(play.draft).toEqual([['straight', 'straight']])
    await play.undo()
    expect(play.draft).toEqual([])
    await play.setThrottle(2)
    await play.take(play.ways[0]!)
    expect(play.whole).toBe(false)
    await play.fly()
    expect(given).toEqual([{ move: { acts: [{ throttle: { to: 2 } }, 'straight', 'straight', 'straight', 'end'] } }])
  })

  it('takes the plain way where several lead to one hex, and names what is barred', async () => {
    const { play } = fake()
    await play.load()
    await play.pressHex([2, 5])
    expect(play.draft).toEqual([['straight']])
    expect(play.barred.map((m) => m.name)).toEqual(['Roll'])
  })

  it('asks the engine after each step, never in between', async () => {
    const { play, asked } = fake()
    await play.load()
    await play.load()
    flushSync()
    expect(asked).toEqual([[]])
    await play.take(play.ways[0]!)
    expect(asked).toEqual([[], ['straight']])
  })
})

describe('after a reload', () => {
  it('the steps that were built lie there again, for the same decision only', async () => {
    const first = fake()
    await first.play.load()
    await first.play.setThrottle(2)
    await first.play.take(first.play.ways[0]!)
    const again = fake()
    await again.play.load()
    expect(again.play.draft).toEqual([['straight']])
    expect(again.play.throttle).toBe(2)
    expect(again.play.lever.map((o) => o.to)).toEqual([2])
    const other = fake()
    other.room.prompts.decision = 'another'
    await other.play.load()
    expect(other.play.draft).toEqual([])
    expect(other.play.throttle).toBe(null)
  })

  it('steps that are no beginning any more are put away', async () => {
    sessionStorage.setItem(
      'heatray.draft/m/0',
      JSON.stringify({ decision: 'd', draft: [[{ begin: { maneuver: 'roll' } }]], throttle: null }),
    )
    const { play, room } = fake()
    const preview = room.preview
    room.preview = async (order) => (JSON.stringify(order).includes('roll') ? (null as never) : preview(order))
    await play.load()
    expect(play.draft).toEqual([])
    expect(play.ways.length).toBeGreaterThan(0)
  })
})

it('calls a shot what ends the move, and what is only passed something else', () => {
  expect([[], [1]].flatMap((shots) => [0, 2].map((points) => shotWord({ shots, points })))).toEqual(['', '', 'shot', 'in range'])
})

it('says whom a move can not fire at from where it ends, or from the step that is pointed at', async () => {
  const { play } = fake()
  await play.load()
  expect(play.silent.map((s) => s.why)).toEqual(['from column 4'])
  play.pointed = play.ways.find((w) => w.label === 'begin')!
  expect(play.silent).toEqual([])
})

describe('other decisions', () => {
  it('lists what does something before what lets it be', async () => {
    const { play, room } = fake()
    room.prompts = {
      mine: [{ must: true, duty: 'owed', ask: { gun: { plane: 0, gun: 0 } } as never, text: '', options: 2 }],
      decision: 'e',
    }
    await play.load()
    expect(play.choices.map((c) => c.label)).toEqual(['Fire', 'Hold'])
    expect(play.isTarget(1)).toBe(true)
    expect(play.silent.map((s) => s.target)).toEqual([2])
    expect(kindOf('over')).toBe('over')
  })
})
