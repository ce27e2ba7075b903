import type { Agreed } from '../wire/Agreed'
import type { Briefing } from '../wire/Briefing'
import type { ChatLine } from '../wire/ChatLine'
import type { EventLine } from '../wire/EventLine'
import type { FailureBody } from '../wire/FailureBody'
import type { Fairness } from '../wire/Fairness'
import type { Goal } from '../wire/Goal'
import type { Made } from '../wire/Made'
import type { News } from '../wire/News'
import type { Over } from '../wire/Over'
import type { People } from '../wire/People'
import type { Prompts } from '../wire/Prompts'
import type { Say } from '../wire/Say'
import type { Tell } from '../wire/Tell'
import type { Wish } from '../wire/Wish'
import { api } from './api'
import type { Aims } from './chapters'
import { Line, type LineState } from './line'
import { contribution, notePledge, noteSeal, vow } from './noted'
import { Questions, type Answer } from './questions.svelte'
import { ANEW, sentence } from './words'

/** Why something is not possible, where a person can read it. */
export interface Why {
  title: string
  why: string
  rule: string | null
}

/** A step to be shown: the events that lead to a view. */
export interface Scene<View = unknown> {
  events: EventLine[]
  /** The number of the first of them. */
  from: number
  view: View
  /** How the aims stand then. */
  goals?: Goal[] | null
}

/** Who plays scenes: the board. */
export interface Player<View = unknown> {
  play(scene: Scene<View>, before: View): Promise<void>
}

/** How long a word in passing can be read, in milliseconds. */
const PASSING = 6000

/** The shortest time between two steps of the film, in milliseconds. */
const PACE = 350

/** So many sentences of what was shown stay for who hears them. */
const SPOKEN = 100

/** What goes on at a table; `data-doing` of the frame says it to whoever watches the page. */
export type Doing = 'loading' | 'busy' | 'past' | 'over' | 'ready' | 'bots' | 'waiting'

const nobody: People = {
  seats: [],
  watching: 0,
  undo_asked: null,
  undo_turn: null,
  draw_offered: null,
  rematch_asked: null,
  clock: { kind: 'none' },
  halted: null,
  old: null,
  continue_agreed: [],
}

/**
 * One seat's (or spectator's) place in a match: what the server told, what is shown, and how to answer.
 *
 * The board shows [`shown`], which lags behind [`live`] while a scene is played, or stands still at a moment of
 * the past. Both are there from the welcome on, and so are the components; before it nothing is drawn. A game's parts
 * know their types, the frame does not.
 */
export class Room<View = unknown, Parts = unknown> extends Questions {
  readonly match: string
  readonly key: string
  state = $state<LineState>('connecting')
  ready = $state(false)
  game = $state('')
  scenario = $state('')
  title = $state('')
  seat = $state<number | null>(null)
  own = $state(false)
  /** What was chosen when the match was made. */
  agreed = $state.raw<Agreed | null>(null)
  /** Of a fair match: what is pledged, and whether it has begun. */
  fair = $state.raw<Fairness | null>(null)
  /** This seat has vowed to show a number that this browser does not have. */
  lost = $state(false)
  /** Why nobody was let in, if somebody was not. */
  closed = $state.raw<FailureBody | null>(null)
  briefing = $state.raw<Briefing | null>(null)
  /** The aims of both sides, and how they stand. */
  goals = $state.raw<Goal[]>([])
  /** How the aims stood at each step since this page is open. */
  aims = $state.raw<Aims[]>([])
  components = $state.raw(null as Parts)
  events = $state.raw<EventLine[]>([])
  marks = $state.raw<number[]>([])
  live = $state.raw(null as View)
  shown = $state.raw(null as View)
  private told = $state.raw<Prompts>({ turn: 0, waiting: [], mine: [], decision: '' })
  private ended = $state.raw<Over | null>(null)
  people = $state.raw<People>(nobody)
  chat = $state.raw<ChatLine[]>([])
  unread = $state(0)
  rematch = $state.raw<Made | null>(null)
  why = $state.raw<Why | null>(null)
  /** The rule that somebody reads. */
  rule = $state<string | null>(null)
  /** What stands in the way of playing: it stays until it is over. */
  notice = $state<string | null>(null)
  /** A word in passing: it goes away by itself. */
  said = $state<string | null>(null)
  /** What was shown last, sentence by sentence and at its moment: for whoever hears the table instead of seeing it. */
  spoken = $state.raw<{ id: number; text: string }[]>([])
  /** The last of it, while a scene is played. */
  saying = $state<string | null>(null)
  /** The view as far as the scene that is played has come, where a game's stage counts along. */
  staged = $state.raw<View | null>(null)
  /** How many events are shown. */
  cursor = $state(0)
  /** How many of them are told while a scene is played: it tells them one by one. */
  private reached = $state<number | null>(null)
  /** How many events there were when this seat last gave an order by hand, or came in. */
  since = $state(0)
  /** The table's present is shown, as fast as its scenes are played; otherwise a moment of the past. */
  atPresent = $state(true)
  playing = $state(false)
  /** A scene is being played. */
  busy = $state(false)
  /** An order is on its way. */
  sending = $state(false)
  openAll = $state(false)
  /** What lies on the desk and is no order yet, as far as it goes; a lesson sees by it where a hand is going. */
  draft = $state.raw<unknown>(null)
  /** The order that a bot suggests, while its advice is read; a board may draw it. */
  suggested = $state.raw<unknown>(null)
  /** Somebody wants to know which orders this seat gives: whether there was a choice, and how many events there were before. */
  taken: ((order: unknown, chosen: boolean, before: number) => void) | null = null
  /** The only legal answer lies ready and is given in a moment. */
  private automatic = $state(false)

