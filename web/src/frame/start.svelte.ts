/** A scenario that somebody may play with one press: who sits where, and what the press is called. */
import { forcesOf } from '../games/pictures'
import { api } from '../lib/api'
import { router } from '../lib/router.svelte'
import { settings } from '../lib/settings.svelte'
import type { FailureBody } from '../wire/FailureBody'
import type { GameInfo } from '../wire/GameInfo'
import type { ScenarioCard } from '../wire/ScenarioCard'
import { newcomer, rivalOf } from './chairs'
import { failure, force, settle } from './help'

export class Start {
  /** The side that somebody wants to play; the one that the briefing speaks to until then. */
  wanted = $state<string | null>(null)
  busy = $state(false)
  wrong = $state<FailureBody | null>(null)

  constructor(
    readonly game: GameInfo,
    readonly card: ScenarioCard,
    /** What is set up otherwise than usual. */
    readonly options: Record<string, string> = {},
    /** A first game: whom somebody chose elsewhere does not count. */
    readonly gentle = false,
  ) {}

  readonly me = $derived.by(() => newcomer(this.card, this.wanted))

  /** Who sits in the other seats: a bot, or in a scenario for one player the game's own procedure. */
  get bot() {
    return this.card.solo ? this.game.bots.find((b) => b.team !== null) : rivalOf(this.game, this.gentle ? null : settings.rival)
  }

  /** One seat needs nobody else. */
  get alone(): boolean {
    return this.card.seats.length === 1
  }

  get press(): string {
    return this.alone || this.card.solo ? 'Play alone' : 'Play against a bot'
  }

  get able(): boolean {
    return this.alone || this.bot !== undefined
  }

  /** The sides and what each of them has, as far as it is known. */
  sides(components: unknown): { team: string; what: string }[] {
    const { card, game } = this
    const told = forcesOf(game.game)?.(card.picture, components)
    return [...new Set(card.seats.map((s) => s.team))].map((team) => {
      const option = card.options.find((o) => o.id === team.toLowerCase())
      const named = card.seats.filter((s) => s.team === team && s.name !== team).map((s) => s.name)
      const what =
        told?.find((f) => f.team === team)?.what ?? ((option && force(option.default)) || (named.length > 1 ? named.join(', ') : ''))
      return { team, what }
    })
  }

  play = async () => {
    const { card, game, me, bot } = this
    if (!this.able || this.busy) return
    this.busy = true
    this.wrong = null
    const name = settings.name.trim()
    try {
      // Alone there is one thing to place, and that is part of the game.
      const quick = !card.solo && card.options.some((o) => o.id === 'setup')
      const made = await api.create({
        game: game.game,
        setup: { scenario: card.id, variant: null, options: { ...(quick ? { setup: 'quick' } : {}), ...this.options } },
        seats: card.seats.map((s) => (s !== me ? { kind: 'bot', bot: bot?.id ?? '' } : name ? { kind: 'human', name } : { kind: 'open' })),
        clock: { kind: 'none' },
        hot_seat: false,
      })
      router.go(settle(made, card.title, me?.seat ?? null, () => true))
    } catch (error) {
      this.wrong = failure(error)
    } finally {
      this.busy = false
    }
  }
}
