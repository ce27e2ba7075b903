import { beforeEach, expect, test } from 'vitest'
import type { ManeuverCardInfo } from '../../wire/triplanes/ManeuverCardInfo'
import type { VehicleView } from '../../wire/triplanes/VehicleView'
import { Cards, columnsOf } from './cards.svelte'
import { ghostsOf } from './ghosts'
import type { Play } from './play.svelte'

beforeEach(() => sessionStorage.clear())

const card = (id: string, numbers: number[]) =>
  ({ id, numbers, printed: numbers, kind: 'straight', words: id, path: { right: 0, forward: 29, turn: 0 } }) as unknown as ManeuverCardInfo
const vehicle = {
  id: 0,
  seat: 0,
  model: 'm',
  maneuver_deck: 'R',
  level: null,
  pose: { centre: { x: 100, y: 100 }, heading: 0 },
  plan: ['empty', 'empty', 'empty'],
  craft: { kind: 'airplane' },
} as unknown as VehicleView

/** A desk at which a plan is asked for and any card of the deck may come next. */
function desk(suggested: number[] = []) {
  const prompt = { ask: { plan: { vehicle: 0 } }, must: true }
  const play = {
    prompt,
    prompts: [prompt],
    kind: 'plan',
    looking: null,
    phase: 0,
    view: null,
    name: () => 'plan 0',
    suggestedPlan: () => suggested,
    parts: {
      maneuvers: { R: [card('straight', [1, 2]), card('left', [3]), card('stall', [4])] },
      models: { m: { kind: 'airplane', length: 60 } },
    },
    room: { match: 'm', seat: 0, why: null, legal: () => Promise.resolve({ total: 4, values: [1, 2, 3, 4] }) },
  }
  const cards = new Cards(play as unknown as Play)
  return { cards, play: { ...play, cards } as unknown as Play }
}

test('a key takes the card in its place, and a place without a card takes nothing', async () => {
  const { cards } = desk()
  await cards.refreshPlan()
  await cards.take(vehicle, 2)
  await cards.take(vehicle, 8)
  await cards.take(vehicle, 0)
  expect(cards.draft(0)).toEqual([4, 1])
})

test('a suggested plan is drawn until a card of my own lies', async () => {
  const { cards, play } = desk([1, 3, 4])
  expect(ghostsOf(play, vehicle).map((g) => g.card.id)).toEqual(['straight', 'left', 'stall'])
  await cards.refreshPlan()
  await cards.take(vehicle, 2)
  expect(ghostsOf(play, vehicle).map((g) => g.card.id)).toEqual(['stall'])
})

test('no card stands in a row of its own on a low screen', () => {
  expect([9, 8, 16].map((n) => columnsOf(n, true))).toEqual([9, 8, 8])
  expect([9, 12, 13].map((n) => columnsOf(n, false))).toEqual([6, 6, 8])
})
