import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hints } from './hints'
import { nameOf } from '../../lib/orders'
import type { Room } from '../../lib/room.svelte'
import { Play, placeOf } from './play.svelte'
import { cardOf, effectOf } from './stage.svelte'
import { begin, told } from './told'
import type { Components, Order, View } from './wire'
import { kindOf } from '../../table/tagged'
import { phase, words } from './words'

/** A table with one of everything that an order can name. */
const view = {
  scenario: 'core',
  turn: 3,
  phase: 'battle',
  tracks: { production: 20, income: 50, human_points: 1, germs: 0, martian_points: 4, colonization: 2, flying_machine: 1, landings: 0 },
  zones: [0, 1].map((zone) => ({
    zone,
    state: 'live',
    workforce: 4,
    gears: 2,
    capacity: 2,
    refugees_1: 1,
    refugees_2: 0,
    rested_1: 1,
    rested_2: 0,
    harbour: zone === 1,
    mills: 0,
    machines: [],
    units: [0],
    waves: [],
    tripods: [],
  })),
  units: [{ unit: 0, kind: 'siege_gun', name: 'Siege Gun 1', zone: 0, earthworks: 1, acted: false }],
  waves: [{ wave: 0, zone: 1, cylinder: false, building: 0, tripods: [{ colour: 'green', damaged: false }], attracted: null }],
  stock: { infantry: 1, cavalry: 1, field_guns: 1, siege_guns: 1, earthworks: 1, powder_mills: 1 },
  land: {
    zone: 0,
    band: 0,
    battle_round: 1,
    plans: ['trap'],
    units: [{ unit: 0, kind: 'siege_gun', hex: 'C5', level: 1, surprise: false, ready: true }],
    unplaced: [],
    waiting: [],
    tripods: [{ tripod: 0, colour: 'green', damaged: true, hex: 'C3' }],
    card: 'B1',
    second_card: 'B2',
    acting: null,
    die: null,
    terrain: false,
  },
  naval: null,
  drawn: 0,
  saved: [0],
  chosen: [],
  prices: { random_harbour: 5, random_plan: 5, chosen_plan: 10, event: null },
  decks: { land_pile: 1, land_discards: [], sea_pile: 1, sea_discards: [], event_pile: 1, event_discards: [] },
  prompt: null,
  ending: null,
} as unknown as View

const zone = (id: number, name: string) => ({
  zone: id,
  id: name.toLowerCase(),
  name,
  x: 0,
  y: 0,
  gear_colour: 'green',
  workforce: 4,
  factory: true,
  harbour: true,
  harbour_name: 'Docks',
  adjacent: [],
  martian_move: [0, 1, 0],
})
const parts = {
  zones: [zone(0, 'Leeds'), zone(1, 'Hull')],
  events: [{ id: 'EV09', name: 'The Artilleryman', text: 'Place a Field Gun; OR add Earthworks.', save: false, or: true }],
  plans: [{ plan: 'trap', name: 'Trap', count: 1, text: '' }],
  ships: [{ ship: 'cruiser', name: 'Cruiser', cost: 10, dice: 2, ram: false }],
  costs: { random_harbour: 5, chosen_harbour: 15, random_plan: 5, chosen_plan: 10 },
  guns: [{ kind: 'siege_gun', dice: 2, moves: true }],
  range_colours: ['green', 'yellow', 'red'],
  track_end: 10,
  flying_machine_pieces: 4,
} as unknown as Components

