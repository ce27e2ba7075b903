import type { EventLine } from '../wire/EventLine'

/** What must not be missed of what happened from one event on, in its order. `n` is the number of the event. */
export function weighty(
  events: readonly EventLine[],
  from: number,
  to: number,
  grave: (what: unknown) => boolean,
): { text: string; n: number }[] {
  const told: { text: string; n: number }[] = []
  for (let n = from; n < Math.min(to, events.length); n += 1) {
    const event = events[n]
    if (event && grave(event.what)) told.push({ text: event.text, n })
  }
  return told
}
