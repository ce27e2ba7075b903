import { Failed } from '../lib/api'
import { hold, type Held } from '../lib/keys'
import { reach } from '../lib/reach.svelte'
import { link, type Place } from '../lib/router.svelte'
import type { FailureBody } from '../wire/FailureBody'
import type { Made } from '../wire/Made'
import type { Over } from '../wire/Over'

/** What went wrong, whatever was thrown. */
export function failure(error: unknown): FailureBody {
  if (error instanceof Failed) return error.body
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'error', message, rule: null, place: null }
}

/** The whole address of a place, to send to somebody. */
export function address(place: Place): string {
  return `${reach.origin}${location.pathname}${link(place)}`
}

/** Puts a text on the clipboard; false where the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'unseen'
    const open = document.querySelector('dialog[open]') ?? document.body
    open.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}

/** Saves a text as a file of the reader's. */
export function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves the log of a match as the server gave it. */
export function saveLog(match: string, title: string, log: unknown) {
  const text = typeof log === 'string' ? log : JSON.stringify(log)
  const words =
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'match'
  download(`heatray-${words}-${match.slice(0, 8)}.${typeof log === 'string' ? 'log' : 'json'}`, text)
}

/** `black_smoke` as words: "Black smoke". */
export function words(id: string): string {
  const text = id
    .replace(/[_-]+/g, ' ')
    .replace(/\bww(\d)/gi, 'WW$1')
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A word of a model's name: `snipe` is "Snipe", a type number such as `dvii` or `m5` is "DVII", "M5". */
function modelWord(word: string): string {
  if (/^([a-z]{0,2}[ivx]+a?|[a-z]+\d+)$/.test(word) && !word.startsWith('mk')) return word.toUpperCase()
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A list of model names with counts: `a,a,b+x` as "2 × A, B", and bodies of several kinds, `a:2+b:1`, as "2 × A, B". */
export function force(list: string): string {
  const counts = new Map<string, number>()
  for (const item of list.split(',')) {
    const parts = item.includes(':') ? item.split('+') : [item.split('+')[0] ?? '']
    for (const part of parts) {
      const [id = '', n = '1'] = part.split(':')
      const name = id
        .split(/[\s_-]+/)
        .map(modelWord)
        .join(' ')
        .trim()
      if (name) counts.set(name, (counts.get(name) ?? 0) + (Number(n) || 1))
    }
  }
  return [...counts].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(', ')
}

/** How long ago, from seconds since 1970. */
export function ago(at: number): string {
  const seconds = Math.max(0, Date.now() / 1000 - (at > 1e11 ? at / 1000 : at))
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  const days = Math.floor(seconds / 86_400)
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** Time on a clock: "4:05", "2 h 10 min", "3 days". */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const hours = Math.floor(seconds / 3600)
  if (hours < 48) return `${hours} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(hours / 24)} days`
}

/** Somebody did not let a fair match begin. */
export function calledOff(over: Over): boolean {
  return over.winner === null && over.how.startsWith('it was called off')
}

/** How a match ended, in a few words. */
export function ending(over: Over): string {
  if (calledOff(over)) return 'Called off'
  if (over.winner === null) return 'A draw'
  return `${over.winner} won${over.grade ? `, ${over.grade}` : ''}`
}

/**
 * Keeps the keys of a match that was just made, and says where to go: the seat `mine`, or the first one that is
 * on this screen, or the spectators' place.
 */
export function settle(made: Made, title: string, mine: number | null, here: (seat: number) => boolean): Place {
  const own = made.keys.find((k) => k.seat === mine) ?? made.keys.find((k) => here(k.seat))
  const others = made.keys.filter((k) => k !== own && here(k.seat))
  const entry: Held = {
    match: made.match,
    key: own?.key ?? made.watch,
    seat: own?.seat ?? null,
    title,
    others,
    watch: made.watch,
    at: Math.floor(Date.now() / 1000),
  }
  hold(entry)
  return { page: 'match', match: made.match, key: entry.key, events: null }
}

/** A seat that waits for somebody with a link. */
export interface Invite {
  seat: number
  name: string
  token: string
}

/** The link to send to whoever is to sit there. */
export const inviteLink = (match: string, token: string) => address({ page: 'invitation', match, token })

const invited = 'heatray.invites'

function allInvites(): Record<string, Invite[]> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(invited) ?? '{}')
    return kept && typeof kept === 'object' ? (kept as Record<string, Invite[]>) : {}
  } catch {
    return {}
  }
}

/** The links that the maker of a match can still send. */
export function invitesOf(match: string): Invite[] {
  const list = allInvites()[match]
  return Array.isArray(list) ? list.filter((invite) => invite.token) : []
}

/** Keeps the invitation that was made in place of another one. */
export function renewInvite(match: string, invite: Invite) {
  keepInvites(match, [...invitesOf(match).filter((i) => i.seat !== invite.seat), invite])
}

export function keepInvites(match: string, list: Invite[]) {
  const rest = Object.entries(allInvites())
    .filter(([id]) => id !== match)
    .slice(-40)
  try {
    localStorage.setItem(invited, JSON.stringify(Object.fromEntries([...rest, [match, list]])))
  } catch {
    // The page still shows them.
  }
}
