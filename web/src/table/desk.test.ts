import { expect, test } from 'vitest'
import type { Room } from '../lib/room.svelte'
import { Desk } from './desk.svelte'
import type { Odds } from './odds'

/** A desk of a game whose previews are figures of a hundred. */
class Bench extends Desk<object, object, string> {
  protected clear() {
    // Nothing lies here.
  }
  protected async lay() {
    // Nothing is asked for.
  }
  protected override odds(seen: unknown): Odds | null {
    return typeof seen === 'number' ? { facts: [], shares: [{ n: seen, of: 100, what: '' }], brings: '', mean: '', price: '' } : null
  }
}

/** A table whose answers come when they are told to. */
function bench() {
  const asked: unknown[] = []
  const waiting: (() => void)[] = []
  const room = {
    prompts: { mine: [{ ask: 'first', must: true }] },
    events: [],
    atPresent: true,
    busy: false,
    over: null,
    shown: {},
    preview(order: { shot?: number }) {
      asked.push(order)
      return new Promise((done) => waiting.push(() => done(order.shot ?? null)))
    },
  }
  const desk = new Bench(room as unknown as Room<object, object>)
  const answer = () => waiting.splice(0).forEach((tell) => tell())
  const weigh = async (orders: object[]) => {
    const done = desk.weigh(orders)
    answer()
    await done
  }
  return { desk, room, asked, answer, weigh }
}
const chance = (desk: Bench, order: unknown) => desk.oddsOf(order)?.shares[0]?.n

test('answers are weighed once each, whatever the order of their fields', async () => {
  const { desk, asked, answer, weigh } = bench()
  await desk.load()
  const first = desk.weigh([{ shot: 10, at: 1 }, { shot: 20 }, { pass: true }])
  expect(desk.isWeighed({ shot: 20 })).toBe(false)
  answer()
  await first
  await weigh([{ at: 1, shot: 10 }, { shot: 30 }])
  expect(asked).toEqual([{ shot: 10, at: 1 }, { shot: 20 }, { pass: true }, { shot: 30 }])
  expect([chance(desk, { at: 1, shot: 10 }), chance(desk, { shot: 20 }), chance(desk, { shot: 30 })]).toEqual([10, 20, 30])
  // What has no odds has been heard of all the same.
  expect([desk.oddsOf({ pass: true }), desk.isWeighed({ pass: true })]).toEqual([null, true])
})

test('what an answer was worth is void with its decision, also if it comes late', async () => {
  const { desk, room, answer, weigh } = bench()
  await desk.load()
  const late = desk.weigh([{ shot: 10 }])
  room.prompts = { mine: [{ ask: 'second', must: true }] }
  await desk.load()
  answer()
  await late
  expect(desk.isWeighed({ shot: 10 })).toBe(false)
  await weigh([{ shot: 10 }])
  expect(chance(desk, { shot: 10 })).toBe(10)
})

test('a crowd is not asked for: twelve are compared', async () => {
  const { desk, asked, weigh } = bench()
  await desk.load()
  const crowd = Array.from({ length: 30 }, (_, i) => ({ shot: i }))
  await weigh(crowd)
  expect(asked.length).toBe(12)
  expect(crowd.every((order) => desk.isWeighed(order))).toBe(true)
  expect(chance(desk, { shot: 29 })).toBeUndefined()
})
