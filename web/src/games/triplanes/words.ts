/** The table in words: for labels, for the log's readers, for screen readers. */
import type { AirplaneView } from '../../wire/triplanes/AirplaneView'
import type { Components } from '../../wire/triplanes/Components'
import type { Fate } from '../../wire/triplanes/Fate'
import type { Side } from '../../wire/triplanes/Side'
import type { Step } from '../../wire/triplanes/Step'
import type { Team } from '../../wire/triplanes/Team'
import type { TripodView } from '../../wire/triplanes/TripodView'
import type { VehicleView } from '../../wire/triplanes/VehicleView'
import type { View } from '../../wire/triplanes/View'
import { bearing, distance, turned } from '../../table/geometry'

export function sideWords(side: Side): string {
  return side.replace('_', '-')
}

/** The id of a card as people call it: "TA_long_straight" is a long straight. */
export function cardName(id: string): string {
  return id
    .replace(/^[A-Z0-9]+_/, '')
    .replace(/(\d\d)(?=_|$)/, '$1°')
    .replaceAll('_', ' ')
}

export function loadWords(loads: number): string {
  return loads === 1 ? 'one load of bombs' : `${loads} loads of bombs`
}

const points = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']

export function compass(heading: number): string {
  return points[Math.round(turned(heading) / 45) % 8] ?? 'north'
}

export function stepWords(step: Step): string {
  if (step === 'placing') return 'setting up'
  if (step === 'planning') return 'planning'
  if (step === 'over') return 'over'
  const [name, body] = Object.entries(step)[0] as [string, { phase: number }]
  if (name === 'planning_phase') return `planning ${body.phase + 1}`
  const names: Record<string, string> = {
    actions: 'actions',
    commit: 'secret actions',
    drops: 'bombs away?',
    reveal: 'showing actions',
    straights: 'illegal maneuver',
    early_fire: 'early fire',
    drawing: 'drawing cards',
    firing: 'firing',
  }
  return `phase ${body.phase + 1}, ${names[name] ?? name}`
}

export function phase(view: unknown): string {
  const v = view as View
  if (v.earthling_turn === null || v.step === 'placing' || v.step === 'over') return `turn ${v.turn} · ${stepWords(v.step)}`
  // Tripods in WW2: three turns of the Earthlings make up one of the Martians.
  const step = stepWords(v.step).replace('phase ', 'action ')
  return `Martian turn ${v.turn} · Earthling turn ${v.earthling_turn} · ${step}`
}

/** "3 damage cards", "2 damage counters". */
export function damageWords(v: VehicleView): string {
  const counters = v.damage.filter((d) => isCounter(d.deck)).length
  const cards = v.damage.length - counters
  const count = (n: number, what: string) => (n ? [`${n} damage ${what}${n === 1 ? '' : 's'}`] : [])
  return [...count(cards, 'card'), ...count(counters, 'counter')].join(', ')
}

/** WW2 damage is drawn as counters, not as cards. */
export function isCounter(deck: string): boolean {
  return deck.length > 1
}

/** The letter that is printed on a card or counter. */
export function letter(deck: string): string {
  return deck.slice(-1)
}

export function lastWords(last: string): string {
  const names: Record<string, string> = { split_s: 'Split-S', fast_straight: 'fast straight', immelmann: 'Immelmann' }
  return names[last] ?? last.replace('_', ' ')
}

/** Why a vehicle is not on the table. */
export function fateWords(fate: Fate): string {
  if (fate === 'in_play') return 'On the table.'
  if (fate === 'reserve') return 'In reserve: it takes the place of one that is lost.'
  if (fate === 'to_come') return 'It is still to come.'
  return fate === 'eliminated' ? 'It is lost.' : 'It has left the table.'
}

