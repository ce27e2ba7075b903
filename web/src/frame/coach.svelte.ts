/** Who leads a newcomer through a lesson: which step is open, what ends it, and what is said when something else is done. */
import { anchor, awaited, fits, keepProgress, laid, leads, type Progress } from '../lib/lessons'
import type { Room } from '../lib/room.svelte'
import type { Lesson } from '../wire/Lesson'
import type { LessonPoint } from '../wire/LessonPoint'
import type { LessonStep } from '../wire/LessonStep'
import { kindOf } from '../table/tagged'

/** What can be pressed on a page. */
export const PRESSABLE = 'button, a[href], summary, [role=button], [role=tab], [role=menuitem], [role=radio], input, select'
/** Pressing these is looking around; it is no answer to anything. */
const HARMLESS = 'header, footer, dialog, .coach, .tabs, .pane, .aim, .by-hand, .reasons, .said, .since'
const ASTRAY = 'That is another order than the one of this lesson. It is legal, and it stands.'

/** It can not be pressed now, or a press on it only says why not: an answer may be on its way. */
export const isBarred = (e: Element) => e.matches(':disabled, [aria-disabled="true"]')

/** What takes back the last thing that lies on the desk and is no order yet. */
export const TAKE_BACK: LessonPoint = { at: 'aside > .rail .undo:not(:disabled)', says: null, behind: null }

const called = (e: Element) => (e.getAttribute('aria-label') ?? e.textContent ?? '').replace(/\s+/g, ' ').trim().toLowerCase()

function among(selector: string, words: string | null, root: ParentNode): Element | null {
  let all: Element[]
  try {
    all = [...root.querySelectorAll(selector)]
  } catch {
    return null
  }
  const seen = all.filter((e) => !e.closest('.coach') && e.getClientRects().length > 0)
  if (words === null) return seen[0] ?? null
  const wanted = words.toLowerCase()
  return seen.find((e) => called(e).startsWith(wanted)) ?? seen.find((e) => called(e).includes(wanted)) ?? null
}

/** The thing on the page that is meant, if it can be seen; otherwise what it lies behind. */
export function seek(point: LessonPoint, root: ParentNode = document): Element | null {
  const found = among(point.at ?? PRESSABLE, point.says, root)
  return found ?? (point.behind === null ? null : among(PRESSABLE, point.behind, root))
}

/** Whether it scrolls that way: what it holds is cut off at its edges. */
const scrolls = (flow: string, content: number, room: number) => content > room + 1 && /auto|scroll/.test(flow)

/** Scrolls a thing's own panes, from the inmost outwards, until its middle is in theirs; the page itself stays. */
export function bringIntoSight(thing: Element) {
  for (let pane = thing.parentElement; pane && pane !== document.body; pane = pane.parentElement) {
    const flow = getComputedStyle(pane)
    const [own, its] = [thing.getBoundingClientRect(), pane.getBoundingClientRect()]
    if (scrolls(flow.overflowY, pane.scrollHeight, pane.clientHeight))
      pane.scrollTop += own.top + own.height / 2 - (its.top + its.height / 2)
    if (scrolls(flow.overflowX, pane.scrollWidth, pane.clientWidth))
      pane.scrollLeft += own.left + own.width / 2 - (its.left + its.width / 2)
  }
}

/** Something lies over the middle of a thing, or it is cut off there; the card itself goes out of its way, where it can. */
export function isCovered(thing: Element, cardMoves: boolean): boolean {
  const { x, y, width, height } = thing.getBoundingClientRect()
  const [cx, cy] = [x + width / 2, y + height / 2]
  // A piece of a sheet may have a hole in its middle, and others lie on it: the sheet's edges count.
  if (thing instanceof SVGElement) {
    const sheet = thing.closest('.surface')?.getBoundingClientRect()
    return sheet !== undefined && (cx < sheet.left || cx > sheet.right || cy < sheet.top || cy > sheet.bottom)
  }
  const top = document.elementFromPoint(cx, cy)
  return !top || !(thing.contains(top) || top.contains(thing) || (cardMoves && top.closest('.coach')))
}

/** Whether this tab has seen the lesson before: what was laid on the desk is kept for the tab. */
function isHere(match: string): boolean {
  const place = `heatray.lesson/${match}`
  try {
    const here = sessionStorage.getItem(place) !== null
    sessionStorage.setItem(place, 'here')
    return here
  } catch {
    return false
  }
}

export type Mood = 'step' | 'watch' | 'astray' | 'adrift' | 'end' | 'lost'

export class Coach {
  readonly lesson: Lesson
  private readonly room: Room
  private readonly progress: Progress
  step = $state(0)
  away = $state(false)
  done = $state(false)
  /** What is said about the last press. */
  note = $state('')
  /** An order that the lesson does not know has been given. */
  private strayed = $state(false)
  /** The learner wants to go on although the table is another one. */
  private heedless = $state(false)
  private given: number[]
  private since = $state.raw<number[]>([])
  /** How much lay on the desk when each step began. */
  private desks: number[] = []
  private orders: number
  private last: number
  /** How many events there were when we looked last. */
  private counted = 0

  constructor(lesson: Lesson, room: Room, progress: Progress) {
    this.lesson = lesson
    this.room = room
    this.progress = progress
    const step = Math.min(progress.step, lesson.steps.length)
    // In another tab, or another day, the desk is empty.
    this.step = isHere(progress.match) ? step : anchor(lesson, step)
    this.given = progress.given.slice(0, this.step + 1)
    this.since = progress.since.slice(0, this.step + 1)
    this.orders = this.given.at(-1) ?? 0
    this.last = this.since.at(-1) ?? 0
    this.away = progress.away
    this.done = progress.done
    room.taken = (order, chosen, before) => this.taken(order, chosen, before)
  }

