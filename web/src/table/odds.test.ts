import { flushSync, mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import { figures, filled, spoken, type Odds } from './odds'
import OddsBar from './Odds.svelte'

const hit = { n: 75, of: 100, what: 'hit' }
const kill = { n: 25, of: 100, what: 'destroy' }
const odds: Odds = { facts: [], shares: [hit, kill], brings: 'two points', mean: '2 p', price: '' }

function drawn(props: { odds: Odds; brief?: boolean }) {
  const target = document.createElement('div')
  const made = mount(OddsBar, { target, props })
  flushSync()
  const bars = [...target.querySelectorAll('.bar')].map((bar) => [...bar.querySelectorAll('i')].map((i) => i.style.width))
  const result = { bars, text: target.textContent.replace(/\s+/g, ' ').trim(), heard: target.querySelector('.unseen')?.textContent }
  void unmount(made)
  return result
}

test('hundredths are percent, faces of a die stay faces', () => {
  expect(figures(hit)).toBe('75 %')
  expect(figures({ n: 2, of: 6, what: '' })).toBe('2 in 6')
  expect(spoken([hit, kill])).toBe('75 % hit, 25 % destroy')
  expect(spoken([{ n: 2, of: 6, what: '' }])).toBe('2 in 6')
})

test('a bar is never longer than itself', () => {
  expect([filled({ n: 3, of: 6, what: '' }), filled({ n: 7, of: 6, what: '' }), filled({ n: -1, of: 6, what: '' })]).toEqual([50, 100, 0])
  expect(filled({ n: 1, of: 0, what: '' })).toBe(0)
})

test('a part of a chance lies in its bar, and ears hear the figures once', () => {
  const { bars, text, heard } = drawn({ odds })
  expect(bars).toEqual([['75%', '25%']])
  expect(heard).toBe('75 % hit, 25 % destroy')
  expect(text).toContain('two points')
})

test('chances that exclude each other have a bar each', () => {
  expect(drawn({ odds: { ...odds, apart: true } }).bars).toEqual([['75%'], ['25%']])
})

test('in a list there is the first figure alone, with what it brings in two words', () => {
  const { text } = drawn({ odds, brief: true })
  expect(text).toMatch(/75 % ?2 p$/)
  expect(text).not.toContain('two points')
})

test('where there is no chance to tell there is no bar', () => {
  expect(drawn({ odds: { ...odds, shares: [] } })).toMatchObject({ bars: [], text: 'two points' })
})
