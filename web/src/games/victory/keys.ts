/** The keys of this desk. */
export const keys = [
  ['1 … 9', 'Take the choice or the act of this number'],
  ['Enter', 'Fly the move'],
  ['Backspace U', 'Take the last act back'],
  ['Escape', 'Let go'],
] as const
