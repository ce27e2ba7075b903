/** Under the game's name on the shelf. */
export const line = 'England by zones'
