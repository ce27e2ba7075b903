import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256'

test('the sums are those that are known', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('texts of every length about the borders of a block have the sums that others find', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'Käfer '.repeat(40).slice(0, length)
    expect(sha256(text), `${length}`).toBe(createHash('sha256').update(text).digest('hex'))
  }
})
