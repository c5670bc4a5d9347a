/** How far a preview is from what MuPDF or Ghostscript draws of the same page of the print file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { inThrowAwayFolder, RIPS, type Rip, runTool } from '../../support/rips/oracles.ts'
import type { PreviewVerdict } from './record.ts'

/** In px: so much is averaged before it is compared, as engines smooth the edges of letters each in their own way. */
const BLOCK = 4
/** Of 255, in some channel of a block: nobody would take the two for the same. */
const FAR = 64
/** Nearer than that, a second engine is not asked. */
const NEAR = 1

export interface JudgedPreview {
  readonly preview: string
  readonly page: number
  readonly widthPt: number
  readonly heightPt: number
}

/** The distance to the nearer of two engines: colours of CMYK on a screen are a matter of taste. */
export async function judgePreview(press: string, judged: JudgedPreview): Promise<PreviewVerdict> {
  const { preview, page } = judged
  const own = await pixelsOf(readFileSync(preview))
  let nearest: PreviewVerdict = { kind: 'preview', page, engine: null, distance: 255, far: 100 }
  for (const engine of [...RIPS].reverse()) {
    const drawn = drawWith(engine, press, judged, own)
    if (drawn === null) continue
    const apart = distanceOf(own, await pixelsOf(drawn))
    if (apart === null) continue
    if (nearest.engine === null || apart.distance < nearest.distance)
      nearest = { ...nearest, engine, ...apart }
    if (nearest.distance < NEAR) break
  }
  return nearest
}

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

function drawWith(
  engine: Rip,
  press: string,
  { page, widthPt, heightPt }: JudgedPreview,
  { width, height }: Pixels,
): Buffer | null {
  const resolution = `-r${(width / widthPt) * 72}x${(height / heightPt) * 72}`
  const box = ['-dUseCropBox', '-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', '-dOverprint=/simulate']
  const range = [`-dFirstPage=${page}`, `-dLastPage=${page}`]
  const args =
    engine === 'mutool'
      ? ['draw', '-q', '-w', `${width}`, '-h', `${height}`, '-f', '-o', 'page.png', press, `${page}`]
      : ['-q', '-dSAFER', '-dNOPAUSE', '-dBATCH', '-sDEVICE=png16m', resolution]
          .concat(box, range)
          .concat('-o', 'page.png', press)
  try {
    return inThrowAwayFolder((folder) => {
      runTool(engine, args, { folder })
      return readFileSync(join(folder, 'page.png'))
    })
  } catch {
    return null
  }
}

async function pixelsOf(png: Buffer): Promise<Pixels> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

/** Null for two that are not of one size, but for the pixel by which engines round it. */
function distanceOf(one: Pixels, other: Pixels): { readonly distance: number; readonly far: number } | null {
  if (Math.abs(one.width - other.width) > 1 || Math.abs(one.height - other.height) > 1) return null
  const across = Math.ceil(Math.min(one.width, other.width) / BLOCK)
  const down = Math.ceil(Math.min(one.height, other.height) / BLOCK)
  let sum = 0
  let far = 0
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const [left, right] = [one, other].map((pixels) => averageOf(pixels, column * BLOCK, row * BLOCK))
      const apart = [0, 1, 2].map((channel) => Math.abs((left?.[channel] ?? 0) - (right?.[channel] ?? 0)))
      sum += apart.reduce((total, channel) => total + channel, 0) / 3
      if (Math.max(...apart) > FAR) far += 1
    }
  return { distance: sum / across / down, far: (far / across / down) * 100 }
}

/** Red, green and blue of a block; one at the right or lower edge may be smaller. */
function averageOf({ width, height, data }: Pixels, left: number, top: number): readonly number[] {
  const sum = [0, 0, 0]
  let count = 0
  for (let y = top; y < Math.min(top + BLOCK, height); y += 1)
    for (let x = left; x < Math.min(left + BLOCK, width); x += 1) {
      const at = (y * width + x) * 4
      for (const channel of [0, 1, 2]) sum[channel]! += data[at + channel]!
      count += 1
    }
  return sum.map((total) => total / Math.max(1, count))
}
