/** Who flies and what stands on the ground, in words. Small: it comes with the home page. */
interface Small {
  planes: { side: string; name: string; kind: number }[]
  ground: { side: string; kind: number }[]
}
interface Names {
  airplanes: { name: string }[]
  targets: { name: string }[]
}

const TEAMS: [string, string][] = [
  ['allied', 'Allies'],
  ['german', 'Germans'],
]

export function forces(view: unknown, components: unknown): { team: string; what: string }[] {
  const [small, names] = [view as Small | null, components as Names | null]
  if (!small || !names) return []
  return TEAMS.map(([side, team]) => {
    const counted = new Map<string, number>()
    const count = (name: string) => counted.set(name, (counted.get(name) ?? 0) + 1)
    for (const p of small.planes.filter((p) => p.side === side)) {
      const type = names.airplanes[p.kind]?.name ?? ''
      // A number behind a type tells two of them apart; somebody's own name is said.
      count(p.name.startsWith(type) ? type : `${p.name} (${type})`)
    }
    for (const g of small.ground.filter((g) => g.side === side)) count(names.targets[g.kind]?.name ?? '')
    return { team, what: [...counted].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(', ') }
  })
}
