import { expect, test } from 'vitest'
import { Latest } from './latest'

test('while one question is on its way only the last wish waits', async () => {
  const asked: number[] = []
  const answers: (() => void)[] = []
  const hand = new Latest<number>((n) => {
    asked.push(n)
    return new Promise((done) => answers.push(done))
  })
  const all = hand.wish(1)
  void hand.wish(2)
  void hand.wish(3)
  expect([asked, hand.last]).toEqual([[1], 3])
  answers.shift()?.()
  await Promise.resolve().then(() => undefined)
  expect(asked).toEqual([1, 3])
  answers.shift()?.()
  await all
  expect([asked, hand.last]).toEqual([[1, 3], null])
})
