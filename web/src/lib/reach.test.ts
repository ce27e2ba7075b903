import { expect, test } from 'vitest'
import { isLoopback, reachOf } from './reach.svelte'

const here = { origin: 'http://127.0.0.1:8724', hostname: '127.0.0.1' }
const none = { network: false, addresses: [] }
const two = { network: true, addresses: ['http://192.0.2.7:8724', 'http://[2001:db8::7]:8724'] }

test('a machine that listens to itself says that the link is good for nobody else', () => {
  expect(reachOf(here, none, null)).toEqual({ origin: here.origin, words: expect.stringMatching(/this machine alone.*--bind 0\.0\.0\.0/) })
})

test('a machine that listens to its network gives an address that others can open', () => {
  expect(reachOf(here, two, null)).toEqual({ origin: two.addresses[0], words: expect.stringContaining('192.0.2.7:8724') })
  expect(reachOf(here, two, two.addresses[1]!).origin).toBe(two.addresses[1])
  // One that is none of them is not taken.
  expect(reachOf(here, two, 'http://elsewhere').origin).toBe(two.addresses[0])
  expect(reachOf(here, { network: true, addresses: [] }, null).words).toMatch(/name of this machine/)
})

test('a page that was opened by a name of its own keeps it, and nothing is claimed before the server has answered', () => {
  const named = { origin: 'https://heatray.example', hostname: 'heatray.example' }
  expect(reachOf(named, { network: true, addresses: [] }, null)).toEqual({
    origin: named.origin,
    words: expect.stringContaining('heatray.example'),
  })
  expect(reachOf(here, null, null)).toEqual({ origin: here.origin, words: '' })
})

test('addresses that mean this machine', () => {
  for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '[::1]', 'heatray.localhost']) expect(isLoopback(host)).toBe(true)
  for (const host of ['192.0.2.7', 'heatray.example', '127.example', '[2001:db8::7]']) expect(isLoopback(host)).toBe(false)
})
