/** Opens the pictures of a preview: files for screens or, in a soft proof, the process inks that are printed. */
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { screenOfCmyk } from '../pdf/space/screen-cmyk.ts'
import type { InkFile, ScreenFile } from './drawing.ts'
import type { ProofColors } from './proof.ts'

/** Inks at the size of a screen, four bytes a pixel, 255 solid. */
export interface InkPixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export type ReadInks = (file: InkFile) => Promise<InkPixels>

/** Pixels that are converted at once. */
const MOST_PIXELS = 1 << 20

/** With a proof in the colours that the press gives it. */
export async function openPicture(
  file: ScreenFile | InkFile,
  proof: ProofColors | null,
  readInks: ReadInks | null,
): Promise<Image | Canvas> {
  if (!('inkPath' in file)) return openScreen(file, proof)
  if (readInks === null) throw new Error('Nothing reads images of process inks here.')
  return shownInks(await readInks(file), proof)
}

async function openScreen({ bytes }: ScreenFile, proof: ProofColors | null): Promise<Image | Canvas> {
  const plain = await loadImage(bytes)
  return proof === null ? plain : printed(plain, proof)
}

/** Inks as the press prints them; as the artwork's without a profile where it cannot be used. */
function shownInks({ width, height, data }: InkPixels, proof: ProofColors | null): Canvas {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const rows = Math.max(1, Math.floor(MOST_PIXELS / width))
  for (let top = 0; top < height; top += rows) {
    const strip = context.createImageData(width, Math.min(rows, height - top))
    const inks = data.subarray(top * width * 4, (top + strip.height) * width * 4)
    const shown = proof === null ? plainScreen(inks) : proof.screen(inks)
    for (let from = 0, to = 0; from < shown.length; from += 3, to += 4) {
      strip.data.set(shown.subarray(from, from + 3), to)
      strip.data[to + 3] = 255
    }
    context.putImageData(strip, 0, top)
  }
  return canvas
}

function plainScreen(inks: Uint8Array): Uint8Array {
  const shown = new Uint8Array((inks.length / 4) * 3)
  for (let from = 0, to = 0; from < inks.length; from += 4, to += 3) {
    const part = (at: number) => inks[from + at]! / 255
    shown.set(screenOfCmyk([part(0), part(1), part(2), part(3)]), to)
  }
  return shown
}

/** The picture in the colours that the press gives it. */
function printed(plain: Image, proof: ProofColors): Canvas {
  const canvas = createCanvas(plain.width, plain.height)
  const context = canvas.getContext('2d')
  context.drawImage(plain, 0, 0)
  const rows = Math.max(1, Math.floor(MOST_PIXELS / plain.width))
  for (let top = 0; top < plain.height; top += rows) {
    const strip = context.getImageData(0, top, plain.width, Math.min(rows, plain.height - top))
    proof.print(strip.data)
    context.putImageData(strip, 0, top)
  }
  return canvas
}
