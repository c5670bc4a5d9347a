/** Check sums of strips (Adler-32, RFC 1950 8.2) from their classes, and from what marks changed of their pixels. */
import type { ClassedStrip } from '../../core/preview/strips.ts'

/** What the check sum needs to know of where classes stand, whatever colours they have. */
export interface ClassSums {
  /** Of each class: its number of pixels, and the sum of how many bytes of the strip begin with each. */
  readonly pixels: Float64Array
  readonly weights: Float64Array
  /** Of the strip with its filters. */
  readonly bytes: number
}

/** Both sums before they are reduced. They are exact for a strip of less than 2^23 bytes. */
export interface Sums {
  readonly a: number
  readonly b: number
}

export function sumClasses(index: Uint16Array, count: number, width: number): ClassSums {
  const pixels = new Float64Array(count)
  const weights = new Float64Array(count)
  const bytes = stripBytes(index, width)
  let left = bytes
  for (let end = width, at = 0; at < index.length; end += width) {
    // A row begins with its filter, which is 0.
    left -= 1
    while (at < end) {
      const own = index[at]!
      let next = at + 1
      while (next < end && index[next] === own) next += 1
      const many = next - at
      pixels[own] = pixels[own]! + many
      weights[own] = weights[own]! + many * left - (3 * many * (many - 1)) / 2
      left -= 3 * many
      at = next
    }
  }
  return { pixels, weights, bytes }
}

/** Of rows with a filter each. */
export function stripBytes(index: Uint16Array, width: number): number {
  return (width * 3 + 1) * (index.length / width)
}

/** Of the strip whose classes have these colours, three bytes each. */
export function sumColors({ pixels, weights, bytes }: ClassSums, colors: Uint8Array): Sums {
  let a = 1
  let b = bytes
  // One by one: taken out of a list they would be boxed, 16 bytes for each class and sum.
  for (let own = 0, at = 0; own < pixels.length; own += 1, at += 3) {
    const red = colors[at]!
    const green = colors[at + 1]!
    const blue = colors[at + 2]!
    const many = pixels[own]!
    const weight = weights[own]!
    a += many * (red + green + blue)
    b += weight * red + (weight - many) * green + (weight - 2 * many) * blue
  }
  return { a, b }
}

/**
 * The sums once pixels have changed. `pixels` are the page's; `spans` has for each row of the page where the first
 * changed pixel may stand, and the first after the last.
 */
export function sumChanges(
  blank: Sums,
  { top, bottom, index }: Pick<ClassedStrip, 'top' | 'bottom' | 'index'>,
  colors: Uint8Array,
  {
    pixels,
    width,
    spans,
  }: { readonly pixels: Uint8Array; readonly width: number; readonly spans: Int32Array },
): Sums {
  let { a, b } = blank
  const bytes = stripBytes(index, width)
  for (let row = top; row < bottom; row += 1) {
    const [left, right] = [spans[row * 2]!, spans[row * 2 + 1]!]
    const before = (row - top) * width
    let weight = bytes - before * 3 - (row - top) - 1 - left * 3
    for (let x = left, at = (row * width + left) * 3; x < right; x += 1, at += 3, weight -= 3) {
      const own = index[before + x]! * 3
      const red = pixels[at]! - colors[own]!
      const green = pixels[at + 1]! - colors[own + 1]!
      const blue = pixels[at + 2]! - colors[own + 2]!
      if ((red | green | blue) === 0) continue
      a += red + green + blue
      b += red * weight + green * (weight - 1) + blue * (weight - 2)
    }
  }
  return { a, b }
}

const BASE = 65_521

export function adlerOf({ a, b }: Sums): number {
  return (((b % BASE) << 16) | (a % BASE)) >>> 0
}
