/** Finding one's way in the rule book of a game. */
import type { GameBook } from '../wire/GameBook'
import type { RuleBook } from '../wire/RuleBook'
import type { RuleChapter } from '../wire/RuleChapter'
import type { RuleText } from '../wire/RuleText'
import type { ScenarioPage } from '../wire/ScenarioPage'
import type { Term } from '../wire/Term'

/** A title as a part of an address. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** What lies open. */
export type Leaf =
  | { kind: 'front' }
  | { kind: 'chapter'; book: RuleBook; chapter: RuleChapter }
  | { kind: 'glossary' }
  | { kind: 'win'; page: ScenarioPage | null }

/** The place of an entry. */
export interface Found {
  book: RuleBook
  chapter: RuleChapter
  section: string
  rule: RuleText
}

/** Every entry of the game in the order of print, with its place. */
export function* entries(game: GameBook): Generator<Found> {
  for (const book of game.books)
    for (const chapter of book.chapters)
      for (const section of chapter.sections) for (const rule of section.rules) yield { book, chapter, section: section.title, rule }
}

export function findRule(game: GameBook, id: string): Found | null {
  for (const found of entries(game)) if (found.rule.id === id) return found
  return null
}

/** What an address of a book means; what it does not know leads to the front. */
export function leafOf(game: GameBook, path: readonly string[]): Leaf {
  const [head, second] = path
  if (head === 'glossary') return { kind: 'glossary' }
  if (head === 'win') return { kind: 'win', page: game.scenarios.find((s) => s.id === second) ?? null }
  const book = game.books.find((b) => b.prefix === head)
  const chapter = book?.chapters.find((c) => slug(c.title) === second) ?? book?.chapters[0]
  return book && chapter ? { kind: 'chapter', book, chapter } : { kind: 'front' }
}

export function chapterPath(book: RuleBook, chapter: RuleChapter, section?: string): string[] {
  return [book.prefix, slug(chapter.title), ...(section ? [slug(section)] : [])]
}

/** The chapters before and after one, through all books of the game. */
export function neighbours(game: GameBook, chapter: RuleChapter) {
  const all = game.books.flatMap((book) => book.chapters.map((c) => ({ book, chapter: c })))
  const at = all.findIndex((c) => c.chapter === chapter)
  return { before: all[at - 1] ?? null, after: all[at + 1] ?? null }
}

export interface Hits {
  terms: Term[]
  rules: Found[]
}

/** Words and entries in which every word occurs; those that name it come first, else in the order of print. */
export function search(game: GameBook, query: string): Hits {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return { terms: [], rules: [] }
  const count = (text: string) => words.filter((w) => text.includes(w)).length
  const rules: { named: number; found: Found }[] = []
  for (const found of entries(game)) {
    const { id, title, text, ruling } = found.rule
    const head = `${id} ${title}`.toLowerCase()
    const all = `${head} ${found.section} ${found.chapter.title} ${text} ${ruling ?? ''}`.toLowerCase()
    if (count(all) === words.length) rules.push({ named: count(head), found })
  }
  rules.sort((a, b) => b.named - a.named)
  const terms = game.glossary.filter((t) => count(t.word.toLowerCase()) === words.length)
  return { terms, rules: rules.map((r) => r.found) }
}

/** `optional:black-smoke` as words: "Optional: black smoke". What everybody plays by needs no word. */
export function layerWords(layer: string): string {
  if (layer === 'basic') return ''
  const text = layer
    .replace(/[-_]+/g, ' ')
    .replace(/^scenario:\d+$/, 'scenario')
    .replace(':', ': ')
    .replace(/\bww(\d)/g, 'WW$1')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export interface Piece {
  kind: 'text' | 'code' | 'rule'
  text: string
}

/** A text of the ledger in pieces: ids lead to their entries, names in code style stay as they are. */
export function pieces(text: string): Piece[] {
  const list: Piece[] = []
  let at = 0
  for (const found of text.matchAll(/`([^`]+)`|\b([A-Z]{2,4}-[A-Z][A-Z0-9]{1,4}-\d{2,3})\b/g)) {
    if (found.index > at) list.push({ kind: 'text', text: text.slice(at, found.index) })
    list.push(found[1] ? { kind: 'code', text: found[1] } : { kind: 'rule', text: found[0] })
    at = found.index + found[0].length
  }
  if (at < text.length) list.push({ kind: 'text', text: text.slice(at) })
  return list
}
