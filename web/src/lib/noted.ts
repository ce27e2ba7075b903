/** What this browser was told of the dice of fair matches while they were played: it believes nobody afterwards. */
import type { Fairness } from '../wire/Fairness'
import type { Say } from '../wire/Say'
import { sha256 } from './sha256'

export interface Noted {
  pledge: string
  /** Whether that was before the match had begun: who hears of a pledge later knows nothing by it. */
  early: boolean
  seat: number | null
  /** What this browser adds, or has added. */
  salt: string | null
  /** Everybody's vows when it showed that: whoever had none has added nothing. Null as long as it has not. */
  vows: (string | null)[] | null
  /** How often it showed a salt: more than once if all had to draw again. */
  shown: number
  /** Links of the chain of seals, each by its number. */
  seals: [number, string][]
}

const place = 'heatray.fair'
/** So many links stay: each of them stands for all before it. */
const SEALS = 64
const MATCHES = 60

/** Where this browser keeps nothing, it knows what it was told until the page is closed. */
const here = new Map<string, Noted>()

function all(): Record<string, Noted> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}')
    return kept && typeof kept === 'object' ? (kept as Record<string, Noted>) : {}
  } catch {
    return {}
  }
}

export function noted(match: string): Noted | null {
  return all()[match] ?? here.get(match) ?? null
}

function keep(match: string, note: Noted) {
  const rest = Object.entries(all())
    .filter(([id]) => id !== match)
    .slice(1 - MATCHES)
  try {
    localStorage.setItem(place, JSON.stringify(Object.fromEntries([...rest, [match, note]])))
  } catch {
    here.set(match, note)
  }
}

/** Writes down what is told first: a pledge that was noted is never written over. */
export function notePledge(match: string, fair: Fairness): Noted {
  const note = noted(match) ?? { pledge: fair.pledge, early: !fair.begun, seat: null, salt: null, vows: null, shown: 0, seals: [] }
  if (fair.links > 0) addSeal(note, fair.links - 1, fair.last)
  keep(match, note)
  return note
}

/** What a seat says of its salt before it shows it: `table::proof::vow`. */
export function vowOf(match: string, seat: number, salt: string): string {
  return sha256(['heatray vow 1', match, seat, salt].join('\n'))
}

/** Vows for this seat. The salt is made once, and once more when it was shown and all have to draw again. */
export function vow(match: string, fair: Fairness, seat: number): Say {
  const note = notePledge(match, fair)
  if (note.salt === null || note.seat !== seat || note.vows !== null) {
    note.seat = seat
    note.salt = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    note.vows = null
    keep(match, note)
  }
  return { op: 'vow', hash: vowOf(match, seat, note.salt) }
}

/** What this seat has to say before the match begins; `people` are the seats without a bot. */
export function contribution(match: string, fair: Fairness, seat: number, people: number[]): Say | 'lost' | null {
  const note = notePledge(match, fair)
  if (fair.begun) return null
  const mine = fair.vows[seat] ?? null
  if (mine === null) return vow(match, fair, seat)
  if (note.salt === null || note.seat !== seat || vowOf(match, seat, note.salt) !== mine) {
    // Another browser has this seat's salt. Once that is shown nothing is missing.
    return fair.salts[seat] == null ? 'lost' : null
  }
  if (fair.salts[seat] != null || people.some((other) => fair.vows[other] == null)) return null
  if (note.vows === null) {
    // From here on nobody can choose his own by what mine is.
    note.vows = fair.vows
    note.shown += 1
    keep(match, note)
  }
  return { op: 'salt', salt: note.salt }
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
