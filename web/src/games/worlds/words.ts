/** The table and its orders in words: for buttons, labels and screen readers. */
import type { Action, Ask, Colour, Components, Order, Phase, SeaAction, ShipKind, UnitKind, View } from './wire'
import { waveNumber } from './art/ink'
import { hexRange } from './hexes'

export const phaseNames: Record<Phase, string> = {
  set_up: 'Set-up',
  production: 'Production',
  devastation: 'Devastation',
  battle: 'Battle',
  human_action: 'Human Action',
  escape: 'Escape',
  martian_action: 'Martian Action',
  assembly: 'Assembly',
  event: 'Event',
}

export const unitNames: Record<UnitKind, string> = {
  infantry: 'Infantry',
  cavalry: 'Cavalry',
  field_gun: 'Field Gun',
  siege_gun: 'Siege Gun',
  gun_95t: '95t Gun',
  curate: 'The Curate',
  heliograph: 'The Heliograph',
  narrator: 'The Narrator',
}

export const shipNames: Record<ShipKind, string> = {
  torpedo_boat: 'Torpedo Boat',
  cruiser: 'Cruiser',
  ironclad: 'Ironclad',
  thunder_child: 'HMS Thunder Child',
}

export const actionNames: Record<Action, string> = {
  move: 'Move',
  move_left: 'Move left',
  move_right: 'Move right',
  detect: 'Detect',
  attack: 'Attack',
  focused_detect: 'Focused Detect',
  detect_all: 'Detect All',
  black_smoke: 'Black Smoke',
  focused_fire: 'Focused Fire',
  fire_all: 'Fire All',
  double_move: 'Double Move',
  reinforcement: 'Reinforcement',
  high_activity: 'High Activity',
}

export const seaActionNames: Record<SeaAction, string> = {
  move_refugee: 'Move to Refugees',
  move_warship: 'Move to a War Ship',
  fire: 'Fire',
  detect: 'Detect',
}

export function kindOf(order: Order | Ask): string {
  return typeof order === 'string' ? order : (Object.keys(order)[0] ?? '')
}

/** What an order or a question carries. */
export function bodyOf(order: Order | Ask): Record<string, unknown> {
  return typeof order === 'string' ? {} : (Object.values(order)[0] as Record<string, unknown>)
}

export function phase(view: unknown): string {
  const v = view as View
  const battle = v.land ? ' · land battle' : v.naval ? ' · naval battle' : ''
  return v.turn === 0 ? phaseNames[v.phase] : `turn ${v.turn} · ${phaseNames[v.phase]}${battle}`
}

/** Names of what lies on the table. */
export class Names {
  constructor(
    readonly view: View,
    readonly parts: Components,
  ) {}

  zone(id: number): string {
    return this.parts.zones[id]?.name ?? `zone ${id}`
  }

  unit(id: number): string {
    const name = this.view.units.find((u) => u.unit === id)?.name ?? `unit ${id}`
    return name.charAt(0).toUpperCase() + name.slice(1)
  }

  event(id: number): string {
    return this.parts.events[id]?.name ?? `card ${id}`
  }

  band(id: number): string {
    const wave = this.view.waves.find((w) => w.wave === id)
    if (this.view.scenario === 'handling-machine-uprising') return `the Tripods in ${this.zone(id % this.parts.zones.length)}`
    return wave ? `Wave ${waveNumber(id)} in ${this.zone(wave.zone)}` : `Wave ${id + 1}`
  }

  tripod(id: number, list: { tripod: number; colour: Colour; damaged: boolean; hex: string | null }[]): string {
    const t = list.find((x) => x.tripod === id)
    return t ? `${t.damaged ? 'damaged ' : ''}${t.colour} Tripod${t.hex ? ` in ${t.hex}` : ''}` : `Tripod ${id + 1}`
  }

  ship(id: number): string {
    const s = this.view.naval?.ships.find((x) => x.ship === id)
    return s ? `${shipNames[s.kind]}${s.hex ? ` in ${s.hex}` : ''}` : `ship ${id + 1}`
  }

