/** Legal answers as the desk and the table show them: whose they are, and where they belong. */
import type { Row } from '../../wire/Row'
import type { Attack, Order, Point } from './wire'

export interface Choice extends Row {
  order: Order
  /** The own stand that would do it. */
  stand: number | null
  /** The enemy stand that it is aimed at. */
  target: number | null
  at: Point | null
}

export function attackOf(order: Order): Attack | null {
  return order.do === 'attack' || order.do === 'react' ? order.attack : null
}

function aimOf(attack: Attack): Pick<Choice, 'target' | 'at'> {
  if ('fire' in attack) return { target: attack.fire.target, at: null }
  return { target: null, at: 'sweep' in attack ? attack.sweep.middle : attack.gas.at }
}

export function placeOf(order: Order): Pick<Choice, 'stand' | 'target' | 'at'> {
  const none = { stand: null, target: null, at: null }
  switch (order.do) {
    case 'deploy':
    case 'enter':
      return { ...none, stand: order.stand, at: order.at }
    case 'land':
      return { ...none, stand: order.cylinder, at: order.at }
    case 'attack':
      return { stand: order.stand, ...aimOf(order.attack) }
    case 'react':
      return { stand: order.holder, ...aimOf(order.attack) }
    case 'pick':
      return { ...none, stand: order.stand }
    case 'emerge':
      return { ...none, stand: order.machine }
    case 'go':
      return { ...none, at: order.path.at(-1) ?? null }
    case 'continue':
      return { ...none, stand: order.stand, at: order.path.at(-1) ?? null }
    case 'combat':
      return { ...none, stand: order.mover }
    default:
      return none
  }
}

/** What is looked at before it is done: it moves or fires. What is set up can be moved again, and needs no second press. */
export function isPlanned(order: Order): boolean {
  return ['go', 'continue', 'attack', 'react', 'enter', 'emerge'].includes(order.do)
}

/** What settles it for all at once: nobody's answer in particular, in a group of its own. */
export function isForAll(choice: Choice, all: readonly Choice[]): boolean {
  const nobodys = choice.stand === null && choice.target === null && choice.at === null && !isIdle(choice.order)
  return nobodys && all.some((c) => c.stand !== null) && all.filter((c) => c.group === choice.group).length === 1
}

/** Choices under their headings, in the order in which these come up. */
export function grouped(choices: readonly Choice[]): { group: string; rows: Choice[] }[] {
  const found: { group: string; rows: Choice[] }[] = []
  for (const choice of choices) {
    const group = found.find((g) => g.group === choice.group)
    if (group) group.rows.push(choice)
    else found.push({ group: choice.group, rows: [choice] })
  }
  return found
}

/** What lets things be, or ends them, stands below what does something. */
export function isIdle(order: Order): boolean {
  return isPass(order) || order.do === 'end_step' || order.do === 'resign'
}

/** What lets a window pass: the frame offers it. */
export function isPass(order: Order): boolean {
  return order.do === 'pass' || order.do === 'hold'
}

/** Doing something stands before staying where one is, and that before letting things be. */
export function rankOf(order: Order): number {
  return isIdle(order) ? 2 : order.do === 'stay' ? 1 : 0
}

/** The word on the big button: what the order that lies ready does. */
export function verbOf(order: Order, way: { stopped: boolean; leaves: boolean; strategic: boolean }): string {
  switch (order.do) {
    case 'go':
    case 'continue':
      if (way.stopped) return 'Move into contact'
      if (way.leaves) return 'Leave the table'
      return way.strategic ? 'March there' : order.do === 'continue' ? 'Go on there' : 'Move there'
    case 'stay':
      return 'Turn, and stay'
    case 'deploy':
      return 'Set up here'
    case 'enter':
      return 'Enter here'
    case 'land':
      return 'Write it down'
    case 'emerge':
      return 'Step out'
    case 'attack':
    case 'react': {
      const attack = order.attack
      return 'sweep' in attack ? 'Sweep' : 'gas' in attack ? 'Fire the canister' : 'Fire'
    }
    default:
      return 'Do it'
  }
}
