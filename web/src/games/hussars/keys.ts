/** The keys of this desk. */
export const keys = [
  ['1 … 9', 'Take the choice of this number'],
  ['Enter', 'Give the order that lies ready'],
  ['N', 'The next stand that has something to do'],
  ['[ ]', 'Turn it'],
  ['I J K L', 'Move what lies ready by half an inch'],
  ['S', 'Lines of sight'],
  ['Escape', 'Let go'],
] as const
