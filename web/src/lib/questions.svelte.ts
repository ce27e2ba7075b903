/** Questions to the server about a match, each with its answer. None of them changes anything. */
import { settings } from './settings.svelte'
import { withoutFigures } from './words'
import type { LegalAsk } from '../wire/LegalAsk'
import type { Reason } from '../wire/Reason'
import type { Row } from '../wire/Row'
import type { Say } from '../wire/Say'
import type { Tell } from '../wire/Tell'

export type Answer = { ok: true } | { ok: false; rule: string | null; why: string }

/** A legal order near a wish, if there is one, and why the wish itself is not legal. */
export type Near<T> = { rule: string | null; why: string | null } & ({ ok: true; order: T } | { ok: false })

/** An order that a bot would give, in words, and why. */
export interface Suggestion {
  order: unknown
  words: string
  why: string | null
}

let counter = 0
function newId(): string {
  counter += 1
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${counter}`
}

export abstract class Questions {
  /** Questions whose answers are on their way. */
  protected asking = $state(0)
  private waiting = new Map<string, (tell: Tell) => void>()

  protected abstract send(say: Say): void

  protected ask(say: (id: string) => Say): Promise<Tell> {
    const id = newId()
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.asking += 1
      this.send(say(id))
    })
  }

  /** An answer came; one that nobody waits for is none. */
  protected heard(tell: Tell & { id: string }) {
    const answer = this.waiting.get(tell.id)
    if (!answer) return
    this.waiting.delete(tell.id)
    this.asking -= 1
    answer(tell)
  }

  async check(order: unknown): Promise<Answer> {
    const tell = await this.ask((id) => ({ op: 'check', id, order }))
    return tell.op === 'refused' ? { ok: false, rule: tell.rule, why: tell.why } : { ok: true }
  }

  /** The legal order nearest to this one, and why that one itself is not legal. */
  async nearest<T = unknown>(order: unknown): Promise<Near<T>> {
    const tell = await this.ask((id) => ({ op: 'nearest', id, order }))
    if (tell.op === 'nearest') return { ok: true, order: tell.order as T, rule: tell.rule, why: tell.why }
    const { rule, why } = tell.op === 'refused' ? tell : { rule: null, why: null }
    return { ok: false, rule, why }
  }

  async legal<T = unknown>(ask: LegalAsk): Promise<{ total: number; values: T[] }> {
    const tell = await this.ask((id) => ({ op: 'legal', id, ask }))
    return tell.op === 'legal' ? { total: tell.total, values: tell.values as T[] } : { total: 0, values: [] }
  }

  /** Legal orders, each with its words. */
  async rows<T = unknown>(ask: Partial<LegalAsk> = {}): Promise<({ order: T } & Row)[]> {
    const tell = await this.ask((id) => ({ op: 'legal', id, ask: { within: null, ...ask, words: true } }))
    if (tell.op !== 'legal') return []
    const { values, rows = [] } = tell
    const told = (text: string) => (settings.figures ? text : withoutFigures(text))
    return rows.map(({ label, detail, group }, i) => ({ order: values[i] as T, label: told(label), detail: told(detail), group }))
  }

  /** What a bot would do in my place. */
  async suggest(): Promise<Suggestion | { refused: string }> {
    const tell = await this.ask((id) => ({ op: 'suggest', id }))
    if (tell.op !== 'suggested') return { refused: tell.op === 'refused' ? tell.why : '' }
    const told = (text: string) => (settings.figures ? text : withoutFigures(text))
    return { order: tell.order, words: told(tell.words), why: tell.why && told(tell.why) }
  }

  /** Why the bot of a seat did what it did last. */
  async why(seat: number): Promise<Reason[] | { refused: string }> {
    const tell = await this.ask((id) => ({ op: 'why', id, seat }))
    if (tell.op !== 'reasons') return { refused: tell.op === 'refused' ? tell.why : '' }
    return tell.reasons
  }

  /** What an order would do and cost, if there is something to foresee. */
  async preview<T = unknown>(order: unknown): Promise<T | null> {
    const tell = await this.ask((id) => ({ op: 'preview', id, order }))
    return tell.op === 'preview' ? (tell.preview as T | null) : null
  }
}