  boat(id: number): string {
    const r = this.view.naval?.refugees.find((x) => x.refugee === id)
    return r ? `Refugee ${r.points}${r.hex ? ` in ${r.hex}` : ''}` : `Refugee ${id + 1}`
  }

  /** How far a shot goes and which colour hits there. */
  shot(from: string | null | undefined, to: string | null | undefined, dice: number | undefined): string {
    if (!from || !to) return ''
    const range = hexRange(from, to)
    const hit = this.parts.range_colours[range - 1]
    return `range ${range}${hit ? `, ${hit} hits` : ''}${dice ? `, ${dice} ${dice === 1 ? 'die' : 'dice'}` : ''}`
  }

  price(points: number): string {
    return points === 0 ? 'free' : plural(points, 'point')
  }

  plan(id: string): string {
    return this.parts.plans.find((p) => p.plan === id)?.name ?? id
  }
}

const goOn: Record<string, string> = {
  production: 'Buy nothing more',
  storm: 'Let it roll',
  plans: 'Begin the battle',
  card: 'Let the card take effect',
  reroll: 'Keep the die',
  flip: 'Flip no more',
  fire: 'Cease fire',
  shell: 'Keep the shell',
  action: 'End the Human Action Phase',
  ships: 'Begin the battle',
  sea: 'End the human step',
  or: 'Neither',
  event: 'No more',
  paid_event: 'End the turn',
}

/** The two effects of an OR card, as it prints them. */
function halves(names: Names): string[] {
  const text = names.view.drawn === null ? '' : (names.parts.events[names.view.drawn]?.text ?? '')
  const parts = text.split(/;?\s+OR\s+/)
  return parts.length === 2 ? parts.map((p) => p.charAt(0).toUpperCase() + p.slice(1)) : []
}

