import type { ChatLine } from '../wire/ChatLine'
import type { EventLine } from '../wire/EventLine'
import type { LegalAsk } from '../wire/LegalAsk'
import type { Made } from '../wire/Made'
import type { News } from '../wire/News'
import type { Over } from '../wire/Over'
import type { People } from '../wire/People'
import type { Prompts } from '../wire/Prompts'
import type { Tell } from '../wire/Tell'
import type { Wish } from '../wire/Wish'
import { api } from './api'
import { Line, type LineState } from './line'

/** Why something is not possible, where a person can read it. */
export interface Why {
  title: string
  why: string
  rule: string | null
}

export type Answer = { ok: true } | { ok: false; rule: string | null; why: string }

/** A legal order near a wish, if there is one, and why the wish itself is not legal. */
export type Near<T> = { rule: string | null; why: string | null } & ({ ok: true; order: T } | { ok: false })

/** A step to be shown: the events that lead to a view. */
export interface Scene {
  events: EventLine[]
  /** The number of the first of them. */
  from: number
  view: unknown
}

let counter = 0
function newId(): string {
  counter += 1
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${counter}`
}

const nobody: People = {
  seats: [],
  watching: 0,
  undo_asked: null,
  draw_offered: null,
  rematch_asked: null,
  clock: { kind: 'none' },
}

/**
 * One seat's (or spectator's) place in a match: what the server told, what is shown, and how to answer.
 *
 * The board shows [`shown`], which lags behind [`live`] while a scene is played, or stands still at a moment of
 * the past.
 */
export class Room {
  readonly match: string
  readonly key: string
  state = $state<LineState>('connecting')
  ready = $state(false)
  game = $state('')
  scenario = $state('')
  title = $state('')
  seat = $state<number | null>(null)
  own = $state(false)
  components = $state.raw<unknown>(null)
  events = $state.raw<EventLine[]>([])
  marks = $state.raw<number[]>([])
  live = $state.raw<unknown>(null)
  shown = $state.raw<unknown>(null)
  prompts = $state.raw<Prompts>({ turn: 0, waiting: [], mine: [] })
  over = $state.raw<Over | null>(null)
  people = $state.raw<People>(nobody)
  chat = $state.raw<ChatLine[]>([])
  unread = $state(0)
  rematch = $state.raw<Made | null>(null)
  why = $state.raw<Why | null>(null)
  notice = $state<string | null>(null)
  /** How many events are shown. */
  cursor = $state(0)
  /** The table's present is shown, as fast as its scenes are played; otherwise a moment of the past. */
  atPresent = $state(true)
  playing = $state(false)
  /** A scene is being played. */
  busy = $state(false)
  /** An order is on its way. */
  sending = $state(false)
  openAll = $state(false)

  private readonly line: Line
  private answers = new Map<string, (tell: Tell) => void>()
  private queue: Scene[] = []
  private stage: ((scene: Scene, before: unknown) => Promise<void>) | null = null
  private moments = new Map<string, Promise<unknown>>()
  private voids = 0

  constructor(match: string, key: string) {
    this.match = match
    this.key = key
    this.line = new Line(
      match,
      key,
      () => ({ events: this.events.length, voids: this.voids }),
      (tell) => this.hear(tell),
      (state) => (this.state = state),
    )
  }

  close() {
    this.line.close()
    this.playing = false
  }

  /** A decision is awaited from me, and I am looking at the present. */
  get myTurn(): boolean {
    return this.prompts.mine.some((p) => p.must)
  }

  /** The board says how a scene is played; without one the view changes at once. */
  setStage(stage: ((scene: Scene, before: unknown) => Promise<void>) | null) {
    this.stage = stage
  }

  private hear(tell: Tell) {
    switch (tell.op) {
      case 'welcome':
        void this.welcome(tell)
        return
      case 'news':
        this.take(tell.news, true)
        return
      case 'people':
        this.people = tell.people
        return
      case 'chat':
        this.chat = [...this.chat, tell.line]
        if (tell.line.seat !== this.seat) this.unread += 1
        return
      case 'rematch':
        this.rematch = tell.made
        return
      case 'bye':
        this.notice = 'The server is starting again; your match goes on in a moment.'
        return
      case 'error':
        this.notice = tell.error.message
        return
      case 'pong':
        return
      default: {
        const answer = this.answers.get(tell.id)
        this.answers.delete(tell.id)
        answer?.(tell)
      }
    }
  }

  private async welcome(tell: Extract<Tell, { op: 'welcome' }>) {
    const first = !this.ready
    this.game = tell.game
    this.scenario = tell.scenario
    this.title = tell.title
    this.seat = tell.seat
    this.own = tell.own
    this.marks = tell.marks
    this.chat = tell.chat
    this.people = tell.people
    this.notice = null
    if (first) {
      try {
        this.components = await api.components(tell.game)
      } catch {
        this.notice = 'The components of this game can not be loaded. Reload the page to try again.'
        return
      }
    }
    this.take(tell.news, !first)
    this.marks = tell.marks
    this.ready = true
  }

  private take(news: News, animate: boolean) {
    const void_ = news.from < this.events.length
    const present = this.atPresent || void_
    const before = this.events.slice(0, news.from)
    this.events = [...before, ...news.events]
    const marks = this.marks.filter((m) => m <= news.from)
    if (news.events.length > 0) marks.push(this.events.length)
    this.marks = marks
    this.voids = news.voids
    this.live = news.view
    this.prompts = news.prompts
    this.over = news.over
    if (void_) this.moments.clear()
    if (!present) return
    if (!animate || !this.stage || void_) {
      this.queue = []
      this.shown = news.view
      this.cursor = this.events.length
      return
    }
    this.queue.push({ events: news.events, from: news.from, view: news.view })
    void this.play()
  }

  /** Plays the scenes that wait, one after the other. */
  private async play() {
    if (this.busy) return
    this.busy = true
    try {
      for (let scene = this.queue.shift(); scene; scene = this.queue.shift()) {
        // Somebody who falls behind sees the present, not an endless film.
        if (this.stage && this.queue.length < 6) await this.stage(scene, this.shown)
        // Somebody turned to the past meanwhile.
        if (!this.atPresent) break
        this.shown = scene.view
        this.cursor = scene.from + scene.events.length
      }
    } finally {
      this.busy = false
    }
  }

  /** Ends the scene that is being played: somebody pressed a key. */
  hurry: () => void = () => undefined

  // --- the past ---------------------------------------------------------------------------------------------

  private momentAt(events: number): Promise<unknown> {
    if (events >= this.events.length && !this.openAll) return Promise.resolve(this.live)
    const name = `${events}${this.openAll ? 'a' : ''}`
    let moment = this.moments.get(name)
    if (!moment) {
      moment = api.moment(this.match, this.key, events, this.openAll).then((m) => m.view)
      moment.catch(() => this.moments.delete(name))
      this.moments.set(name, moment)
    }
    return moment
  }

  private marksWithStart(): number[] {
    const marks = this.marks.length > 0 && this.marks[0] === 0 ? this.marks : [0, ...this.marks]
    return marks
  }

  /** The mark at which a certain event can be seen. */
  markOf(event: number): number {
    return this.marks.find((m) => m > event) ?? this.events.length
  }

  async goTo(events: number) {
    this.hurry()
    this.queue = []
    this.cursor = events
    this.atPresent = events >= this.events.length
    try {
      const view = await this.momentAt(events)
      if (this.cursor === events) this.shown = view
    } catch (error) {
      this.notice = error instanceof Error ? error.message : String(error)
    }
  }

  async next(animate: boolean) {
    const to = this.marksWithStart().find((m) => m > this.cursor)
    if (to === undefined) return
    const from = this.cursor
    const view = await this.momentAt(to)
    if (animate && this.stage && !this.busy) {
      this.busy = true
      try {
        await this.stage({ events: this.events.slice(from, to), from, view }, this.shown)
      } finally {
        this.busy = false
      }
      if (this.cursor !== from) return
    }
    this.cursor = to
    this.shown = view
    this.atPresent = to >= this.events.length
  }

  back() {
    const before = this.marksWithStart().filter((m) => m < this.cursor)
    return this.goTo(before.at(-1) ?? 0)
  }

  first() {
    return this.goTo(0)
  }

  last() {
    this.playing = false
    return this.goTo(this.events.length)
  }

  async film() {
    if (this.playing) {
      this.playing = false
      return
    }
    if (this.atPresent) await this.first()
    this.playing = true
    while (this.playing && !this.atPresent) {
      const start = performance.now()
      await this.next(true)
      const rest = 350 - (performance.now() - start)
      if (rest > 0) await new Promise((r) => setTimeout(r, rest))
    }
    this.playing = false
  }

  // --- talking to the server ----------------------------------------------------------------------------------

  private ask(say: (id: string) => Parameters<Line['send']>[0]): Promise<Tell> {
    const id = newId()
    return new Promise((resolve) => {
      this.answers.set(id, resolve)
      this.line.send(say(id))
    })
  }

  async order(order: unknown): Promise<Answer> {
    this.sending = true
    try {
      const tell = await this.ask((id) => ({ op: 'order', id, order }))
      if (tell.op === 'refused') {
        this.why = { title: 'Not now', why: tell.why, rule: tell.rule }
        return { ok: false, rule: tell.rule, why: tell.why }
      }
      this.why = null
      return { ok: true }
    } finally {
      this.sending = false
    }
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

  /** Says why an order can not be given, in the words of the server. */
  async explain(title: string, order: unknown) {
    const answer = await this.check(order)
    this.why = answer.ok ? null : { title, why: answer.why, rule: answer.rule }
  }

  async legal<T = unknown>(ask: LegalAsk): Promise<{ total: number; values: T[] }> {
    const tell = await this.ask((id) => ({ op: 'legal', id, ask }))
    return tell.op === 'legal' ? { total: tell.total, values: tell.values as T[] } : { total: 0, values: [] }
  }

  wish(wish: Wish) {
    this.line.send({ op: 'wish', wish })
  }

  say(text: string) {
    this.line.send({ op: 'chat', text })
  }

  rename(name: string) {
    this.line.send({ op: 'name', name })
  }
}
