/** Draws previews in a worker: plates and marks composed, and encoded as PNG. */

import { createBoundedCache } from '../../core/engine/pdf/bounded-cache.ts'
import type { PagePlates } from '../../core/engine/press/plates.ts'
import { composeBlank, type InkedPage } from '../../core/engine/preview/compose.ts'
import { createPainter } from '../../core/engine/preview/coverage.ts'
import { drawMarks, inkedPage, touchedSpans } from '../../core/engine/preview/draw.ts'
import type { Drawing } from '../../core/engine/preview/drawing.ts'
import { layersIn, layersOf } from '../../core/engine/preview/layers.ts'
import type { ReadInks } from '../../core/engine/preview/open-picture.ts'
import { type ProofColors, proofedDrawing } from '../../core/engine/preview/proof.ts'
import {
  type ClassedStrip,
  type PlainStrip,
  type StripedPage,
  stripedPage,
} from '../../core/engine/preview/strips.ts'
import { deflateStrip, joinPng, type Strip } from './png.ts'

export interface PreviewDrawer {
  /**
   * A PNG file of the plates' size, which must be that of the drawing. The same plates and drawing give the same
   * bytes, whatever was drawn before, because an ETag stands for bytes.
   */
  draw(plates: PagePlates, drawing: Drawing, proof?: ProofColors | null): Promise<Uint8Array>
}

/**
 * For deflated strips, and for pixels that the next image reuses. A card in one choice of inks takes about 60 kB at the
 * widget's width, a full page of artwork 300 kB: enough for some dozens of customers who type. Each key adds its
 * own strips, which leave first.
 */
const STRIP_BYTES = 8 << 20
/** Overhead of a strip: its name, its cache entry and its buffer. */
const STRIP_OVERHEAD = 512
const PIXEL_BYTES = 16 << 20
const NONE = new Uint8Array(0)

/**
 * The caches are bounded. Pass the same object for the same plates, because facts of blank pages are cached by it.
 * While somebody types, page and inks stay the same, and so do the other fields: a strip under the same marks, or under
 * none, is neither drawn nor deflated again. Typing a name of the wedding card takes 5.7 ms of a worker's processor a
 * picture; with every strip under words drawn anew it takes 10.5 ms.
 */
export function createPreviewDrawer(readInks: ReadInks | null = null): PreviewDrawer {
  const painter = createPainter(readInks)
  const deflated = createBoundedCache<Strip>(STRIP_BYTES, (strip) => strip.deflated.length + STRIP_OVERHEAD)
  const numbers = new WeakMap<PagePlates, number>()
  let pages = 0
  let kept: Uint8Array = NONE
  const numberOf = (plates: PagePlates): number => {
    const known = numbers.get(plates) ?? pages++
    numbers.set(plates, known)
    return known
  }
  /** Still holds the pixels of another image. */
  const takePixels = (bytes: number): Uint8Array => {
    const taken = kept.length >= bytes ? kept : new Uint8Array(bytes)
    // Not shared until they are returned.
    kept = NONE
    return taken
  }
  const giveBack = (pixels: Uint8Array): void => {
    if (pixels.length <= PIXEL_BYTES) kept = pixels
  }
  return {
    async draw(plates, plain, proof = null) {
      const drawing = proof === null ? plain : proofedDrawing(plain, proof)
      const { widthPx, heightPx } = plates
      const page = inkedPage(plates, drawing)
      const { classes, strips } = stripedPage(plates)
      const pixels = takePixels(widthPx * heightPx * 3)
      const key = `${numberOf(plates)} ${proof?.sha256} ${drawing.paper} ${JSON.stringify(drawing.artwork)}`
      const layers = layersOf(drawing)
      const runs = runsOf(strips, touchedSpans(drawing), widthPx).map((run) => {
        const over = layersIn(layers, run)
        const name = [run.top, run.bottom, key, ...over.map(({ hash }) => hash)].join(' ')
        return { ...run, over, name, known: deflated.get(name) }
      })
      const fresh = runs.filter(({ known }) => known === undefined)
      const paint = createBlank(classes, page, widthPx, pixels)
      for (const strip of fresh.flatMap((run) => run.strips)) paint(strip)
      const drawn = new Set<unknown>(fresh.flatMap(({ over }) => over.map(({ of }) => of)))
      const marks = drawing.marks.filter((mark) => drawn.has(mark))
      const problems = drawing.problems.filter((problem) => drawn.has(problem))
      await drawMarks(page, pixels, { ...drawing, marks, problems }, painter, proof)
      const parts = runs.map(({ top, bottom, name, known }) => {
        const made = known ?? deflateStrip(pixels, widthPx, top, bottom)
        deflated.set(name, made)
        return made
      })
      giveBack(pixels)
      return joinPng(widthPx, heightPx, parts)
    },
  }
}

