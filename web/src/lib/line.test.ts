import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Tell } from '../wire/Tell'
import { Line, type LineState } from './line'

class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((m: { data: string }) => void) | null = null
  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {
    this.readyState = 3
    this.onclose?.()
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  tell(tell: object) {
    this.onmessage?.({ data: JSON.stringify(tell) })
  }
}

let known = 0
let heard: Tell[] = []
let states: LineState[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  known = 0
  heard = []
  states = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function connect(): Line {
  return new Line(
    'm',
    'k',
    () => ({ events: known, voids: 0 }),
    (t) => heard.push(t),
    (s) => states.push(s),
  )
}

const welcome = { op: 'welcome', news: { view: { turn: 1, pieces: [{ x: 1 }, { x: 2 }] } } }

/** A line that the server has greeted, and its socket. */
function welcomed(): { line: Line; first: FakeSocket } {
  const line = connect()
  const first = FakeSocket.all[0]!
  first.open()
  first.tell(welcome)
  return { line, first }
}

test('says who it is and what it has, and comes back with what it has by then', () => {
  connect()
  const first = FakeSocket.all[0]!
  first.open()
  expect(first.sent).toEqual([{ op: 'hello', key: 'k', changes: true, events: 0, voids: 0 }])
  first.tell(welcome)
  known = 12
  first.close()
  expect(states.at(-1)).toBe('lost')
  vi.advanceTimersByTime(200)
  const second = FakeSocket.all[1]!
  second.open()
  expect(second.sent[0]).toEqual({ op: 'hello', key: 'k', changes: true, events: 12, voids: 0 })
})

test('an order that was not answered is sent again with the same id, an answered one is not', () => {
  const { line, first } = welcomed()
  line.send({ op: 'order', id: 'a', order: 1 })
  line.send({ op: 'order', id: 'b', order: 2 })
  first.tell({ op: 'ack', id: 'a' })
  first.close()
  vi.advanceTimersByTime(200)
  const second = FakeSocket.all[1]!
  second.open()
  // Nothing before the server has said welcome.
  expect(second.sent).toHaveLength(1)
  second.tell(welcome)
  expect(second.sent.slice(1)).toEqual([{ op: 'order', id: 'b', order: 2 }])
})

test('a question of any kind that was answered is not asked again', () => {
  const { line, first } = welcomed()
  line.send({ op: 'check', id: 'a', order: 1 })
  line.send({ op: 'nearest', id: 'b', order: 1 })
  line.send({ op: 'preview', id: 'c', order: 1 })
  line.send({ op: 'legal', id: 'd', ask: { within: null } })
  first.tell({ op: 'fine', id: 'a' })
  first.tell({ op: 'nearest', id: 'b', order: 1, rule: null, why: null })
  first.tell({ op: 'preview', id: 'c', preview: null })
  first.tell({ op: 'legal', id: 'd', total: 0, values: [], rows: [] })
  first.close()
  vi.advanceTimersByTime(200)
  const second = FakeSocket.all[1]!
  second.open()
  second.tell(welcome)
  expect(second.sent.map((say) => (say as { op: string }).op)).toEqual(['hello'])
})

test('waits longer with every try, and gives up only when it is told to', () => {
  const line = connect()
  for (let i = 0; i < 8; i++) {
    FakeSocket.all.at(-1)!.close()
    vi.advanceTimersByTime(5000)
  }
  expect(FakeSocket.all).toHaveLength(9)
  line.close()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(9)
})

test.each(['forbidden', 'not_found', 'stale'])('a key that opens nothing is not tried again: %s', (code) => {
  connect()
  const socket = FakeSocket.all[0]!
  socket.open()
  socket.tell({ op: 'error', error: { code, message: 'no', rule: null, place: null } })
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(states.at(-1)).toBe('refused')
})

test('a wish that is refused later costs neither the line nor the seat', () => {
  connect()
  const socket = FakeSocket.all[0]!
  socket.open()
  socket.tell(welcome)
  for (const code of ['forbidden', 'not_found']) socket.tell({ op: 'error', error: { code, message: 'no', rule: null, place: null } })
  expect(states.at(-1)).toBe('open')
  expect(heard.slice(-2).map((t) => t.op)).toEqual(['error', 'error'])
  // Who comes back and finds no seat any more is told so.
  socket.close()
  vi.advanceTimersByTime(200)
  const again = FakeSocket.all[1]!
  again.open()
  again.tell({ op: 'error', error: { code: 'not_found', message: 'no', rule: null, place: null } })
  expect(states.at(-1)).toBe('refused')
})

test('a view is whole again where only what changed in it was told, also after the line was lost', () => {
  const view = () => (heard.at(-1) as { news: { view: unknown } }).news.view
  connect()
  const first = FakeSocket.all[0]!
  first.open()
  first.tell(welcome)
  first.tell({ op: 'news', news: { changes: [[['pieces', 1, 'x'], 7]] } })
  first.tell({ op: 'news', news: { changes: [[['turn'], 2]] } })
  expect(view()).toEqual({ turn: 2, pieces: [{ x: 1 }, { x: 7 }] })
  first.tell({ op: 'news', news: { view: { turn: 9 } } })
  first.tell({ op: 'news', news: { changes: [] } })
  expect(view()).toEqual({ turn: 9 })
  first.close()
  vi.advanceTimersByTime(200)
  const second = FakeSocket.all[1]!
  second.open()
  second.tell(welcome)
  second.tell({ op: 'news', news: { changes: [[['turn'], 3]] } })
  expect(view()).toEqual({ turn: 3, pieces: [{ x: 1 }, { x: 2 }] })
})
