/** Which options of a game's form are readings of its rules: few want them, and they are folded away. */
type Readings = (option: string) => boolean

const readings = import.meta.glob<Readings>('./*/readings.ts', { eager: true, import: 'readings' })

export function readingsOf(game: string): Readings {
  return readings[`./${game}/readings.ts`] ?? (() => false)
}
