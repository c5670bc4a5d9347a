/** A blank page in strips of rows, where pixels that print alike are one: few colours to work out for many pixels. */
import type { PagePlates } from '../press/plates.ts'

/** What composing reads of plates. */
export type Printed = Pick<PagePlates, 'process' | 'spots'>

interface Rows {
  /** Rows of the page: first and last (excluded). */
  readonly top: number
  readonly bottom: number
}

/** Its pixels by the number of their class, row after row. */
export interface ClassedStrip extends Rows {
  readonly kind: 'classed'
  /** Classes of this strip begin at this one of the page's, and there are so many. */
  readonly first: number
  readonly count: number
  readonly index: Uint16Array
}

/** A strip of so many colours that classes would save nothing, such as a photograph. */
export interface PlainStrip extends Rows {
  readonly kind: 'plain'
  readonly printed: Printed
}

export interface StripedPage {
  /** One pixel for each class of all strips. */
  readonly classes: Printed
  readonly strips: readonly (ClassedStrip | PlainStrip)[]
}

/**
 * Rows of a strip: few enough that a line of text touches little, and enough that many strips cost little. A multiple of
 * four, also on wide pages, so that a strip's pixels begin at a whole 32-bit word.
 */
export const STRIP_ROWS = 48
const FEWEST_ROWS = 4
/** Of the pixels of a strip; those of very wide pages have fewer rows. */
const MOST_BYTES = 1 << 22
/** Strips with more classes than one for so many pixels are plain. */
const PIXELS_OF_CLASS = 6
const MOST_CLASSES = 0xffff

const known = new WeakMap<PagePlates, StripedPage>()

/** Found once for each page's plates, and cached with them. */
export function stripedPage(plates: PagePlates): StripedPage {
  let striped = known.get(plates)
  if (striped === undefined) {
    striped = findStrips(plates)
    known.set(plates, striped)
  }
  return striped
}

function findStrips(plates: PagePlates): StripedPage {
  const { widthPx, heightPx, process, spots } = plates
  const models: number[] = []
  const strips: (ClassedStrip | PlainStrip)[] = []
  const fitting = Math.floor(MOST_BYTES / (widthPx * 3 + 1) / FEWEST_ROWS) * FEWEST_ROWS
  const rows = Math.max(FEWEST_ROWS, Math.min(STRIP_ROWS, fitting))
  for (let top = 0; top < heightPx; top += rows) {
    const bottom = Math.min(heightPx, top + rows)
    const [from, to] = [top * widthPx, bottom * widthPx]
    const classed = classesOf(plates, from, to)
    if (classed === null) {
      const cut = spots.map(({ name, coverage }) => ({ name, coverage: coverage.subarray(from, to) }))
      strips.push({
        kind: 'plain',
        top,
        bottom,
        printed: { process: process.subarray(from * 3, to * 3), spots: cut },
      })
      continue
    }
    const { index, model } = classed
    strips.push({ kind: 'classed', top, bottom, first: models.length, count: model.length, index })
    for (const pixel of model) models.push(pixel)
  }
  return { classes: pixelsOf(plates, models), strips }
}

/** The pixels that stand for their classes, as a page of their own. */
function pixelsOf({ process: screen, spots }: Printed, pixels: readonly number[]): Printed {
  const picked = new Uint8Array(pixels.length * 3)
  for (let own = 0; own < pixels.length; own += 1)
    for (let channel = 0, at = pixels[own]! * 3; channel < 3; channel += 1)
      picked[own * 3 + channel] = screen[at + channel]!
  return {
    process: picked,
    spots: spots.map(({ name, coverage }) => ({ name, coverage: taken(coverage, pixels) })),
  }
}

function taken(coverage: Uint8Array, pixels: readonly number[]): Uint8Array {
  const picked = new Uint8Array(pixels.length)
  for (let own = 0; own < pixels.length; own += 1) picked[own] = coverage[pixels[own]!]!
  return picked
}

const NONE = new Uint8Array(0)

/**
 * Null where there are too many classes. `model` has a pixel of each. What prints on a pixel is two words, the colours
 * and up to five spot inks; plates beyond them, which hardly any page has, are looked at where the words are the same.
 */
function classesOf(
  { process: screen, spots }: Printed,
  from: number,
  to: number,
): { readonly index: Uint16Array; readonly model: readonly number[] } | null {
  const most = Math.max(16, Math.min(MOST_CLASSES, Math.floor((to - from) / PIXELS_OF_CLASS)))
  const planes = spots.map(({ coverage }) => coverage)
  const many = planes.length
  const [ink0 = NONE, ink1 = NONE, ink2 = NONE, ink3 = NONE, ink4 = NONE, ...others] = planes
  const alike = (one: number, other: number): boolean => others.every((plane) => plane[one] === plane[other])
  const index = new Uint16Array(to - from)
  const model: number[] = []
  const colors = new Int32Array(most)
  const inks = new Int32Array(most)
  // Open addressing: the class of a key plus one, 0 where a place is free.
  const places = new Uint32Array(2 ** Math.ceil(Math.log2(most * 3)))
  const mask = places.length - 1
  let own = -1
  let lastColor = 0
  let lastInk = 0
  for (let pixel = from, at = from * 3; pixel < to; pixel += 1, at += 3) {
    let color = screen[at]! | (screen[at + 1]! << 8) | (screen[at + 2]! << 16)
    let ink = 0
    if (many > 0) color |= ink0[pixel]! << 24
    if (many > 1) ink = ink1[pixel]!
    if (many > 2) ink |= ink2[pixel]! << 8
    if (many > 3) ink |= ink3[pixel]! << 16
    if (many > 4) ink |= ink4[pixel]! << 24
    const same = own >= 0 && color === lastColor && ink === lastInk && (many < 6 || alike(pixel, pixel - 1))
    if (!same) {
      let hash = Math.imul(color ^ Math.imul(ink + 0x9e37, 0x85ebca6b), 0x9e3779b1)
      hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
      let place = (hash ^ (hash >>> 13)) & mask
      own = places[place]! - 1
      while (
        own >= 0 &&
        (colors[own] !== color || inks[own] !== ink || (many > 5 && !alike(pixel, model[own]!)))
      ) {
        place = (place + 1) & mask
        own = places[place]! - 1
      }
      if (own < 0) {
        if (model.length === most) return null
        own = model.length
        model.push(pixel)
        colors[own] = color
        inks[own] = ink
        places[place] = own + 1
      }
      lastColor = color
      lastInk = ink
    }
    index[pixel - from] = own
  }
  return { index, model }
}
