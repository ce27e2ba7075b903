import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noted, vowOf } from './noted'
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

test('what is told while the components are on their way comes after the welcome, not before it', async () => {
  let bring: (components: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (bring = resolve)))
  const room = new Room('m', 'k')
  const socket = FakeSocket.last
  socket.onopen?.()
  const nobody = { ...news('1'), prompts: { turn: 1, waiting: [], mine: [], decision: '1' } }
  const welcome = { op: 'welcome', game: 'far away', seat: 0, own: true, marks: [], chat: [], people: people() }
  socket.tell({ ...welcome, news: nobody })
  socket.tell({ op: 'news', news: news('2') })
  await vi.advanceTimersByTimeAsync(10)
  expect(room.ready).toBe(false)
  bring(new Response('{}', { headers: { 'content-type': 'application/json' } }))
  await vi.waitFor(() => expect(room.ready).toBe(true))
  expect(room.myTurn).toBe(true)
  room.close()
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

/** A fair match as it is told before it begins, with a place for each of two seats. */
function unbegun(vows: (string | null)[], salts: (string | null)[] = [null, null]) {
  return { pledge: 'aa', vows, again: 0, salts, begun: false, links: 0, last: 'aa' }
}

test('a fair match gets a vow of this browser, and its salt when all have vowed; what is told is written down', async () => {
  localStorage.clear()
  const { room, socket } = await enter('')
  const said = (op: string) => socket.sent.filter((s) => s.op === op) as unknown as { hash: string; salt: string }[]
  expect(said('vow')).toEqual([])
  const two = { ...people(), seats: [0, 1].map((seat) => ({ seat, bot: null })) }
  const welcome = { op: 'welcome', game: 'g', seat: 0, own: false, marks: [], chat: [], people: two, agreed: null, news: news('') }
  socket.tell({ ...welcome, fair: unbegun([null, null]) })
  // The answer was lost: the same is said again, to the pledge that was told first.
  socket.tell({ ...welcome, fair: { ...unbegun([null, null]), pledge: 'bb' } })
  const [first, again] = said('vow')
  expect(first!.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(again).toEqual(first)
  socket.tell({ op: 'fair', fair: unbegun([first!.hash, null]) })
  expect(said('salt'), 'nothing is shown before the other one has vowed').toEqual([])
  socket.tell({ op: 'fair', fair: unbegun([first!.hash, 'ee']) })
  const { salt } = said('salt')[0]!
  expect(vowOf('m', 0, salt)).toBe(first!.hash)
  // Whoever changes his vow then has seen this one: the first is believed.
  socket.tell({ op: 'fair', fair: unbegun([first!.hash, 'ff']) })
  socket.tell({ op: 'fair', fair: { ...unbegun([first!.hash, 'ee'], [salt, '0b']), begun: true } })
  socket.tell({ op: 'sealed', link: 0, seat: 0, hash: 'cc' })
  socket.tell({ ...welcome, fair: { ...unbegun([first!.hash, 'ee'], [salt, '0b']), begun: true, links: 3, last: 'dd' } })
  expect([said('vow').length, said('salt').length, room.lost]).toEqual([2, 2, false])
  const seals = [
    [0, 'cc'],
    [2, 'dd'],
  ]
  expect(noted('m')).toEqual({ pledge: 'aa', early: true, seat: 0, salt, vows: [first!.hash, 'ee'], shown: 1, seals })
})

test('a salt that was shown is not vowed again, and one that another browser has is drawn anew when somebody wants it', async () => {
  localStorage.clear()
  const { room, socket } = await enter('')
  const vows = () => socket.sent.filter((s) => s.op === 'vow').map((s) => (s as unknown as { hash: string }).hash)
  const two = { ...people(), seats: [0, 1].map((seat) => ({ seat, bot: null })) }
  const welcome = { op: 'welcome', game: 'g', seat: 0, own: false, marks: [], chat: [], people: two, agreed: null, news: news('') }
  socket.tell({ ...welcome, fair: unbegun([null, null]) })
  socket.tell({ op: 'fair', fair: unbegun([vows()[0]!, 'ee']) })
  expect(socket.sent.some((s) => s.op === 'salt')).toBe(true)
  // The other one has lost his: all draw again.
  socket.tell({ op: 'fair', fair: unbegun([null, 'ff']) })
  expect(vows().length).toBe(2)
  expect(vows()[1]).not.toBe(vows()[0])
  // This seat has vowed elsewhere: nothing is said until somebody wants it.
  room.drawAgain()
  socket.tell({ op: 'fair', fair: unbegun(['dd', 'ff']) })
  expect([vows().length, room.lost]).toEqual([2, true])
  room.drawAgain()
  expect(vows().length).toBe(3)
  socket.tell({ op: 'fair', fair: unbegun([vows()[2]!, null]) })
  expect([vows().length, room.lost]).toEqual([3, false])
})

test('where nothing can be kept a fair match begins all the same', async () => {
  localStorage.clear()
  const kept = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('nothing can be kept')
  })
  const { socket } = await enter('')
  const two = { ...people(), seats: [{ seat: 0, bot: null }] }
  const welcome = { op: 'welcome', game: 'g', seat: 0, own: false, marks: [], chat: [], people: two, agreed: null, news: news('') }
  socket.tell({ ...welcome, fair: unbegun([null]) })
  const { hash } = socket.sent.find((s) => s.op === 'vow') as unknown as { hash: string }
  socket.tell({ op: 'fair', fair: unbegun([hash]) })
  const { salt } = socket.sent.find((s) => s.op === 'salt') as unknown as { salt: string }
  expect(vowOf('m', 0, salt)).toBe(hash)
  kept.mockRestore()
})
