import type { Goal } from '../wire/Goal'
import { sentence } from './words'

/** A team of a view (`earthlings`) and one of the table (`Earthlings`) are the same. */
export function sameTeam(one: string | null, other: string | null | undefined): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase()
}

/** A goal for somebody of this team: it is a task, which ends with a full stop, or a condition. */
export function goalWords(goal: Goal, team: string | null | undefined): string {
  const mine = sameTeam(goal.team, team)
  const task = goal.text.endsWith('.')
  if (goal.team === null || (mine && task)) return sentence(goal.text)
  const whose = `${goal.team.charAt(0).toUpperCase()}${goal.team.slice(1)}`
  if (task) return `${whose}: ${sentence(goal.text)}`
  return sentence((mine ? 'You win if ' : `The ${whose} win if `) + goal.text)
}

/** The turn that a view stands in, where it counts turns. */
export function turnOf(view: unknown): number | null {
  const turn = (view as { turn?: unknown } | null)?.turn
  return typeof turn === 'number' ? turn : null
}
