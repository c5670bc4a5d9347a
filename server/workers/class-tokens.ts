/** Repetitions in a strip of classes (LZ77, RFC 1951), which stay the same whatever colours the classes have. */

export interface ClassTokens {
  /** A row's beginning, a pixel by its class, or pixels that stood before: see the constants. */
  readonly tokens: Uint32Array
  /** How many pixels of each class are written out. */
  readonly written: Uint32Array
  /** Of each class: its number of pixels, and the sum of how many bytes of the strip begin with each. */
  readonly pixels: Float64Array
  readonly weights: Float64Array
  /** Of the strip with its filters. */
  readonly bytes: number
}

export const ROW = 0x4000_0000
/** With the number of pixels in bits 16 to 23, and the distance in bytes below them. */
export const REPEAT = 0x8000_0000

/** A repetition has at most 258 bytes, and begins at most so far back. */
const MOST_PIXELS = 86
const FARTHEST = 32_768
const HASH_BITS = 13

/** A row is its filter's byte and three bytes a pixel; repetitions begin and end at pixels of one row. */
export function findTokens(index: Uint16Array, count: number, width: number): ClassTokens {
  const rows = index.length / width
  const stride = width * 3 + 1
  const bytes = stride * rows
  const tokens = new Uint32Array(index.length + rows)
  const written = new Uint32Array(count)
  const heads = new Int32Array(1 << HASH_BITS).fill(-1)
  let length = 0
  for (let row = 0; row < rows; row += 1) {
    tokens[length++] = ROW
    const begin = row * width
    const end = begin + width
    for (let at = begin; at < end; ) {
      const most = Math.min(MOST_PIXELS, end - at)
      let [best, distance] = [0, 0]
      if (at > begin) {
        best = alikeFrom(index, at - 1, at, most)
        distance = 3
      }
      // A long run of one class is told with fewer bits than what lies farther back.
      if (best < most && row > 0 && stride <= FARTHEST) {
        const above = alikeFrom(index, at - width, at, most)
        if (above > best + 1) [best, distance] = [above, stride]
      }
      if (at + 2 < end) {
        const hash =
          (Math.imul(index[at]! * 0x1f35 + index[at + 1]!, 0x9e3779b1) +
            Math.imul(index[at + 2]!, 0x85ebca6b)) >>>
          (32 - HASH_BITS)
        const earlier = heads[hash]!
        heads[hash] = at
        if (earlier >= 0 && best < most) {
          const earlierRow = Math.floor(earlier / width)
          const back = (at - earlier) * 3 + (row - earlierRow)
          if (back <= FARTHEST) {
            const long = alikeFrom(index, earlier, at, Math.min(most, (earlierRow + 1) * width - earlier))
            if (long > best + 1) [best, distance] = [long, back]
          }
        }
      }
      if (best > 1 || (best === 1 && distance === 3)) {
        tokens[length++] = REPEAT + best * 0x1_0000 + distance
        at += best
      } else {
        const own = index[at]!
        tokens[length++] = own
        written[own] = written[own]! + 1
        at += 1
      }
    }
  }
  const { pixels, weights } = placesOf(index, count, width, bytes)
  return { tokens: tokens.slice(0, length), written, pixels, weights, bytes }
}

function alikeFrom(index: Uint16Array, earlier: number, at: number, most: number): number {
  let long = 0
  while (long < most && index[earlier + long] === index[at + long]) long += 1
  return long
}

function placesOf(index: Uint16Array, count: number, width: number, bytes: number) {
  const pixels = new Float64Array(count)
  const weights = new Float64Array(count)
  let left = bytes
  for (let at = 0; at < index.length; at += 1) {
    if (at % width === 0) left -= 1
    const own = index[at]!
    pixels[own] = pixels[own]! + 1
    weights[own] = weights[own]! + left
    left -= 3
  }
  return { pixels, weights }
}

const BASE = 65_521

/** Adler-32 (RFC 1950) of the strip whose classes have these colours, three bytes each; filters are 0. */
export function adlerOf({ pixels, weights, bytes }: ClassTokens, colors: Uint8Array): number {
  let [a, b] = [1, bytes]
  for (let own = 0, at = 0; own < pixels.length; own += 1, at += 3) {
    const [red, green, blue] = [colors[at]!, colors[at + 1]!, colors[at + 2]!]
    const [many, weight] = [pixels[own]!, weights[own]!]
    a += many * (red + green + blue)
    b += weight * red + (weight - many) * green + (weight - 2 * many) * blue
  }
  return (((b % BASE) << 16) | (a % BASE)) >>> 0
}
