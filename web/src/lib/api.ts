import type { BookCard } from '../wire/BookCard'
import type { ClaimWish } from '../wire/ClaimWish'
import type { Claimed } from '../wire/Claimed'
import type { Failure } from '../wire/Failure'
import type { FailureBody } from '../wire/FailureBody'
import type { GameBook } from '../wire/GameBook'
import type { GameInfo } from '../wire/GameInfo'
import type { History } from '../wire/History'
import type { Invitation } from '../wire/Invitation'
import type { Lesson } from '../wire/Lesson'
import type { Made } from '../wire/Made'
import type { Moment } from '../wire/Moment'
import type { NewMatch } from '../wire/NewMatch'
import type { Offer } from '../wire/Offer'
import type { Reviewed } from '../wire/Reviewed'
import type { RuleEntry } from '../wire/RuleEntry'
import type { ServerInfo } from '../wire/ServerInfo'
import type { Summary } from '../wire/Summary'
import { answer } from '../offline/client'
import { isFailure } from '../offline/words'
import { offline } from './home'

/** What the server answered instead of what was asked for. */
export class Failed extends Error {
  readonly body: FailureBody
  constructor(body: FailureBody) {
    super(body.message)
    this.body = body
  }
}

async function ask<T>(method: string, path: string, key?: string, body?: unknown): Promise<T> {
  if (offline) {
    return answer(method, path, key, body).catch((error: unknown) => {
      if (isFailure(error)) throw new Failed(error.error)
      throw new Failed({ code: 'away', message: 'This part of the site is not here yet.', rule: null, place: null })
    }) as Promise<T>
  }
  const headers: Record<string, string> = {}
  if (key) headers['authorization'] = `Bearer ${key}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  let answered: Response
  try {
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    answered = await fetch(path, { method, headers, ...text })
  } catch {
    throw new Failed({ code: 'away', message: 'The server does not answer.', rule: null, place: null })
  }
  if (!answered.ok) {
    const failure = (await answered.json().catch(() => null)) as Failure | null
    const message = `The server answered ${answered.status}.`
    throw new Failed(failure?.error ?? { code: 'error', message, rule: null, place: null })
  }
  const type = answered.headers.get('content-type') ?? ''
  return (type.includes('json') ? await answered.json() : await answered.text()) as T
}

const once = new Map<string, Promise<unknown>>()

/** Asks for something that does not change while the page is open. */
function keep<T>(path: string): Promise<T> {
  let answer = once.get(path)
  if (!answer) {
    answer = ask<T>('GET', path)
    answer.catch(() => once.delete(path))
    once.set(path, answer)
  }
  return answer as Promise<T>
}

export const api = {
  server: () => ask<ServerInfo>('GET', '/api/server'),
  games: () => keep<GameInfo[]>('/api/games'),
  components: <T>(game: string) => keep<T>(`/api/games/${game}/components`),
  lesson: (game: string, id: string) => keep<Lesson>(`/api/games/${game}/lessons/${id}`),
  books: () => keep<BookCard[]>('/api/books'),
  book: (game: string) => keep<GameBook>(`/api/games/${game}/book`),
  rule: (id: string) => keep<RuleEntry>(`/api/rules/${id}`),
  searchRules: (words: string) => ask<RuleEntry[]>('GET', `/api/rules?search=${encodeURIComponent(words)}`),
  create: (wish: Partial<NewMatch>) => ask<Made>('POST', '/api/matches', undefined, wish),
  offer: (match: string, invitation: string) => ask<Offer>('GET', `/api/matches/${match}/invitation`, invitation),
  claim: (match: string, wish: ClaimWish) => ask<Claimed>('POST', `/api/matches/${match}/claim`, undefined, wish),
  /** Another invitation to a seat that nobody has taken. */
  invite: (match: string, key: string, seat: number) => ask<Invitation>('POST', `/api/matches/${match}/seats/${seat}/invitation`, key, {}),
  summary: (match: string, key: string) => ask<Summary>('GET', `/api/matches/${match}`, key),
  moment: (match: string, key: string, events: number, all: boolean) =>
    ask<Moment>('GET', `/api/matches/${match}/moment?events=${events}${all ? '&all=1' : ''}`, key),
  history: (match: string, key: string) => ask<History>('GET', `/api/matches/${match}/history`, key),
  /** What a match that is over was worth; asked again and again until it is worked out. */
  review: (match: string, key: string) => ask<Reviewed>('GET', `/api/matches/${match}/review`, key),
  log: (match: string, key: string) => ask<unknown>('GET', `/api/matches/${match}/log`, key),
  me: () => ask<{ name: string } | null>('GET', '/api/me'),
  signUp: (name: string, password: string) => ask<unknown>('POST', '/api/accounts', undefined, { name, password }),
  signIn: (name: string, password: string) => ask<unknown>('POST', '/api/sessions', undefined, { name, password }),
  signOut: () => ask<unknown>('DELETE', '/api/sessions'),
  myMatches: () => ask<(Summary & { key: string })[]>('GET', '/api/me/matches'),
  keepMatch: (match: string, key: string) => ask<unknown>('POST', '/api/me/matches', undefined, { match, key }),
}
