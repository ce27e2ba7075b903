/** The table as far as a step has told: every event changes what it speaks of, and nothing before it is told. */
import type { Colour, TripodCounter, View, WaveView, What, ZoneView } from './wire'

/** What is shown in the middle of a step, and what its next event goes on from. */
export interface Course {
  view: View
  /** The table at the end of the step: what an event does not say of a new counter is read here. */
  end: View
  /** The Wave, or the Tripods of a zone, that the step speaks of. */
  band: number | null
  /** The points of the Refugees that roll for their escape. */
  fleeing: number
  /** In the Uprising: the Tripods that came to a zone in this phase, and do not go on. */
  arrived: Record<number, TripodCounter[]>
}

export const begin = (view: View, end: View): Course => ({ view, end, band: null, fleeing: 1, arrived: {} })

const COLOURS: Colour[] = ['green', 'yellow', 'red', 'blue', 'violet']
const rank = (t: TripodCounter) => COLOURS.indexOf(t.colour) + (t.damaged ? COLOURS.length : 0)
const ordered = (tripods: TripodCounter[]) => [...tripods].sort((a, b) => rank(a) - rank(b))
const sound = (colour: Colour): TripodCounter => ({ colour, damaged: false })

function without<T>(list: T[], which: (one: T) => boolean): T[] {
  const at = list.findIndex(which)
  return list.filter((_, n) => n !== at)
}

const track = (view: View, tracks: Partial<View['tracks']>): View => ({ ...view, tracks: { ...view.tracks, ...tracks } })

type Change<T> = (one: T) => Partial<T>

function zone(view: View, id: number, change: Change<ZoneView>): View {
  return { ...view, zones: view.zones.map((z) => (z.zone === id ? { ...z, ...change(z) } : z)) }
}

function wave(view: View, id: number, change: Change<WaveView>): View {
  return { ...view, waves: view.waves.map((w) => (w.wave === id ? { ...w, ...change(w) } : w)) }
}

/** Whoever stands in a zone is told by the unit or the Wave itself; the zone's own list follows. */
function settled(view: View): View {
  const zones = view.zones.map((z) => ({
    ...z,
    units: view.units.filter((u) => u.zone === z.zone).map((u) => u.unit),
    waves: view.waves.filter((w) => w.zone === z.zone).map((w) => w.wave),
  }))
  return { ...view, zones }
}

const counted = (points: number) => (points === 1 ? ('refugees_1' as const) : ('refugees_2' as const))
const resting = (points: number) => (points === 1 ? ('rested_1' as const) : ('rested_2' as const))

const refugees = (view: View, id: number, points: number, more: number): View =>
  zone(view, id, (z) => ({ [counted(points)]: Math.max(0, z[counted(points)] + more) }))

/** Gears and room go with the Workforce; the chart for it is the engine's. */
function workforce(course: Course, id: number, left: number): View {
  const end = course.end.zones[id]
  const known = end?.workforce === left ? { gears: end.gears, capacity: end.capacity } : left === 0 ? { gears: 0, capacity: 0 } : {}
  const view = zone(course.view, id, () => ({ workforce: left, ...known }))
  // Some scenarios know no income.
  const earns = course.view.tracks.income > 0 && course.end.tracks.income > 0
  return earns ? track(view, { income: view.zones.reduce((sum, z) => sum + z.gears, 0) }) : view
}

function lift(view: View, unit: number): View {
  const land = view.land && { ...view.land, units: view.land.units.filter((u) => u.unit !== unit) }
  return settled({ ...view, land, units: view.units.filter((u) => u.unit !== unit) })
}

/** A new unit, as the end of the step knows it: its kind and name are the engine's. */
function muster(course: Course, fits: (u: View['units'][number]) => boolean): View {
  const { view } = course
  const found = course.end.units.find((u) => fits(u) && !view.units.some((v) => v.unit === u.unit))
  if (!found) return view
  const here = course.end.zones[found.zone]
  const room = (z: ZoneView) => (here && here.workforce === z.workforce && here.state === z.state ? { capacity: here.capacity } : {})
  return settled({ ...zone(view, found.zone, room), units: [...view.units, found].sort((a, b) => a.unit - b.unit) })
}

const uprising = (view: View) => view.zones.some((z) => z.tripods.length > 0)

/** The Tripods of a Wave, or in the Uprising of a zone. */
function medallion(view: View, band: number, change: (tripods: TripodCounter[]) => TripodCounter[]): View {
  if (view.waves.some((w) => w.wave === band && !uprising(view))) return wave(view, band, (w) => ({ tripods: ordered(change(w.tripods)) }))
  return zone(view, band % view.zones.length, (z) => ({ tripods: ordered(change(z.tripods)) }))
}

