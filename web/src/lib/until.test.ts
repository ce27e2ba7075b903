import { flushSync } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { expect, test } from 'vitest'
import { until } from './until.svelte'

test('it waits for the thing, however long that takes', async () => {
  let value = 0
  let told: () => void = () => undefined
  const follow = createSubscriber((update) => {
    told = update
  })
  let done = false
  const waiting = until(() => {
    follow()
    return value === 2
  }).then(() => (done = true))
  for (const now of [1, 2]) {
    flushSync()
    await Promise.resolve()
    expect(done).toBe(false)
    value = now
    told()
  }
  await waiting
  expect(done).toBe(true)
})
