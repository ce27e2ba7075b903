import type { Component } from 'svelte'
import type { Parting } from '../lib/chapters'
import type { Deeds } from '../lib/story'

/** What a game brings to the frame: a board and the rail beside it. It arrives when somebody sits down. */
export interface GameParts {
  /** The table itself: pieces, rulers, what glows. It finds its room by `useRoom`. */
  Board: Component
  /** The console: decisions as cards and buttons, everything also by keyboard. */
  Rail: Component
  /** The table in words, for readers and screen readers. */
  words: (view: unknown, components: unknown) => string[]
  /** Which phase it is, in two words. */
  phase: (view: unknown) => string
  /** Nothing is hidden in this game: on one screen seats change without a cover, and there is nothing to turn up. */
  open?: boolean
  /** A game with windows to interrupt: the orders that let one pass, as patterns. The frame offers them. */
  passes?: readonly unknown[]
  /** Whether an event is one that nobody should miss, such as a loss: the frame tells those since one's last order. */
  grave?: (what: unknown) => boolean
  /** Whether an event is what a match is about, such as a picture that was to be taken: the story of it never leaves it out. */
  crux?: (what: unknown) => boolean
  /** Parts of a turn that have a report of their own, such as battles: which event begins or ends one. */
  parting?: Parting
  /** Whether an event is fire of this seat or of the others: a report that tells of an answer tells of both. */
  fire?: (what: unknown, view: unknown, seat: number) => 'mine' | 'theirs' | null
  /** Why it was over and what decided it, in words, from the last view, the outcome's word and how the briefing says that it ends. */
  verdict?: (view: unknown, how: string, ends: string) => string[]
  /** What each side has lost, in words, for whoever reads how a match ended. */
  losses?: (view: unknown, components: unknown) => string[]
  /** What an event tells that somebody did, for the same reader. */
  deeds?: Deeds
  /** The keys of its desk and what they do, for who asks. */
  keys?: readonly (readonly [keys: string, what: string])[]
}

/** Every folder here is a game of that name: whoever adds one adds a folder. */
const games = import.meta.glob<GameParts>('./*/index.ts')

export function gameParts(game: string): Promise<GameParts> | null {
  return games[`./${game}/index.ts`]?.() ?? null
}
