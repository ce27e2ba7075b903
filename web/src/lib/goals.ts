/** A team of a view (`earthlings`) and one of the table (`Earthlings`) are the same. */
export function sameTeam(one: string | null, other: string | null | undefined): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase()
}

/** The turn that a view stands in, where it counts turns. */
export function turnOf(view: unknown): number | null {
  const turn = (view as { turn?: unknown } | null)?.turn
  return typeof turn === 'number' ? turn : null
}
