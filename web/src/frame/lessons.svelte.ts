/** Beginning a lesson, or taking it up again where it was left. */
import { drop } from '../lib/keys'
import { begin, keepProgress, progressOf, underWay, type Progress } from '../lib/lessons'
import { router } from '../lib/router.svelte'
import type { GameInfo } from '../wire/GameInfo'
import type { LessonCard } from '../wire/LessonCard'
import { failure, settle } from './help'

/** A lesson and its game. */
export interface Offer {
  game: GameInfo
  card: LessonCard
}

/** The lesson that is offered in gold: one that was left in the middle, or the first one until it is done. */
export function offered(shelf: GameInfo[]): Offer | null {
  const all = shelf.flatMap((game) => game.lessons.map((card) => ({ game, card })))
  const of = (game: string, lesson: string) => all.find((offer) => offer.game.game === game && offer.card.id === lesson)
  const left = underWay()
    .map((p) => of(p.game, p.lesson))
    .find((offer) => offer !== undefined)
  const first = all.find(({ card }) => card.first)
  return left ?? (first && !progressOf(first.game.game, first.card.id)?.done ? first : null)
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** How long a lesson takes, in words. */
export const lasting = ({ minutes }: LessonCard) => `${numbers[minutes] ?? minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

export class Lessons {
  busy = $state(false)
  wrong = $state('')

  /** How far somebody has come; none if it was not begun, or is to be begun anew. */
  left(game: string, card: LessonCard): Progress | null {
    const progress = progressOf(game, card.id)
    return progress && !progress.done && progress.step > 0 ? progress : null
  }

  done(game: string, card: LessonCard): boolean {
    return progressOf(game, card.id)?.done ?? false
  }

  async start(game: string, card: LessonCard) {
    if (this.busy) return
    this.wrong = ''
    const progress = this.left(game, card)
    if (progress) {
      keepProgress({ ...progress, away: false })
      router.go({ page: 'match', match: progress.match, key: progress.key, events: null })
      return
    }
    this.busy = true
    const before = progressOf(game, card.id)
    try {
      const { lesson, made } = await begin(game, card.id)
      if (before) drop(before.match)
      router.go(settle(made, lesson.title, lesson.seats.indexOf('me'), () => true))
    } catch (error) {
      this.wrong = failure(error).message
    } finally {
      this.busy = false
    }
  }
}
