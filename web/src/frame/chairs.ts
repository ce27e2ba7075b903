/** Who sits where at a table that is being set. */
import { offline } from '../lib/home'
import type { BotInfo } from '../wire/BotInfo'
import type { GameInfo } from '../wire/GameInfo'
import type { Person } from '../wire/Person'
import type { ScenarioCard } from '../wire/ScenarioCard'
import type { SeatCard } from '../wire/SeatCard'
import type { Sitting } from '../wire/Sitting'
import { words } from './help'

export type Who = 'me' | 'link' | 'here' | 'bot'

export interface Chair {
  seat: number
  who: Who
  bot: string
}

/** The bots that can take this seat: some play one team only. */
export function botsFor(game: GameInfo, seat: SeatCard | undefined): BotInfo[] {
  return game.bots.filter((b) => b.team === null || b.team === seat?.team)
}

/** The bots that play any side of a game, the weakest first. */
export const rivals = (game: GameInfo): BotInfo[] => game.bots.filter((b) => b.team === null)

/** Who is against me if I say nothing: whom I chose last, or else the one for first games. */
export function rivalOf(game: GameInfo, chosen: string | null): BotInfo | undefined {
  const all = rivals(game)
  return all.find((b) => b.id === chosen) ?? all.find((b) => b.gentle) ?? all.filter((b) => !b.slow).at(-1) ?? all.at(-1)
}

/** The strongest of those who are weaker than this one. Nobody measured who is weaker than a bot that takes its time. */
export function easierThan(game: GameInfo | undefined, bot: string): BotInfo | undefined {
  const all = (game ? rivals(game) : []).filter((b) => !b.slow)
  return all[all.findIndex((b) => b.id === bot) - 1]
}

/** The side, and which of its seats where it has several. */
export function called(card: ScenarioCard, seat: SeatCard): string {
  const alone = card.seats.filter((s) => s.team === seat.team).length === 1
  return alone || seat.name === seat.team ? seat.team : `${seat.team}: ${seat.name}`
}

/** The seat of whoever wants this side, or does not say: that of the side to which the briefing speaks. */
export function newcomer(card: ScenarioCard, wanted: string | null = null): SeatCard | undefined {
  const of = (team: string | null) => card.seats.find((s) => s.team === team)
  return of(wanted) ?? of(card.side) ?? card.seats[0]
}

/** The bot at a table that somebody sets by hand: strong, and it answers at once. Those above it take their time. */
const USUAL = 'greedy'

/** Who plays a seat, for others: his name, or that of the bot by the list of its game's bots. Of several seats of a side each is named. */
export function playerOf(person: Person, all: readonly Person[], bots: readonly BotInfo[]): string {
  const own = person.name === person.team ? '' : person.name
  if (!person.bot) return own
  const bot = bots.find((b) => b.id === person.bot)?.name ?? words(person.bot)
  const isOneOfMany = all.filter((p) => p.team === person.team).length > 1
  return isOneOfMany && own ? `${own}, ${bot}` : bot
}

/** I sit where a newcomer does, against the usual bot; where one has rules of its own for them, against those. */
export function chairsFor(game: GameInfo, card: ScenarioCard): Chair[] {
  const mine = newcomer(card)
  return card.seats.map((s) => {
    const fitting = botsFor(game, s)
    const any = fitting.filter((b) => b.team === null)
    const usual = (any.find((b) => b.id === USUAL) ?? any.at(-1))?.id ?? ''
    const own = fitting.find((b) => b.team !== null)?.id
    const bot = card.solo && own ? own : usual
    return { seat: s.seat, who: s === mine ? 'me' : bot ? 'bot' : offline ? 'here' : 'link', bot }
  })
}

export function sittings(chairs: Chair[], name: string): Sitting[] {
  return chairs.map((c) => {
    if (c.who === 'bot') return { kind: 'bot', bot: c.bot }
    if (c.who === 'link') return { kind: 'guest' }
    if (c.who === 'me' && name) return { kind: 'human', name }
    return { kind: 'open' }
  })
}
