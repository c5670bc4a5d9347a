/** Deflates strips of classes in given colours, from the repetitions that were found in them once for all colours. */
import { Bits } from './bits.ts'
import { adlerOf, type ClassSums, sumColors } from './class-sums.ts'
import { type ClassTokens, REPEAT, ROW } from './class-tokens.ts'
import { type Code, huffmanCode, writeCodes } from './huffman.ts'
import { combineAdler, type Strip } from './png.ts'

const END_OF_BLOCK = 256
const FIRST_LENGTH = 257
const SYMBOLS = 286
const DISTANCES = 30
const LONGEST_CODE = 15

/** RFC 1951 3.2.5: the symbol of a length or distance, and what follows it. */
interface Told {
  readonly symbol: number
  readonly extra: number
  readonly bits: number
}

interface Scale {
  /** The least value of each symbol, and how many bits follow it. */
  readonly firsts: readonly number[]
  readonly bits: readonly number[]
}

/** The first `plain` symbols have a value each; of those after them, every `each` have a bit more. */
function scaleOf(first: number, symbols: number, plain: number, each: number): Scale {
  const bits = Array.from({ length: symbols }, (_, symbol) =>
    symbol < plain ? 0 : Math.floor((symbol - plain) / each) + 1,
  )
  let next = first
  const firsts = bits.map((more) => {
    const own = next
    next += 2 ** more
    return own
  })
  return { firsts, bits }
}

function tell({ firsts, bits }: Scale, value: number): Told {
  let symbol = firsts.length - 1
  while (firsts[symbol]! > value) symbol -= 1
  return { symbol, extra: value - firsts[symbol]!, bits: bits[symbol]! }
}

const SHORTER = scaleOf(3, 28, 8, 4)
/** The longest length has a symbol of its own. */
const LENGTH_SCALE: Scale = { firsts: [...SHORTER.firsts, 258], bits: [...SHORTER.bits, 0] }
const DISTANCE_SCALE = scaleOf(1, DISTANCES, 4, 2)
/** Values that are told, each by the number of its symbol and what follows it. */
interface Values {
  readonly symbols: Uint16Array
  readonly extra: Uint16Array
  readonly bits: Uint8Array
}

function valuesOf(told: readonly Told[], first: number): Values {
  return {
    symbols: Uint16Array.from(told, ({ symbol }) => first + symbol),
    extra: Uint16Array.from(told, ({ extra }) => extra),
    bits: Uint8Array.from(told, ({ bits }) => bits),
  }
}

/** By pixels, of 3 bytes each. */
const LENGTHS = valuesOf(
  Array.from({ length: 87 }, (_, pixels) => tell(LENGTH_SCALE, Math.max(3, pixels * 3))),
  FIRST_LENGTH,
)

interface Repeats {
  /** The tokens, with the number of its distance in the place of each distance. */
  readonly tokens: Uint32Array
  /** The distances that occur. */
  readonly backs: Values
  /** How often each symbol occurs that is no literal, and each of a distance. */
  readonly counts: Uint32Array
  readonly distances: Uint32Array
}

const known = new WeakMap<ClassTokens, Repeats>()

function repeatsOf(strip: ClassTokens): Repeats {
  const repeats = known.get(strip) ?? findRepeats(strip)
  known.set(strip, repeats)
  return repeats
}

function findRepeats({ tokens }: ClassTokens): Repeats {
  const counts = new Uint32Array(SYMBOLS)
  const distances = new Uint32Array(DISTANCES)
  const numbers = new Map<number, number>()
  const backs: Told[] = []
  const numbered = tokens.map((token) => {
    if (token === ROW) counts[0] = counts[0]! + 1
    if (token < REPEAT) return token
    const symbol = LENGTHS.symbols[(token >>> 16) & 0xff]!
    counts[symbol] = counts[symbol]! + 1
    const distance = token & 0xffff
    let number = numbers.get(distance)
    if (number === undefined) {
      number = backs.length
      numbers.set(distance, number)
      backs.push(tell(DISTANCE_SCALE, distance))
    }
    const far = backs[number]!.symbol
    distances[far] = distances[far]! + 1
    return token - distance + number
  })
  return { tokens: numbered, backs: valuesOf(backs, 0), counts, distances }
}

