import { beforeEach, describe, expect, it } from 'vitest'
import type { Room } from '../../lib/room.svelte'
import { playOf } from './play.svelte'
import type { Ask, Order, Point } from './wire'

const row = (order: Order, label: string, group = '') => ({ order, label, detail: '', group })
const stand = (id: number, side: 'martian' | 'human', at: Point) => ({
  id,
  name: `Stand ${id}`,
  side,
  type: side === 'human' ? 'infantry' : 'tripod',
  unit: 0,
  whereabouts: 'board',
  sees: id === 0 ? [2] : [],
  open: { at, facing: 0 },
})
const fire = (from: number, target: number): Order => ({ do: 'attack', stand: from, attack: { fire: { gun: 0, target } } })

/** Two own stands and two foes; what is asked and given is written down. */
function fake(ask: Ask, rows: ReturnType<typeof row>[], active: number | null = null) {
  const given: Order[] = []
  const wished: Order[] = []
  const explained: Order[] = []
  const room = {
    match: 'm',
    seat: 1,
    events: [],
    cursor: 0,
    atPresent: true,
    busy: false,
    over: null,
    sending: false,
    why: null as unknown,
    shown: {
      phase: 'artillery',
      board: [48_000, 48_000],
      deploying: ask === 'deploy',
      active: active === null ? null : { stand: active, allowance: 900, strategic: false, reach: [] },
      units: [{ id: 0, entry: null, side: 'human', arrives: null, stands: [0, 1], together: [] as number[] }],
      stands: [
        stand(0, 'human', { x: 1000, y: 1000 }),
        stand(1, 'human', { x: 3000, y: 1000 }),
        stand(2, 'martian', { x: 1000, y: 9000 }),
        stand(3, 'martian', { x: 9000, y: 9000 }),
      ],
    },
    prompts: { mine: [{ must: true, duty: 'owed', ask, text: '', options: rows.length }], decision: 'd' },
    rows: async () => rows,
    preview: async () => null,
    check: async (order: Order) => (wished.push(order), { ok: true }),
    nearest: async (order: Order) => (wished.push(order), { ok: true, order, rule: null, why: null }),
    explain: async (_: string, order: Order) => void explained.push(order),
    order: async (order: Order) => (given.push(order), { ok: true }),
    tell: () => undefined,
  }
  return { room, given, wished, explained, play: playOf(room as unknown as Room) }
}

beforeEach(() => sessionStorage.clear())

describe('fire', () => {
  const rows = [row({ do: 'end_step' }, 'End the step'), row(fire(0, 2), 'One at two'), row(fire(1, 2), 'Other at two')]

  it('is aimed by pressing an own stand and a foe, looked at, and only then given', async () => {
    const { play, given } = fake('fire', rows)
    await play.load()
    expect(play.owners).toEqual([0, 1])
    expect(play.choices.at(-1)?.label).toBe('End the step')
    await play.press(1)
    expect(play.chosen).toBe(1)
    await play.press(2)
    expect(play.plan?.order).toEqual(fire(1, 2))
    expect(given).toEqual([])
    await play.give()
    expect(given).toEqual([fire(1, 2)])
    expect(play.plan).toBe(null)
  })

  it('at a foe that can not be fired at asks the server why', async () => {
    const { play, explained } = fake('fire', rows)
    await play.load()
    await play.press(0)
    await play.press(3)
    expect(explained).toEqual([fire(0, 3)])
    expect(play.plan).toBe(null)
  })

  it('of several stands at one foe is not guessed', async () => {
    const { play } = fake('fire', rows)
    await play.load()
    await play.press(2)
    expect(play.plan).toBe(null)
    expect(play.looked).toBe(2)
  })
})

