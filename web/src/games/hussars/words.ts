/** The table in words. What can be done comes in the engine's words; here is only what lies on the table. */
import { bearing } from './scale'
import type { Components, Open, Phase, Quality, StandCard, StandView, UnitView, View } from './wire'

export const SIDES = { martian: 'Martians', human: 'Humans' } as const
export const PHASES: Record<Phase, string> = {
  first_fire: 'First fire',
  martian_movement: 'Martian movement',
  artillery: 'Artillery',
  human_movement: 'Human movement',
  small_arms: 'Small arms',
}
export const QUALITIES: Record<Quality, string> = { green: 'Militia', regular: 'Regular', veteran: 'Veteran', elite: 'Elite' }

const COMPASS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
export const compass = (facing: number) => COMPASS[Math.floor(((facing + 225) % 3600) / 450)] ?? 'north'
export const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`

/** Hundredths of an inch as people write them. */
export const inches = (hundredths: number) => String(Math.round(hundredths / 10) / 10)

/** The same with the unit in full: shortened it reads like the word before a place. */
export const inInches = (hundredths: number) => many(Number(inches(hundredths)), 'inch', 'inches')

export function cardOf(stand: StandView, parts: Components): StandCard | null {
  return parts.stands.find((c) => c.name === stand.kind) ?? null
}

/** A stand's name under the heading of its unit. */
export function shortName(stand: StandView | null, unit: UnitView | undefined): string {
  const name = stand?.name ?? ''
  const rest = unit && name.startsWith(`${unit.name}, `) ? name.slice(unit.name.length + 2) : name
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** What a roll needs, in two signs. */
export const needs = (needed: number) => (needed > 6 ? 'no hit' : needed <= 1 ? 'sure' : `${needed}+`)

function state(open: Open, parts: Components): string[] {
  const list: string[] = []
  open.marks.forEach((n, i) => n && list.push(`${parts.systems[i]} hit${n > 1 ? ` ${n} times` : ''}`))
  if (open.canisters) list.push(many(open.canisters, 'gas canister'))
  if (open.sinking) list.push(`sinking in ${many(open.sinking, 'turn')}`)
  if (open.hits) list.push(many(open.hits, 'hit'))
  if (open.active) list.push('heat-ray awake')
  if (open.marker) list.push('on overwatch')
  if (open.flees) list.push('runs! from gas')
  if (open.owes_check) list.push('owes a morale check')
  if (open.strategic) list.push('on the march')
  if (open.fired) list.push('has fired')
  if (!open.in_cohesion) list.push('alone, out of cohesion')
  return list
}

const at = (p: { x: number; y: number }) => `${inInches(p.x / 10)} from the west, ${inInches(p.y / 10)} from the south`

/** Where something lies for somebody who looks from a stand; the engine's ranges run from base to base. */
export function seenFrom(from: Open, to: Open): string {
  const far = Math.hypot(to.at.x - from.at.x, to.at.y - from.at.y) / 10
  return `${inInches(far)} to the ${compass(bearing(from.at, to.at))}, from middle to middle`
}

export function standWords(s: StandView, parts: Components): string {
  const head = `${s.name}, ${s.kind}${s.scout ? ', scout' : ''}`
  if (s.open) {
    const more = state(s.open, parts)
    const seen = s.in_sight === true ? ['in sight of the enemy'] : s.in_sight === false ? ['not in sight'] : []
    return `${head}: ${at(s.open.at)}, facing ${compass(s.open.facing)}${[...more, ...seen].map((m) => `, ${m}`).join('')}.`
  }
  if (s.landing) return `${head}: lands in turn ${s.landing[1]}, ${at(s.landing[0])}.`
  if (s.last_seen) return `${head}: last seen in turn ${s.last_seen.turn}, ${at(s.last_seen.at)}.`
  const where = {
    board: 'on the table',
    waiting: 'not on the table yet',
    falling: 'still to fall',
    inside: 'inside its cylinder',
    exited: 'has left the table',
    lost: 'lost',
    unknown: 'out of sight',
  }
  return `${head}: ${where[s.whereabouts]}.`
}

/**
 * When those of a unit that wait can come in: the next turn whose movement is not over, and whether they can right now.
 * Who may still come in this phase is known where it was asked: one that was called and stayed away waits a turn.
 */
export function arrival(u: UnitView, v: View, callable: readonly number[] | null): { turn: number; now: boolean; stands: number } | null {
  const waiting = u.stands.filter((id) => v.stands[id]?.whereabouts === 'waiting')
  if (v.deploying || u.arrives === null || waiting.length === 0) return null
  const order = Object.keys(PHASES)
  const moves = u.side === 'martian' ? 'martian_movement' : 'human_movement'
  const called = u.arrives <= v.turn && v.phase === moves ? waiting.filter((id) => callable?.includes(id) ?? true) : []
  if (called.length > 0) return { turn: v.turn, now: true, stands: called.length }
  const over = order.indexOf(v.phase) >= order.indexOf(moves)
  const turn = Math.max(u.arrives, over ? v.turn + 1 : v.turn)
  return turn > v.turns ? null : { turn, now: false, stands: waiting.length }
}

export function phase(view: unknown): string {
  const v = view as View
  return v.deploying ? 'Setting up' : `Turn ${v.turn} of ${v.turns} · ${PHASES[v.phase]}`
}

export function words(view: unknown, components: unknown): string[] {
  const v = view as View | null
  if (!v) return []
  const parts = components as Components
  const lines = [
    `${phase(v)}. The table is ${v.board[0] / 1000} inches wide and ${v.board[1] / 1000} inches high${v.hidden_stands ? '; stands that are not spotted are hidden' : ''}.`,
  ]
  const map = parts.maps.find((m) => m.id === v.map)
  if (map)
    lines.push(
      `On it: ${[...map.hills.map((h) => `${h.name}, a hill of ${many(h.levels, 'level')}`), ...[...map.areas, ...map.lines].map((a) => `${a.name} (${parts.grounds.find((g) => g.kind === a.kind)?.name ?? a.kind})`)].join('; ')}.`,
    )
  for (const u of v.units) {
    const due = u.arrives && u.arrives > v.turn ? `, comes in turn ${u.arrives}` : ''
    lines.push(`${u.name}, ${SIDES[u.side]}: ${many(u.stands.length, 'stand')}${u.lost ? `, ${u.lost} lost` : ''}${due}.`)
    for (const id of u.stands) {
      const s = v.stands[id]
      if (s && (s.open || s.last_seen || s.landing)) lines.push(`  ${standWords(s, parts)}`)
    }
  }
  for (const c of v.clouds) lines.push(`Black gas, ${at(c.at)}.`)
  return lines
}

/** Why it was over, and what the points say: the reader has to find nothing out for himself. */
export function verdict(view: unknown, how: string, ends: string): string[] {
  const v = view as View | null
  if (!v?.scores) return []
  const [martians, humans] = v.scores
  const lead = Math.abs(martians - humans)
  const when =
    how === 'resignation'
      ? `One side gave up in turn ${v.turn} of ${v.turns}.`
      : v.turn >= v.turns
        ? `All ${v.turns} turns were played.`
        : `It was over in turn ${v.turn} of ${v.turns}: ${ends.charAt(0).toLowerCase()}${ends.slice(1)}`
  const points = `Victory points: Martians ${martians}, Humans ${humans}`
  const who = lead === 0 ? 'as many on both sides, so nobody wins' : `the ${martians > humans ? 'Martians' : 'Humans'} lead by ${lead}`
  return [when, how === 'resignation' ? `${points}. Who gives up has lost, whatever they say.` : `${points}; ${who}.`]
}

/** Stands as they are counted: `2 × Regular Infantry, Field Artillery`. */
export function byKind(stands: readonly StandView[]): string {
  const kinds = new Map<string, number>()
  for (const s of stands) kinds.set(s.kind, (kinds.get(s.kind) ?? 0) + 1)
  return [...kinds].map(([kind, n]) => (n > 1 ? `${n} × ${kind}` : kind)).join(', ')
}

/** What each side has lost. */
export function losses(view: unknown, _components: unknown): string[] {
  const v = view as View | null
  if (!v) return []
  return (['martian', 'human'] as const).map((side) => {
    const lost = v.stands.filter((s) => s.side === side && s.whereabouts === 'lost')
    return `${SIDES[side]}: ${byKind(lost) || 'nothing lost'}.`
  })
}