/** A strip in the colours of its classes, three bytes each. */
export interface ColoredStrip {
  readonly tokens: ClassTokens
  readonly sums: ClassSums
  readonly colors: Uint8Array
}

/**
 * As deflateStrip of the same pixels: other bytes, which inflate to the same. Strips that follow each other share a
 * code, as to make one takes longer than to write a strip.
 */
export function deflateClasses(strips: readonly ColoredStrip[]): Strip {
  const told = strips.map((strip) => ({ ...strip, repeats: repeatsOf(strip.tokens) }))
  const bytes = strips.reduce((sum, { sums }) => sum + sums.bytes, 0)
  const counts = new Uint32Array(SYMBOLS)
  const backs = new Uint32Array(DISTANCES)
  counts[END_OF_BLOCK] = 1
  let adler = 1
  for (const { tokens, sums, colors, repeats } of told) {
    addCounts(counts, repeats.counts)
    addCounts(backs, repeats.distances)
    addLiterals(counts, tokens, colors)
    adler = combineAdler(adler, adlerOf(sumColors(sums, colors)), sums.bytes)
  }
  const literals = huffmanCode(counts, LONGEST_CODE)
  const distances = huffmanCode(backs, LONGEST_CODE)
  const out = new Bits(bytes * 2 + 1024)
  // Not the last block; with codes of its own.
  out.put(0, 1)
  out.put(2, 2)
  writeCodes(out, literals, distances)
  for (const { repeats, colors } of told) writeTokens(out, repeats, colors, literals, distances)
  out.put(literals.codes[END_OF_BLOCK]!, literals.lengths[END_OF_BLOCK]!)
  // An empty block that stores nothing brings the end to a byte.
  out.put(0, 3)
  if (out.count % 8 > 0) out.put(0, 8 - (out.count % 8))
  out.put(0, 16)
  out.put(0xffff, 16)
  return { deflated: out.end(), adler, bytes }
}

function addCounts(sum: Uint32Array, more: Uint32Array): void {
  for (let symbol = 0; symbol < sum.length; symbol += 1) sum[symbol] = sum[symbol]! + more[symbol]!
}

function addLiterals(counts: Uint32Array, { written }: ClassTokens, colors: Uint8Array): void {
  for (let own = 0, at = 0; own < written.length; own += 1, at += 3) {
    const many = written[own]!
    for (let channel = at; channel < at + 3; channel += 1)
      counts[colors[channel]!] = counts[colors[channel]!]! + many
  }
}

/** The one loop that costs: what Bits.put does stands in it, with all that it needs in variables. */
function writeTokens(
  out: Bits,
  { tokens, backs }: Repeats,
  colors: Uint8Array,
  literals: Code,
  distances: Code,
): void {
  const { codes, lengths } = literals
  const { pairs } = out
  let { at, held, count } = out
  for (let token = 0; token < tokens.length; token += 1) {
    const value = tokens[token]!
    if (value < REPEAT) {
      // A row begins with its filter, the one byte 0.
      const row = value === ROW
      for (let channel = row ? 0 : value * 3, end = row ? 1 : channel + 3; channel < end; channel += 1) {
        const byte = row ? 0 : colors[channel]!
        held |= codes[byte]! << count
        count += lengths[byte]!
        if (count >= 16) {
          pairs[at++] = held
          held >>>= 16
          count -= 16
        }
      }
      continue
    }
    const pixels = (value >>> 16) & 0xff
    const far = value & 0xffff
    // A symbol and what follows it may have more than 16 bits together.
    const long = LENGTHS.symbols[pixels]!
    held |= codes[long]! << count
    count += lengths[long]!
    if (count >= 16) {
      pairs[at++] = held
      held >>>= 16
      count -= 16
    }
    held |= LENGTHS.extra[pixels]! << count
    count += LENGTHS.bits[pixels]!
    if (count >= 16) {
      pairs[at++] = held
      held >>>= 16
      count -= 16
    }
    const back = backs.symbols[far]!
    held |= distances.codes[back]! << count
    count += distances.lengths[back]!
    if (count >= 16) {
      pairs[at++] = held
      held >>>= 16
      count -= 16
    }
    held |= backs.extra[far]! << count
    count += backs.bits[far]!
    if (count >= 16) {
      pairs[at++] = held
      held >>>= 16
      count -= 16
    }
  }
  out.at = at
  out.held = held
  out.count = count
}
