/** Words of the panel that a newcomer does not know: one sentence each, and the rule that says more. */
import type { Room } from '../../lib/room.svelte'

export interface Entry {
  title: string
  why: string
  rule: string
}

export const GLOSSARY = {
  throttle: {
    title: 'Throttle',
    why: 'How fast the engine wants to go. It is set once, before the move; the speed follows it half way at the end of each round.',
    rule: 'WV-SPD-01',
  },
  cue: {
    title: 'Cue',
    why: 'The speed right now. The round began with so many movement points; climbs and turns take from the cue, dives add to it.',
    rule: 'WV-SPD-04',
  },
  next: {
    title: 'Next speed',
    why: 'The cue moved half way towards the throttle: the movement points of the next round, if the move ended so.',
    rule: 'WV-SPD-05',
  },
  drag: {
    title: 'Drag',
    why: 'The number under a speed is what a maneuver at that speed costs, by the band the plane is in. White is the top speed of level flight, red strains the frame, red stripes break it, black stripes are a stall.',
    rule: 'WV-DRG-01',
  },
  prep: {
    title: 'Prep',
    why: 'So many hexes straight ahead come before the nose goes up or down or the plane rolls. They are a part of the maneuver.',
    rule: 'WV-ATT-02',
  },
  dice: {
    title: 'Colours of dice',
    why: 'Nine dice in order of shade: white, pink, grey, green, yellow, red, blue, purple, black. The darker, the better; every modifier moves you along this row.',
    rule: 'WV-DIC-01',
  },
  tests: {
    title: 'Test dice',
    why: 'Sight, structure and handling are tested with a die of this colour: failure, success or critical.',
    rule: 'WV-DIC-06',
  },
  ammunition: {
    title: 'Ammunition',
    why: 'Two numbers: what is left in the gun, and what is left in reserve. A burst takes one, a long burst two. An empty gun is loaded again by a round of level flight without firing.',
    rule: 'WV-AMM-01',
  },
  freeze: {
    title: 'Time stands still',
    why: 'Somebody froze time in the middle of a move. The others near him fly as long as he has flown, then all of them may fire; after that the moves go on. The boxes count how much of the round has passed.',
    rule: 'WV-TFZ-01',
  },
  passing: {
    title: 'In range on the way',
    why: 'Guns fire when all planes have moved, from where the move ends. What is in front of the nose here is only passed.',
    rule: 'WV-MOD-01',
  },
} as const satisfies Record<string, Entry>

export type Word = keyof typeof GLOSSARY

/** Shows a word where refusals are shown: also under a thumb. */
export function explain(room: Room, word: Word) {
  room.why = GLOSSARY[word]
}
