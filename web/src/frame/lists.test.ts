import { expect, test } from 'vitest'
import type { ListCard } from '../wire/ListCard'
import type { OptionCard } from '../wire/OptionCard'
import { fit, holds, listOf, read, untouched, write } from './lists'

const extra = (word: string, most = 1, when: string | null = null, sort = 'plane') => ({
  word,
  name: word,
  about: '',
  group: 'Things',
  sort,
  most,
  when,
})
const choice = (word: string, when: string | null = null, sort = 'plane') => ({ word, name: word, sort, when })

const list: ListCard = {
  variant: null,
  rows: [{ choices: [choice('a'), choice('b'), choice('late', 'war=on'), choice('walker', null, 'tripod')], given: [] }],
  more: { choices: [choice('b')], given: [] },
  extras: [extra('rope'), extra('bombs', 20, 'bombing=on')],
}
const option: OptionCard = {
  id: 'planes',
  about: '',
  takes: { kind: 'text' },
  expects: '',
  default: 'a',
  lists: [list, { ...list, variant: 'aces', rows: [{ choices: [choice('b')], given: [] }], more: null }],
}

test('what is written is read again', () => {
  for (const text of ['a', 'a+rope,b+rope+bombs:3', 'b+bombs:1', '']) expect(write(read(text), list.extras)).toBe(text)
})

test('a variant with a list of its own has its own beginning', () => {
  expect(listOf(option, '')).toBe(list)
  expect(listOf(option, 'aces')?.variant).toBe('aces')
  expect(listOf(option, 'others')).toBe(list)
  expect([untouched(option, ''), untouched(option, 'aces')]).toEqual(['a', 'b'])
})

test('what depends on another option goes with it', () => {
  expect([holds(null, {}), holds('war=on', {}), holds('war=off', {}), holds('war=on', { war: 'on' })]).toEqual([true, false, true, true])
  expect(fit(read('late+rope'), list, { war: 'on' })).toEqual(read('late+rope'))
  expect(fit(read('late+rope'), list, {})).toEqual(read('a+rope'))
  expect(fit(read('a+bombs:2'), list, {})).toEqual(read('a'))
  expect(fit(read('a+bombs:2'), list, { bombing: 'on' })).toEqual(read('a+bombs:2'))
  expect(fit(read('walker+rope'), list, {})).toEqual(read('walker'))
})