/** What pressing an order does, as a command. */
export function orderWords(order: Order, ask: Ask, names: Names): { label: string; detail: string } {
  const { prices } = names.view
  const say = (label: string, detail = '') => ({ label, detail })
  if (typeof order === 'string') {
    switch (order) {
      case 'done': return say(goOn[kindOf(ask)] ?? 'Go on')
      case 'random_harbour': return say('A Harbour by lot', names.price(prices.random_harbour))
      case 'random_plan': return say('Draw a Battle Plan', names.price(prices.random_plan))
      case 'leave_off': return say('Leave it beside the board')
      case 'kriegspiel': return say('Kriegspiel', 'draw a second card, choose')
      case 'line_of_sight': return say('Line of Sight', 'roll the die again')
      case 'heliograph': return say('The Heliograph', 'roll the die again')
      case 'trap': return say('Spring a Trap', 'green damages two Tripods')
      case 'terrain': return say('Terrain', 'every Gun fires twice')
      case 'shell': return say('Explosive Shell', 'the Tripod is destroyed')
      case 'end_battle': return say('End the Naval Battle')
      case 'first': return say(halves(names)[0] ?? 'The first effect')
      case 'second': return say(halves(names)[1] ?? 'The second effect')
      case 'pay': return say('Pay')
      case 'pay_event': return say('Pay for another Event card', prices.event === null ? '' : names.price(prices.event))
    }
  }
  if ('take_card' in order) return say(names.event(order.take_card.card), names.parts.events[order.take_card.card]?.text ?? '')
  if ('deploy' in order) return say(`Place in ${names.zone(order.deploy.zone)}`)
  if ('buy' in order) return say(`In ${names.zone(order.buy.zone)}`)
  if ('discount' in order) return say(`In ${names.zone(order.discount.zone)}`, names.event(order.discount.card))
  if ('harbour' in order) {
    const name = names.parts.zones[order.harbour.zone]?.harbour_name
    return say(`In ${names.zone(order.harbour.zone)}`, name ?? '')
  }
  if ('play' in order) return say(`Play ${names.event(order.play.card)}`)
  if ('battle' in order) return say(`Fight ${names.band(order.battle.band)}`)
  if ('chosen_plan' in order) return say(names.plan(order.chosen_plan.plan), kindOf(ask) === 'plans' ? names.price(prices.chosen_plan) : '')
  if ('place' in order) return say(`Hex ${order.place.hex}`)
  if ('apply' in order) {
    const card = order.apply.second ? names.view.land?.second_card : names.view.land?.card
    return say(`Apply card ${card ?? ''}`, order.apply.second ? 'the second' : 'the first')
  }
  const tripods = names.view.land?.tripods ?? names.view.naval?.tripods ?? []
  if ('flip' in order) return say(`Flip the ${names.tripod(order.flip.tripod, tripods)}`)
  if ('surprise' in order) return say('Surprise Shot on it', 'one more die for its first shot')
  const hexOf = (id: number) => tripods.find((t) => t.tripod === id)?.hex
  if ('fire' in order) {
    const gun = names.view.land?.units.find((u) => u.unit === order.fire.gun)
    const dice = names.parts.guns.find((g) => g.kind === gun?.kind)?.dice
    return say(`Fire at the ${names.tripod(order.fire.tripod, tripods)}`, names.shot(gun?.hex, hexOf(order.fire.tripod), dice))
  }
  if ('target' in order) return say(names.unit(order.target.unit))
  if ('move' in order) return say(`Move to ${names.zone(order.move.to)}`)
  if ('move_refugee' in order) return say(`Move to ${names.zone(order.move_refugee.to)}`)
  if ('attack_cylinder' in order) return say(`Attack Cylinder ${waveNumber(order.attack_cylinder.wave)}`, 'green destroys a Tripod, red loses the Infantry')
  if ('attack_machine' in order) return say(`Attack the ${order.attack_machine.colour} Handling Machine`)
  if ('dig' in order) return say(`Dig Earthworks for ${names.unit(order.dig.gun)}`)
  if ('mill' in order) return say('Build a Powder Mill', 'green builds it, yellow loses the Infantry')
  if ('attract' in order) return say(`Draw on ${names.band(order.attract.wave)}`)
  if ('attract_tripod' in order) {
    const { from, colour, damaged } = order.attract_tripod
    return say(`Draw on a ${damaged ? 'damaged ' : ''}${colour} Tripod in ${names.zone(from)}`)
  }
  if ('take_works' in order) return say('Take a level of Earthworks off', 'to use the counter elsewhere')
  if ('take_mill' in order) return say(`Take a Powder Mill from ${names.zone(order.take_mill.zone)}`)
  if ('give_up' in order) return say(`Give up a Refugee ${order.give_up.points}`)
  if ('buy_ship' in order) return say(`Hex ${order.buy_ship.hex}`)
  if ('free_ship' in order) return say(`Hex ${order.free_ship.hex}`)
  if ('sail' in order) return say(`Sail to ${order.sail.hex}`)
  if ('ship_fire' in order) {
    const ship = names.view.naval?.ships.find((x) => x.ship === order.ship_fire.ship)
    const dice = names.parts.ships.find((x) => x.ship === ship?.kind)?.dice
    return say(`Fire at the ${names.tripod(order.ship_fire.tripod, tripods)}`, names.shot(ship?.hex, hexOf(order.ship_fire.tripod), dice))
  }
  if ('ram' in order) return say(`Ram the ${names.tripod(order.ram.tripod, tripods)}`)
  if ('row' in order) return say(`Move to ${order.row.hex}`)
  if ('sea_target' in order) return say(order.sea_target.ship ? names.ship(order.sea_target.counter) : names.boat(order.sea_target.counter))
  if ('tripod' in order) {
    const { band, colour, damaged } = order.tripod
    return say(`The ${damaged ? 'damaged ' : ''}${colour} Tripod`, names.band(band))
  }
  if ('zone' in order) return say(names.zone(order.zone.zone))
  return say(names.unit(order.unit.unit))
}

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** One zone in a sentence. */
export function zoneWords(view: View, parts: Components, zone: number): string {
  const z = view.zones[zone]
  const card = parts.zones[zone]
  if (!z || !card) return ''
  const list: string[] = []
  if (z.state === 'live') list.push(`Workforce ${z.workforce}, ${plural(z.gears, 'gear')}`)
  else list.push(z.state === 'red_weed' ? 'overgrown with Red Weed' : 'destroyed')
  if (card.factory && z.state === 'live') list.push('a Factory')
  if (card.harbour) list.push(z.harbour ? 'a Harbour' : 'an empty Harbour square')
  for (const wave of view.waves.filter((w) => w.zone === zone)) {
    const what = wave.cylinder ? `Cylinder ${waveNumber(wave.wave)} with ${wave.building} under construction` : `Wave ${waveNumber(wave.wave)}: ${tripodWords(wave.tripods)}`
    list.push(what)
  }
  if (z.tripods.length) list.push(tripodWords(z.tripods))
  for (const m of z.machines) list.push(`a ${m} Handling Machine`)
  const units = view.units.filter((u) => u.zone === zone)
  if (units.length) list.push(units.map((u) => u.name + (u.earthworks ? ` (Earthworks ${u.earthworks})` : '')).join(', '))
  if (z.refugees_1) list.push(plural(z.refugees_1, 'Refugee counter') + ' of 1 point')
  if (z.refugees_2) list.push(plural(z.refugees_2, 'Refugee counter') + ' of 2 points')
  if (z.mills) list.push(plural(z.mills, 'Powder Mill'))
  return `${card.name}: ${list.join('; ')}.`
}

