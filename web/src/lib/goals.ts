import { sentence } from './words'

/** One way in which a match ends, as a game's view tells it; nobody's alone where it is for all alike. */
export interface Goal {
  team: string | null
  rule: string
  /** A condition ("all Tripods are out"), or where the game tells how it stands, a task ("Shoot the balloon down."). */
  text: string
  /** How far it is, and whether it presses. */
  state?: string
  stands?: 'open' | 'urgent' | 'reached' | 'lost'
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

/** A goal in a sentence, for somebody of this team. */
export function goalWords(goal: Goal, team: string | null | undefined): string {
  const mine = sameTeam(goal.team, team)
  if (goal.state !== undefined) {
    const how = goal.state ? ` ${sentence(goal.state)}` : ''
    return `${mine || goal.team === null ? '' : `${goal.team}: `}${sentence(goal.text)}${how}`
  }
  if (goal.team === null) return sentence(goal.text)
  const who = mine ? 'You win if ' : `The ${goal.team.charAt(0).toUpperCase()}${goal.team.slice(1)} win if `
  return sentence(who + goal.text)
}

/** The turn that a view stands in, where it counts turns. */
export function turnOf(view: unknown): number | null {
  const turn = (view as { turn?: unknown } | null)?.turn
  return typeof turn === 'number' ? turn : null
}