describe('a way', () => {
  it('goes to the place that is pressed, in the direction of its last leg, and on from a corner', async () => {
    const { play, wished } = fake('path', [row({ do: 'stay', facing: 0 }, 'Stay')], 0)
    await play.load()
    await play.aim({ x: 1000, y: 5000 })
    expect(play.plan?.order).toEqual({ do: 'go', path: [{ x: 1000, y: 5000 }], facing: 0 })
    play.corner()
    await play.aim({ x: 4000, y: 5000 })
    expect(wished.at(-1)).toEqual({
      do: 'go',
      path: [
        { x: 1000, y: 5000 },
        { x: 4000, y: 5000 },
      ],
      facing: 900,
    })
    await play.turn(150)
    expect(play.plan?.order).toMatchObject({ facing: 1050 })
  })

  it('that lies ready is there again after a reload', async () => {
    const rows = [row({ do: 'stay', facing: 0 }, 'Stay')]
    const first = fake('path', rows, 0)
    await first.play.load()
    await first.play.aim({ x: 1000, y: 5000 })
    const second = fake('path', rows, 0)
    await second.play.load()
    await Promise.resolve()
    await Promise.resolve()
    expect(second.play.plan?.order).toEqual(first.play.plan?.order)
    const third = fake('path', rows, 0)
    third.room.prompts = { ...third.room.prompts, decision: 'another' }
    await third.play.load()
    await Promise.resolve()
    expect(third.play.plan).toBe(null)
  })
})

describe('overwatch', () => {
  it('is offered to all that may take a marker, and given as chosen', async () => {
    const { play, given } = fake('mark', [
      row({ do: 'mark', stands: [] }, 'None'),
      row({ do: 'mark', stands: [0, 1] }, 'All'),
      row({ do: 'mark', stands: [0] }, 'One'),
    ])
    await play.load()
    expect(play.marked).toEqual([0, 1])
    await play.press(0)
    await play.giveMarks()
    expect(given).toEqual([{ do: 'mark', stands: [1] }])
  })
})

describe('sight', () => {
  it('is drawn from the stand that is looked at, or to it', async () => {
    const { play } = fake('fire', [row(fire(0, 2), 'One'), row(fire(1, 2), 'Other')])
    await play.load()
    play.sight = true
    await play.press(0)
    expect(play.sights).toEqual([[0, 2]])
    play.chosen = null
    play.looked = 2
    expect(play.sights).toEqual([[0, 2]])
    play.looked = 3
    expect(play.sights).toEqual([])
  })

  it('is asked of the engine where it is blocked, and by what', async () => {
    const { play, room } = fake('fire', [row(fire(0, 2), 'One')])
    const asked: unknown[] = []
    const block = { name: 'Pines', kind: 'woods', at: { x: 1000, y: 4000 }, far: 300, line: 0.4, top: 1, rule: 'TH-COV-03', words: 'Pines' }
    const looks = [
      { from: 0, to: 2, sees: true, along: null, block: null },
      { from: 0, to: 3, sees: false, along: null, block },
    ]
    Object.assign(room, { preview: async (order: unknown) => (asked.push(order), { looks }) })
    await play.load()
    play.looked = 0
    await play.look()
    expect(asked).toEqual([])
    play.sight = true
    await play.look()
    expect(asked).toEqual([{ do: 'look', stand: 0 }])
    expect(play.blinds.map((b) => [b.from.id, b.to.id, b.by?.name])).toEqual([[0, 3, 'Pines']])
    play.sight = false
    expect(play.blinds).toEqual([])
  })
})

describe('an answer for all', () => {
  // An order that settles it for everybody stands in a group of its own.
  const rows = [
    row({ do: 'end_step' }, 'End the step', 'Step'),
    row({ do: 'pick', stand: 0, strategic: false }, 'Move one', 'Move'),
    row({ do: 'pick', stand: 1, strategic: false }, 'Move the other', 'Move'),
    row({ do: 'stay', facing: 0 }, 'All flee as proposed', 'Flight'),
  ]

  it('comes first, and is no single stand’s', async () => {
    const { play } = fake('move', rows)
    await play.load()
    expect(play.wholes.map((c) => c.label)).toEqual(['All flee as proposed'])
    expect(play.choices[0]?.label).toBe('All flee as proposed')
    expect(play.owners).toEqual([0, 1])
  })

  it('is none where it stands among others of its kind, or nobody else has an answer', async () => {
    const among = fake('move', [...rows, row({ do: 'stay', facing: 900 }, 'Another flight', 'Flight')])
    await among.play.load()
    expect(among.play.wholes).toEqual([])
    const alone = fake('path', [row({ do: 'stay', facing: 0 }, 'Stay', 'Move')], 0)
    await alone.play.load()
    expect(alone.play.wholes).toEqual([])
  })
})

