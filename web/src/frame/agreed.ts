/** What whoever made a match chose, in sentences: for all who sit down, before they do. */
import type { Agreed } from '../wire/Agreed'
import type { People } from '../wire/People'
import { words } from './help'

export interface Point {
  text: string
  /** It gives somebody an advantage, or could. */
  warns: boolean
}

function listed(names: string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

export function points(agreed: Agreed, people: People): Point[] {
  const list: Point[] = []
  const say = (text: string, warns = false) => list.push({ text, warns })
  const seat = (number: number) => people.seats.find((p) => p.seat === number)
  const name = (number: number) => {
    const person = seat(number)
    return person ? person.name || person.team : `seat ${number + 1}`
  }
  if (agreed.from === 'log')
    say(`It begins with a loaded match of ${agreed.orders} orders, which whoever loaded it knows. The dice are new.`, true)
  else if (agreed.from === 'position') say('It begins from a written position. That may lay out which cards and dice come next.', true)
  else if (agreed.from === 'fork') say(`It begins at a moment of another match, after ${agreed.orders} orders. The dice are new.`, true)
  if (agreed.root?.from === 'position')
    say('That other match began from a written position, and what it laid out may still lie there.', true)
  else if (agreed.root?.from === 'log') say('That other match was itself loaded by somebody.', true)
  if (agreed.root && agreed.root.seed !== null)
    say(`The seed of that other match was chosen: ${agreed.root.seed}. What was dealt there may be known.`, true)
  if (agreed.from === 'rematch') say('It is another match once more, with everybody on the other side.')
  if (agreed.seed !== null) say(`The seed was chosen: ${agreed.seed}. Whoever knows it can know every die and card.`, true)
  else if (agreed.fair)
    say('Fair dice: nobody can choose them, not even the server, and at the end everybody can check that. You need do nothing.')
  else if (agreed.from !== 'log') say('The seed was drawn by the server.')
  if (agreed.host.length > 1) say(`${listed(agreed.host.map(name))} are played on one screen, by one hand.`, true)
  for (const { seat: number, bot } of agreed.bots) say(`A bot plays ${name(number)}: ${bot}.`)
  // What is off is what nobody chose.
  const chosen = Object.entries(agreed.options).filter(([, value]) => value !== 'off')
  const options = chosen.map(([id, value]) => `${words(id)}: ${words(value)}`)
  if (agreed.variant) options.unshift(`Variant: ${words(agreed.variant)}`)
  if (options.length > 0) say(`Set up with ${options.join('; ')}.`)
  return list
}
