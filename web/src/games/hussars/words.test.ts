import { expect, test } from 'vitest'
import { inInches } from './words'

test('inches are told in full', () => {
  expect([inInches(100), inInches(250), inInches(1200), inInches(0)]).toEqual(['1 inch', '2.5 inches', '12 inches', '0 inches'])
})
