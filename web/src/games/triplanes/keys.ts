/** The keys of this desk. */
export const keys = [
  ['1 … 9', 'Take the choice or the card in this place'],
  ['Enter', 'Press what has the focus'],
  ['S', 'Seal the plan'],
  ['Backspace', 'Take the last card back'],
  ['F', 'Fast or slow, in WW2'],
  ['N', 'The next vehicle that waits'],
  ['Q E', 'Turn the piece that is placed'],
] as const
