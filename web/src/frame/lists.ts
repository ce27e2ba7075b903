import type { ExtraCard } from '../wire/ExtraCard'
import type { ListCard } from '../wire/ListCard'
import type { OptionCard } from '../wire/OptionCard'
import type { RowCard } from '../wire/RowCard'

/** A row of a list: what it is, and how often it has each extra. */
export interface Item {
  word: string
  extras: Record<string, number>
}

/** `a+x+y:2,b` as items. */
export function read(text: string): Item[] {
  const rows = text
    .split(',')
    .map((row) => row.trim())
    .filter((row) => row !== '')
  return rows.map((row) => {
    const [word = '', ...rest] = row.split('+').map((part) => part.trim())
    const extras = rest.map((part) => part.split(':')).map(([name = '', count]) => [name, Number(count ?? 1)] as const)
    return { word, extras: Object.fromEntries(extras) }
  })
}

/** Items as an order of the set-up: the extras in the order of the list. */
export function write(items: Item[], extras: ExtraCard[]): string {
  const row = (item: Item) =>
    extras.reduce((text, extra) => {
      const count = item.extras[extra.word] ?? 0
      if (count <= 0) return text
      return extra.most > 1 ? `${text}+${extra.word}:${count}` : `${text}+${extra.word}`
    }, item.word)
  return items.map(row).join(',')
}

/** Whether another option has the value that `ww2=on` asks for. */
export function holds(when: string | null, values: Record<string, string | undefined>): boolean {
  if (when === null) return true
  const [id = '', value] = when.split('=')
  return (values[id] ?? 'off') === value
}

/** The list of an option in this variant: its own one, or that of the scenario as printed. */
export function listOf(option: OptionCard, variant: string): ListCard | null {
  const own = option.lists.find((list) => list.variant === variant)
  return own ?? option.lists.find((list) => list.variant === null) ?? null
}

/** What an option is worth before anybody touches it. */
export function untouched(option: OptionCard, variant: string): string {
  const list = listOf(option, variant)
  if (list === null || list.variant === null) return option.default
  return list.rows.map((row) => row.choices[0]?.word ?? '').join(',')
}

export function rowOf(list: ListCard, index: number): RowCard | null {
  return list.rows[index] ?? list.more
}

/** Keeps what can still be chosen: a row whose word is no longer offered becomes the first that is. */
export function fit(items: Item[], list: ListCard, values: Record<string, string | undefined>): Item[] {
  return items.map((item, index) => {
    const choices = rowOf(list, index)?.choices.filter((choice) => holds(choice.when, values)) ?? []
    const choice = choices.find((c) => c.word === item.word) ?? choices[0]
    const fitting = list.extras.filter((e) => e.sort === choice?.sort && holds(e.when, values)).map((e) => e.word)
    const extras = Object.fromEntries(Object.entries(item.extras).filter(([word]) => fitting.includes(word)))
    return { word: choice?.word ?? item.word, extras }
  })
}
