/** What an answer is worth before it is given. The figures are those of the engine's previews: nothing is worked out here by rules. */

/** So many of so many, and what they bring: "2 in 6 destroy it". */
export interface Share {
  n: number
  of: number
  what: string
}

export interface Odds {
  /** Range, side, dice: what leads to the figures. */
  facts: string[]
  /** The chances; each one after the first is a part of the one before, unless they stand `apart`. */
  shares: Share[]
  apart?: boolean
  /** What it brings on average, and the same in two words. */
  brings: string
  mean: string
  /** What it costs, beside the shot. */
  price: string
}

/** Hundredths as a percentage; faces of a die as faces. */
export const figures = ({ n, of }: Share): string => (of === 100 ? `${n} %` : `${n} in ${of}`)

/** How much of a bar is filled, in hundredths. */
export const filled = ({ n, of }: Share): number => (of > 0 ? Math.min(100, Math.max(0, (100 * n) / of)) : 0)

/** The same for ears: "75 % hit, 25 % destroy". */
export const spoken = (shares: readonly Share[]): string => shares.map((share) => `${figures(share)} ${share.what}`.trim()).join(', ')
