/** The seats that this browser has keys for: what "my matches" lists without an account. */
export interface Held {
  match: string
  key: string
  seat: number | null
  title: string
  /** The other seats of a match that is played on this screen. */
  others: { seat: number; key: string }[]
  watch: string
  at: number
}

const place = 'heatray.matches'

export function held(): Held[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(list) ? (list as Held[]).filter((h) => h && h.match && h.key) : []
  } catch {
    return []
  }
}

export function hold(entry: Held) {
  const rest = held().filter((h) => h.match !== entry.match)
  save([entry, ...rest].slice(0, 60))
}

export function drop(match: string) {
  save(held().filter((h) => h.match !== match))
}

export function find(match: string): Held | null {
  return held().find((h) => h.match === match) ?? null
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A key that nobody but this browser has made: 24 letters of six random bits each. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return Array.from(bytes, (byte) => letters[byte & 63]).join('')
}

function save(list: Held[]) {
  try {
    localStorage.setItem(place, JSON.stringify(list))
  } catch {
    // The link in the address bar still opens the seat.
  }
}