  private readonly line: Line
  private queue: Scene<View>[] = []
  private stage: Player<View> | null = null
  private moments = new Map<string, Promise<View>>()
  private voids = 0
  private sentences = 0
  /** Whether there was news since we were told who sits here, and what was taken back until then. */
  private moved = false
  /** The table of a fair match was dealt a moment ago. */
  private dealt = false
  /** Who took back what the next news take away. */
  private rewound: Extract<Tell, { op: 'back' }> | null = null
  private unwound = 0
  /** What was heard while the components of the game were on their way: it comes after the welcome. */
  private held: Tell[] | null = null
  private saidTimer: ReturnType<typeof setTimeout> | undefined
  private automaticTimer: ReturnType<typeof setTimeout> | undefined

  constructor(match: string, key: string) {
    super()
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

  protected send(say: Say) {
    this.line.send(say)
  }

  close() {
    this.line.close()
    this.playing = false
    clearTimeout(this.saidTimer)
    this.stopAutomatic()
  }

  /** Says something in passing. */
  tell(text: string) {
    this.said = text
    clearTimeout(this.saidTimer)
    this.saidTimer = setTimeout(() => (this.said = null), PASSING)
  }

  hush() {
    clearTimeout(this.saidTimer)
    this.said = null
  }

  /** Tells in words what is shown at this moment. */
  speak(events: readonly EventLine[]) {
    if (events.length === 0) return
    const said = events.map(({ text }) => ({ id: this.sentences++, text }))
    this.spoken = [...this.spoken, ...said].slice(-SPOKEN)
    if (this.busy) this.saying = said.at(-1)?.text ?? null
  }

  /** How many events the table has told so far. */
  get upTo(): number {
    return Math.max(this.reached ?? 0, this.cursor)
  }

  /** The scene that is played has told its events so far. */
  reach(events: number | null) {
    this.reached = events
  }

  /** How it ended; not told before it is shown. */
  get over(): Over | null {
    return this.busy && this.atPresent ? null : this.ended
  }

  /** This seat is played from here; not by a bot that it was handed over to. */
  get plays(): boolean {
    return this.seat !== null && !this.people.seats.some((p) => p.seat === this.seat && p.bot !== null)
  }

  /** The open decisions; none are mine while a bot plays my seat. */
  get prompts(): Prompts {
    return this.plays ? this.told : { ...this.told, mine: [], decision: '' }
  }

  /** A decision is awaited from me, and I am looking at the present. */
  get myTurn(): boolean {
    return this.prompts.mine.some((p) => p.must)
  }

  /**
   * While anything is under way (a scene, an order, a question, an automatic answer) the table is busy: what can
   * be pressed now may be gone in a moment. When it is ready, nothing changes but by somebody's decision; while it
   * waits for bots alone, it changes by itself.
   */
  get doing(): Doing {
    if (!this.ready || this.state !== 'open') return 'loading'
    if (this.busy || this.sending || this.asking > 0 || this.automatic) return 'busy'
    if (!this.atPresent) return 'past'
    if (this.over) return 'over'
    if (this.myTurn) return 'ready'
    return this.awaitsBots ? 'bots' : 'waiting'
  }

  /** Nobody but bots has to decide, and they can. */
  private get awaitsBots(): boolean {
    const { seats, halted } = this.people
    const awaited = seats.filter((p) => this.told.waiting.includes(p.seat))
    return halted === null && awaited.length > 0 && awaited.every((p) => p.bot !== null)
  }

  /** The board says how a scene is played; without one the view changes at once. */
  setStage(stage: Player<View> | null) {
    this.stage = stage
  }

  private hear(tell: Tell) {
    if (this.held && tell.op !== 'welcome') {
      this.held.push(tell)
      return
    }
    switch (tell.op) {
      case 'welcome':
        void this.welcome(tell)
        return
      case 'news':
        this.moved = true
        this.take(tell.news, true)
        return
      case 'people':
        this.answered(this.people, tell.people)
        this.people = tell.people
        this.moved = false
        this.unwound = this.voids
        return
      case 'chat':
        this.chat = [...this.chat, tell.line]
        if (tell.line.seat !== this.seat) this.unread += 1
        return
      case 'back':
        this.rewound = tell
        return
      case 'fair':
        this.dealt = tell.fair.begun && this.fair?.begun === false
        if (this.dealt && this.ready) this.tell('The dice are made, of everybody’s numbers: the match begins.')
        this.pledged(tell.fair)
        return
      case 'sealed':
        noteSeal(this.match, tell.link, tell.hash)
        return
      case 'rematch':
        this.rematch = tell.made
        return
      case 'bye':
        this.notice = 'The server is starting again; your match goes on in a moment.'
        return
      case 'error':
        if (!this.ready) this.closed = tell.error
        // A wish that is refused is no lost seat.
        this.tell(sentence(tell.error.message))
        return
      case 'pong':
        return
      default:
        this.heard(tell)
    }
  }

  /** Says what became of what I asked of the others. What the table did is told before who sits at it. */
  private answered(before: People, now: People) {
    if (this.seat === null || this.ended) return
    if (before.draw_offered === this.seat && now.draw_offered === null) {
      this.tell(this.moved ? 'Your offer of a draw has lapsed: the table has moved on.' : 'The draw was declined.')
    }
    if (before.undo_asked === this.seat && now.undo_asked === null) {
      if (this.voids !== this.unwound) this.tell('Your order was taken back.')
      else
        this.tell(
          this.moved ? 'Your wish to take an order back has lapsed: the table has moved on.' : 'Taking your order back was not allowed.',
        )
    }
  }

  private async welcome(tell: Extract<Tell, { op: 'welcome' }>) {
    const first = !this.ready
    this.game = tell.game
    this.scenario = tell.scenario
    this.title = tell.title
    this.seat = tell.seat
    this.own = tell.own
    this.agreed = tell.agreed
    this.marks = tell.marks
    this.chat = tell.chat
    this.people = tell.people
    this.pledged(tell.fair)
    this.briefing = tell.briefing
    this.notice = null
    if (first) {
      const held: Tell[] = (this.held = [])
      try {
        this.components = await api.components<Parts>(tell.game)
      } catch {
        this.held = null
        this.notice = 'The components of this game can not be loaded. Reload the page to try again.'
        return
      }
      // The line broke meanwhile, and there was another welcome.
      if (this.held !== held) return
    }
    this.take(tell.news, !first)
    if (first) this.since = this.events.length
    this.marks = tell.marks
    this.ready = true
    const held = this.held ?? []
    this.held = null
    for (const later of held) this.hear(later)
  }

  /** Writes the pledge down, and adds a number of this browser's own to the dice, unasked: vowed first, then shown. */
  private pledged(fair: Fairness | null) {
    this.fair = fair
    this.lost = false
    if (!fair) return
    notePledge(this.match, fair)
    if (this.seat === null) return
    const people = this.people.seats.filter((p) => p.bot === null).map((p) => p.seat)
    const mine = contribution(this.match, fair, this.seat, people)
    if (mine === 'lost') this.lost = true
    else if (mine) this.line.send(mine)
  }

  /** Draws another number, in place of one that lies in another browser or nowhere any more. Everybody is told. */
  drawAgain() {
    if (this.fair && this.seat !== null && this.lost) this.line.send(vow(this.match, this.fair, this.seat))
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
    if (news.goals) this.aims = [...this.aims.filter((a) => a.at <= news.from), { at: this.events.length, goals: news.goals }]
    const view = news.view as View
    this.live = view
    if (news.prompts.decision !== this.told.decision) {
      this.stopAutomatic()
      // A refusal speaks of the decision that it was given in.
      this.why = null
    }
    this.told = news.prompts
    this.ended = news.over
    if (void_) {
      this.moments.clear()
      this.since = Math.min(this.since, news.from)
      // Who asked nobody is told here; an undo with leave is told with its answer.
      if (!this.dealt && this.ready && this.seat !== null && this.people.undo_asked === null) this.tell(this.tookBack())
    }
    this.dealt = false
    this.rewound = null
    if (!present) {
      // Who looks at the past has not asked to see the present come.
      if (news.goals) this.goals = news.goals
      return
    }
    if (!animate || !this.stage || void_) {
      this.queue = []
      this.shown = view
      this.cursor = this.events.length
      if (news.goals) this.goals = news.goals
      // Who comes in reads what was before; what was taken back is told in passing.
      if (animate && !void_) this.speak(news.events)
      return
    }
    this.queue.push({ events: news.events, from: news.from, view, goals: news.goals })
    void this.play()
  }

  /** Who took an order back, and what becomes of the dice. */
  private tookBack(): string {
    if (!this.rewound) return 'An order was taken back.'
    const { seat, dice } = this.rewound
    const person = this.people.seats.find((p) => p.seat === seat)
    const who = seat === this.seat ? 'You took your order back.' : `${person?.name || person?.team || 'Somebody'} took an order back.`
    return dice ? `${who} ${ANEW}.` : `${who} Nothing had been rolled or drawn since.`
  }

  /** Plays the scenes that wait, one after the other. */
  private async play() {
    if (this.busy) return
    this.busy = true
    try {
      for (let scene = this.queue.shift(); scene; scene = this.queue.shift()) {
        // Somebody who falls behind sees the present, not an endless film.
        if (this.stage && this.queue.length < 6) await this.stage.play(scene, this.shown)
        else this.speak(scene.events)
        if (scene.goals) this.goals = scene.goals
        // Somebody turned to the past meanwhile.
        if (!this.atPresent) break
        this.shown = scene.view
        this.cursor = scene.from + scene.events.length
      }
    } finally {
      this.busy = false
      this.reached = null
      this.saying = null
    }
  }

  /** Ends the scene that is being played: somebody pressed a key. */
  hurry: () => void = () => undefined

  // --- the past ---------------------------------------------------------------------------------------------

  private momentAt(events: number): Promise<View> {
    if (events >= this.events.length && !this.openAll) return Promise.resolve(this.live)
    const name = `${events}${this.openAll ? 'a' : ''}`
    let moment = this.moments.get(name)
    if (!moment) {
      moment = api.moment(this.match, this.key, events, this.openAll).then((m) => m.view as View)
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
    this.stopAutomatic()
    this.queue = []
    this.reached = null
    this.cursor = events
    this.atPresent = events >= this.events.length
    try {
      const view = await this.momentAt(events)
      if (this.cursor === events) this.shown = view
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error))
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
        await this.stage.play({ events: this.events.slice(from, to), from, view }, this.shown)
      } finally {
        this.busy = false
        this.reached = null
        this.saying = null
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
      // Also a step without a scene stays in sight for a moment.
      await Promise.all([this.next(true), new Promise((r) => setTimeout(r, PACE))])
    }
    this.playing = false
  }

