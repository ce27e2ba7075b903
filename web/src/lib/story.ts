/** What a match was like, from what its viewer was told: its course, its best moment, who did what, and a dispatch. */
import type { EventLine } from '../wire/EventLine'
import type { Over } from '../wire/Over'
import { sentence } from './words'

/** A turn of the course: what weighed in it. */
export interface Turn {
  turn: number
  told: { text: string; n: number }[]
}

/** Something that weighed, and when. */
export interface Line {
  text: string
  turn: number
  n: number
}

type Grave = (what: unknown) => boolean

/** The events that weighed, in their order; `n` is the number of the event. */
function weighty(events: readonly EventLine[], grave: Grave): { text: string; n: number }[] {
  return events.flatMap(({ text, what }, n) => (grave(what) ? [{ text, n }] : []))
}

/** Every turn from the first to the last one, also those in which nothing weighed. */
export function course(events: readonly EventLine[], grave: Grave): Turn[] {
  const last = events.at(-1)?.turn ?? 0
  const turns: Turn[] = Array.from({ length: last }, (_, i) => ({ turn: i + 1, told: [] }))
  // What happened before the first turn was set-up.
  for (const line of weighty(events, grave)) turns[(events[line.n]?.turn ?? 0) - 1]?.told.push(line)
  return turns
}

/** The step in which most happened that weighed, the latest of several: from which moment on to look, and its first line. */
export function bestMoment(events: readonly EventLine[], marks: readonly number[], grave: Grave): (Line & { from: number }) | null {
  const lines = weighty(events, grave).filter(({ n }) => (events[n]?.turn ?? 0) > 0)
  const steps = new Map<number, { text: string; n: number }[]>()
  for (const line of lines) {
    const from = marks.filter((m) => m <= line.n).at(-1) ?? 0
    steps.set(from, [...(steps.get(from) ?? []), line])
  }
  let best: { from: number; told: { text: string; n: number }[] } | null = null
  for (const [from, told] of steps) if (!best || told.length >= best.told.length) best = { from, told }
  const first = best?.told[0]
  return best && first ? { from: best.from, n: first.n, turn: events[first.n]?.turn ?? 0, text: first.text } : null
}

/** Something that somebody did, in words for one and for several: `['shot', 'shots']`. */
export interface Deed {
  who: string
  did: readonly [one: string, many: string]
  n?: number
}

/** How a game reads deeds out of its events; `view` knows the names. */
export type Deeds = (what: unknown, view: unknown, components: unknown) => Deed | Deed[] | null

/** Who did what, most of all first. */
export function whoDidWhat(events: readonly EventLine[], deeds: (what: unknown) => Deed | Deed[] | null): { who: string; did: string[] }[] {
  const people = new Map<string, Map<string, { did: Deed['did']; n: number }>>()
  for (const event of events) {
    for (const deed of [deeds(event.what) ?? []].flat()) {
      const mine = people.get(deed.who) ?? new Map<string, { did: Deed['did']; n: number }>()
      const known = mine.get(deed.did[0]) ?? { did: deed.did, n: 0 }
      known.n += deed.n ?? 1
      mine.set(deed.did[0], known)
      people.set(deed.who, mine)
    }
  }
  const sum = (mine: Map<string, { n: number }>) => [...mine.values()].reduce((all, { n }) => all + n, 0)
  return [...people]
    .sort(([, a], [, b]) => sum(b) - sum(a))
    .map(([who, mine]) => ({
      who,
      did: [...mine.values()].filter((d) => d.n > 0).map(({ did, n }) => `${n} ${n === 1 ? did[0] : did[1]}`),
    }))
    .filter(({ did }) => did.length > 0)
}

/** So that two matches do not open with the same words. */
function pick<T>(list: readonly [T, ...T[]], name: string): T {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return list[sum % list.length] ?? list[0]
}

/** What a match was about, such as a picture that was taken: the last time that it happened. */
export function decisive(events: readonly EventLine[], crux: Grave): Line | null {
  const n = events.map(({ turn, what }) => turn > 0 && crux(what)).lastIndexOf(true)
  const event = events[n]
  return event ? { text: event.text, turn: event.turn, n } : null
}

const counted = (turns: number) => (turns <= 1 ? 'within a single turn' : `after ${turns} turns`)

/** A match in which most turns brought something that weighed. */
const unquiet = (turns: readonly Turn[]) => turns.length > 1 && turns.filter((t) => t.told.length > 0).length * 3 >= turns.length * 2

/** Two to five sentences that tell the story of this very match. The events speak in the engine's words. */
export function dispatch(match: string, over: Over, turns: readonly Turn[], best: Line | null, crux: Line | null = null): string[] {
  const length = counted(turns.length)
  const gaveUp = /resign/.test(over.how)
  const told = turns.flatMap((t) => t.told.map((line) => ({ ...line, turn: t.turn })))
  const lines: string[] = []
  if (over.winner === null)
    lines.push(pick([`Neither side could claim the day ${length}.`, `The guns fell silent ${length}, and nobody had won.`], match))
  else if (gaveUp) lines.push(`The day went to the ${over.winner} ${length}: the other side laid down its arms.`)
  else
    lines.push(
      pick(
        [
          `The day belongs to the ${over.winner}, ${length}.`,
          `Word has come, ${length}: the ${over.winner} hold the field.`,
          `It was decided ${length}, and the ${over.winner} decided it.`,
        ],
        match,
      ),
    )
  const first = told[0]
  if (!first) {
    lines.push('Few blows were struck, and none that history will remember.')
    return lines
  }
  const began = () => {
    if (told.length === 1) return `It was settled in turn ${first.turn}`
    if (first.turn > 1) return `All was quiet until turn ${first.turn}`
    return unquiet(turns) ? 'There was no quiet hour from turn 1 on' : 'It began at once, in turn 1'
  }
  // Each line is told once, in the order in which they happened.
  const words = new Map<number, string>([[first.n, `${began()}. ${sentence(first.text)}`]])
  const tell = (line: Line | null | undefined, how: (at: number) => string) => {
    if (line && !words.has(line.n)) words.set(line.n, `${how(line.turn)} ${sentence(line.text)}`)
  }
  tell(crux, (turn) => `Turn ${turn} brought what all turned on.`)
  tell(best, (turn) => `Then turn ${turn}, of which people will tell.`)
  tell(told.at(-1), (turn) => `And last, in turn ${turn}:`)
  return [...lines, ...[...words].sort(([a], [b]) => a - b).map(([, said]) => said)]
}
