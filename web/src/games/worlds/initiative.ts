/** Who has the initiative in the battle that is shown, and so sets up second; null before it is drawn. */
import type { Room } from '../../lib/room.svelte'
import type { What } from './wire'

export function initiative(room: Room): string | null {
  for (let i = room.cursor - 1; i >= 0; i--) {
    const what = room.events[i]?.what as What | undefined
    if (!what || typeof what !== 'object') continue
    const told = 'initiative' in what ? what.initiative : 'sea_initiative' in what ? what.sea_initiative : null
    if (told) return told.humans ? 'Humans' : 'Martians'
    if ('battle_began' in what || 'sea_battle_began' in what) return null
  }
  return null
}