  // --- talking to the server ----------------------------------------------------------------------------------

  /**
   * Gives an order. It names the decision that it answers, so that it is void if another one is open by then:
   * another window of this seat may have been faster.
   */
  async order(order: unknown): Promise<Answer> {
    this.stopAutomatic()
    const last = this.since
    // What comes of it may be told before it is acknowledged.
    this.since = this.events.length
    const tell = await this.give(order, this.prompts.decision)
    if (tell.op !== 'refused') {
      this.why = null
      return { ok: true }
    }
    this.since = last
    const late = tell.code === 'stale'
    const why = late ? 'The table has changed in the meantime. Look at it again, and decide anew.' : tell.why
    this.why = { title: late ? 'Too late' : 'Not now', why, rule: tell.rule }
    return { ok: false, rule: tell.rule, why }
  }

  private async give(order: unknown, decision: string): Promise<Tell> {
    this.sending = true
    const chosen = this.prompts.mine.some((p) => p.options !== 1)
    const before = this.events.length
    try {
      const tell = await this.ask((id) => ({ op: 'order', id, order, decision }))
      if (tell.op !== 'refused') this.taken?.(order, chosen, before)
      return tell
    } finally {
      this.sending = false
    }
  }

  /**
   * Gives the only legal answer in a moment, as an answer to the decision that is open now and to no other one.
   * Whoever is faster, a hand or another window, makes it void without a word.
   */
  orderAlone(order: unknown, pause: number) {
    this.stopAutomatic()
    const decision = this.prompts.decision
    this.automatic = true
    this.automaticTimer = setTimeout(() => {
      this.automatic = false
      if (this.prompts.decision === decision && this.atPresent && !this.ended) void this.give(order, decision)
    }, pause)
  }

  private stopAutomatic() {
    clearTimeout(this.automaticTimer)
    this.automatic = false
  }

  /** Says why an order can not be given, in the words of the server. */
  async explain(title: string, order: unknown) {
    const answer = await this.check(order)
    this.why = answer.ok ? null : { title, why: answer.why, rule: answer.rule }
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
