import { beforeEach, expect, test } from 'vitest'
import type { GameInfo } from '../wire/GameInfo'
import type { ScenarioCard } from '../wire/ScenarioCard'
import { balanceOf, columnsOf, everything, fits, keepWishes, loadWishes, playersOf } from './shelf'

const card = (more: object): ScenarioCard =>
  ({ solo: false, difficulty: 2, minutes: 30, seats: [{}, {}], options: [], ...more }) as unknown as ScenarioCard

beforeEach(() => localStorage.clear())

test('a scenario is for one, for two, or for more', () => {
  const by = (players: 'one' | 'two' | 'more', more: object) => fits(card(more), { ...everything, players })
  expect(['one', 'two', 'more'].map((p) => by(p as 'one', { solo: true, options: [{ id: 'players' }] }))).toEqual([true, false, false])
  expect(['one', 'two', 'more'].map((p) => by(p as 'one', { seats: [{}] }))).toEqual([true, false, false])
  expect(['one', 'two', 'more'].map((p) => by(p as 'one', {}))).toEqual([false, true, false])
  expect(['one', 'two', 'more'].map((p) => by(p as 'one', { options: [{ id: 'players' }] }))).toEqual([false, true, true])
  expect(['one', 'two', 'more'].map((p) => by(p as 'one', { seats: [{}, {}, {}] }))).toEqual([false, true, true])
})

test('where a bot takes the other side, a scenario for two is one for one as well', () => {
  expect(playersOf(card({}), true)).toBe('1 or 2')
  expect(playersOf(card({}), true, true)).toBe('you against a bot, or two')
  expect(playersOf(card({ seats: [{}, {}, {}] }), true, true)).toBe('you against bots, or two and more')
  expect([card({ solo: true }), card({ seats: [{}] })].map((c) => playersOf(c, true))).toEqual(['one', 'one'])
  expect([card({}), card({ seats: [{}, {}, {}] })].map((c) => playersOf(c, false))).toEqual(['two', 'two +'])
})

test('minutes and difficulty have borders', () => {
  const by = (time: 'short' | 'middle' | 'long', minutes: number) => fits(card({ minutes }), { ...everything, time })
  expect([by('short', 20), by('short', 21), by('middle', 20), by('middle', 45), by('middle', 46), by('long', 45), by('long', 46)]).toEqual([
    true,
    false,
    true,
    true,
    false,
    false,
    true,
  ])
  const hard = (difficulty: number) => fits(card({ difficulty }), { ...everything, grade: 'hard' })
  expect([hard(1), hard(2), hard(3), hard(4)]).toEqual([false, false, true, true])
  expect(fits(card({ difficulty: 0 }), { ...everything, grade: 'first' })).toBe(true)
})

test('columns go to the tallest stack', () => {
  expect(columnsOf([14, 4, 11, 7], 5)).toEqual([2, 1, 1, 1])
  expect(columnsOf([14, 4, 11, 7], 6)).toEqual([2, 1, 2, 1])
  expect(columnsOf([14, 4, 11, 7], 4)).toEqual([1, 1, 1, 1])
  expect(columnsOf([3], 5)).toEqual([5])
  expect(columnsOf([0, 0], 3)).toEqual([2, 1])
})

test('wishes are kept, and rubbish is nobody’s wish', () => {
  expect(loadWishes()).toEqual(everything)
  keepWishes({ players: 'two', time: 'short', grade: 'hard', book: 'x' })
  expect(loadWishes()).toEqual({ players: 'two', time: 'short', grade: 'hard', book: 'x' })
  for (const rubbish of ['{', 'null', '7', '{"players":"many","time":3,"book":5}']) {
    localStorage.setItem('heatray.shelf', rubbish)
    expect(loadWishes()).toEqual(everything)
  }
})

test('a badge names who wins more often, and how sure that is; nobody measured, no badge', () => {
  const game = { bots: [{ id: 'greedy', name: 'Sergeant' }] } as unknown as GameInfo
  const balance = {
    sides: [
      { name: 'Earthlings', wins: 44, low: 0.35, high: 0.53 },
      { name: 'Martians', wins: 53, low: 0.43, high: 0.63 },
    ],
    draws: 3,
    games: 100,
    bots: ['greedy'],
    date: '2026-11-18',
  }
  const found = balanceOf(game, card({ balance }))
  expect(found?.words).toBe('Martians win 53 of 100 between equal bots, ±10')
  expect(found?.shares).toEqual([44, 3, 53])
  expect(found?.reach).toEqual([35, 53])
  expect(found?.played).toBe('Measured in 100 games of the Sergeant against itself on 2026-11-18: people may fare otherwise.')
  // Who plays alone reads how often he may win, whoever wins more often.
  const alone = balanceOf(game, card({ balance, seats: [{ team: 'Earthlings' }], side: 'Earthlings' }))
  expect(alone?.words).toBe('Earthlings win 44 of 100 when the Sergeant plays, ±9')
  expect(balanceOf(game, card({ balance: null }))).toBeNull()
  expect(balanceOf(game, card({}))).toBeNull()
})
