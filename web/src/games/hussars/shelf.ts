/** Under the game's name on the shelf. */
export const line = 'armies in the field'
