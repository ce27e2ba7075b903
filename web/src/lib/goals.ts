/** One way in which a match ends, as a game's view tells it; nobody's alone where it is for all alike. */
export interface Goal {
  team: string | null
  rule: string
  text: string
}

/** The goals of a view, where the game tells them. */
export function goalsOf(view: unknown): Goal[] {
  const list = (view as { goals?: unknown } | null)?.goals
  return Array.isArray(list) ? (list as Goal[]) : []
}

/** A team of a view (`earthlings`) and one of the table (`Earthlings`) are the same. */
export function sameTeam(one: string | null, other: string | null | undefined): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase()
}

/** The turn that a view stands in, where it counts turns. */
export function turnOf(view: unknown): number | null {
  const turn = (view as { turn?: unknown } | null)?.turn
  return typeof turn === 'number' ? turn : null
}
