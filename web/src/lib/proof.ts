/**
 * Does the sums of a fair match's log again, and compares them with what this browser was told while it was played. The
 * sums are written down in docs/decisions/0031 and in `table::proof`.
 */
import { vowOf, type Noted } from './noted'
import { sha256 } from './sha256'

interface Seal {
  seat: number
  after: number
  upto: number
  count: number
  orders?: string[]
  hash: string
}
interface Round {
  after: number
  upto: number
  orders?: string[]
  hash: string
}
interface Back {
  keep: number
  after: number
  dice: number | null
  hash: string
}
type Link = { seal: Seal } | { round: Round } | { back: Back }
interface Proof {
  /** The first programs did not say. */
  version?: number
  match: string
  pledge: string
  secret: string
  salts: string[]
  chain: Link[]
}

export interface Point {
  text: string
  /** Null: there is nothing to compare with. */
  holds: boolean | null
}

/** The parts of a log that a proof speaks of, as they are written there: numbers may be longer than this language counts. */
interface Log {
  /** The first line without its seed. */
  setup: string
  seed: string
  /** Other dice, and how many orders stand before them. */
  dice: { after: number; seed: string }[]
  orders: { seat: number; text: string }[]
  proof: Proof | null
}

function read(text: string): Log {
  const log: Log = { setup: '', seed: '', dice: [], orders: [], proof: null }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  log.seed = /"seed":(\d+)/.exec(lines[0] ?? '')?.[1] ?? ''
  log.setup = (lines[0] ?? '').replace(/"seed":\d+,?/, '')
  for (const line of lines.slice(1)) {
    const dice = /^\{"dice":(\d+)\}$/.exec(line)
    const order = /^\{"seat":(\d+),"order":(.*)\}$/.exec(line)
    if (dice) log.dice.push({ after: log.orders.length, seed: dice[1]! })
    else if (order) log.orders.push({ seat: Number(order[1]), text: order[2]! })
    else if (line.startsWith('{"proof":')) log.proof = (JSON.parse(line) as { proof: Proof }).proof
  }
  return log
}

/** How a match that begins now is proved. One of version 1 has no links of rounds. */
const VERSION = 2
const versionOf = (proof: Proof) => proof.version ?? 1
const hashOf = (link: Link) => ('back' in link ? link.back : 'round' in link ? link.round : link.seal).hash

const lines = (...parts: (string | number)[]) => sha256(parts.join('\n'))

const setupOf = (log: Log) => lines('heatray setup 1', log.setup)

function pledgeOf(log: Log, proof: Proof): string {
  if (versionOf(proof) === 1) return lines('heatray pledge 1', proof.match, proof.secret)
  return lines('heatray pledge 2', proof.match, setupOf(log), proof.secret)
}

function seedOf(log: Log, proof: Proof, number: number): string {
  const { match, secret, salts } = proof
  const first = versionOf(proof) === 1
  const hash = first
    ? lines('heatray dice 1', match, secret, ...salts, number)
    : lines('heatray dice 2', match, secret, ...salts, setupOf(log), number)
  return BigInt(`0x${hash.slice(0, 16)}`).toString()
}

/** Which links something later made void: the same seat sealed other orders, or the match went back behind it. */
function voids(chain: Link[]): boolean[] {
  const sealed = new Set<string>()
  let least = Infinity
  return [...chain]
    .reverse()
    .map((link) => {
      if ('back' in link) {
        least = Math.min(least, link.back.keep)
        return false
      }
      if ('round' in link) return least < link.round.upto
      const { seat, after, upto } = link.seal
      const again = sealed.has(`${seat} ${after}`)
      sealed.add(`${seat} ${after}`)
      return again || least < upto
    })
    .reverse()
}

