import { expect, test } from 'vitest'
import { report } from './since'

const line = (what: 'mine' | 'theirs' | 'grave' | 'rain', n: number) => ({ turn: 1, rule: 'R', text: `${what} ${n}`, what })
const weigh = (what: unknown) => (what === 'rain' ? null : (what as 'mine' | 'theirs' | 'grave'))
const told = (kinds: Parameters<typeof line>[0][], most = 3) => {
  const { lines, left } = report(kinds.map(line), 0, kinds.length, weigh, most)
  return [...lines.map((l) => l.text), left]
}

test('the answer of the others does not hide the shot that it answers', () => {
  expect(told(['mine', 'rain', 'theirs'])).toEqual(['mine 0', 'theirs 2', 0])
})

test('of a shot that nobody answers no report is made', () => {
  expect(told(['mine', 'rain'])).toEqual([0])
})

test('where there is too much to tell, losses come before shots', () => {
  expect(told(['mine', 'grave', 'theirs', 'theirs', 'theirs'])).toEqual(['mine 0', 'grave 1', 3])
  expect(told(['theirs', 'theirs', 'theirs', 'theirs'])).toEqual(['theirs 1', 'theirs 2', 'theirs 3', 1])
})
