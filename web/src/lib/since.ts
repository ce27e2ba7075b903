import type { EventLine } from '../wire/EventLine'

/** A line of the report; `n` is the number of its event. */
export interface Told {
  text: string
  n: number
  mine: boolean
}

/**
 * What happened from one event on, as a short report: first what one fired oneself, then what must not be missed and what
 * the others fired. Where it is too long, shots that did nothing grave are left out first. Of one's own fire alone nothing
 * is told: its dice lie there.
 */
export function report(
  events: readonly EventLine[],
  from: number,
  to: number,
  weigh: (what: unknown) => 'mine' | 'theirs' | 'grave' | null,
  most: number,
): { lines: Told[]; left: number } {
  const kinds = events.slice(from, to).flatMap(({ text, what }, i) => {
    const kind = weigh(what)
    return kind ? [{ text, n: from + i, kind }] : []
  })
  const own = kinds.filter((k) => k.kind === 'mine').slice(0, 2)
  const rest = kinds.filter((k) => k.kind !== 'mine')
  if (rest.length === 0) return { lines: [], left: 0 }
  const grave = rest.filter((k) => k.kind === 'grave')
  const shown = rest.length > most && grave.length > 0 ? grave.slice(-most) : rest.slice(-most)
  const told = (list: typeof kinds, mine: boolean) => list.map(({ text, n }) => ({ text, n, mine }))
  return { lines: [...told(own, true), ...told(shown, false)], left: rest.length - shown.length }
}
