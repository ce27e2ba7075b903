import { afterEach, expect, test, vi } from 'vitest'
import type { RuleEntry } from '../wire/RuleEntry'
import { answer, PageLine, search } from './client'
import { unpacked } from './rules'

const entry = (id: string, title: string, text: string, ruling: string | null = null) =>
  ({ id, title, text, ruling, source: 'page 3' }) as RuleEntry
const entries = [
  entry('A-1', 'Smoke', 'It lies on the table; a heat ray passes.'),
  entry('A-2', 'Heat ray', 'It is fired.'),
  entry('A-3', 'Ray', 'Of light.', 'Heat is another matter.'),
  entry('A-4', 'Gas', 'No fire.'),
]

class FakeWorker {
  static all: FakeWorker[] = []
  said: Record<string, unknown>[] = []
  onmessage: ((message: { data: unknown }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    FakeWorker.all.push(this)
  }
  postMessage(what: Record<string, unknown>) {
    this.said.push(what)
  }
  terminate() {
    this.said.push({ to: 'end' })
  }
  last = () => this.said.at(-1)!
}

afterEach(() => vi.unstubAllGlobals())

test('every word must occur, and headings come first', () => {
  expect(search(entries, 'HEAT  ray').map((rule) => rule.id)).toEqual(['A-2', 'A-3', 'A-1'])
  expect(search(entries, 'heat gas')).toEqual([])
  expect(search(entries, '  ')).toEqual([])
  expect(search(entries, 'page').length).toBe(4)
})

test('what needs a server is refused, and nothing is fetched for it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nobody is there')))
  for (const [method, path] of [
    ['GET', '/api/me'],
    ['POST', '/api/sessions'],
    ['GET', '/api/me/matches'],
  ] as const) {
    await expect(answer(method, path)).rejects.toMatchObject({ error: { code: 'refused' } })
  }
  expect(await answer('GET', '/api/server')).toEqual({ network: false, addresses: [] })
})

test('a match is asked for in the worker; when it breaks whoever waits hears of it, and lines end', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  const summary = answer('GET', '/api/matches/m', 'k')
  const worker = FakeWorker.all[0]!
  expect(worker.said[0]).toMatchObject({ to: 'begin', base: document.baseURI })
  const asked = worker.last() as { n: number }
  expect(asked).toMatchObject({ to: 'ask', method: 'GET', path: '/api/matches/m', key: 'k' })
  worker.onmessage?.({ data: { to: 'answer', n: asked.n, value: { turn: 3 } } })
  expect(await summary).toEqual({ turn: 3 })

  const line = new PageLine('m')
  const heard: unknown[] = []
  let closed = 0
  line.onmessage = ({ data }) => heard.push(JSON.parse(String(data)))
  line.onclose = () => (closed += 1)
  line.onopen = () => line.send('{"op":"hello"}')
  await Promise.resolve()
  expect(line.readyState).toBe(1)
  const said = worker.last() as { line: number }
  expect(said).toMatchObject({ to: 'say', match: 'm', say: '{"op":"hello"}' })
  worker.onmessage?.({ data: { to: 'line', line: said.line, tell: { op: 'bye' } } })
  expect(heard).toEqual([{ op: 'bye' }])

  const moment = answer('GET', '/api/matches/m/moment?events=0', 'k')
  worker.onerror?.()
  await expect(moment).rejects.toMatchObject({ error: { code: 'internal' } })
  expect(closed).toBe(1)
  expect(worker.last()).toEqual({ to: 'end' })
})

test('a module is taken as it comes, packed or not', async () => {
  const plain = new Uint8Array([0x00, 0x61, 0x73, 0x6d])
  expect(await unpacked(plain)).toBe(plain)
})
