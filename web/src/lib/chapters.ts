/** A match in chapters: its turns, and what a game tells apart in them, such as battles. Each has a short report. */
import type { EventLine } from '../wire/EventLine'
import type { Goal } from '../wire/Goal'
import { goalWords } from './goals'
import { whoDidWhat, type Deed } from './story'
import { sentence } from './words'

/** From one event up to another one, which is not part of it. */
export interface Chapter {
  title: string
  from: number
  to: number
}

/** How the aims stood after so many events. */
export interface Aims {
  at: number
  goals: Goal[]
}

/** What an event means for the parts of a turn: one begins, of this name, or one ends with it. */
export type Parting = (what: unknown) => 'begins' | 'ends' | null

/** The chapters that are closed, in the order in which they ended. */
export function chapters(events: readonly EventLine[], parting: Parting | undefined, over: boolean): Chapter[] {
  const list: Chapter[] = []
  let turn = { n: 0, from: 0 }
  let part: { title: string; from: number } | null = null
  events.forEach((event, n) => {
    if (event.turn !== turn.n) {
      if (turn.n > 0) list.push({ title: `Turn ${turn.n}`, from: turn.from, to: n })
      turn = { n: event.turn, from: n }
    }
    const kind = parting?.(event.what) ?? null
    if (kind === 'begins') part = { title: sentence(event.text).replace(/\.$/, ''), from: n }
    else if (kind === 'ends' && part) {
      list.push({ ...part, to: n + 1 })
      part = null
    }
  })
  if (over && turn.n > 0 && turn.from < events.length) list.push({ title: `Turn ${turn.n}`, from: turn.from, to: events.length })
  return list
}

/** What is told of a chapter: who did what, what nobody should miss, and what it changed for the aims. */
export interface Report extends Chapter {
  deeds: { who: string; did: string[] }[]
  told: { text: string; n: number }[]
  aims: string[]
}

/** The aims as they stood at a moment; those of the first moment that is known, if it is later. */
const standing = (history: readonly Aims[], at: number) => (history.filter((a) => a.at <= at).at(-1) ?? history[0])?.goals ?? []

export function reportOf(
  chapter: Chapter,
  events: readonly EventLine[],
  grave: (what: unknown) => boolean,
  deeds: (what: unknown) => Deed | Deed[] | null,
  history: readonly Aims[],
  team: string | null | undefined,
): Report {
  const { from, to } = chapter
  const within = events.slice(from, to)
  const before = standing(history, from)
  // What only bounds a match, such as its last turn, is nobody's aim: that a turn is over is no news.
  const changed = standing(history, to).filter(
    (goal, i) => goal.team !== null && goal.state !== '' && before[i]?.text === goal.text && before[i].state !== goal.state,
  )
  return {
    ...chapter,
    deeds: whoDidWhat(within, deeds),
    told: within.flatMap(({ what, text }, i) => (grave(what) ? [{ text: sentence(text), n: from + i }] : [])),
    aims: changed.map((goal) => `${goalWords(goal, team)} ${sentence(goal.state)}`),
  }
}

/** Whether there is anything to tell. */
export const isQuiet = ({ deeds, told, aims }: Report) => deeds.length + told.length + aims.length === 0