function marched(course: Course, band: number, from: number, to: number): Course {
  const { view } = course
  if (!uprising(view)) return { ...course, band, view: settled(wave(view, band, () => ({ zone: to, attracted: null }))) }
  const stay = course.arrived[from] ?? []
  let go = view.zones[from]?.tripods ?? []
  for (const t of stay) go = without(go, (u) => rank(u) === rank(t))
  const left = zone(view, from, () => ({ tripods: stay }))
  const come = zone(left, to, (z) => ({ tripods: ordered([...z.tripods, ...go]) }))
  return { ...course, band: to, view: come, arrived: { ...course.arrived, [to]: [...(course.arrived[to] ?? []), ...go] } }
}

/** A hit in a battle, on its board and in the medallion; Tripods at sea are of no Wave. */
function hit(course: Course, colour: Colour, destroyed: boolean): View {
  const { view, band } = course
  const { land, naval } = view
  const struck = <T extends { colour: Colour; damaged: boolean; hex: unknown }>(tripods: T[]): T[] => {
    const standing = (t: T) => t.colour === colour && t.hex !== null
    const target =
      (destroyed ? tripods.find((t) => standing(t) && t.damaged) : null) ?? tripods.find((t) => standing(t) && (destroyed || !t.damaged))
    return tripods.map((t) => (t === target ? { ...t, damaged: true, hex: destroyed ? null : t.hex } : t))
  }
  if (naval) return { ...view, naval: { ...naval, tripods: struck(naval.tripods) } }
  const shown = land ? { ...view, land: { ...land, tripods: struck(land.tripods) } } : view
  const whose = land?.band ?? band ?? hurtWave(course, colour)
  if (whose === null) return shown
  const whole = (t: TripodCounter) => t.colour === colour && !t.damaged
  return medallion(shown, whose, (tripods) => {
    if (!destroyed) return tripods.some(whole) ? [...without(tripods, whole), { colour, damaged: true }] : tripods
    const hurt = tripods.some((t) => t.colour === colour && t.damaged)
    return without(tripods, (t) => t.colour === colour && t.damaged === hurt)
  })
}

/** A card hits a Tripod of any Wave: the end of the step shows of which. */
function hurtWave({ view, end }: Course, colour: Colour): number | null {
  const sums = (w: WaveView | undefined) => (w?.tripods ?? []).filter((t) => t.colour === colour && !t.damaged).length
  return view.waves.find((w) => sums(w) > sums(end.waves.find((v) => v.wave === w.wave)))?.wave ?? null
}

/** A counter of a battle goes to another hex, or off the board. */
function stand(view: View, board: 'land' | 'naval', list: string, name: string, id: number, hex: string | null): View {
  const sheet = view[board] as Record<string, unknown> | null
  const counters = sheet?.[list] as Record<string, unknown>[] | undefined
  if (!counters) return view
  return { ...view, [board]: { ...sheet, [list]: counters.map((c) => (c[name] === id ? { ...c, hex } : c)) } }
}

