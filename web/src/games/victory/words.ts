/** The table in words. What can be done comes in the engine's words; here is only what lies on the table. */
import type { Components, Facing, GroundView, PlaneView, Side, View } from './wire'

export const SKILLS = { recruit: 'Recruit', expert: 'Expert', ace: 'Ace' } as const
export const SIDES: Record<Side, string> = { allied: 'Allies', german: 'Germans' }
export const PHASES: Record<View['phase'], string> = {
  set_up: 'Set-up',
  flak: 'Flak',
  spotting: 'Spotting',
  order_of_movement: 'Order of movement',
  movement: 'Movement',
  combat: 'Combat',
  end_of_round: 'End of the round',
}

const TOWARD: Record<Facing, string> = {
  e: 'level, to the right',
  ne: 'climbing to the right',
  nw: 'climbing to the left',
  w: 'level, to the left',
  sw: 'diving to the left',
  se: 'diving to the right',
}

export const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`
export const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')

/** What a step has in front of its guns: they fire from where the move ends, and nowhere on the way. */
export const shotWord = (way: { shots: unknown[]; points: number }) => (way.shots.length === 0 ? '' : way.points > 0 ? 'in range' : 'shot')

export function bandOf(level: number): 0 | 1 | 2 {
  return level <= 10 ? 0 : level <= 20 ? 1 : 2
}
export const BANDS = ['Low', 'Medium', 'High'] as const

export function attitude(p: { facing: Facing; inverted: boolean }): string {
  return TOWARD[p.facing] + (p.inverted ? ', upside down' : '')
}

/** What became of a plane, where it is not simply flying. */
export function state(p: PlaneView): string {
  if (p.fate === 'destroyed') return 'destroyed'
  if (p.fate === 'landed') return 'landed'
  if (p.fate !== 'flying') return `left the map on the ${p.fate === 'left_east' ? 'right' : 'left'}`
  const list: string[] = []
  if (p.fire) list.push('on fire')
  if (p.stalled) list.push('stalled')
  if (p.pilot !== 'healthy') list.push(p.pilot === 'dead' ? 'pilot dead' : 'pilot wounded')
  if (p.leak !== null) list.push(`leaking, ${many(p.leak, 'round')} of fuel`)
  if (p.fouled) list.push('goggles fouled')
  return list.join(', ')
}

function damage(p: PlaneView): string {
  const list: string[] = []
  if (p.structure) list.push(`structure ${p.structure}`)
  if (p.engine) list.push(`engine ${p.engine}`)
  const names = ['ailerons', 'elevators', 'rudder']
  p.controls.forEach((n, i) => n && list.push(`${names[i]} ${n}`))
  return list.length ? `; damage: ${list.join(', ')}` : ''
}

export function planeWords(p: PlaneView, parts: Components, view: View): string {
  const card = parts.airplanes[p.kind]
  const type = card && card.name !== p.name ? ` (${card.name})` : ''
  const head = `${p.name}${type}, ${SIDES[p.side]}, ${SKILLS[p.skill]}`
  if (p.fate !== 'flying') return `${head}: ${state(p)}.`
  if (!p.placed) return `${head}: not placed yet.`
  const bits = [`column ${p.at[0]}, level ${p.at[1]}`, attitude(p), `speed ${p.cue}, throttle ${p.throttle}`]
  const more = state(p)
  if (more) bits.push(more)
  const guns = p.guns.map((g, i) => `${card?.weapons[i]?.position ?? 'gun'} ${g.left[0]}+${g.left[1]} rounds${g.jammed ? ', jammed' : ''}`)
  const tails = p.tails.map((i) => view.planes[i]?.name).filter(Boolean)
  return `${head}: ${bits.join(', ')}; ${guns.join('; ')}${damage(p)}${tails.length ? `; tails ${tails.join(', ')}` : ''}${p.loaded ? '; bombs aboard' : ''}.`
}

export function groundWords(g: GroundView, parts: Components): string {
  const card = parts.targets[g.kind]
  const how =
    g.standing === 'destroyed' ? 'destroyed' : g.standing === 'safe' ? 'safe on the ground' : `${g.hits} of ${many(card?.hits ?? 0, 'hit')}`
  const where = g.at[1] > 0 ? `column ${g.at[0]}, level ${g.at[1]}` : `column ${g.at[0]}`
  return `${g.name}, ${SIDES[g.side]}: ${where}, ${how}${g.fired ? ', has fired' : ''}.`
}

export function phase(view: unknown): string {
  const v = view as View
  return v.turn === 0 ? PHASES[v.phase] : `Round ${v.turn} of ${v.turns} · ${PHASES[v.phase]}`
}

export function words(view: unknown, components: unknown): string[] {
  const v = view as View | null
  if (!v) return []
  const parts = components as Components
  const sky = v.sky
  const air: string[] = []
  if (sky.sun) air.push(`${sky.moon ? 'the moon' : 'the sun'} at column ${sky.sun[0]}, level ${sky.sun[1]}`)
  if (sky.haze !== null) air.push(`haze up to level ${sky.haze}`)
  if (sky.storm !== null) air.push(`storm from level ${sky.storm}`)
  if (sky.high_stratus) air.push('a high stratus')
  if (sky.medium_stratus) air.push('a medium stratus')
  for (const c of [...sky.cumulus, ...sky.low_stratus]) if (c) air.push(`a cloud around column ${c[0]}, level ${c[1]}`)
  const lines = [`${phase(v)}. ${v.columns} columns, 30 levels.${air.length ? ` In the air: ${air.join('; ')}.` : ''}`]
  if (v.frozen) lines.push(`Time stands still: ${v.frozen.time} of 11 of the round have passed.`)
  if (v.order.length) lines.push(`They move in this order: ${v.order.map((i) => v.planes[i]?.name ?? '').join(', ')}.`)
  for (const p of v.planes) lines.push(planeWords(p, parts, v))
  for (const g of v.ground) lines.push(groundWords(g, parts))
  for (const m of v.markers) lines.push(`Flak of the ${SIDES[m.side]} around column ${m.mega[0]}, level ${m.mega[1]}.`)
  if (v.line)
    lines.push(
      `A line to be crossed in level flight: column ${v.line.x}${v.line.level === null ? '' : `, level ${v.line.level}`}; ${v.line.crossings} of ${v.line.needed} crossings.`,
    )
  return lines
}

/** Who came down, who went, what was destroyed: by side. */
export function losses(view: unknown, components: unknown): string[] {
  const v = view as View | null
  if (!v) return []
  const parts = components as Components
  return (['allied', 'german'] as const).map((side) => {
    const planes = v.planes.filter((p) => p.side === side && (p.fate !== 'flying' || p.pilot === 'dead'))
    const list = planes.map((p) => {
      const type = parts.airplanes[p.kind]?.name
      return `${p.name}${type && type !== p.name ? ` (${type})` : ''} ${p.fate === 'flying' ? 'without a pilot' : state(p)}`
    })
    const ground = v.ground.filter((g) => g.side === side && g.standing === 'destroyed').map((g) => `${g.name} destroyed`)
    return `${SIDES[side]}: ${[...list, ...ground].join(', ') || 'nothing lost'}.`
  })
}
