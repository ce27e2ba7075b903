/** What to put where: each value by its path of keys and numbers. */
export type Changes = [(string | number)[], unknown][]

/**
 * A value as it is after some changes. What did not change is the same object as before, so that whoever compares sees at
 * once where to look; the old value stays as it was.
 */
export function changed(value: unknown, changes: Changes): unknown {
  const mine = new Set<unknown>()
  return changes.reduce((now, [path, put]) => at(now, path, 0, put, mine), value)
}

function at(value: unknown, path: (string | number)[], depth: number, put: unknown, mine: Set<unknown>): unknown {
  const key = path[depth]
  if (key === undefined) return put
  const copy = (mine.has(value) ? value : Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  mine.add(copy)
  copy[key] = at(copy[key], path, depth + 1, put, mine)
  return copy
}
