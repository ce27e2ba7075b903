/**
 * Noise as a picture: the grain of paper, the figure of wood. A browser works out a filter of noise anew for every stroke that is
 * drawn over it; a picture of it is made once.
 */

/** What the noise is like: changes in a point along and across, how many sizes of it lie over each other, and its ink. */
export interface Noise {
  fine: string | number
  octaves?: number
  seed: number
  /** The matrix that makes ink of the noise: brown, as on paper, unless something else is printed. */
  ink?: string
  width?: number
  height?: number
}

/** The side of a picture in points of the sheet, unless another one is asked for: its edges fit together. */
export const TILE = 384

const pictures = new Map<string, Promise<string>>()

/** The address of a picture that can be laid edge to edge; the same noise is drawn once. */
export function grain(noise: Noise): Promise<string> {
  const text = drawing(noise)
  let picture = pictures.get(text)
  if (!picture) pictures.set(text, (picture = develop(text, noise.width ?? TILE, noise.height ?? TILE)))
  return picture
}

export function drawing({
  fine,
  octaves = 3,
  seed,
  ink = '0 0 0 0 .36  0 0 0 0 .28  0 0 0 0 .13  0 0 0 .24 -.08',
  width = TILE,
  height = TILE,
}: Noise): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    '<filter id="n" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">' +
    `<feTurbulence type="fractalNoise" baseFrequency="${fine}" numOctaves="${octaves}" seed="${seed}" stitchTiles="stitch"/>` +
    `<feColorMatrix values="${ink}"/></filter><rect width="100%" height="100%" filter="url(#n)"/></svg>`
  )
}

/** A browser that can not make a picture of the drawing is given the drawing. */
async function develop(text: string, width: number, height: number): Promise<string> {
  const source = `data:image/svg+xml,${encodeURIComponent(text)}`
  try {
    const image = new Image(width, height)
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const pen = canvas.getContext('2d')
    if (!pen) return source
    pen.drawImage(image, 0, 0, width, height)
    return canvas.toDataURL('image/webp', 0.9)
  } catch {
    return source
  }
}
