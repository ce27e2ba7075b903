/** What chance gave each side, as it is shown when a match is over. The judgement is the server's. */
import type { Luck } from '../wire/Luck'
import { sameTeam } from './goals'

/** The lines of one side. */
export interface SideLuck {
  side: string
  /** Those that tell something. */
  told: Luck[]
  /** Those with too few throws. */
  few: Luck[]
}

/** Side by side, one's own first. */
export function bySide(lines: readonly Luck[], team: string | null | undefined): SideLuck[] {
  const sides = [...new Set(lines.map((line) => line.side))]
  const mine = (side: string) => (sameTeam(side, team) ? 0 : 1)
  return sides
    .sort((a, b) => mine(a) - mine(b))
    .map((side) => {
      const own = lines.filter((line) => line.side === side)
      const few = own.filter((line) => line.verdict === 'too_few')
      return { side, told: own.filter((line) => !few.includes(line)), few }
    })
}

/** All lines in one sentence. Of many lines some lie outside their margins by chance alone, and that is said, too. */
export function inAll(lines: readonly Luck[]): string {
  const told = lines.filter((line) => line.verdict !== 'too_few')
  const out = told.filter((line) => line.verdict !== 'usual').length
  if (told.length === 0) return 'Too few throws of any kind to speak of luck.'
  if (out === 0) return 'Nothing here lies outside what chance does.'
  const noun = told.length === 1 ? 'line' : 'lines'
  return `${out} of ${told.length} ${noun} ${out === 1 ? 'lies' : 'lie'} outside the margin; by chance alone one in twenty does.`
}

export const expected = (line: Luck) => line.expected.toFixed(1)

/** Where the margin, the expectation and what came lie on a bar, in hundredths of its length. */
export function onBar(line: Luck): { low: number; high: number; expected: number; came: number } {
  const least = Math.min(line.low, line.came)
  const most = Math.max(line.high, line.came)
  const at = (value: number) => 6 + (88 * (value - least)) / Math.max(1, most - least)
  return { low: at(line.low), high: at(line.high), expected: at(line.expected), came: at(line.came) }
}
