import { expect, test } from 'vitest'
import type { GameBook } from '../wire/GameBook'
import { chapterPath, findRule, layerWords, leafOf, neighbours, pieces, search, slug } from './book'

const rule = (id: string, title: string, text: string) => ({ id, title, layer: 'basic', text, ruling: null })
const chapter = (title: string, section: string, ...rules: ReturnType<typeof rule>[]) => ({ title, sections: [{ title: section, rules }] })
const first = chapter(
  'The turn',
  'Planning',
  rule('AA-PLN-01', 'Three cards', 'Lay three cards.'),
  rule('AA-PLN-02', 'Order', 'Then the heat-ray.'),
)
const second = chapter('Fire', 'Heat-ray', rule('AA-HRA-01', 'Heat-ray', 'It costs energy.'))
const more = chapter('Bombs', 'Loads', rule('BB-BOM-01', 'A load', 'One card of the ray.'))
const game: GameBook = {
  game: 'small',
  title: 'Small',
  books: [
    { prefix: 'AA', title: 'A', chapters: [first, second] },
    { prefix: 'BB', title: 'B', chapters: [more] },
  ],
  glossary: [{ word: 'Heat-ray', text: 'It burns.', rule: 'AA-HRA-01' }],
  scenarios: [{ id: 'one', title: 'One', about: '', briefing: { about: '', sides: [], ends: '', special: [], know: [] }, goals: [] }],
}

test('an address opens what it names, and what it does not know opens the front', () => {
  expect(leafOf(game, chapterPath(game.books[0]!, second, 'Heat-ray'))).toMatchObject({ kind: 'chapter', chapter: second })
  expect(leafOf(game, ['BB'])).toMatchObject({ kind: 'chapter', chapter: more })
  expect(leafOf(game, ['glossary', 'Heat-ray'])).toEqual({ kind: 'glossary' })
  expect(leafOf(game, ['win', 'one'])).toMatchObject({ kind: 'win', page: { id: 'one' } })
  expect(leafOf(game, ['win', 'nine'])).toEqual({ kind: 'win', page: null })
  for (const path of [[], ['CC'], ['nonsense', 'x']]) expect(leafOf(game, path)).toEqual({ kind: 'front' })
})

test('an entry is found with its section, and chapters follow one another through all books', () => {
  expect(findRule(game, 'AA-PLN-02')).toMatchObject({ section: 'Planning', chapter: first })
  expect(findRule(game, 'AA-PLN-03')).toBeNull()
  expect(neighbours(game, second)).toMatchObject({ before: { chapter: first }, after: { chapter: more } })
  expect(neighbours(game, first).before).toBeNull()
})

test('a search wants every word, and what is named so comes first', () => {
  expect(search(game, 'heat-ray').rules.map((f) => f.rule.id)).toEqual(['AA-HRA-01', 'AA-PLN-02'])
  expect(search(game, 'Heat-Ray').terms.map((t) => t.word)).toEqual(['Heat-ray'])
  expect(search(game, 'heat-ray energy').rules.map((f) => f.rule.id)).toEqual(['AA-HRA-01'])
  expect(search(game, '  ')).toEqual({ terms: [], rules: [] })
})

test('ids in a text become references', () => {
  expect(pieces('See TT-AMN-04, INV-WW2-01 and `kind`.').map((p) => `${p.kind}:${p.text}`)).toEqual([
    'text:See ',
    'rule:TT-AMN-04',
    'text:, ',
    'rule:INV-WW2-01',
    'text: and ',
    'code:kind',
    'text:.',
  ])
  expect(layerWords('optional:black-smoke')).toBe('Optional: black smoke')
  expect(layerWords('basic')).toBe('')
  expect(slug("Into the Eagles' Nest")).toBe('into-the-eagles-nest')
})