describe('setting up', () => {
  it('takes a press for the stand and one for its place, and the next stand is in hand', async () => {
    const { play, room, given } = fake('deploy', [row({ do: 'deploy_printed', unit: null }, 'All')])
    const stands = room.shown.stands as { open: unknown; whereabouts: string }[]
    for (const s of stands.slice(0, 2)) Object.assign(s, { open: null, whereabouts: 'waiting' })
    await play.load()
    expect(play.chosen).toBe(null)
    play.choose(0)
    await play.aim({ x: 2000, y: 500 })
    expect(given).toEqual([{ do: 'deploy', stand: 0, at: { x: 2000, y: 500 }, facing: 0 }])
    // The table has changed: the stand is there.
    Object.assign(stands[0]!, { open: { at: { x: 2000, y: 500 }, facing: 0 }, whereabouts: 'board' })
    room.prompts = { ...room.prompts, decision: 'next' }
    await play.load()
    expect(play.chosen).toBe(1)
  })

  it('turns a stand where it stands', async () => {
    const { play, given } = fake('deploy', [row({ do: 'deploy_printed', unit: null }, 'All')])
    await play.load()
    play.choose(1)
    await play.turn(450)
    expect(given).toEqual([{ do: 'deploy', stand: 1, at: { x: 3000, y: 1000 }, facing: 450 }])
  })
})

describe('a cylinder', () => {
  const out = (machine: number, bearing: number): Order => ({ do: 'emerge', machine, bearing })

  it('lets one machine of a kind out, to the side that is pressed', async () => {
    const { play, room, wished } = fake('move', [row(out(0, 0), 'One'), row(out(0, 90), 'One'), row(out(1, 0), 'Other')])
    const stands = room.shown.stands as unknown as { id: number; open: object | null; whereabouts: string; type: string; side: string }[]
    Object.assign(stands[0]!, { open: null, whereabouts: 'inside', type: 'tripod' })
    Object.assign(stands[1]!, { open: null, whereabouts: 'inside', type: 'tripod' })
    Object.assign(stands[2]!, { open: { at: { x: 5000, y: 5000 }, inside: [0, 1], ready: 1 }, type: 'cylinder', side: 'human' })
    await play.load()
    expect(play.owners).toEqual([0])
    expect(play.doors).toEqual([0, 900])
    play.choose(null)
    // The machine is inside: it is the cylinder that is pressed.
    expect(play.isReady(2)).toBe(true)
    await play.press(2)
    expect(play.chosen).toBe(0)
    await play.aim({ x: 9000, y: 5000 })
    expect(wished.at(-1)).toEqual(out(0, 90))
    await play.turn(450)
    expect(wished.at(-1)).toEqual(out(0, 135))
  })
})

