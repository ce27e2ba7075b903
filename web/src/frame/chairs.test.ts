import { expect, test } from 'vitest'
import type { BotInfo } from '../wire/BotInfo'
import type { GameInfo } from '../wire/GameInfo'
import type { Person } from '../wire/Person'
import { easierThan, playerOf, rivalOf, rivals } from './chairs'

const bot = (id: string, more: Partial<BotInfo> = {}): BotInfo => ({
  id,
  name: id,
  about: '',
  team: null,
  gentle: false,
  slow: false,
  ...more,
})
const game = { bots: [bot('any'), bot('mild', { gentle: true }), bot('hard'), bot('own', { team: 'Martians' })] } as GameInfo

test('a first game is against the gentle bot, a later one against whom somebody chose', () => {
  expect(rivals(game).map((b) => b.id)).toEqual(['any', 'mild', 'hard'])
  expect(rivalOf(game, null)?.id).toBe('mild')
  expect(rivalOf(game, 'hard')?.id).toBe('hard')
  // Whom another game knows, this one need not.
  expect(rivalOf(game, 'steward')?.id).toBe('mild')
  expect(rivalOf({ bots: [bot('any'), bot('hard')] } as GameInfo, null)?.id).toBe('hard')
  expect(rivalOf({ bots: [] as BotInfo[] } as GameInfo, null)).toBeUndefined()
})

test('who lost may try an easier one, as long as there is one', () => {
  expect(easierThan(game, 'hard')?.id).toBe('mild')
  expect(easierThan(game, 'mild')?.id).toBe('any')
  expect(easierThan(game, 'any')).toBeUndefined()
  expect(easierThan(game, 'own')).toBeUndefined()
  expect(easierThan(undefined, 'hard')).toBeUndefined()
})

test('a bot is called by its name, and by its seat where its side has several', () => {
  const person = (team: string, name: string, bot: string | null) => ({ team, name, bot }) as Person
  const bots = [bot('greedy', { name: 'Sergeant' })]
  const all = [person('Earthlings', 'Ada', null), person('Martians', 'Martian', 'greedy')]
  expect(all.map((p) => playerOf(p, all, bots))).toEqual(['Ada', 'Sergeant'])
  expect(playerOf(person('Martians', 'Martians', 'red_baron'), all, bots)).toBe('Red baron')
  const two = [person('Martians', 'Martian 1', 'greedy'), person('Martians', 'Martian 2', null)]
  expect(two.map((p) => playerOf(p, two, bots))).toEqual(['Martian 1, Sergeant', 'Martian 2'])
})
