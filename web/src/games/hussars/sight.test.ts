import { describe, expect, it } from 'vitest'
import { blocked, heightOf } from './sight'
import type { MapCard, StandView } from './wire'

const inch = (x: number, y: number) => ({ x: x * 1000, y: y * 1000 })
const stand = (x: number, y: number, levels: number) => ({ open: { at: inch(x, y), levels } }) as unknown as StandView
const square = (x: number, y: number, side: number) => [inch(x, y), inch(x + side, y), inch(x + side, y + side), inch(x, y + side)]
const map = (parts: Partial<MapCard>) => ({ areas: [], lines: [], hills: [], ...parts }) as unknown as MapCard
const wood = { name: 'Pines', kind: 'woods', points: square(4, -1, 2), levels: 1, cover: true } as unknown as MapCard['areas'][number]

describe('what is in the way of a line of sight', () => {
  it('is a wood that is higher than the line, with the place and both heights', () => {
    const found = blocked(map({ areas: [wood] }), stand(0, 0, 0), stand(10, 0, 0))
    expect(found).toMatchObject({ name: 'Pines', line: 0, top: 1 })
    expect(found!.far).toBeGreaterThanOrEqual(4000)
    expect(found!.far).toBeLessThan(4300)
  })

  it('is not a wood that the line passes over', () => {
    expect(blocked(map({ areas: [wood] }), stand(0, 0, 2), stand(10, 0, 2))).toBe(null)
    // From two levels down to the ground: at the far side of the wood the line runs at 0.8.
    expect(blocked(map({ areas: [wood] }), stand(0, 0, 2), stand(10, 0, 0))).toMatchObject({ name: 'Pines', top: 1 })
  })

  it('is a ridge, which no height looks across', () => {
    const ridge = { name: 'Sandpit', kind: 'ridge', points: [inch(5, -3), inch(5, 3)] } as unknown as MapCard['lines'][number]
    const found = blocked(map({ lines: [ridge] }), stand(0, 0, 2), stand(10, 0, 2))
    expect(found).toMatchObject({ name: 'Sandpit', top: null })
    expect(found!.far).toBeCloseTo(5000)
  })

  it('is a hill, whose height rises evenly to its crest', () => {
    const hill = { name: 'Maybury', points: square(0, 0, 12), crest: [inch(6, 6)], levels: 2 } as unknown as MapCard['hills'][number]
    expect(heightOf(hill, inch(6, 3))).toBeCloseTo(1)
    expect(heightOf(hill, inch(6, 6))).toBeCloseTo(2)
    expect(heightOf(hill, inch(13, 6))).toBe(0)
    expect(blocked(map({ hills: [hill] }), stand(-2, 6, 0), stand(14, 6, 0))).toMatchObject({ name: 'Maybury' })
    expect(blocked(map({ hills: [hill] }), stand(-2, 6, 0), stand(6, 6, 2))).toBe(null)
  })
})
