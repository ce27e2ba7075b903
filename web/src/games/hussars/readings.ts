/** What changes the battle that one wants to fight; the other options say how an unclear passage of the rules is read. */
const BATTLE = ['map', 'points', 'martians', 'humans', 'hidden_stands']

export const readings = (option: string) => !BATTLE.includes(option)
