/**
 * The table of a page without a server. It asks the rules, keeps what is to be kept, and only then tells: one question after the
 * other, and bots between them.
 */
import type { FailureBody } from '../wire/FailureBody'
import type { NewMatch } from '../wire/NewMatch'
import type { Summary } from '../wire/Summary'
import { briefOf, find, keep } from './kept'
import { chance, Rules, type Answer } from './rules'
import { failed, isFailure, notFound, type FromWorker, type ToWorker } from './words'

/** What the site says of its games: `site.json`. */
interface Site {
  games: Record<string, { rules: string; content: string | null }>
}

let base = ''
let site: Promise<Site> | null = null
const rules = new Map<string, Promise<Rules>>()
/** The game of each match in memory. */
const inMemory = new Map<string, string>()
/** The match of each line that was let in, or wants to be. */
const lines = new Map<number, string>()
/** Matches at which somebody has something to do. */
const busy = new Set<string>()
/** Other windows of this site. */
const windows = new BroadcastChannel('heatray.matches')

const tell = (what: FromWorker) => postMessage(what)

async function fetched(path: string): Promise<Response> {
  const found = await fetch(new URL(path, base)).catch(() => null)
  if (!found?.ok) throw failed('away', 'The rules of this game are not here yet, and can not be fetched.')
  return found
}

/** The rules of a game, which are fetched when somebody plays it. */
function rulesOf(game: string): Promise<Rules> {
  let found = rules.get(game)
  if (!found) {
    found = fetchRules(game)
    found.catch(() => rules.delete(game))
    rules.set(game, found)
  }
  return found
}

async function fetchRules(game: string): Promise<Rules> {
  site ??= fetched('site.json').then((found) => found.json() as Promise<Site>)
  site.catch(() => (site = null))
  const entry = (await site).games[game]
  if (!entry) throw failed('bad_request', `This site has no game ${JSON.stringify(game)}.`)
  const made = await Rules.of(new Uint8Array(await (await fetched(entry.rules)).arrayBuffer()))
  if (entry.content) {
    const files: unknown = await (await fetched(entry.content)).json()
    const answer = made.ask({ content: { files } })
    if (answer.error) throw { error: answer.error }
  }
  return made
}

/** Forgets a match: it lies in the database, and whoever listens comes again. */
async function drop(match: string) {
  const game = inMemory.get(match)
  inMemory.delete(match)
  busy.delete(match)
  for (const [line, of] of lines) {
    if (of !== match) continue
    lines.delete(line)
    tell({ to: 'lost', line })
  }
  const known = game === undefined ? undefined : await rules.get(game)?.catch(() => undefined)
  try {
    known?.ask({ drop: { match } })
  } catch {
    rules.delete(game ?? '')
  }
}

/** Asks the rules of a game, keeps what is to be kept, and tells what is to be told. */
async function ask(game: string, match: string | null, question: object | string): Promise<unknown> {
  let answer: Answer
  try {
    answer = (await rulesOf(game)).ask(question)
  } catch (error) {
    if (isFailure(error)) throw error
    // The rules broke; nothing of this question was kept.
    rules.delete(game)
    for (const [other, of] of [...inMemory]) if (of === game) await drop(other)
    throw failed('internal', 'A fault in the rules. The match goes on from where it was before.')
  }
  if (answer.error) throw { error: answer.error }
  try {
    await keep(answer)
  } catch {
    const made = answer.rows?.map(([id]) => id) ?? []
    for (const lost of new Set([...(match ? [match] : []), ...made])) await drop(lost)
    const why = 'This browser could not keep it, or another window of it has gone on with this match.'
    throw failed('busy', `${why} Nothing was changed here.`)
  }
  for (const [id] of answer.rows ?? []) inMemory.set(id, game)
  for (const [line, what] of answer.tells ?? []) tell({ to: 'line', line, tell: what })
  for (const id of new Set(answer.steps?.map((step) => step.match))) windows.postMessage(id)
  if (match) {
    if (answer.busy) busy.add(match)
    else busy.delete(match)
  }
  return answer.value
}

/** Brings a match into memory, if it is not there; its game. */
async function open(match: string): Promise<string> {
  const known = inMemory.get(match)
  if (known !== undefined) return known
  const kept = await find(match)
  if (!kept) throw notFound('This match is not in this browser: matches stay where they were begun.')
  const { game } = JSON.parse(kept.row) as { game: string }
  try {
    await ask(game, null, { open: kept })
  } catch (error) {
    // Rules that fall over what was fine by others: see crates/offline/src/old.rs.
    if (isFailure(error) && error.error.code === 'internal') throw failed('stale', FALLEN)
    throw error
  }
  inMemory.set(match, game)
  return game
}

const FALLEN =
  'The rules of this site can not play this match again. It is still in this browser, and nothing of it is changed. Save it as a file: a program, a server or a site with the rules of that day plays it on.'

