import { expect, test } from 'vitest'
import type { StandView } from './wire'
import { byKind, inInches } from './words'

test('inches are told in full', () => {
  expect([inInches(100), inInches(250), inInches(1200), inInches(0)]).toEqual(['1 inch', '2.5 inches', '12 inches', '0 inches'])
})

test('stands are counted by their kind', () => {
  const stands = ['Infantry', 'Field Artillery', 'Infantry'].map((kind) => ({ kind }) as StandView)
  expect(byKind(stands)).toBe('2 × Infantry, Field Artillery')
  expect(byKind([])).toBe('')
})
