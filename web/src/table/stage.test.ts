import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Told from '../frame/Told.svelte'
import { Room, type Scene } from '../lib/room.svelte'
import { settings } from '../lib/settings.svelte'
import { Stage } from './stage.svelte'

/** A stage that shows every second event, as games do: the others lead up to it. */
class Bench extends Stage {
  shown: string[] = []
  /** How far the log has come at each moment. */
  logged: number[] = []
  protected async run({ events }: Scene) {
    for (const [i, { what }] of events.entries()) {
      if (settings.speed === 0) return
      if (i % 2 === 0) continue
      this.ring(what)
      this.shown.push(heard().at(-1) ?? '')
      this.logged.push(this.room.upTo)
      await this.tween(100)
      if (this.skip) return
    }
  }
}

/** What the live region says. */
function heard(): string[] {
  flushSync()
  return [...document.querySelectorAll('[aria-live="polite"] p')].map((p) => p.textContent ?? '')
}

const TOLD = ['A wave lands.', 'It moves.', 'A die: red.', 'London burns.', 'The turn is over.']
const scene = (): Scene => ({
  events: TOLD.map((text, n) => ({ turn: 1, rule: 'XX-YYY-01', text, what: { n } })),
  from: 0,
  view: {},
})

let room: Room
let region: Record<string, unknown>
beforeEach(() => {
  vi.stubGlobal('WebSocket', class {})
  room = new Room('m', 'k')
  region = mount(Told, { target: document.body, props: { room } })
})
afterEach(async () => {
  await unmount(region)
  settings.speed = 1
  vi.unstubAllGlobals()
})

test('each moment is told when it is shown, with what led to it, and nothing is left out', async () => {
  const stage = new Bench(room)
  await stage.play(scene(), {})
  expect(stage.shown).toEqual(['It moves.', 'London burns.'])
  expect([...stage.logged, room.upTo]).toEqual([2, 4, 5])
  expect(heard()).toEqual(TOLD)
})

test('without motion, and where somebody cuts it short, the same sentences are told', async () => {
  const still = new Bench(room)
  settings.speed = 0
  await still.play(scene(), {})
  expect(still.shown).toEqual([])
  expect(heard()).toEqual(TOLD)
  settings.speed = 1
  const stage = new Bench(room)
  const played = stage.play(scene(), {})
  room.hurry()
  await played
  expect(stage.shown).toEqual(['It moves.'])
  expect(heard()).toEqual([...TOLD, ...TOLD])
})
