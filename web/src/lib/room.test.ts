import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Room } from './room.svelte'
import { report } from './since'

interface Sent {
  op: string
  id: string
  order?: unknown
  decision?: string
}

class FakeSocket {
  static readonly OPEN = 1
  static last: FakeSocket
  readyState = 1
  sent: Sent[] = []
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((m: { data: string }) => void) | null = null
  constructor() {
    FakeSocket.last = this
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Sent)
  }
  close() {
    this.onclose?.()
  }
  tell(tell: object) {
    this.onmessage?.({ data: JSON.stringify(tell) })
  }
  get orders(): Sent[] {
    return this.sent.filter((s) => s.op === 'order')
  }
}

const person = (seat: number, bot: string | null) => ({
  seat,
  team: '',
  name: '',
  bot,
  online: true,
  thinking: false,
  ready: false,
  left_ms: null,
})
const people = (bot: string | null = null) => ({
  seats: [person(0, bot)],
  watching: 0,
  undo_asked: null,
  draw_offered: null,
  rematch_asked: null,
  clock: { kind: 'none' },
  halted: null,
  old: null,
  continue_agreed: [],
})
const news = (decision: string) => ({
  from: 0,
  voids: 0,
  events: [],
  view: {},
  prompts: { turn: 1, waiting: [0], mine: [{ must: true, ask: 'x', text: '', options: 1 }], decision },
  over: null,
})

async function enter(decision: string): Promise<{ room: Room; socket: FakeSocket }> {
  const room = new Room('m', 'k')
  const socket = FakeSocket.last
  socket.onopen?.()
  socket.tell({ op: 'welcome', game: 'g', seat: 0, own: true, marks: [], chat: [], people: people(), news: news(decision) })
  await vi.waitFor(() => expect(room.ready).toBe(true))
  return { room, socket }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } })))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('every order names the decision that it answers; one that comes too late says so', async () => {
  const { room, socket } = await enter('d1')
  expect(room.doing).toBe('ready')
  const answer = room.order('go')
  expect(room.doing).toBe('busy')
  const [order] = socket.orders
  expect(order).toMatchObject({ order: 'go', decision: 'd1' })
  socket.tell({ op: 'refused', id: order!.id, code: 'stale', rule: null, why: 'another one' })
  expect((await answer).ok).toBe(false)
  expect(room.why?.title).toBe('Too late')
  expect(room.doing).toBe('ready')
})

test('an automatic answer is void for any other decision, and its refusal is nobody’s business', async () => {
  const { room, socket } = await enter('d1')
  room.orderAlone('only', 250)
  expect(room.doing).toBe('busy')
  // Another window was faster.
  socket.tell({ op: 'news', news: news('d2') })
  expect(room.doing).toBe('ready')
  vi.advanceTimersByTime(1000)
  expect(socket.orders).toEqual([])

  room.orderAlone('only', 250)
  vi.advanceTimersByTime(250)
  const [order] = socket.orders
  expect(order).toMatchObject({ order: 'only', decision: 'd2' })
  socket.tell({ op: 'refused', id: order!.id, code: 'stale', rule: null, why: 'another one' })
  await vi.waitFor(() => expect(room.doing).toBe('ready'))
  expect(room.why).toBeNull()
  expect(room.said).toBeNull()
})

test('a hand that is faster than the automatic answer is the only one that answers', async () => {
  const { room, socket } = await enter('d1')
  room.orderAlone('only', 250)
  void room.order('mine')
  vi.advanceTimersByTime(1000)
  expect(socket.orders.map((o) => o.order)).toEqual(['mine'])
})

test('a refused wish is said in passing, and goes away', async () => {
  const { room, socket } = await enter('d1')
  socket.tell({ op: 'error', error: { code: 'forbidden', message: 'bots do not agree to a draw', rule: null, place: null } })
  expect(room.said).toBe('Bots do not agree to a draw.')
  expect(room.state).toBe('open')
  expect(room.notice).toBeNull()
  vi.advanceTimersByTime(60_000)
  expect(room.said).toBeNull()
})

test('a seat that a bot plays has no decisions of its own', async () => {
  const { room, socket } = await enter('d1')
  socket.tell({ op: 'people', people: people('steward') })
  expect(room.plays).toBe(false)
  expect(room.prompts.mine).toEqual([])
  expect(room.doing).toBe('bots')
})

test('a table that waits for bots alone goes on by itself, and says so; one that waits for people or stands still does not', async () => {
  const { room, socket } = await enter('d1')
  const sits = (seats: ReturnType<typeof person>[], halted: string | null = null) =>
    socket.tell({ op: 'people', people: { ...people(null), seats, halted } })
  socket.tell({ op: 'news', news: { ...news(''), prompts: { turn: 1, waiting: [1], mine: [], decision: '' } } })
  sits([person(0, null), person(1, 'greedy')])
  expect(room.doing).toBe('bots')
  sits([person(0, null), person(1, 'greedy')], 'greedy finds no order')
  expect(room.doing).toBe('waiting')
  sits([person(0, null), person(1, null)])
  expect(room.doing).toBe('waiting')
  socket.tell({ op: 'news', news: { ...news(''), prompts: { turn: 1, waiting: [1, 2], mine: [], decision: '' } } })
  sits([person(0, null), person(1, 'greedy'), person(2, null)])
  expect(room.doing).toBe('waiting')
})

test('the end and the goals are told when they have been shown, not before', async () => {
  const { room, socket } = await enter('d1')
  let done: () => void = () => undefined
  room.setStage({ play: () => new Promise<void>((r) => (done = r)) })
  const over = { winner: 'Allies', grade: null, rule: 'R', how: 'they did it', luck: [] }
  const goals = [{ team: 'Allies', text: 'Do it.', state: 'done', stands: 'reached', rule: 'R' }]
  socket.tell({ op: 'news', news: { ...news(''), events: [{ turn: 1, rule: 'R', text: 'Boom.', what: {} }], over, goals } })
  expect(room.busy).toBe(true)
  expect(room.over).toBeNull()
  expect(room.goals).toEqual([])
  done()
  await vi.waitFor(() => expect(room.busy).toBe(false))
  expect(room.over).toEqual(over)
  expect(room.goals).toEqual(goals)
  expect(room.doing).toBe('over')
})

test('what nobody should miss is told from the last order given by hand, and as far as it was shown', async () => {
  const { room, socket } = await enter('d1')
  const line = (text: string, what: unknown) => ({ turn: 1, rule: 'R', text, what })
  const weigh = (what: unknown) => (what === 'lost' ? ('grave' as const) : null)
  const told = () => report(room.events, room.since, room.cursor, weigh, 4).lines.map((t) => `${t.n} ${t.text}`)
  expect(told()).toEqual([])
  socket.tell({ op: 'news', news: { ...news('d2'), events: [line('A gun falls silent.', 'lost'), line('Rain.', 'weather')] } })
  expect(told()).toEqual(['0 A gun falls silent.'])
  const given = room.order({ pass: true })
  socket.tell({ op: 'accepted', id: socket.orders[0]!.id })
  await given
  expect(told()).toEqual([])
  socket.tell({ op: 'news', news: { ...news('d3'), from: 2, events: [line('A stand runs.', 'lost')] } })
  expect(told()).toEqual(['2 A stand runs.'])
  room.setStage({ play: () => new Promise<void>(() => undefined) })
  socket.tell({ op: 'news', news: { ...news('d4'), from: 3, events: [line('A ship sinks.', 'lost')] } })
  expect(told(), 'what is still being shown is not told yet').toEqual(['2 A stand runs.'])
})
