/** The keys of this desk. */
export const keys = [
  ['1 … 9', 'Take the choice of this number'],
  ['O', 'Do the obvious'],
  ['R', 'The rest of the phase'],
  ['Escape', 'Let go of a piece'],
] as const