/** The log of a match; of one that today's rules do not lead to by what was stored alone. */
async function logOf(match: string, key: string): Promise<unknown> {
  try {
    return await ask(await open(match), match, { ask: { match, key, ask: 'log' } })
  } catch (error) {
    const kept = isFailure(error) && error.error.code === 'stale' ? await find(match) : null
    if (!kept) throw error
    const row = JSON.parse(kept.row) as { game: string; watch: string; chairs: { key: string | null }[] }
    if (key !== row.watch && !row.chairs.some((chair) => chair.key === key))
      throw failed('forbidden', 'This key opens no seat of this match.')
    return ask(row.game, null, { save: kept })
  }
}

/** The game that a new match is of. */
async function gameOf(wish: Partial<NewMatch>): Promise<string> {
  if (wish.fork) return open(wish.fork.of)
  if (wish.game) return wish.game
  if (wish.log != null) {
    const header = wish.log.split('\n', 1)[0] ?? ''
    try {
      const named = (JSON.parse(header) as { game?: unknown }).game
      if (typeof named === 'string') return named
    } catch {
      // Whatever it is, it is no log.
    }
    throw failed('bad_request', 'log: expected the log of a match, which begins with a line that names the game')
  }
  const position = wish.position as { game?: unknown } | null | undefined
  if (typeof position?.game === 'string') return position.game
  throw failed('bad_request', 'expected the name of a game')
}

async function summary(match: string, key: string): Promise<Summary> {
  const brief = await briefOf(match)
  if (!brief) throw notFound('This match is not in this browser: matches stay where they were begun.')
  const seat = brief.keys.indexOf(key)
  if (seat < 0) return brief.summary
  return { ...brief.summary, seat, my_turn: brief.waiting.includes(seat) }
}

async function route(method: string, path: string, key: string, body: string | null): Promise<unknown> {
  const url = new URL(path, 'http://page')
  const [match, what, ...more] = url.pathname.replace(/^\/api\/matches\/?/, '').split('/')
  if (!match && method === 'POST') {
    const wish = JSON.parse(body ?? '{}') as Partial<NewMatch>
    const game = await gameOf(wish)
    return ask(game, null, { make: { wish: { ...wish, game }, now: Date.now(), chance: chance() } })
  }
  if (!match || method !== 'GET' || more.length > 0) throw failed('refused', 'That needs a server; this page has none.')
  if (what === undefined) return summary(match, key)
  if (what === 'log') return logOf(match, key)
  const of = (ask: object | string) => ({ ask: { match, key, ask } })
  const game = await open(match)
  switch (what) {
    case 'moment':
      return ask(game, match, of({ moment: { events: Number(url.searchParams.get('events')), all: url.searchParams.get('all') === '1' } }))
    case 'history':
    case 'review':
      return ask(game, match, of(what))
    default:
      throw failed('refused', 'That needs a server; this page has none.')
  }
}

/** What went wrong, in words. */
function wordsOf(error: unknown): FailureBody {
  return isFailure(error) ? error.error : failed('internal', String(error)).error
}

async function hear(line: number, match: string, text: string) {
  const known = lines.has(line)
  try {
    const say: unknown = JSON.parse(text)
    // It was lost meanwhile: whoever speaks on it comes again.
    if (!known && (say as { op?: string }).op !== 'hello') return
    const game = await open(match)
    lines.set(line, match)
    await ask(game, match, { hear: { match, line, say, now: Date.now(), chance: chance() } })
  } catch (error) {
    const why = wordsOf(error)
    // Who was never let in does not wait for ever: the match can not be opened here.
    const code = known || ['away', 'busy', 'stale'].includes(why.code) ? why.code : 'not_found'
    tell({ to: 'line', line, tell: { op: 'error', error: { ...why, code } } })
    if (!known) tell({ to: 'lost', line })
  }
}

async function leave(line: number, match: string) {
  const game = inMemory.get(match)
  if (lines.delete(line) && game !== undefined) await ask(game, match, { leave: { match, line } })
}

/** Lets one of those who have something to do do a piece of it. */
async function work() {
  const match = busy.values().next().value
  if (match === undefined) return
  // The others have their turn, too.
  busy.delete(match)
  const game = inMemory.get(match)
  if (game !== undefined) await ask(game, match, { work: { match, now: Date.now() } })
}

let queue: Promise<void> = Promise.resolve()

/** One thing after the other; whoever spoke meanwhile comes before a bot's next thought. */
function next(job: () => Promise<void>) {
  queue = queue.then(job).catch(() => undefined)
  void queue.then(later)
}

let called = false
function later() {
  if (called || busy.size === 0) return
  called = true
  setTimeout(() => {
    called = false
    next(work)
  })
}

windows.onmessage = ({ data }: MessageEvent<string>) => {
  if (inMemory.has(data)) next(() => drop(data))
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.to) {
    case 'begin':
      base = data.base
      return
    case 'say':
      return next(() => hear(data.line, data.match, data.say))
    case 'leave':
      return next(() => leave(data.line, data.match))
    case 'ask':
      return next(async () => {
        try {
          tell({ to: 'answer', n: data.n, value: await route(data.method, data.path, data.key ?? '', data.body) })
        } catch (error) {
          tell({ to: 'answer', n: data.n, error: wordsOf(error) })
        }
      })
  }
}
