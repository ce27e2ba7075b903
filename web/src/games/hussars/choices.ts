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

/** What is looked at before it is done: it moves, fires or lays something down. */
export function isPlanned(order: Order): boolean {
  return ['go', 'continue', 'attack', 'react', 'deploy', 'land', 'enter'].includes(order.do)
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

/** The word on the big button. */
export function verbOf(order: Order): string {
  switch (order.do) {
    case 'go':
    case 'continue':
      return 'March'
    case 'deploy':
      return 'Set up here'
    case 'enter':
      return 'Enter here'
    case 'land':
      return 'Write it down'
    case 'attack':
    case 'react': {
      const attack = order.attack
      return 'sweep' in attack ? 'Sweep' : 'gas' in attack ? 'Fire the canister' : 'Fire'
    }
    default:
      return 'Do it'
  }
}