/** The number of the first link that does not say what stands in the log; none if all do. */
function brokenLink(log: Log, proof: Proof): number | null {
  let before = proof.pledge
  /** Rounds follow each other without a gap. */
  let bound = 0
  const gone = voids(proof.chain)
  for (const [n, link] of proof.chain.entries()) {
    let found: string
    if ('back' in link) found = lines('heatray back 1', before, `${link.back.keep} ${link.back.after}`, link.back.dice ?? '')
    else if ('round' in link) {
      const { after, upto } = link.round
      if (versionOf(proof) < 2 || gone[n] !== (link.round.orders !== undefined)) return n
      const orders = link.round.orders ?? log.orders.slice(after, upto).map((o) => `${o.seat} ${o.text}`)
      if (orders.length !== upto - after || upto <= after) return n
      if (!gone[n] && after !== bound) return n
      if (!gone[n]) bound = upto
      const blind = lines('heatray blind 1', proof.match, proof.secret, n)
      found = lines('heatray round 1', before, blind, `${after} ${upto}`, ...orders)
    } else {
      const { seat, after, upto, count } = link.seal
      if (gone[n] !== (link.seal.orders !== undefined)) return n
      // What was there when it was sealed stands before whatever came later.
      const stand = log.orders.slice(after, upto).filter((o) => o.seat === seat)
      const orders = link.seal.orders ?? stand.slice(0, count).map((o) => o.text)
      if (orders.length !== count) return n
      const blind = lines('heatray blind 1', proof.match, proof.secret, n)
      found = lines('heatray seal 1', before, blind, `${seat} ${after} ${upto}`, ...orders)
    }
    if (found !== hashOf(link)) return n
    before = found
  }
  return null
}

/** Other dice come one after the other. A step back takes those away that lie behind it; what then stands is in the log. */
function diceFollow(log: Log, proof: Proof): boolean {
  let stand: Log['dice'] = []
  let last = 0
  for (const link of proof.chain) {
    if (!('back' in link)) continue
    const { keep, after, dice } = link.back
    stand = stand.filter((d) => d.after <= keep)
    if (dice === null) continue
    if (dice !== last + 1) return false
    last = dice
    stand = [...stand.filter((d) => d.after < after), { after, seed: seedOf(log, proof, dice) }]
  }
  return JSON.stringify(stand) === JSON.stringify(log.dice)
}

/** What holds of a log and what does not, sentence by sentence; null if it carries no proof. */
export function check(text: string, noted: Noted | null): Point[] | null {
  const log = read(text)
  const { proof } = log
  if (!proof) return null
  const points: Point[] = []
  const say = (holds: boolean | null, text: string) => points.push({ text, holds })
  const version = versionOf(proof)
  if (version !== 1 && version !== VERSION)
    say(false, `This page knows proofs of the versions 1 and ${VERSION}, not of version ${version}.`)
  say(
    pledgeOf(log, proof) === proof.pledge,
    version === 1
      ? 'The secret in the log is the one that was pledged.'
      : 'The secret and the set-up in the log are those that were pledged.',
  )
  const late = !noted?.early
  if (late) say(null, 'This browser did not see the pledge before the match: compare it with somebody who did.')
  if (noted && late) say(noted.pledge === proof.pledge, 'The pledge is the one that this browser was told while the match was played.')
  else if (noted) say(noted.pledge === proof.pledge, 'The pledge is the one that this browser was told before the match began.')
  if (noted && noted.seat !== null && noted.salt !== null) {
    say(proof.salts[noted.seat] === noted.salt, 'What this browser added to the dice is in them.')
  }
  if (noted?.vows) {
    const vows = noted.vows
    const kept = (salt: string, seat: number) => (vows[seat] == null ? salt === '' : vowOf(proof.match, seat, salt) === vows[seat])
    say(
      proof.salts.length === vows.length && proof.salts.every(kept),
      'What the others added they had vowed before this browser showed its own, and nobody else added anything.',
    )
    if (noted.shown > 1)
      say(null, `All numbers were drawn again, ${noted.shown} times in all: who lost his may have seen the others’ first. Ask him why.`)
  }
  const made = version === 1 ? 'the pledged secret' : 'the pledged secret, from the set-up'
  say(seedOf(log, proof, 0) === log.seed, `The dice follow from ${made} and from what all seats added, and from nothing else.`)
  if (log.dice.length > 0 || proof.chain.some((link) => 'back' in link)) {
    say(diceFollow(log, proof), 'After each step back the match went on with the next dice of the same pledge.')
  }
  const broken = brokenLink(log, proof)
  const sealed = proof.chain.filter((link) => !('back' in link)).length
  say(
    broken === null,
    broken === null
      ? `What was sealed is what was played: ${sealed} seals opened.`
      : `What was sealed is not what was played: seal ${broken + 1} does not open.`,
  )
  if (version === 1)
    say(null, 'This is the proof of an older program: neither the set-up nor what the last one to decide had chosen is bound by it.')
  if (noted && noted.seals.length > 0) {
    const hash = (link: Link | undefined) => (link ? hashOf(link) : null)
    say(
      noted.seals.every(([n, told]) => hash(proof.chain[n]) === told),
      'Every seal that this browser was told of during the match is among them.',
    )
  }
  return points
}
