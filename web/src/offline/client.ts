/** The page's side of a table without a server: the same questions as to one, answered by files and by a worker. */
import type { Failure } from '../wire/Failure'
import type { RuleEntry } from '../wire/RuleEntry'
import { failed, notFound, type FromWorker, type ToWorker } from './words'

/** What the worker was asked for, and nobody has had yet. */
const waiting = new Map<number, { done: (value: unknown) => void; fail: (failure: Failure) => void }>()
const lines = new Map<number, PageLine>()
let last = 0
let worker: Worker | null = null

/** The worker comes when somebody plays: whoever only looks at the shelf needs none. */
function ask(question: ToWorker) {
  worker ??= begin()
  worker.postMessage(question)
}

function begin(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.to === 'line') return lines.get(data.line)?.hear(data.tell)
    if (data.to === 'lost') return lines.get(data.line)?.lose()
    const asked = waiting.get(data.n)
    waiting.delete(data.n)
    if (data.error) asked?.fail({ error: data.error })
    else asked?.done(data.value)
  }
  // It could not be fetched, or it broke: whoever waits hears of it, and lines come again by themselves.
  worker.onerror = () => {
    reset()
    for (const asked of waiting.values()) asked.fail(failed('internal', 'The table of this page has broken down. Try again.'))
    waiting.clear()
    for (const line of [...lines.values()]) line.lose()
  }
  worker.postMessage({ to: 'begin', base: document.baseURI } satisfies ToWorker)
  // Somebody plays: the browser is asked not to clear away his matches when it needs room.
  void navigator.storage?.persist?.().catch(() => undefined)
  return worker
}

function reset() {
  worker?.terminate()
  worker = null
}

const files = new Map<string, Promise<unknown>>()

/** A file of the site. */
function file<T>(path: string): Promise<T> {
  let answer = files.get(path)
  if (!answer) {
    answer = fetch(new URL(path, document.baseURI)).then(async (found): Promise<unknown> => {
      if (found.ok) return found.json()
      throw notFound('This is not part of the site.')
    })
    answer.catch(() => files.delete(path))
    files.set(path, answer)
  }
  return answer as Promise<T>
}

const rules = () => file<RuleEntry[]>('api/rules.json')

/** Entries that one search gives, as the server does. */
const FOUND = 100

/** Entries in which every word occurs; those with more of the words in their heading first, as `Ledger::search` has them. */
export function search(entries: RuleEntry[], words: string): RuleEntry[] {
  const wanted = [...new Set(words.toLowerCase().split(/\s+/).filter(Boolean))]
  if (wanted.length === 0) return []
  const hits = entries.flatMap((rule) => {
    const heading = `${rule.id}\n${rule.title}`.toLowerCase()
    const body = `${rule.text}\n${rule.ruling ?? ''}\n${rule.source}`.toLowerCase()
    if (!wanted.every((word) => heading.includes(word) || body.includes(word))) return []
    return [{ rule, headed: wanted.filter((word) => heading.includes(word)).length }]
  })
  return hits
    .sort((one, two) => two.headed - one.headed)
    .slice(0, FOUND)
    .map((hit) => hit.rule)
}

/** Answers what a server would be asked for; fails with its kind of failure. */
export async function answer(method: string, path: string, key?: string, body?: unknown): Promise<unknown> {
  const url = new URL(path, 'http://page')
  if (url.pathname.startsWith('/api/matches')) {
    return new Promise((done, fail) => {
      const n = ++last
      waiting.set(n, { done, fail: (failure) => fail(failure as unknown as Error) })
      ask({ to: 'ask', n, method, path, key: key ?? null, body: body === undefined ? null : JSON.stringify(body) })
    })
  }
  if (url.pathname === '/api/server') return { network: false, addresses: [] }
  if (method !== 'GET' || /^\/api\/(me|accounts|sessions)/.test(url.pathname)) {
    throw failed('refused', 'That needs a server; this page has none.')
  }
  if (url.pathname === '/api/rules') return search(await rules(), url.searchParams.get('search') ?? '')
  const rule = /^\/api\/rules\/(.+)$/.exec(url.pathname)?.[1]
  if (rule) {
    const id = decodeURIComponent(rule).toUpperCase()
    const found = (await rules()).find((entry) => entry.id === id)
    if (!found) throw notFound(`There is no rule ${id}.`)
    return found
  }
  return file(`${url.pathname.slice(1)}.json`)
}

/** A line to a match in this page's worker, which looks like a socket to whoever has it. */
export class PageLine {
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((message: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  private readonly line = ++last

  constructor(private readonly match: string) {
    lines.set(this.line, this)
    queueMicrotask(() => {
      if (this.readyState !== 0) return
      this.readyState = 1
      this.onopen?.()
    })
  }

  send(text: string) {
    ask({ to: 'say', line: this.line, match: this.match, say: text })
  }

  hear(tell: unknown) {
    this.onmessage?.({ data: JSON.stringify(tell) })
  }

  /** The worker can not go on with this match as it has it in memory. */
  lose() {
    lines.delete(this.line)
    this.readyState = 3
    this.onclose?.()
  }

  close() {
    ask({ to: 'leave', line: this.line, match: this.match })
    this.lose()
  }
}