/** Adjacent strips that are deflated together: all of them under marks, or none. */
interface Run {
  readonly top: number
  readonly bottom: number
  readonly touched: boolean
  readonly strips: (ClassedStrip | PlainStrip)[]
}

/** Bytes of pixels that are deflated together: more would save nothing and take memory. */
const RUN_BYTES = 1 << 20

/** The same strips and spans give the same runs. */
function runsOf(strips: StripedPage['strips'], spans: Int32Array, width: number): readonly Run[] {
  const mostRows = RUN_BYTES / (width * 3)
  const runs: Run[] = []
  for (const strip of strips) {
    const { top, bottom } = strip
    const touched = spans.subarray(top * 2, bottom * 2).some((edge) => edge > 0)
    const last = runs.at(-1)
    if (last?.touched === touched && bottom - last.top <= mostRows)
      runs[runs.length - 1] = { ...last, bottom, strips: [...last.strips, strip] }
    else runs.push({ top, bottom, touched, strips: [strip] })
  }
  return runs
}

/** Paints strips of the blank page in the inks of a drawing; computes the colour of a class when first needed. */
function createBlank(classes: StripedPage['classes'], page: InkedPage, width: number, pixels: Uint8Array) {
  let all: Uint8Array | null = null
  return (strip: ClassedStrip | PlainStrip): void => {
    const at = strip.top * width * 3
    if (strip.kind === 'plain') {
      pixels.set(composeBlank(strip.printed, page), at)
      return
    }
    all ??= composeBlank(classes, page)
    paintClasses(strip.index, all.subarray(strip.first * 3, (strip.first + strip.count) * 3), pixels, at)
  }
}

/**
 * Four pixels as three 32-bit words, whose lowest byte comes first (x64, arm64): a picture of a new A4 page takes 9.7 ms,
 * byte by byte 10.3 ms.
 */
function paintClasses(index: Uint16Array, colors: Uint8Array, pixels: Uint8Array, from: number): void {
  const packed = packedColors(colors)
  const words = new Int32Array(pixels.buffer, pixels.byteOffset + from, Math.floor(index.length / 4) * 3)
  const end = words.length
  let pixel = 0
  for (let to = 0; to < end; pixel += 4, to += 3) {
    const second = packed[index[pixel + 1]!]!
    const third = packed[index[pixel + 2]!]!
    words[to] = packed[index[pixel]!]! | (second << 24)
    words[to + 1] = (second >> 8) | (third << 16)
    words[to + 2] = (third >> 16) | (packed[index[pixel + 3]!]! << 8)
  }
  for (; pixel < index.length; pixel += 1) {
    const color = index[pixel]! * 3
    pixels.set(colors.subarray(color, color + 3), from + pixel * 3)
  }
}

/** The three bytes of a colour in one number, the first one lowest. */
function packedColors(colors: Uint8Array): Int32Array {
  const packed = new Int32Array(colors.length / 3)
  for (let own = 0, at = 0; own < packed.length; own += 1, at += 3)
    packed[own] = colors[at]! | (colors[at + 1]! << 8) | (colors[at + 2]! << 16)
  return packed
}
