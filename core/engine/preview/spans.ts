/** Where a plate has ink: spans of pixels, found once for each plate, so that composing passes over bare paper. */

export interface Spans {
  /** Pairs of pixel numbers, start and end (excluded). */
  readonly spans: Uint32Array
  /** How many numbers of `spans` count. */
  readonly count: number
}

/** Bare pixels between two spans that are not worth a new one. */
const SHORT_GAP = 24
const known = new WeakMap<Uint8Array, Spans>()

/** Of coverage (1 byte a pixel, bare is 0) or of process colours (3 bytes a pixel, bare is white). Remembered. */
export function plateSpans(plate: Uint8Array, bytesPerPixel: 1 | 3): Spans {
  let spans = known.get(plate)
  if (spans === undefined) {
    spans = findSpans(plate, bytesPerPixel)
    known.set(plate, spans)
  }
  return spans
}

function findSpans(plate: Uint8Array, bytesPerPixel: 1 | 3): Spans {
  const pixels = plate.length / bytesPerPixel
  let spans = new Uint32Array(256)
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  for (let pixel = 0, at = 0; pixel < pixels; pixel += 1, at += bytesPerPixel) {
    const bare =
      bytesPerPixel === 1
        ? plate[at] === 0
        : plate[at] === 255 && plate[at + 1] === 255 && plate[at + 2] === 255
    if (bare) continue
    if (pixel - last <= SHORT_GAP) spans[count - 1] = pixel + 1
    else {
      if (count === spans.length) {
        const longer = new Uint32Array(spans.length * 2)
        longer.set(spans)
        spans = longer
      }
      spans[count] = pixel
      spans[count + 1] = pixel + 1
      count += 2
    }
    last = pixel
  }
  return { spans: spans.slice(0, count), count }
}
