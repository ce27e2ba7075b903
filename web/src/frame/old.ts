import type { People } from '../wire/People'

/**
 * How somebody stands to a match that older rules began and that can only be looked at: whether he may propose to go on from its
 * position, is asked by others, or waits for them.
 */
export function goingOn(people: People, seat: number | null, over: boolean): 'may' | 'asked' | 'waits' | null {
  if (people.old === null || seat === null || over) return null
  if (people.continue_agreed.includes(seat)) return 'waits'
  return people.continue_agreed.length > 0 ? 'asked' : 'may'
}
