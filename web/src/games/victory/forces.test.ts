import { expect, it } from 'vitest'
import { forces } from './forces'

const names = { airplanes: [{ name: 'SPAD XIII' }, { name: 'Gotha' }], targets: [{ name: 'AA-MG' }] }

it('names pilots with their types, counts what is alike, and leaves no side out', () => {
  const view = {
    planes: [
      { side: 'allied', name: 'Luke', kind: 0 },
      { side: 'german', name: 'Gotha 1', kind: 1 },
      { side: 'german', name: 'Gotha 2', kind: 1 },
    ],
    ground: [{ side: 'german', kind: 0 }],
  }
  expect(forces(view, names)).toEqual([
    { team: 'Allies', what: 'Luke (SPAD XIII)' },
    { team: 'Germans', what: '2 × Gotha, AA-MG' },
  ])
  expect(forces({ planes: [], ground: [] }, names).map((f) => f.what)).toEqual(['', ''])
  expect(forces(view, null)).toEqual([])
})