describe('reinforcements', () => {
  const enter = (stand: number): Order => ({ do: 'enter', stand, at: { x: 0, y: 29_000 }, strategic: false })
  const away = (room: ReturnType<typeof fake>['room'], ids: number[], phase = 'human_movement') => {
    Object.assign(room.shown, { phase, turn: 2, turns: 10 })
    Object.assign(room.shown.units[0]!, {
      arrives: 2,
      entry: [
        { x: 0, y: 26_000 },
        { x: 0, y: 32_000 },
      ],
    })
    for (const id of ids) Object.assign(room.shown.stands[id]!, { open: null, whereabouts: 'waiting' })
  }

  it('come in by a press on the table, from where the engine says that their way begins', async () => {
    const go: Order = { do: 'go', path: [{ x: 9000, y: 29_000 }], facing: 900 }
    const { play, room, wished } = fake('path', [row(go, 'East')], 0)
    away(room, [0])
    const path = [
      { x: 0, y: 29_000 },
      { x: 9000, y: 29_000 },
    ]
    room.preview = (async () => ({ path })) as never
    await play.load()
    expect(play.gate).toEqual({ stand: 0, at: path[0], facing: 900 })
    await play.aim({ x: 5000, y: 34_000 })
    expect(wished.at(-1)).toEqual({ do: 'go', path: [{ x: 5000, y: 34_000 }], facing: 450 })
    expect(play.plan?.label).toBe('By hand')
  })

  it('are called while their side moves, and wait a turn after that', async () => {
    const { play, room } = fake('move', [row(enter(0), 'One'), row(enter(1), 'Other'), row({ do: 'end_step' }, 'End the step')])
    away(room, [0, 1], 'artillery')
    const unit = room.shown.units[0] as never
    expect(play.arrival(unit)).toEqual({ turn: 2, now: false, stands: 2 })
    away(room, [0, 1])
    await play.load()
    expect(play.arrival(unit)).toEqual({ turn: 2, now: true, stands: 2 })
    away(room, [0, 1], 'small_arms')
    expect(play.arrival(unit)).toEqual({ turn: 3, now: false, stands: 2 })
    Object.assign(room.shown, { turns: 2 })
    expect(play.arrival(unit)).toBe(null)
  })

  it('that were called and stayed away are not called again in this turn', async () => {
    const some = fake('move', [row(enter(1), 'Other'), row({ do: 'end_step' }, 'End the step')])
    away(some.room, [0, 1])
    await some.play.load()
    expect(some.play.arrival(some.room.shown.units[0] as never)).toEqual({ turn: 2, now: true, stands: 1 })
    const none = fake('move', [row({ do: 'end_step' }, 'End the step'), row({ do: 'resign' }, 'Give up')])
    away(none.room, [0, 1])
    await none.play.load()
    expect(none.play.arrival(none.room.shown.units[0] as never)).toEqual({ turn: 3, now: false, stands: 2 })
  })
})

describe('many on overwatch', () => {
  it('are ticked by their kind', async () => {
    const { play, room } = fake('mark', [row({ do: 'mark', stands: [] }, 'None'), row({ do: 'mark', stands: [0, 1] }, 'All')])
    const stands = room.shown.stands as unknown as { kind: string }[]
    for (const s of stands) s.kind = 'Regular infantry'
    await play.load()
    expect(play.markKinds).toEqual([{ kind: 'Regular infantry', stands: [0, 1], on: 2 }])
    play.markAll([0, 1], false)
    expect(play.marked).toEqual([])
    play.mark(1)
    expect(play.markKinds[0]?.on).toBe(1)
  })
})

describe('a unit', () => {
  const picks = [0, 1].map((id) => row({ do: 'pick', stand: id, strategic: false }, `Move ${id}`))

  it('moves together by one order, with the stands that the engine names', async () => {
    const { given, play, room } = fake('move', [...picks, row({ do: 'end_step' }, 'End the step')])
    await play.load()
    expect(play.marchers(0)).toEqual([])
    // Two may be picked, but one of them may only turn.
    room.shown.units[0]!.together = [0]
    expect(play.marchers(0)).toEqual([0])
    room.shown.units[0]!.together = [0, 1]
    play.lead(0)
    // The middle of the two is at 2 in: all of them go 3 in to the east.
    await play.march?.aim({ x: 5000, y: 1000 })
    expect(play.march?.course).toEqual({ bearing: 900, far: 300 })
    await play.give()
    expect(given).toEqual([{ do: 'march', unit: 0, shift: { x: 3000, y: 0 }, strategic: false }])
    // Once the order is taken its ghosts are gone: the stands are on their way.
    expect(play.march).toBe(null)
  })
})
