import { expect, test } from 'vitest'
import type { Room } from '../../lib/room.svelte'
import type { Order } from '../../wire/triplanes/Order'
import type { Pose } from '../../wire/triplanes/Pose'
import { Placing, poseOf } from './placing.svelte'

const ask = { place_vehicle: { vehicle: 3 } }

/** A server whose line is at y = 200, on which x from 400 to 460 is taken. It answers when it is told to. */
function table() {
  const asked: Pose[] = []
  const answers: (() => void)[] = []
  const preset = { centre: { x: 100, y: 200 }, heading: 0 }
  const room = {
    live: { area: [900, 900], placing: [{ ask, rule: 'R-1', text: 'on the line', region: [], barred: [], line: null, preset }] },
    nearest: (order: Order) => {
      const { centre, heading } = poseOf(order)
      asked.push({ centre, heading })
      const taken = centre.x > 400 && centre.x < 460
      const x = taken ? (centre.x < 430 ? 400 : 460) : centre.x
      const near = { place_vehicle: { vehicle: 3, at: { x, y: 200 }, facing: heading } }
      const why = x === centre.x && centre.y === 200 ? null : 'not there'
      return new Promise((done) => answers.push(() => done({ ok: true, order: near, rule: why && 'R-1', why })))
    },
  } as unknown as Room
  /** Answers everything that is asked, and what follows from it. */
  const answer = async () => {
    for (let turn = 0; turn < 8; turn++) {
      answers.splice(0).forEach((a) => a())
      await new Promise((r) => setTimeout(r))
    }
  }
  return { room, asked, answer }
}

async function held() {
  const server = table()
  const placing = new Placing(server.room)
  const begun = placing.begin(ask, 'place_vehicle', () => true)
  await server.answer()
  await begun
  server.asked.length = 0
  return { placing, ...server }
}

test('it begins where the server puts it', async () => {
  const { placing } = await held()
  expect(placing.piece?.pose).toEqual({ centre: { x: 100, y: 200 }, heading: 0 })
  expect(placing.piece?.order).not.toBeNull()
  expect(placing.piece?.why).toBe('')
})

test('a wish is answered by the nearest place, and the desk knows why it was moved', async () => {
  const { placing, answer } = await held()
  placing.move({ x: 300, y: 700 })
  await answer()
  expect(placing.piece?.pose.centre).toEqual({ x: 300, y: 200 })
  expect([placing.piece?.why, placing.piece?.rule]).toEqual(['not there', 'R-1'])
})

test('while a question is on its way only the last wish waits', async () => {
  const { placing, asked, answer } = await held()
  for (let x = 110; x <= 200; x += 10) placing.move({ x, y: 205 })
  expect(asked.length).toBe(1)
  await answer()
  expect(asked.map((p) => p.centre.x)).toEqual([110, 200])
  expect(placing.piece?.pose.centre.x).toBe(200)
})

test('the order that is given is the answer to the last wish', async () => {
  const { placing, answer } = await held()
  placing.move({ x: 250, y: 0 })
  placing.turn(15)
  const order = placing.settled()
  await answer()
  expect(await order).toEqual({ place_vehicle: { vehicle: 3, at: { x: 250, y: 200 }, facing: 15 } })
})

test('arrow keys pass by what is in the way', async () => {
  const { placing, answer } = await held()
  placing.move({ x: 395, y: 200 })
  await answer()
  const seen = []
  for (let n = 0; n < 6; n++) {
    placing.nudge(10, 0)
    await answer()
    seen.push(placing.piece?.pose.centre.x)
  }
  expect(seen).toEqual([400, 400, 400, 460, 470, 480])
  placing.nudge(-10, 0)
  await answer()
  expect(placing.piece?.pose.centre.x).toBe(470)
})

test('the press that ends a drag moves nothing', async () => {
  const { placing, asked, answer } = await held()
  placing.grab('handle')
  placing.drag({ x: 300, y: 200 })
  await answer()
  placing.release()
  expect(placing.piece?.pose.heading).toBe(90)
  const count = asked.length
  placing.press({ x: 300, y: 200 })
  await answer()
  expect(asked.length).toBe(count)
  placing.press({ x: 320, y: 200 })
  await answer()
  expect(placing.piece?.pose.centre.x).toBe(320)
})

test('another piece comes into the hand while a question is on its way', async () => {
  const { placing, answer } = await held()
  placing.move({ x: 300, y: 200 })
  placing.clear()
  const begun = placing.begin(ask, 'place_vehicle', () => true)
  await answer()
  await begun
  expect(placing.piece?.pose.centre.x).toBe(100)
  expect(placing.piece?.order).not.toBeNull()
})
