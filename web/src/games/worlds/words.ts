/** The table in words, for labels and screen readers. What an order is called the engine says. */
import type { Action, Colour, Components, Phase, SeaAction, ShipKind, UnitKind, View } from './wire'
import { waveNumber } from './art/ink'

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

export function phase(view: unknown): string {
  const v = view as View
  const battle = v.land ? ' · land battle' : v.naval ? ' · naval battle' : ''
  return v.turn === 0 ? phaseNames[v.phase] : `turn ${v.turn} · ${phaseNames[v.phase]}${battle}`
}

/** Names of what lies on the table. */
export const many = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** The colours that take part now: who is destroyed does no more, who is still to be placed will. */
export function present(tripods: readonly { colour: Colour; hex: string | null }[], settingUp: boolean): Colour[] {
  return tripods.filter((t) => settingUp || t.hex !== null).map((t) => t.colour)
}

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

  plan(id: string): string {
    return this.parts.plans.find((p) => p.plan === id)?.name ?? id
  }
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
    const what = wave.cylinder
      ? `Cylinder ${waveNumber(wave.wave)} with ${wave.building} under construction`
      : `Wave ${waveNumber(wave.wave)}: ${tripodWords(wave.tripods)}`
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
  return list.length
    ? `${plural(list.length, 'Tripod')} (${list.map((t) => `${t.colour}${t.damaged ? ' damaged' : ''}`).join(', ')})`
    : 'no Tripods'
}

export function words(view: unknown, components: unknown): string[] {
  const v = view as View | null
  if (!v) return []
  const c = components as Components
  const t = v.tracks
  const lines = [
    `Turn ${v.turn}, ${phaseNames[v.phase]} Phase. Germs ${t.germs} of ${c.track_end} with ${many(t.human_points, 'point')}; Colonization ${t.colonization} of ${c.track_end} with ${many(t.martian_points, 'point')}.`,
    `Production points ${t.production}, income ${t.income}. Flying Machine: ${t.flying_machine} of ${c.flying_machine_pieces} pieces.`,
  ]
  if (t.landings) lines.push(`${plural(t.landings, 'Cylinder')} will land after the Escape Phase.`)
  const names = new Names(v, c)
  if (v.land) {
    const l = v.land
    lines.push(`Land battle in ${names.zone(l.zone)}, round ${l.battle_round}.${l.card ? ` Card ${l.card} lies open.` : ''}`)
    for (const u of l.units) lines.push(`  ${names.unit(u.unit)} in ${u.hex}, ${many(u.level, 'level')}${u.ready ? ', may fire' : ''}.`)
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
