import { expect, test } from 'vitest'
import { link, parse, type Place } from './router.svelte'

test('every place has an address that leads back to it', () => {
  const places: Place[] = [
    { page: 'home' },
    { page: 'new', game: 'triplanes', scenario: 'piave' },
    { page: 'match', match: 'abc', key: 'k-1_2', events: null },
    { page: 'match', match: 'abc', key: 'k', events: 17 },
    { page: 'invitation', match: 'abc', token: 't-1_2' },
    { page: 'check', match: 'abc', key: 'k-1_2' },
    { page: 'rules', id: 'TT-AMN-04' },
    { page: 'rules', id: null },
    { page: 'book', game: 'triplanes', path: [] },
    { page: 'book', game: 'triplanes', path: ['glossary', 'Half ruler / range'] },
    { page: 'account' },
  ]
  for (const place of places) expect(parse(link(place))).toEqual(place)
})

test('an address that leads nowhere leads home', () => {
  for (const hash of ['', '#', '#/m/abc', '#/i/abc', '#/nowhere', '#/%E0%A4%A']) expect(parse(hash).page).toBe('home')
})
