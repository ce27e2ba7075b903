/**
 * Three wars as they were played, each a start and then step by step what was told and what of the view was another one
 * afterwards (`heatray engine` with the ops new, bot and view tells the same of any other).
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isWithin } from './stage.svelte'
import { begin, told } from './told'
import type { View, What, ZoneView } from './wire'

interface Step {
  told: What[]
  then: Partial<Omit<View, 'zones'>> & { zones?: Record<number, Partial<ZoneView>> }
}

const lines = readFileSync(resolve(import.meta.dirname, 'recorded.jsonl'), 'utf8')
  .trim()
  .split('\n')
const steps: { before: View; told: What[]; end: View }[] = []
let now = null as unknown as View
for (const line of lines.map((text) => JSON.parse(text) as { start: View } | Step)) {
  if ('start' in line) {
    now = line.start
    continue
  }
  const zones = now.zones.map((z) => ({ ...z, ...line.then.zones?.[z.zone] }))
  const end = { ...now, ...line.then, zones }
  steps.push({ before: now, told: line.told, end })
  now = end
}

/** What the map and the tracks show. */
const shown = (view: View) => ({
  turn: view.turn,
  phase: view.phase,
  tracks: { ...view.tracks, landings: 0 },
  zones: view.zones.map((z) => ({ ...z, rested_1: 0, rested_2: 0 })),
  units: view.units.map((u) => ({ ...u, acted: false })),
  waves: view.waves,
})
const sums = (view: View) => ({
  refugees: view.zones.reduce((n, z) => n + z.refugees_1 + z.refugees_2, 0),
  workforce: view.zones.reduce((n, z) => n + z.workforce, 0),
  waves: view.waves.length,
})

test('after the last event of every step the map shown is the true one', () => {
  expect(steps.length).toBeGreaterThan(200)
  for (const { before, told: events, end } of steps) {
    const last = events.reduce(told, begin(before, end))
    expect(shown(last.view), JSON.stringify(events)).toEqual(shown(end))
  }
})

test('each event changes the map at its own moment, and no earlier', () => {
  const seen = new Set<string>()
  for (const { before, told: events, end } of steps) {
    let course = begin(before, end)
    for (const what of events) {
      const [then, next] = [sums(course.view), told(course, what)]
      const now = sums(next.view)
      if (typeof what === 'object') {
        if ('refugees' in what) expect(now.refugees - then.refugees).toBe(what.refugees.count)
        if ('workforce' in what) expect(then.workforce - now.workforce).toBe(what.workforce.lost)
        if ('wave_landed' in what) expect(now.waves - then.waves).toBe(1)
        if ('red_weed' in what) expect(next.view.zones[what.red_weed.zone]?.state).toBe('red_weed')
        if ('wave_moved' in what && before.scenario === 'core') {
          const { band, from, to } = what.wave_moved
          expect(course.view.waves.find((w) => w.wave === band)?.zone).toBe(from)
          expect(next.view.waves.find((w) => w.wave === band)?.zone).toBe(to)
          expect(next.view.zones[to]?.waves).toContain(band)
        }
        seen.add(Object.keys(what)[0] ?? '')
      }
      course = next
    }
  }
  for (const kind of ['refugees', 'workforce', 'wave_landed', 'red_weed', 'wave_moved', 'escaped', 'refugees_captured', 'opened'])
    expect(seen, kind).toContain(kind)
})

test('orders that are given in a row are not staged, the step that leaves their phase is', () => {
  const [first] = steps
  expect(isWithin(first!.before, { ...first!.before, prompt: null })).toBe(true)
  expect(isWithin(first!.before, { ...first!.before, turn: first!.before.turn + 1 })).toBe(false)
  expect(steps.some(({ before, end }) => isWithin(before, end)) && steps.some(({ before, end }) => !isWithin(before, end))).toBe(true)
})
