/** The matches that this browser has keys for, and how they stand. */
import { api } from '../lib/api'
import { drop, held, hold, type Held } from '../lib/keys'
import type { FailureBody } from '../wire/FailureBody'
import type { GameInfo } from '../wire/GameInfo'
import type { Summary } from '../wire/Summary'
import { playerOf } from './chairs'
import { ending, failure } from './help'

export interface Row {
  held: Held
  summary: Summary | null
  wrong: FailureBody | null
  removed: boolean
}
/** It waits for me, or for somebody else on this screen. */
export function isMine(row: Row): boolean {
  const s = row.summary
  if (!s || s.over) return false
  return s.my_turn || row.held.others.some((o) => s.people.seats.some((p) => p.seat === o.seat && !p.ready))
}

export function stand(row: Row): string {
  const s = row.summary
  if (!s) return row.wrong ? row.wrong.message : 'Looking…'
  if (s.over) return ending(s.over)
  if (isMine(row)) return 'Your turn'
  const teams = new Set(s.people.seats.filter((p) => !p.ready).map((p) => p.name || p.team))
  return teams.size > 0 ? `Waiting for ${[...teams].join(' and ')}` : 'Running'
}

export function against(row: Row, games: readonly GameInfo[]): string {
  const s = row.summary
  if (!s) return ''
  const own = new Set([row.held.seat, ...row.held.others.map((o) => o.seat)])
  const all = s.people.seats
  const bots = games.find((g) => g.game === s.game)?.bots ?? []
  const names = all.filter((p) => !own.has(p.seat)).map((p) => playerOf(p, all, bots) || p.team)
  if (row.held.seat === null) return names.join(' against ')
  if (names.length > 0) return `against ${names.join(', ')}`
  return all.length === 1 ? 'alone' : 'on this screen'
}

export const changed = (row: Row) => row.summary?.changed ?? row.held.at

export class Matches {
  rows = $state<Row[]>(held().map((h) => ({ held: h, summary: null, wrong: null, removed: false })))
  readonly running = $derived(
    this.rows.filter((r) => !r.summary?.over).sort((a, b) => Number(isMine(b)) - Number(isMine(a)) || changed(b) - changed(a)),
  )
  readonly finished = $derived(this.rows.filter((r) => r.summary?.over).sort((a, b) => changed(b) - changed(a)))
  /** How many wait for me. */
  readonly turns = $derived(this.rows.filter((r) => !r.removed && isMine(r)).length)

  async look(row: Row) {
    try {
      row.summary = await api.summary(row.held.match, row.held.key)
      row.wrong = null
    } catch (error) {
      row.wrong = failure(error)
    }
  }

  private lookAll() {
    for (const row of this.rows) if (!row.removed && !row.summary?.over) void this.look(row)
  }

  /** Looks now, again and again, and when somebody comes back to the page, until the answer is called. */
  watch(): () => void {
    const seen = () => {
      if (document.visibilityState === 'visible') this.lookAll()
    }
    this.lookAll()
    document.addEventListener('visibilitychange', seen)
    const timer = setInterval(seen, 30_000)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      clearInterval(timer)
    }
  }

  remove(row: Row) {
    drop(row.held.match)
    row.removed = true
  }

  putBack(row: Row) {
    hold($state.snapshot(row.held))
    row.removed = false
  }
}
