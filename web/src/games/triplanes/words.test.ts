import { expect, test } from 'vitest'
import { fateWords } from './words'

test('a vehicle that is not on the table says why', () => {
  const fates = ['reserve', 'to_come', 'eliminated', { exited: { earthling_side: true } }] as const
  const told = fates.map((fate) => fateWords(fate))
  expect(new Set(told).size).toBe(4)
  expect(told[0]).toMatch(/reserve/)
  expect(told.join()).not.toMatch(/_|On the table/)
})
