/** Under the game's name on the shelf. */
export const line = 'the sky from the side'
