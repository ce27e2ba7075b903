import { beforeEach, describe, expect, it } from 'vitest'
import type { Room } from '../../lib/room.svelte'
import { playOf } from './play.svelte'
import type { Ask, Order, Point } from './wire'

const row = (order: Order, label: string) => ({ order, label, detail: '', group: '' })
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
      active: active === null ? null : { stand: active, allowance: 900, strategic: false, reach: [] },
      units: [{ id: 0, entry: null }],
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
})
