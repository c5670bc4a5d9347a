/** Huffman codes as deflate has them (RFC 1951 3.2.2), and the header that tells them (3.2.7). */
import type { Bits } from './bits.ts'

export interface Code {
  /** Bits of each symbol, 0 for one that does not occur. */
  readonly lengths: Uint8Array
  /** In the order in which bits are written: the first in the lowest place. */
  readonly codes: Uint16Array
}

/** For symbols that occur so often; the longest code has at most `most` bits. */
export function huffmanCode(counts: Uint32Array, most: number): Code {
  const lengths = lengthsOf(counts, most)
  const codes = new Uint16Array(counts.length)
  const ofLength = new Uint16Array(most + 2)
  for (const length of lengths) if (length > 0) ofLength[length + 1] = ofLength[length + 1]! + 1
  for (let length = 1, code = 0; length <= most; length += 1) {
    code = (code + ofLength[length]!) << 1
    ofLength[length] = code
  }
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue
    codes[symbol] = reversed(ofLength[length]!, length)
    ofLength[length] = ofLength[length]! + 1
  }
  return { lengths, codes }
}

function reversed(code: number, length: number): number {
  let turned = 0
  for (let bit = 0; bit < length; bit += 1) turned |= ((code >> bit) & 1) << (length - 1 - bit)
  return turned
}

/** Counts are below 2^32 and symbols below 2^9, so that both make one exact number to sort by. */
const SYMBOLS = 512

function lengthsOf(counts: Uint32Array, most: number): Uint8Array {
  const lengths = new Uint8Array(counts.length)
  const keys = new Float64Array(counts.length)
  let leaves = 0
  for (let symbol = 0; symbol < counts.length; symbol += 1)
    if (counts[symbol]! > 0) keys[leaves++] = counts[symbol]! * SYMBOLS + symbol
  const rising = keys.subarray(0, leaves).sort()
  if (leaves < 2) {
    for (const key of rising) lengths[key % SYMBOLS] = 1
    return lengths
  }
  const weights = rising.map((key) => Math.floor(key / SYMBOLS))
  for (;;) {
    const depths = depthsOf(weights)
    // The rarest lie deepest.
    if (depths[0]! <= most) {
      for (let leaf = 0; leaf < leaves; leaf += 1) lengths[rising[leaf]! % SYMBOLS] = depths[leaf]!
      return lengths
    }
    // Flatter counts make a flatter tree: a little longer, and within the limit. Their order stays.
    for (let leaf = 0; leaf < leaves; leaf += 1) weights[leaf] = Math.ceil(weights[leaf]! / 2)
  }
}

/** Of the leaves of a tree over weights in rising order. */
function depthsOf(weights: Float64Array): Int32Array {
  const leaves = weights.length
  const nodes = leaves * 2 - 1
  const sums = new Float64Array(nodes)
  const parents = new Int32Array(nodes)
  sums.set(weights)
  for (let node = leaves, leaf = 0, inner = leaves; node < nodes; node += 1) {
    for (let child = 0; child < 2; child += 1) {
      const takesLeaf = leaf < leaves && (inner >= node || sums[leaf]! <= sums[inner]!)
      const taken = takesLeaf ? leaf++ : inner++
      sums[node] = sums[node]! + sums[taken]!
      parents[taken] = node
    }
  }
  const depths = new Int32Array(nodes)
  for (let node = nodes - 2; node >= 0; node -= 1) depths[node] = depths[parents[node]!]! + 1
  return depths.subarray(0, leaves)
}

/** The lengths of code lengths come in this order. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Writes the lengths of both codes; the literals' has 257 symbols at least. */
export function writeCodes(out: Bits, literals: Code, distances: Code): void {
  const shown = [...upToLast(literals.lengths, 257), ...upToLast(distances.lengths, 1)]
  const told = runsOf(shown)
  const counts = new Uint32Array(19)
  for (const { symbol } of told) counts[symbol] = counts[symbol]! + 1
  const code = huffmanCode(counts, 7)
  let orders = ORDER.length
  while (orders > 4 && code.lengths[ORDER[orders - 1]!] === 0) orders -= 1
  out.put(upToLast(literals.lengths, 257).length - 257, 5)
  out.put(upToLast(distances.lengths, 1).length - 1, 5)
  out.put(orders - 4, 4)
  for (const symbol of ORDER.slice(0, orders)) out.put(code.lengths[symbol]!, 3)
  for (const { symbol, extra, bits } of told) {
    out.put(code.codes[symbol]!, code.lengths[symbol]!)
    if (bits > 0) out.put(extra, bits)
  }
}

function upToLast(lengths: Uint8Array, least: number): Uint8Array {
  let end = lengths.length
  while (end > least && lengths[end - 1] === 0) end -= 1
  return lengths.subarray(0, end)
}

/** Lengths that repeat are told by how often. */
function runsOf(lengths: readonly number[]) {
  const told: { readonly symbol: number; readonly extra: number; readonly bits: number }[] = []
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at]!
    let run = 1
    while (at + run < lengths.length && lengths[at + run] === length) run += 1
    at += run
    if (length > 0) {
      told.push({ symbol: length, extra: 0, bits: 0 })
      run -= 1
    }
    while (run > 0) {
      const taken = Math.min(run, length === 0 ? 138 : 6)
      if (taken < 3)
        for (let count = 0; count < taken; count += 1) told.push({ symbol: length, extra: 0, bits: 0 })
      else if (length > 0) told.push({ symbol: 16, extra: taken - 3, bits: 2 })
      else if (taken <= 10) told.push({ symbol: 17, extra: taken - 3, bits: 3 })
      else told.push({ symbol: 18, extra: taken - 11, bits: 7 })
      run -= taken
    }
  }
  return told
}