/** Goes on by one event. */
export function told(course: Course, what: What): Course {
  if (typeof what !== 'object') return course
  const { view } = course
  const on = (next: View): Course => ({ ...course, view: next })
  const lose = (unit: number) => on(lift(view, unit))

  // Dial and tracks.
  if ('turn_began' in what) return on({ ...view, turn: what.turn_began.turn })
  if ('phase_began' in what) {
    const { phase } = what.phase_began
    const next: Course = { ...course, band: null, arrived: {}, view: { ...view, phase } }
    if (phase !== 'human_action') return next
    const zones = view.zones.map((z) => ({ ...z, rested_1: z.refugees_1, rested_2: z.refugees_2 }))
    return { ...next, view: { ...next.view, zones, units: view.units.map((u) => ({ ...u, acted: false })) } }
  }
  if ('human_points' in what) return on(track(view, { human_points: what.human_points.points, germs: what.human_points.germs }))
  if ('martian_points' in what)
    return on(track(view, { martian_points: what.martian_points.points, colonization: what.martian_points.colonization }))
  if ('flying_machine' in what) return on(track(view, { flying_machine: what.flying_machine.pieces }))
  if ('income' in what) return on(track(view, { production: what.income.total }))
  if ('points' in what) return on(track(view, { production: what.points.total }))

  // What is bought and placed.
  if ('bought' in what) {
    const { kind, zone: at, total } = what.bought
    return on(
      track(
        muster(course, (u) => u.kind === kind && u.zone === at),
        { production: total },
      ),
    )
  }
  if ('plan_bought' in what) return on(track(view, { production: what.plan_bought.total }))
  if ('ship_placed' in what) return on(track(view, { production: Math.max(0, view.tracks.production - what.ship_placed.cost) }))
  if ('unit_placed' in what) return on(muster(course, (u) => u.unit === what.unit_placed.unit))
  if ('harbour_placed' in what) {
    const { zone: at, cost } = what.harbour_placed
    return on(
      track(
        zone(view, at, () => ({ harbour: true })),
        { production: Math.max(0, view.tracks.production - cost) },
      ),
    )
  }
  if ('machine_placed' in what) {
    const { zone: at, colour } = what.machine_placed
    return on(zone(view, at, (z) => ({ machines: ordered([...z.machines, colour].map(sound)).map((m) => m.colour) })))
  }
  if ('machine_destroyed' in what)
    return on(
      zone(view, what.machine_destroyed.zone, (z) => ({ machines: without(z.machines, (m) => m === what.machine_destroyed.colour) })),
    )
  if ('earthworks_built' in what) return on(works(view, what.earthworks_built.gun, what.earthworks_built.level))
  if ('earthworks_taken' in what) return on(works(view, what.earthworks_taken.gun, what.earthworks_taken.level))
  if ('earthworks_left' in what) return on(works(view, what.earthworks_left.gun, 0))
  if ('mill_placed' in what) return on(zone(view, what.mill_placed.zone, (z) => ({ mills: z.mills + 1 })))
  if ('mill_taken' in what) return on(zone(view, what.mill_taken.zone, (z) => ({ mills: Math.max(0, z.mills - 1) })))
  if ('mills_gone' in what) return on(zone(view, what.mills_gone.zone, () => ({ mills: 0 })))

  // Zones and their people.
  if ('workforce' in what) return on(workforce(course, what.workforce.zone, what.workforce.left))
  if ('zone_destroyed' in what)
    return on(zone(view, what.zone_destroyed.zone, () => ({ state: 'destroyed', workforce: 0, gears: 0, capacity: 0 })))
  if ('red_weed' in what) return on(zone(view, what.red_weed.zone, () => ({ state: 'red_weed' })))
  if ('weed_gone' in what) return on(zone(view, what.weed_gone.zone, () => ({ state: 'destroyed' })))
  if ('zone_restored' in what) {
    const { zone: at, workforce: left } = what.zone_restored
    return on(zone(workforce(course, at, left), at, () => ({ state: 'live' })))
  }
  if ('refugees' in what) return on(refugees(view, what.refugees.zone, what.refugees.points, what.refugees.count))
  if ('refugees_moved' in what) {
    const { points, from, to } = what.refugees_moved
    const rested = zone(view, from, (z) => ({ [resting(points)]: Math.max(0, z[resting(points)] - 1) }))
    return on(refugees(refugees(rested, from, points, -1), to, points, 1))
  }
  if ('refugees_captured' in what) return on(zone(view, what.refugees_captured.zone, () => ({ refugees_1: 0, refugees_2: 0 })))
  if ('refugees_lost' in what) return on(refugees(view, what.refugees_lost.zone, what.refugees_lost.points, -1))
  if ('escaped' in what) return on(refugees(view, what.escaped.zone, course.fleeing, -1))
  if ('stayed_behind' in what) return on(refugees(view, what.stayed_behind.zone, 1, 1))
  if ('intercepted' in what) return on(refugees(view, what.intercepted.zone, what.intercepted.points, -1))

  // Units.
  if ('unit_moved' in what) {
    const { unit, to } = what.unit_moved
    return on(settled({ ...view, units: view.units.map((u) => (u.unit === unit ? { ...u, zone: to, acted: true, earthworks: 0 } : u)) }))
  }
  if ('unit_lost' in what) return lose(what.unit_lost.unit)
  if ('gun_overrun' in what) return lose(what.gun_overrun.unit)
  if ('unit_captured' in what) return lose(what.unit_captured.unit)
  if ('gun_destroyed' in what) return lose(what.gun_destroyed.gun)
  if ('unit_smoked' in what) return lose(what.unit_smoked.unit)

  // Martians on the map.
  if ('wave_landed' in what) {
    const { wave: id, zone: at, cylinder } = what.wave_landed
    const building = cylinder ? (course.end.waves.find((w) => w.wave === id && w.cylinder)?.building ?? 4) : 0
    const landed: WaveView = { wave: id, zone: at, cylinder, building, tripods: [], attracted: null }
    return on(settled({ ...view, waves: [...view.waves, landed].sort((a, b) => a.wave - b.wave) }))
  }
  if ('tripods_drawn' in what) {
    const { band, colours } = what.tripods_drawn
    return on(wave(view, band, (w) => ({ tripods: ordered([...w.tripods, ...colours.map(sound)]) })))
  }
  if ('wave_moved' in what) return marched(course, what.wave_moved.band, what.wave_moved.from, what.wave_moved.to)
  if ('martian_does' in what) return { ...course, band: what.martian_does.band }
  if ('wave_grew' in what)
    return on(wave(view, what.wave_grew.wave, (w) => ({ tripods: ordered([...w.tripods, sound(what.wave_grew.colour)]) })))
  if ('opened' in what) return on(wave(view, what.opened.wave, () => ({ cylinder: false, building: 0 })))
  if ('tripod_built' in what)
    return on(zone(view, what.tripod_built.zone, (z) => ({ tripods: ordered([...z.tripods, sound(what.tripod_built.colour)]) })))
  if ('cylinder_hit' in what) return on(wave(view, what.cylinder_hit.wave, () => ({ building: what.cylinder_hit.left })))
  if ('cylinder_gone' in what) return on(gone(view, what.cylinder_gone.wave))
  if ('wave_removed' in what) return on(gone(view, what.wave_removed.wave))
  if ('attracted' in what) return on(wave(view, what.attracted.band, () => ({ attracted: what.attracted.to })))
  if ('tripod_repaired' in what) {
    const { band, colour } = what.tripod_repaired
    return on(medallion(view, band, (ts) => [...without(ts, (t) => t.colour === colour && t.damaged), sound(colour)]))
  }

  // Battles.
  if ('battle_began' in what) return { ...course, band: what.battle_began.band }
  if ('round_began' in what) {
    const { round: battle_round } = what.round_began
    const { land, naval } = view
    return on({ ...view, land: land && { ...land, battle_round }, naval: naval && { ...naval, battle_round } })
  }
  if ('battle_ended' in what) return on({ ...view, land: null })
  if ('sea_battle_ended' in what) return on({ ...view, naval: null })
  if ('reinforced' in what) return reinforced(course, what.reinforced.colour)
  if ('tripod_damaged' in what) return on(hit(course, what.tripod_damaged.colour, false))
  if ('tripod_destroyed' in what) return on(hit(course, what.tripod_destroyed.colour, true))
  if ('tripod_moved' in what) return on(stand(view, 'land', 'tripods', 'tripod', what.tripod_moved.tripod, what.tripod_moved.to))
  if ('detected' in what) {
    const { gun, level } = what.detected
    return on(
      view.land ? { ...view, land: { ...view.land, units: view.land.units.map((u) => (u.unit === gun ? { ...u, level } : u)) } } : view,
    )
  }
  if ('sea_tripod_moved' in what)
    return on(stand(view, 'naval', 'tripods', 'tripod', what.sea_tripod_moved.tripod, what.sea_tripod_moved.to))
  if ('ship_sailed' in what) return on(stand(view, 'naval', 'ships', 'ship', what.ship_sailed.ship, what.ship_sailed.to))
  if ('ship_lost' in what) return on(stand(view, 'naval', 'ships', 'ship', what.ship_lost.ship, null))
  if ('refugee_rowed' in what) return on(stand(view, 'naval', 'refugees', 'refugee', what.refugee_rowed.refugee, what.refugee_rowed.to))
  if ('refugee_escaped' in what) return on(stand(view, 'naval', 'refugees', 'refugee', what.refugee_escaped.refugee, null))
  if ('refugee_captured' in what) return on(stand(view, 'naval', 'refugees', 'refugee', what.refugee_captured.refugee, null))
  if ('refugee_destroyed' in what) return on(stand(view, 'naval', 'refugees', 'refugee', what.refugee_destroyed.refugee, null))

  if ('die' in what && typeof what.die.roll === 'object') {
    const { roll } = what.die
    if ('escape' in roll) return { ...course, fleeing: roll.escape.points }
    if ('explosion' in roll) return on(zone(view, roll.explosion.zone, (z) => ({ mills: Math.max(0, z.mills - 1) })))
  }
  return course
}

function reinforced(course: Course, colour: Colour): Course {
  const band = course.view.land?.band ?? course.band
  return band === null ? course : { ...course, view: medallion(course.view, band, (tripods) => [...tripods, sound(colour)]) }
}

const works = (view: View, gun: number, earthworks: number): View => ({
  ...view,
  units: view.units.map((u) => (u.unit === gun ? { ...u, earthworks } : u)),
})

const gone = (view: View, id: number): View => settled({ ...view, waves: view.waves.filter((w) => w.wave !== id) })
