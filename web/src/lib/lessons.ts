/** Guided matches: how one is begun, taken up again and set back, and what this browser remembers of it. */
import type { Lesson } from '../wire/Lesson'
import type { Made } from '../wire/Made'
import type { Sitting } from '../wire/Sitting'
import { api } from './api'
import { settings } from './settings.svelte'

/** How far somebody has come in a lesson. */
export interface Progress {
  game: string
  lesson: string
  match: string
  key: string
  /** The step that is open; as many as there are steps when all is done. */
  step: number
  /** How many orders the learner had given when each step began. */
  given: number[]
  /** How many events there were when the last order before each step was given. */
  since: number[]
  done: boolean
  /** The coach was sent away; the match goes on without him. */
  away: boolean
}

const place = 'heatray.lessons'

function all(): Progress[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(list)
      ? (list as Progress[]).filter((p) => p && p.lesson && p.match && Array.isArray(p.given) && Array.isArray(p.since))
      : []
  } catch {
    return []
  }
}

export function keepProgress(progress: Progress) {
  const rest = all().filter((p) => p.game !== progress.game || p.lesson !== progress.lesson)
  try {
    localStorage.setItem(place, JSON.stringify([progress, ...rest]))
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

export function progressOf(game: string, lesson: string): Progress | null {
  return all().find((p) => p.game === game && p.lesson === lesson) ?? null
}

/** Lessons that were begun and left, the latest first. */
export function underWay(): Progress[] {
  return all().filter((p) => !p.done && p.step > 0)
}

/** The lesson that is taught in this match, if any. */
export function progressAt(match: string): Progress | null {
  return all().find((p) => p.match === match) ?? null
}

/** Whether an order is the one that a pattern means: what the pattern leaves out may be anything. */
export function fits(pattern: unknown, order: unknown): boolean {
  if (typeof pattern === 'number' && typeof order === 'number') return Math.abs(pattern - order) < 1e-6
  if (Array.isArray(pattern)) {
    return Array.isArray(order) && pattern.length === order.length && pattern.every((part, i) => fits(part, order[i]))
  }
  if (pattern !== null && typeof pattern === 'object') {
    if (order === null || typeof order !== 'object' || Array.isArray(order)) return false
    const given = order as Record<string, unknown>
    return Object.entries(pattern).every(([name, part]) => name in given && fits(part, given[name]))
  }
  return pattern === order
}

/** Whether a half-made order may still become the one that a pattern means: lists may be shorter, parts may be missing. */
export function leads(pattern: unknown, draft: unknown): boolean {
  if (Array.isArray(pattern))
    return Array.isArray(draft) && draft.length <= pattern.length && draft.every((part, i) => leads(pattern[i], part))
  if (pattern !== null && typeof pattern === 'object') {
    if (draft === null || typeof draft !== 'object' || Array.isArray(draft)) return false
    const given = draft as Record<string, unknown>
    return Object.entries(pattern).every(([name, part]) => !(name in given) || leads(part, given[name])) && sameKind(pattern, given)
  }
  return fits(pattern, draft)
}

/** An order of another kind has none of the pattern's names. */
const sameKind = (pattern: object, draft: object) => Object.keys(draft).length === 0 || Object.keys(pattern).some((name) => name in draft)

/** How many things lie in a half-made order. */
export function laid(draft: unknown): number {
  if (Array.isArray(draft)) return draft.length
  if (draft === null || typeof draft !== 'object') return 0
  return Object.values(draft).reduce<number>((sum, part) => sum + laid(part), 0)
}

/** The order that a step awaits; `undefined` if it awaits none. */
export function awaited(step: Lesson['steps'][number] | undefined): unknown {
  return step && typeof step.until === 'object' && 'order' in step.until ? step.until.order : undefined
}

/** The first step that can be taken on a desk where nothing has been laid yet since the last order before this step. */
export function anchor(lesson: Lesson, step: number): number {
  let first = step
  while (first > 0 && awaited(lesson.steps[first - 1]) === undefined) first -= 1
  while (first < step && lesson.steps[first]?.until === 'next') first += 1
  return first
}

/**
 * The log of a match up to a moment: with so many orders of a seat, and what the others did until its next one. `null` where
 * the dice were changed before that moment: what is to come is not what it was then.
 */
export function cut(log: string, seat: number, orders: number): string | null {
  const [header = '', ...rest] = log.split('\n').filter((line) => line.trim() !== '')
  const lines = [header]
  let own = 0
  for (const line of rest) {
    const entry = JSON.parse(line) as { seat?: number; order?: unknown; dice?: unknown }
    if (entry.dice !== undefined) return null
    if (entry.order === undefined) break
    if (entry.seat === seat && ++own > orders) break
    lines.push(line)
  }
  return `${lines.join('\n')}\n`
}

function sittings(lesson: Lesson): Sitting[] {
  const name = settings.name.trim()
  return lesson.seats.map((seat) => (seat !== 'me' ? { kind: 'bot', bot: seat } : name ? { kind: 'human', name } : { kind: 'open' }))
}

const mySeat = (lesson: Lesson) => lesson.seats.indexOf('me')

/** A table of this lesson: from the beginning, or as a log leaves it. */
async function lay(lesson: Lesson, log: string | null): Promise<{ made: Made; key: string }> {
  const { scenario, variant, options } = lesson
  const from = log === null ? { setup: { scenario, variant, options }, seed: lesson.seed } : { log }
  const made = await api.create({ game: lesson.game, ...from, seats: sittings(lesson), clock: { kind: 'none' }, hot_seat: false })
  return { made, key: made.keys.find((k) => k.seat === mySeat(lesson))?.key ?? made.watch }
}

/** Lays the table of a lesson. */
export async function begin(game: string, id: string): Promise<{ lesson: Lesson; made: Made; progress: Progress }> {
  const lesson = await api.lesson(game, id)
  const { made, key } = await lay(lesson, null)
  const progress = { game, lesson: id, match: made.match, key, step: 0, given: [0], since: [0], done: false, away: false }
  keepProgress(progress)
  return { lesson, made, progress }
}

/** Lays the table once more as it was when a step began; where that can not be had, as it was at the very first. */
export async function setBack(lesson: Lesson, before: Progress, step: number): Promise<{ made: Made; progress: Progress }> {
  const log = await api.log(before.match, before.key)
  const orders = before.given[step] ?? 0
  const kept = typeof log === 'string' ? cut(log, mySeat(lesson), orders) : null
  const { made, key } = await lay(lesson, orders === 0 ? null : kept)
  // What lay on the desk lies there no more.
  const from = orders === 0 || kept !== null ? anchor(lesson, step) : 0
  const progress = {
    ...before,
    match: made.match,
    key,
    step: from,
    given: before.given.slice(0, from + 1),
    since: before.since.slice(0, from + 1),
    done: false,
    away: false,
  }
  keepProgress(progress)
  return { made, progress }
}
