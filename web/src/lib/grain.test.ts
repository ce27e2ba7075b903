import { expect, test } from 'vitest'
import { TILE, drawing, grain } from './grain'

test('the same noise is drawn once, another one anew', async () => {
  const paper = grain({ fine: 0.1, seed: 3 })
  expect(grain({ fine: 0.1, seed: 3 })).toBe(paper)
  expect(grain({ fine: 0.1, seed: 4 })).not.toBe(paper)
  // Without a canvas, as here, the drawing itself serves.
  expect(decodeURIComponent(await paper)).toContain('feTurbulence')
})

test('a picture is drawn in the size that is asked for, and its edges fit together', () => {
  expect(drawing({ fine: 0.1, seed: 3 })).toContain(`width="${TILE}" height="${TILE}"`)
  const wood = drawing({ fine: '.0014 .16', seed: 23, width: 1400, height: 350 })
  expect(wood).toContain('width="1400" height="350"')
  expect(wood).toContain('stitchTiles="stitch"')
})
