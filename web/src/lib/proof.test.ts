import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { vowOf, type Noted } from './noted'
import { check } from './proof'

/** Seat 0 seals, changes its mind, seat 1 answers in the open; the match goes back and on with other dice. */
const sample = (name: string) => readFileSync(resolve(import.meta.dirname, name), 'utf8')
const log = sample('proof.sample.log')
/** The same as the first programs proved it. */
const first = sample('proof.first.log')
const lines = log.trimEnd().split('\n')

interface Sample {
  version?: number
  match: string
  pledge: string
  secret: string
  salts: string[]
  chain: Record<string, Record<string, unknown>>[]
}
const proof = (JSON.parse(lines.at(-1)!) as { proof: Sample }).proof

/** A log with another proof. */
function changed(change: (proof: Sample) => void): string {
  const other = structuredClone(proof)
  change(other)
  return [...lines.slice(0, -1), JSON.stringify({ proof: other })].join('\n')
}

const holds = (text: string, noted: Noted | null = null) => check(text, noted)!.every((p) => p.holds !== false)

test('a true proof holds', () => {
  expect(holds(log)).toBe(true)
  expect(check(log, null)!.some((p) => p.holds === null)).toBe(true)
})

test('a proof of an older program holds, and says what it does not bind', () => {
  expect(holds(first)).toBe(true)
  const open = (text: string) => check(text, null)!.filter((p) => p.holds === null && p.text.includes('older program'))
  expect([open(first).length, open(log).length]).toEqual([1, 0])
  // The order of seat 1 was shown at once, and nothing bound it.
  expect(holds(first.replace('{"x":1.0}', '{"x":2.0}'))).toBe(true)
  expect(holds(log.replace('{"x":1.0}', '{"x":2.0}'))).toBe(false)
  expect(holds(first.replace('"order":"b"', '"order":"d"'))).toBe(false)
})

test('a log without a proof says so', () => {
  expect(check(lines.slice(0, -1).join('\n'), null)).toBeNull()
  expect(check('', null)).toBeNull()
})

const flip = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1)

test('whatever is changed in a proof is found', () => {
  expect(holds(changed((p) => delete p.version))).toBe(false)
  expect(holds(changed((p) => (p.version = 3)))).toBe(false)
  expect(holds(changed((p) => (p.match = 'another')))).toBe(false)
  expect(holds(changed((p) => (p.pledge = flip(p.pledge))))).toBe(false)
  expect(holds(changed((p) => (p.secret = flip(p.secret))))).toBe(false)
  for (const seat of [0, 1, 2]) expect(holds(changed((p) => (p.salts[seat] = '77')))).toBe(false)
  for (const [n, link] of proof.chain.entries()) {
    const [kind, fields] = Object.entries(link)[0]!
    for (const [name, value] of Object.entries(fields)) {
      const other = typeof value === 'number' ? value + 1 : typeof value === 'string' ? flip(value) : ['"x"']
      expect(holds(changed((p) => (p.chain[n]![kind]![name] = other))), `${n} ${name}`).toBe(false)
    }
    if (n + 1 < proof.chain.length) expect(holds(changed((p) => void p.chain.splice(n, 1))), `${n}`).toBe(false)
  }
})

test('whatever is changed in the set-up is found', () => {
  const changes = [
    ['"game":"x"', '"game":"y"'],
    ['"rules":1', '"rules":2'],
    ['"content":"00', '"content":"01'],
    ['"setup":{"seed":1}', '"setup":{"seed":2}'],
  ] as const
  for (const [one, other] of changes) {
    expect(log).toContain(one)
    expect(holds(log.replace(one, other)), other).toBe(false)
    expect(holds(first.replace(one, other)), `${other}, of an older program`).toBe(true)
  }
})

test('whatever is changed in the log is found', () => {
  expect(holds(log.replace(/"seed":\d/, '"seed":9'))).toBe(false)
  expect(holds(log.replace(/\{"dice":\d+\}\n/, ''))).toBe(false)
  expect(holds(log.replace(/\{"dice":\d/, '{"dice":9'))).toBe(false)
  for (const text of [log, first]) {
    const swapped = text.replace(`${lines[1]}\n${lines[2]}`, `${lines[2]}\n${lines[1]}`)
    expect(swapped).not.toBe(text)
    expect(holds(swapped), 'orders of two seats at each other’s place').toBe(false)
  }
  const [dice, order] = [lines[3]!, lines[4]!]
  expect(holds(log.replace(`${dice}\n${order}`, `${order}\n${dice}`)), 'other dice at another place').toBe(false)
  expect(holds(log.replace('"order":"b"', '"order":"d"'))).toBe(false)
  expect(holds(log.replace('"order":"c"', '"order":"d"'))).toBe(false)
})

test('what this browser was told is compared', () => {
  const vows = proof.salts.map((salt, seat) => (salt ? vowOf(proof.match, seat, salt) : null))
  const seals: [number, string][] = [[1, proof.chain[1]!['seal']!['hash'] as string]]
  const told: Noted = { pledge: proof.pledge, early: true, seat: 1, salt: '0a', vows, shown: 1, seals }
  expect(check(log, told)!.every((p) => p.holds)).toBe(true)
  expect(holds(log, { ...told, pledge: flip(told.pledge) })).toBe(false)
  expect(holds(log, { ...told, salt: '0b' })).toBe(false)
  // Who came when the match had begun was told a pledge too late to be sure of it.
  const late = { ...told, early: false, seat: null, salt: null, vows: null }
  expect(
    check(log, late)!
      .filter((p) => p.holds === null)
      .map((p) => p.text),
  ).toEqual([expect.stringContaining('before the match')])
  expect(holds(log, late)).toBe(true)
  expect(holds(log, { ...late, pledge: flip(told.pledge) })).toBe(false)
  // Whoever vowed something else, or nothing, has chosen his number when he had seen mine; so has who is not there.
  expect(holds(log, { ...told, vows: [vows[1]!, vows[1]!, null] })).toBe(false)
  expect(holds(log, { ...told, vows: [null, vows[1]!, null] })).toBe(false)
  expect(holds(log, { ...told, vows: vows.slice(0, 2) })).toBe(false)
  const again = check(log, { ...told, shown: 3 })!
  expect(again.filter((p) => p.holds === null).map((p) => p.text)).toEqual([expect.stringContaining('3 times')])
  expect(holds(log, { ...told, seals: [[1, proof.chain[3]!['seal']!['hash'] as string]] })).toBe(false)
  expect(holds(log, { ...told, seals: [[7, proof.chain[1]!['seal']!['hash'] as string]] })).toBe(false)
})