const many = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`

/** The state of a vehicle's console in a few words. */
export function conditionWords(v: VehicleView): string[] {
  const list: string[] = []
  if (v.damage.length) list.push(damageWords(v))
  if (v.points !== null) list.push(`${v.points} of ${v.resistance} points`)
  if (v.flames) list.push(`on fire, ${many(v.flames, 'flame')}`)
  if (v.wounds) list.push(v.wounds === 1 ? 'pilot wounded' : `${v.wounds} wounds`)
  return [...list, ...(v.craft.kind === 'tripod' ? tripodWords(v.craft, v.team) : airplaneWords(v.craft, v.level))]
}

function tripodWords(t: TripodView, team: Team): string[] {
  const list = [`energy ${t.energy} of ${t.energy_rating}`]
  if (t.toppled) list.push(`toppled, ${many(t.toppled, 'recovery counter')}`)
  if (t.cooling) list.push('generator cooling')
  if (team === 'earthlings') list.push(t.pilot === 'human' ? 'captured, human pilot' : 'on the Earthlings’ side')
  if (t.laid === 'hidden') list.push('an action card face down')
  return list
}

function airplaneWords(a: AirplaneView, level: number | null): string[] {
  const list: string[] = []
  if (level !== null) list.push(level === 0 ? 'on the ground' : `level ${level}`)
  if (a.climb) list.push(`${a.climb} of ${a.climb_counters} climb counters`)
  if (a.jammed) list.push(`${a.guns.length ? 'front gun' : 'guns'} jammed, ${many(a.jammed, 'counter')}`)
  for (const gun of a.guns) if (gun.jammed) list.push(`${gun.name} gun jammed, ${many(gun.jammed, 'counter')}`)
  if (a.smoke) list.push(`smoke trail, ${many(a.smoke, 'counter')}`)
  if (a.rockets) list.push(a.rockets === 1 ? 'one rocket' : `${a.rockets} rockets`)
  if (a.loading) list.push('cannon loading')
  if (a.loads) list.push(loadWords(a.loads))
  if (a.dropping) list.push(`drops ${loadWords(a.dropping)} in this phase`)
  return list
}

export function words(view: unknown, components: unknown): string[] {
  const v = view as View | null
  if (!v) return []
  const c = components as Components
  const there = v.vehicles.filter((x) => x.fate === 'in_play' && x.pose)
  const lines = [`Turn ${v.turn}, ${stepWords(v.step)}. The table is ${v.area[0] / 10} by ${v.area[1] / 10} cm.`]
  for (const x of there) {
    if (!x.pose) continue
    const { centre, heading } = x.pose
    const at = `${(centre.x / 10).toFixed(0)} cm east, ${(centre.y / 10).toFixed(0)} cm north`
    const model = c.models[x.model]
    const kind = model?.kind === 'tripod' ? 'tripod' : 'airplane'
    lines.push(`${x.name}, ${kind}: ${at}, heading ${compass(heading)} (${Math.round(heading)}°). ${conditionWords(x).join(', ')}`)
    for (const y of there) {
      if (y.team === x.team || !y.pose) continue
      const off = Math.round(((bearing(centre, y.pose.centre) - heading + 540) % 360) - 180)
      const where = Math.abs(off) < 5 ? 'dead ahead' : `${Math.abs(off)}° to the ${off > 0 ? 'right' : 'left'}`
      lines.push(`  ${y.name} is ${distance(centre, y.pose.centre).toFixed(0)} mm away, ${where}.`)
    }
  }
  for (const [i, o] of v.objectives.entries()) {
    if (o.at) {
      const state = (o.destroyed ? 'destroyed' : o.red_weed ? 'red weed' : 'whole') + (o.reached ? ', reached by the Martians' : '')
      lines.push(`Objective ${i + 1}: ${(o.at.x / 10).toFixed(0)} cm east, ${(o.at.y / 10).toFixed(0)} cm north, ${state}.`)
    }
  }
  for (const t of v.terrain) {
    if (t.pose) lines.push(`${t.kind}: ${(t.pose.centre.x / 10).toFixed(0)} cm east, ${(t.pose.centre.y / 10).toFixed(0)} cm north.`)
  }
  for (const bomb of v.bombs) {
    const at = `${(bomb.pose.centre.x / 10).toFixed(0)} cm east, ${(bomb.pose.centre.y / 10).toFixed(0)} cm north`
    lines.push(`Falling: ${loadWords(bomb.loads)} of ${v.vehicles.find((x) => x.id === bomb.bomber)?.name ?? 'a bomber'}, ${at}.`)
  }
  for (const cloud of v.clouds) {
    lines.push(`Black smoke: ${(cloud.x / 10).toFixed(0)} cm east, ${(cloud.y / 10).toFixed(0)} cm north.`)
  }
  return lines
}