  /** The open step; none when all are done. */
  get current(): LessonStep | null {
    return this.lesson.steps[this.step] ?? null
  }

  get mood(): Mood {
    const { room } = this
    // Questions about a card that somebody looks at are no reason to wait.
    const playing = room.busy && room.atPresent
    if (!room.ready || playing || room.sending || (!room.over && room.prompts.mine.length === 0)) return 'watch'
    if (this.strayed) return 'astray'
    const { current } = this
    const over = this.room.over
    if (!current) {
      const won = this.lesson.end.winner === (over?.winner ?? null)
      return won && this.holds(this.lesson.end.told) ? 'end' : 'lost'
    }
    if (over) return 'lost'
    if (this.heedless || this.holds(current.told)) return 'step'
    // An answer that has no alternative is no step of the lesson: what is to be told comes after it.
    return room.prompts.mine.some((prompt) => prompt.must && prompt.options === 1) ? 'watch' : 'adrift'
  }

  /** What lies on the desk is not on the way to the order of this lesson. */
  get off(): boolean {
    const { draft } = this.room
    const pattern = awaited(this.lesson.steps.slice(this.step).find((step) => awaited(step) !== undefined))
    if (pattern === undefined || draft === null || this.mood !== 'step' || leads(pattern, draft)) return false
    // An answer of another kind may belong to a decision on the way, which the lesson does not know.
    return awaited(this.current ?? undefined) !== undefined || kindOf(draft) === kindOf(pattern)
  }

  /** Whether the log has told this since the last order. */
  private holds(told: string[]): boolean {
    const events = this.room.events.slice(this.since[this.step] ?? 0)
    return told.every((claim) => events.some((event) => event.text.includes(claim)))
  }

  private keep() {
    const { step, given, since, done, away } = this
    keepProgress({ ...this.progress, step, given, since, done, away })
  }

  private goTo(step: number) {
    this.given = [...this.given.slice(0, step), this.orders]
    this.since = [...this.since.slice(0, step), this.last]
    // Steps that were passed over began where this one begins.
    for (let n = 0; n < step; n++) {
      this.given[n] ??= this.orders
      this.since[n] ??= this.last
    }
    this.step = step
    this.desks = this.desks.slice(0, step)
    this.note = ''
    this.strayed = false
    this.heedless = false
    if (step >= this.lesson.steps.length) this.done = true
    this.keep()
  }

  next() {
    this.goTo(this.step + 1)
  }

  /** An order of this seat was carried out. */
  private taken(order: unknown, chosen: boolean, before: number) {
    this.orders += 1
    const at = this.lesson.steps.findIndex((step, n) => n >= this.step && awaited(step) !== undefined)
    const pattern = awaited(this.lesson.steps[at])
    if (pattern !== undefined && fits(pattern, order)) {
      this.last = before
      this.goTo(at + 1)
    } else if (chosen && at >= 0 && !this.strayed) {
      this.last = before
      this.strayed = true
      this.note = ASTRAY
    }
  }

  /** Goes on after an order of one's own, as if it had been the lesson's. */
  goOn() {
    const at = this.lesson.steps.findIndex((step, n) => n >= this.step && awaited(step) !== undefined)
    if (this.strayed) this.goTo(at < 0 ? this.lesson.steps.length : at + 1)
    else this.heedless = true
  }

  /** Something on the page was pressed. */
  pressed(target: Element) {
    const { current } = this
    if (!current || this.away || this.mood !== 'step') return
    // Until it is taken back, no other press leads on.
    if (this.off) return
    const meant = current.point && seek(current.point)
    if (meant?.contains(target)) {
      // It did nothing: the step stays open until the thing can be pressed.
      if (isBarred(meant)) return
      if (current.until === 'press') this.next()
      else this.note = ''
    } else if (current.until !== 'next' && target.closest(PRESSABLE) && !target.closest(HARMLESS)) {
      this.note = current.otherwise
    }
  }

  /** Something may have changed on the page. */
  look() {
    const { current } = this
    if (!current || this.mood !== 'step' || this.off) return
    const now = laid(this.room.draft)
    this.desks[this.step] ??= now
    // What was laid in an earlier step was taken back: that step is open again.
    let step = this.step
    while (step > 0 && (this.desks[step] ?? 0) > now && this.given[step] === this.given[step - 1]) step -= 1
    if (step < this.step) {
      this.goTo(step)
      return
    }
    if (typeof current.until !== 'object' || !('shown' in current.until)) return
    if (seek({ at: current.until.shown, says: null, behind: null })) this.next()
  }

  /** Orders were taken back: the lesson goes back with them. */
  undone() {
    const events = this.room.events.length
    // What others do after an order that stands takes nothing back.
    const fewer = events < this.counted
    this.counted = events
    let step = this.step
    while (step > 0 && (this.since[step] ?? 0) >= events && this.orders > 0) step -= 1
    if (step === this.step && !(this.strayed && fewer)) return
    this.orders = this.given[step] ?? 0
    this.last = this.since[step] ?? 0
    this.goTo(step)
  }

  /** Whether the table must be laid anew to go back to a step. */
  needsTable(step: number): boolean {
    return this.strayed || (this.given[step] ?? 0) < this.orders
  }

  back() {
    this.orders = this.given[this.step - 1] ?? 0
    this.last = this.since[this.step - 1] ?? 0
    this.goTo(Math.max(0, this.step - 1))
  }

  leave(away: boolean) {
    this.away = away
    this.keep()
  }

  /** What is known of it, to lay the table anew. */
  get sofar(): Progress {
    const { step, given, since, done, away } = this
    return { ...this.progress, step, given, since, done, away }
  }

  close() {
    this.room.taken = null
  }
}