/** Every order that the engine knows, as its own type file lists them. */
function kinds(): string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../wire/worlds/Order.ts'), 'utf8')
  const type = text.slice(text.indexOf('export type Order')).replace(/\/\*[^]*?\*\//g, '')
  return [...type.matchAll(/(?:= |\| )(?:\{ )?"(\w+)"/g)].map((m) => m[1] as string)
}

const bodies: Record<string, object> = {
  take_card: { card: 0 },
  deploy: { kind: 'infantry', zone: 0 },
  buy: { kind: 'infantry', zone: 0 },
  discount: { card: 0, zone: 0 },
  harbour: { zone: 1 },
  play: { card: 0 },
  battle: { band: 0 },
  chosen_plan: { plan: 'trap' },
  place: { hex: 'C5' },
  apply: { second: true },
  flip: { tripod: 0 },
  surprise: { gun: 0 },
  fire: { gun: 0, tripod: 0 },
  target: { unit: 0 },
  move: { unit: 0, to: 1 },
  move_refugee: { points: 1, from: 0, to: 1 },
  attack_cylinder: { unit: 0, wave: 0 },
  attack_machine: { unit: 0, colour: 'green' },
  dig: { unit: 0, gun: 0 },
  mill: { unit: 0 },
  attract: { unit: 0, wave: 0 },
  attract_tripod: { unit: 0, from: 0, colour: 'green', damaged: false },
  take_works: { gun: 0 },
  take_mill: { zone: 0 },
  give_up: { points: 1 },
  buy_ship: { ship: 'cruiser', hex: 'B2' },
  free_ship: { ship: 'cruiser', hex: 'B2' },
  sail: { ship: 0, hex: 'B2' },
  ship_fire: { ship: 0, tripod: 0 },
  ram: { ship: 0, tripod: 0 },
  row: { refugee: 0, hex: 'B2' },
  sea_target: { ship: true, counter: 0 },
  tripod: { band: 0, colour: 'green', damaged: false },
  zone: { zone: 0 },
  unit: { unit: 0 },
}

test('every order that names something has a place on the table', () => {
  const all = kinds()
  expect(all.length).toBeGreaterThan(45)
  for (const kind of all) {
    const body = bodies[kind]
    const order = (body ? { [kind]: body } : kind) as Order
    expect(kindOf(order)).toBe(kind)
    const place = placeOf(order, view)
    if (body && kind !== 'apply') expect(place.piece ?? place.spot, kind).not.toBeNull()
  }
})

test('an order is the same order however its fields are sorted', () => {
  const a = { row: { refugee: 1, hex: 'B1' } } as Order
  const b = { row: { hex: 'B1', refugee: 1 } } as Order
  expect(nameOf(a)).toBe(nameOf(b))
  expect(nameOf(a)).not.toBe(nameOf({ row: { refugee: 2, hex: 'B1' } }))
})

test('what happens is shown where it happens', () => {
  const nowhere = () => null
  expect(effectOf({ wave_moved: { band: 0, from: 0, to: 1 } }, '', nowhere)).toEqual({
    kind: 'march',
    from: { zone: 0 },
    to: { zone: 1 },
    mars: true,
  })
  const hexes = (key: string) => (key === 'unit:0' ? 'C5' : 'C3')
  expect(effectOf({ gun_fires: { gun: 0, tripod: 0, range: 2, dice: 2, level: 1 } }, '', hexes)).toEqual({
    kind: 'shot',
    from: { hex: 'C5' },
    to: { hex: 'C3' },
    ray: false,
  })
  expect(effectOf({ gun_fires: { gun: 0, tripod: 0, range: 2, dice: 2, level: 1 } }, '', nowhere)).toBeNull()
  expect(effectOf({ landings_lost: { count: 9 } }, '', nowhere)).toBeNull()
})

test('the table in words names turn, battle and every zone', () => {
  expect(phase(view)).toBe('turn 3 · Battle · land battle')
  const lines = words(view, parts)
  expect(lines.some((l) => l.startsWith('Land battle in Leeds, round 1'))).toBe(true)
  expect(lines.some((l) => l.startsWith('Hull: Workforce 4') && l.includes('Wave 1: 1 Tripod (green)'))).toBe(true)
})

test('every decision has a hint, and its rule is in the ledger', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../wire/worlds/Ask.ts'), 'utf8')
  const type = text.slice(text.indexOf('export type Ask')).replace(/\/\*[^]*?\*\//g, '')
  const asks = [...type.matchAll(/(?:= |\| )(?:\{ )?"(\w+)"/g)].map((m) => m[1] as string).filter((a) => a !== 'over')
  expect(asks.length).toBeGreaterThan(20)
  const ledger = readFileSync(resolve(import.meta.dirname, '../../../../rules/worlds.toml'), 'utf8')
  for (const ask of asks) {
    expect(hints[ask]?.text, ask).toBeTruthy()
    expect(ledger, ask).toContain(`"${hints[ask]?.rule}"`)
  }
})

test('the card on show is the one that was told last', () => {
  const decks = { land_cards: [{ id: 'B1' }, { id: 'B2' }], sea_cards: [{ id: 'S1' }] } as unknown as Components
  expect(cardOf({ battle_card: { card: 1 } }, decks)).toBe('B2')
  expect(cardOf({ card_applied: { card: 0 } }, decks)).toBe('B1')
  expect(cardOf({ sea_card: { card: 0 } }, decks)).toBe('S1')
  expect(cardOf({ round_began: { round: 2 } }, decks)).toBeNull()
})

test('dial and tracks go along with a step, and nothing else of the view is touched', () => {
  const after = [
    { phase_began: { phase: 'martian_action' as const } },
    { martian_points: { gained: 3, points: 7, colonization: 3 } },
    { human_points: { gained: 1, points: 2, germs: 1 } },
    { flying_machine: { pieces: 2 } },
    'sea_drawn_out' as const,
  ].reduce(told, begin(view, view)).view
  expect(after.phase).toBe('martian_action')
  expect(after.tracks).toEqual({ ...view.tracks, martian_points: 7, colonization: 3, human_points: 2, germs: 1, flying_machine: 2 })
  expect({ ...after, phase: view.phase, tracks: view.tracks }).toEqual(view)
})

test('the rest of a phase leaves nothing behind unasked', async () => {
  const left = '102 Production points stay in hand'
  const live = {
    ...view,
    phase: 'production',
    prompt: { ask: 'production', text: '', suggestion: 'done', suggestion_text: '', sure: true },
  }
  const order = vi.fn(() => Promise.resolve({ ok: false }))
  const rows = () => Promise.resolve([{ order: 'done', label: 'Buy nothing more', detail: left, group: '' }])
  const room = { live, shown: live, rows, order, events: [], over: null, prompts: { mine: [] } } as unknown as Room<View, Components>
  const play = new Play(room)
  await play.rest()
  expect([order.mock.calls, play.forgoing]).toEqual([[], left])
  await play.rest(true)
  expect([order.mock.calls, play.forgoing]).toEqual([[['done']], null])
})
