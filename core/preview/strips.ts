/** A blank page in strips of rows, where pixels that print alike are one: few colours to work out for many pixels. */
import type { PagePlates } from './plates.ts'

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

/** Rows of a strip: few enough that a line of text touches little, and enough that many strips cost little. */
export const STRIP_ROWS = 48
/** Of the pixels of a strip; those of very wide pages have fewer rows. */
const MOST_BYTES = 1 << 22
/** Strips with more classes than one for so many pixels are plain. */
const PIXELS_OF_CLASS = 6
const MOST_CLASSES = 0xffff

const known = new WeakMap<PagePlates, StripedPage>()

/** Found once for each page's plates, and remembered as long as they. */
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
  const rows = Math.max(1, Math.min(STRIP_ROWS, Math.floor(MOST_BYTES / (widthPx * 3 + 1))))
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
  for (const [at, pixel] of pixels.entries()) picked.set(screen.subarray(pixel * 3, pixel * 3 + 3), at * 3)
  return {
    process: picked,
    spots: spots.map(({ name, coverage }) => ({
      name,
      coverage: Uint8Array.from(pixels, (pixel) => coverage[pixel]!),
    })),
  }
}

/** Null where there are too many classes. `model` has a pixel of each. */
function classesOf(
  { process: screen, spots }: Printed,
  from: number,
  to: number,
): { readonly index: Uint16Array; readonly model: readonly number[] } | null {
  const most = Math.max(16, Math.min(MOST_CLASSES, Math.floor((to - from) / PIXELS_OF_CLASS)))
  const planes = spots.map(({ coverage }) => coverage)
  const alike = (one: number, other: number): boolean => {
    const [a, b] = [one * 3, other * 3]
    if (screen[a] !== screen[b] || screen[a + 1] !== screen[b + 1] || screen[a + 2] !== screen[b + 2])
      return false
    for (const plane of planes) if (plane[one] !== plane[other]) return false
    return true
  }
  const index = new Uint16Array(to - from)
  const model: number[] = []
  // Open addressing: the class of a key plus one, 0 where a place is free.
  const places = new Uint32Array(2 ** Math.ceil(Math.log2(most * 3)))
  const mask = places.length - 1
  for (let pixel = from; pixel < to; pixel += 1) {
    if (pixel > from && alike(pixel, pixel - 1)) {
      index[pixel - from] = index[pixel - from - 1]!
      continue
    }
    const at = pixel * 3
    let hash = (screen[at]! << 16) | (screen[at + 1]! << 8) | screen[at + 2]!
    for (const plane of planes) hash = Math.imul(hash ^ (plane[pixel]! + 0x9e37), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
    let place = (hash ^ (hash >>> 13)) & mask
    let found = places[place]!
    while (found !== 0 && !alike(pixel, model[found - 1]!)) {
      place = (place + 1) & mask
      found = places[place]!
    }
    if (found === 0) {
      if (model.length === most) return null
      model.push(pixel)
      found = model.length
      places[place] = found
    }
    index[pixel - from] = found - 1
  }
  return { index, model }
}
