/** What stands on the shelf, what of it somebody wants to see, and how it is laid out. */
import type { GameInfo } from '../wire/GameInfo'
import type { ScenarioCard } from '../wire/ScenarioCard'

type Players = 'any' | 'one' | 'two' | 'more'
type Time = 'any' | 'short' | 'middle' | 'long'
type Grade = 'any' | 'first' | 'practised' | 'hard'

export interface Wishes {
  players: Players
  time: Time
  grade: Grade
  /** Only this game's scenarios. */
  book: string | null
}

export const everything: Readonly<Wishes> = { players: 'any', time: 'any', grade: 'any', book: null }

interface Choice<T> {
  value: T
  label: string
  /** What it means, in full. */
  about: string
}

export const groups: {
  players: { title: string; choices: Choice<Players>[] }
  time: { title: string; choices: Choice<Time>[] }
  grade: { title: string; choices: Choice<Grade>[] }
} = {
  players: {
    title: 'Made for',
    choices: [
      { value: 'any', label: 'Anyone', about: 'For any number of players' },
      { value: 'one', label: 'One', about: 'Made for one player alone' },
      { value: 'two', label: 'Two', about: 'Made for two; a bot takes the other side if you like' },
      { value: 'more', label: 'More', about: 'Three and more can share the sides' },
    ],
  },
  time: {
    title: 'Minutes',
    choices: [
      { value: 'any', label: 'Any time', about: 'However long it takes' },
      { value: 'short', label: '20', about: 'Up to 20 minutes' },
      { value: 'middle', label: '45', about: 'Up to 45 minutes' },
      { value: 'long', label: '60 +', about: 'More than 45 minutes' },
    ],
  },
  grade: {
    title: 'Difficulty',
    choices: [
      { value: 'any', label: 'All', about: 'However hard it is' },
      { value: 'first', label: 'First', about: 'For a first game' },
      { value: 'practised', label: 'Practised', about: 'For some practice' },
      { value: 'hard', label: 'Hard', about: 'For old hands' },
    ],
  },
}

export const isForOne = (card: ScenarioCard) => card.solo || card.seats.length === 1
/** Three can sit down: there are seats for them, or the form asks how many play. */
export const isForMore = (card: ScenarioCard) => !isForOne(card) && (card.seats.length > 2 || card.options.some((o) => o.id === 'players'))
/** For how many: where a bot takes a side, for one as well. */
export function playersOf(card: ScenarioCard, bots: boolean, full = false): string {
  if (isForOne(card)) return 'one'
  const more = isForMore(card)
  if (!bots) return more ? 'two +' : 'two'
  if (!full) return more ? '1 +' : '1 or 2'
  return more ? 'you against bots, or two and more' : 'you against a bot, or two'
}
export const gradeOf = (card: ScenarioCard) => Math.min(3, Math.max(1, card.difficulty))
export const grades = ['first game', 'some practice', 'old hands']

/** How fair a scenario was found. `shares` are of the first side, of draws and of the others, `reach` is that of the first. */
export interface Balance {
  shares: [number, number, number]
  reach: [number, number]
  words: string
  played: string
}

/** What a batch of games made of it; nothing where nobody measured it. */
export function balanceOf(game: GameInfo, card: ScenarioCard): Balance | null {
  const found = card.balance
  const first = found?.sides[0]
  if (!found || !first || found.games === 0) return null
  const share = (count: number) => (100 * count) / found.games
  const bot = game.bots.find((b) => b.id === found.bots[0])?.name ?? found.bots[0] ?? 'a bot'
  // Who plays alone wants to know how often he may win; of two sides the one that wins more often is named.
  const alone = isForOne(card)
  const mine = found.sides.find((side) => side.name === (card.side ?? card.seats[0]?.team))
  const named = (alone ? mine : undefined) ?? found.sides.reduce((a, b) => (b.wins > a.wins ? b : a))
  const likely = `${named.name} win ${Math.round(share(named.wins))} of 100`
  const doubt = `±${Math.max(1, Math.round(50 * (named.high - named.low)))}`
  const others = found.sides.slice(1).reduce((sum, side) => sum + side.wins, 0)
  return {
    shares: [share(first.wins), share(found.draws), share(others)],
    reach: [100 * first.low, 100 * first.high],
    words: alone ? `${likely} when the ${bot} plays, ${doubt}` : `${likely} between equal bots, ${doubt}`,
    played: `Measured in ${found.games} games of the ${bot}${alone ? '' : ' against itself'} on ${found.date}: people may fare otherwise.`,
  }
}

export function fits(card: ScenarioCard, { players, time, grade }: Wishes): boolean {
  const forThem = { any: true, one: isForOne(card), two: !isForOne(card), more: isForMore(card) }[players]
  const inTime = { any: true, short: card.minutes <= 20, middle: card.minutes <= 45, long: card.minutes > 45 }[time]
  const ofGrade = grade === 'any' || ['first', 'practised', 'hard'].indexOf(grade) + 1 === gradeOf(card)
  return forThem && inTime && ofGrade
}

/** How many of the columns each book gets: one at least, the rest to whoever's stack is tallest. */
export function columnsOf(counts: readonly number[], columns: number): number[] {
  const given = counts.map(() => 1)
  for (let left = columns - counts.length; left > 0; left--) {
    let tallest = 0
    counts.forEach((n, i) => {
      if (n / given[i]! > counts[tallest]! / given[tallest]!) tallest = i
    })
    given[tallest]!++
  }
  return given
}

/** What a lone newcomer should press: made for one, and as easy as can be. */
export function firstOf(shelf: readonly GameInfo[]): { game: GameInfo; card: ScenarioCard } | null {
  let best: { game: GameInfo; card: ScenarioCard } | null = null
  for (const game of shelf) {
    if (game.bots.length === 0) continue
    for (const card of game.scenarios) {
      const better = (than: ScenarioCard) => (card.solo === than.solo ? card.difficulty < than.difficulty : card.solo)
      if (!best || better(best.card)) best = { game, card }
    }
  }
  return best
}

const place = 'heatray.shelf'

/** What was wished last time; whatever else may stand there is nobody's wish. */
export function loadWishes(): Wishes {
  const wishes: Wishes = { ...everything }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return wishes
    const of = <T>(name: keyof Wishes, choices: readonly Choice<T>[], usual: T): T =>
      choices.find((c) => c.value === (kept as Record<string, unknown>)[name])?.value ?? usual
    wishes.players = of('players', groups.players.choices, 'any')
    wishes.time = of('time', groups.time.choices, 'any')
    wishes.grade = of('grade', groups.grade.choices, 'any')
    if ('book' in kept && typeof kept.book === 'string') wishes.book = kept.book
  } catch {
    // What can not be read was never wished.
  }
  return wishes
}

export function keepWishes(wishes: Wishes) {
  try {
    localStorage.setItem(place, JSON.stringify(wishes))
  } catch {
    // A browser that keeps nothing still shows everything.
  }
}

const fold = 'heatray.poster'
export const isFolded = (): boolean => {
  try {
    return localStorage.getItem(fold) === 'folded'
  } catch {
    return false
  }
}
export function keepFolded(folded: boolean) {
  try {
    localStorage.setItem(fold, folded ? 'folded' : 'open')
  } catch {
    // It is open again next time.
  }
}
