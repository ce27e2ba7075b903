/** What this browser was told of the dice of fair matches while they were played: it believes nobody afterwards. */
import type { Fairness } from '../wire/Fairness'

export interface Noted {
  pledge: string
  seat: number | null
  /** What this browser added. */
  salt: string | null
  /** Links of the chain of seals, each by its number. */
  seals: [number, string][]
}

const place = 'heatray.fair'
/** So many links stay: each of them stands for all before it. */
const SEALS = 64
const MATCHES = 60

function all(): Record<string, Noted> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}')
    return kept && typeof kept === 'object' ? (kept as Record<string, Noted>) : {}
  } catch {
    return {}
  }
}

export function noted(match: string): Noted | null {
  return all()[match] ?? null
}

function keep(match: string, note: Noted) {
  const rest = Object.entries(all())
    .filter(([id]) => id !== match)
    .slice(1 - MATCHES)
  try {
    localStorage.setItem(place, JSON.stringify(Object.fromEntries([...rest, [match, note]])))
  } catch {
    // Then it can be compared by nobody but who wrote it down.
  }
}

/** Writes down what is told first: a pledge that was noted is never written over. */
export function notePledge(match: string, fair: Fairness): Noted {
  const note = noted(match) ?? { pledge: fair.pledge, seat: null, salt: null, seals: [] }
  if (fair.links > 0) addSeal(note, fair.links - 1, fair.last)
  keep(match, note)
  return note
}

/** What a seat adds to the dice: made once, and said again if the answer was lost. */
export function saltOf(match: string, fair: Fairness, seat: number): string {
  const note = notePledge(match, fair)
  if (note.salt === null || note.seat !== seat) {
    note.seat = seat
    note.salt = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    keep(match, note)
  }
  return note.salt
}

function addSeal(note: Noted, link: number, hash: string) {
  if (!note.seals.some(([n, h]) => n === link && h === hash)) note.seals = [...note.seals, [link, hash] as [number, string]].slice(-SEALS)
}

export function noteSeal(match: string, link: number, hash: string) {
  const note = noted(match)
  if (!note) return
  addSeal(note, link, hash)
  keep(match, note)
}
