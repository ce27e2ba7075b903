/** How fast the rules and the bots' planner are in the page's worker, beside the same on one native thread. */
import { spawn, type ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked, Host, rules, type Asked } from './offline-support'
import { againstBot, desktop, Hall, program, turnTo } from './support'

/** So many rounds `cargo xtask pace` wants. Without it one short round shows that both sides decide alike. */
const rounds = Number(process.env['HEATRAY_PACE'] ?? 0)

interface Pace {
  game: string
  setup: { scenario: string; options: Record<string, string> }
  bot: string
  orders: number
  seed: number
}

/** What `Pace` of crates/offline answers. */
interface Paced {
  games: number
  orders: number
  playouts: number
  hash: string
}

const setups: Record<string, Pace['setup']> = {
  triplanes: { scenario: 'simple-battle', options: { setup: 'quick' } },
  worlds: { scenario: 'core', options: {} },
  victory: { scenario: 'frank-luke', options: {} },
  hussars: { scenario: 'horsell', options: {} },
}

/** Orders of a short round and of a long one: of somebody who presses anything, and of the planner. */
const sizes: Record<string, { random: [number, number]; veteran: [number, number] }> = {
  triplanes: { random: [1000, 200_000], veteran: [4, 12] },
  worlds: { random: [1000, 400_000], veteran: [4, 12] },
  victory: { random: [1000, 200_000], veteran: [4, 12] },
  hussars: { random: [200, 10_000], veteran: [2, 8] },
}

/** The same rules as a native program, on one thread. */
class Native {
  private readonly child: ChildProcess = spawn(join(dirname(program()), 'examples/ask'), { stdio: ['pipe', 'pipe', 'inherit'] })
  private readonly lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]()

  async asked(question: object): Promise<Asked> {
    const begun = performance.now()
    this.child.stdin!.write(`${JSON.stringify(question)}\n`)
    const line = (await this.lines.next()).value as string | undefined
    const ms = performance.now() - begun
    const answer = JSON.parse(line ?? '{"error":"it ended"}') as { value?: unknown; error?: unknown }
    if (!answer.value) throw new Error(JSON.stringify(answer.error))
    return { value: answer.value, ms }
  }

  stop() {
    this.child.kill()
  }
}

const middle = (all: number[]) => [...all].sort((a, b) => a - b)[all.length >> 1]!
const figure = (n: number) => Math.round(n).toLocaleString('en')

describe.skipIf(!rules)('pace', () => {
  const hall = new Hall(rules !== undefined)
  const host = new Host()
  let native: Native
  beforeAll(() => {
    native = new Native()
  })
  afterAll(() => native?.stop())

  test(
    'bots in the page’s worker decide what they decide natively, after as many playouts',
    async () => {
      const { page, context, trouble } = await hall.open(desktop)
      await page.goto(host.url)
      const [worker] = await Promise.all([page.waitForEvent('worker'), againstBot(page).click()])
      await turnTo(page)
      const games = host.games()
      expect(Object.keys(games).sort()).toEqual(Object.keys(setups).sort())
      for (const [game, { rules }] of Object.entries(games)) {
        for (const [bot, counted] of [
          ['random', 'orders'],
          ['veteran', 'playouts'],
        ] as const) {
          const [short, long] = sizes[game]![bot]
          const pace = (orders: number, seed: number) => ({ pace: { game, setup: setups[game]!, bot, orders, seed } satisfies Pace })
          // Both warm up with the short one.
          const here = async (question: object) => {
            await native.asked(pace(short, 1))
            return native.asked(question)
          }
          const there = async (question: object) =>
            (await worker.evaluate(asked, { rules: host.url + rules, questions: [pace(short, 1), question] }))[1]!
          const speeds: [native: number, page: number][] = []
          for (let round = 0; round < Math.max(rounds, 1); round++) {
            const question = pace(rounds ? long : short, 2 + round)
            const order = round % 2 ? [there, here] : [here, there]
            const both = [await order[0]!(question), await order[1]!(question)]
            const [one, two] = round % 2 ? both.reverse() : both
            const paced = one!.value as Paced
            expect(two!.value, `${game}, ${bot}`).toEqual(paced)
            expect(paced[counted], `${game}, ${bot}`).toBeGreaterThanOrEqual(short)
            speeds.push([(1000 * paced[counted]) / one!.ms, (1000 * paced[counted]) / two!.ms])
          }
          const ratios = speeds.map(([native, page]) => page / native).map((ratio) => ratio.toFixed(2))
          if (rounds) {
            const [one, two] = [middle(speeds.map(([native]) => native)), middle(speeds.map(([, page]) => page))]
            console.log(
              `${game} ${setups[game]!.scenario}, ${bot}: ${figure(one)} ${counted} a second natively, ${figure(two)} in the page; ratios ${ratios.join(', ')}`,
            )
          }
        }
      }
      expect(trouble).toEqual([])
      await context.close()
    },
    rounds ? 1_800_000 : 180_000,
  )
})
