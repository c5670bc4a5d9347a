/** Shows the differences between two images of one page. */
import { createCanvas, loadImage } from '@napi-rs/canvas'

/** RGBA, 4 bytes a pixel, the top row first. */
export interface SeenPixels {
  readonly widthPx: number
  readonly heightPx: number
  readonly rgba: Uint8Array | Uint8ClampedArray
}

export interface Difference {
  /** RGB, 3 bytes a pixel. */
  readonly pixels: Uint8Array
  readonly widthPx: number
  readonly heightPx: number
  /** Number of different pixels. */
  readonly changed: number
}

/** Smoothing of edges may come out otherwise by so much of 255. */
const ALIKE = 12
/** Unchanged pixels are faded to this strength, so that changes stand out. */
const PALE = 0.25
/** Decision: orange and blue, which nearly everybody tells apart: lighter than before, and darker. */
const GONE = [200, 70, 10] as const
const COME = [20, 70, 200] as const
/** As dark as before, in another colour. */
const RECOLORED = [150, 40, 150] as const
/** Decision: a change is shown one pixel wider on each side, so that even a new full stop is visible. */
const REACH = 1

/** If the sizes differ, the smaller image is extended in white. */
export function differenceOf(before: SeenPixels, after: SeenPixels): Difference {
  const widthPx = Math.max(before.widthPx, after.widthPx)
  const heightPx = Math.max(before.heightPx, after.heightPx)
  const pixels = new Uint8Array(widthPx * heightPx * 3)
  const marks: { readonly at: number; readonly color: readonly [number, number, number] }[] = []
  let changed = 0
  for (let y = 0, at = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const [one, other] = [offsetOf(before, x, y), offsetOf(after, x, y)]
      let furthest = 0
      let lighter = 0
      for (let channel = 0; channel < 3; channel += 1) {
        const was = one < 0 ? 255 : (before.rgba[one + channel] ?? 255)
        const is = other < 0 ? 255 : (after.rgba[other + channel] ?? 255)
        furthest = Math.max(furthest, Math.abs(is - was))
        lighter += is - was
        pixels[at * 3 + channel] = Math.round(255 - PALE * (255 - is))
      }
      if (furthest <= ALIKE) continue
      changed += 1
      marks.push({ at, color: Math.abs(lighter) <= furthest ? RECOLORED : lighter > 0 ? GONE : COME })
    }
  for (const { at, color } of marks) paintAround(pixels, at, color, widthPx, heightPx)
  return { pixels, widthPx, heightPx, changed }
}

/** Of a PNG of our own making; one pixel of paper where there is none. */
export async function readPixels(png: Uint8Array | null): Promise<SeenPixels> {
  if (png === null) return { widthPx: 1, heightPx: 1, rgba: Uint8Array.of(255, 255, 255, 255) }
  const image = await loadImage(png)
  const { width: widthPx, height: heightPx } = image
  const canvas = createCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, widthPx, heightPx)
  // Gives the memory of the pixels back now, not when it is collected.
  canvas.width = 0
  canvas.height = 0
  return { widthPx, heightPx, rgba: data }
}

function offsetOf({ widthPx, heightPx }: SeenPixels, x: number, y: number): number {
  return x < widthPx && y < heightPx ? (y * widthPx + x) * 4 : -1
}

function paintAround(
  pixels: Uint8Array,
  at: number,
  color: readonly [number, number, number],
  widthPx: number,
  heightPx: number,
): void {
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
  for (let row = Math.max(0, y - REACH); row <= Math.min(heightPx - 1, y + REACH); row += 1)
    for (let column = Math.max(0, x - REACH); column <= Math.min(widthPx - 1, x + REACH); column += 1)
      pixels.set(color, (row * widthPx + column) * 3)
}
