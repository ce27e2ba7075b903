/** Beginning a lesson, or taking it up again where it was left. */
import { drop } from '../lib/keys'
import { begin, keepProgress, progressOf, type Progress } from '../lib/lessons'
import { router } from '../lib/router.svelte'
import type { LessonCard } from '../wire/LessonCard'
import { failure, settle } from './help'

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
