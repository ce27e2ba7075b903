/** Under the game's name on the shelf. */
export const line = 'from above, by cards'