export function tripodWords(list: { colour: Colour; damaged: boolean }[]): string {
  return list.length ? `${plural(list.length, 'Tripod')} (${list.map((t) => `${t.colour}${t.damaged ? ' damaged' : ''}`).join(', ')})` : 'no Tripods'
}

export function words(view: unknown, components: unknown): string[] {
  const v = view as View | null
  if (!v) return []
  const c = components as Components
  const t = v.tracks
  const lines = [
    `Turn ${v.turn}, ${phaseNames[v.phase]} Phase. Germs ${t.germs} of ${c.track_end} with ${t.human_points} points; Colonization ${t.colonization} of ${c.track_end} with ${t.martian_points} points.`,
    `Production points ${t.production}, income ${t.income}. Flying Machine: ${t.flying_machine} of ${c.flying_machine_pieces} pieces.`,
  ]
  if (t.landings) lines.push(`${plural(t.landings, 'Cylinder')} will land after the Escape Phase.`)
  const names = new Names(v, c)
  if (v.land) {
    const l = v.land
    lines.push(`Land battle in ${names.zone(l.zone)}, round ${l.battle_round}.${l.card ? ` Card ${l.card} lies open.` : ''}`)
    for (const u of l.units) lines.push(`  ${names.unit(u.unit)} in ${u.hex}, ${u.level} levels${u.ready ? ', may fire' : ''}.`)
    for (const x of l.tripods) if (x.hex) lines.push(`  The ${names.tripod(x.tripod, l.tripods)}.`)
    if (l.plans.length) lines.push(`  Battle Plans: ${l.plans.map((p) => names.plan(p)).join(', ')}.`)
  }
  if (v.naval) {
    lines.push(`Naval battle, round ${v.naval.battle_round} of ${v.naval.last_round}.${v.naval.card ? ` Card ${v.naval.card}.` : ''}`)
    for (const r of v.naval.refugees) if (r.hex) lines.push(`  ${names.boat(r.refugee)}.`)
    for (const s of v.naval.ships) if (s.hex) lines.push(`  ${names.ship(s.ship)}.`)
    for (const x of v.naval.tripods) if (x.hex) lines.push(`  The ${names.tripod(x.tripod, v.naval.tripods)}.`)
  }
  for (const z of v.zones) lines.push(zoneWords(v, c, z.zone))
  for (const e of v.saved) lines.push(`You keep ${names.event(e)}: ${c.events[e]?.text ?? ''}`)
  return lines
}
