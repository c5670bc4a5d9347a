/** Repetitions in a strip of classes (LZ77, RFC 1951), which stay the same whatever colours the classes have. */

export interface ClassTokens {
  /** A row's beginning, a pixel by its class, or pixels that stood before: see the constants. */
  readonly tokens: Uint32Array
  /** How many pixels of each class are written out. */
  readonly written: Uint32Array
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
  return { tokens: tokens.slice(0, length), written }
}

function alikeFrom(index: Uint16Array, earlier: number, at: number, most: number): number {
  let long = 0
  while (long < most && index[earlier + long] === index[at + long]) long += 1
  return long
}
