/** Reads CMaps (ISO 32000-1 9.7.5, 9.10.3): how strings split into codes, which glyphs and which text they mean. */
import {
  type Cursor,
  isRegular,
  readHexString,
  readName,
  readNumber,
  readWord,
  skipWhite,
  startsNumber,
} from '../lexer.ts'

/** Codes of `bytes` bytes from `low` to `high`, compared byte by byte. */
interface CodeSpace {
  readonly bytes: number
  readonly low: number
  readonly high: number
}

export interface CMap {
  readonly spaces: readonly CodeSpace[]
  /** Text by code. */
  readonly text: ReadonlyMap<number, string>
  /** The glyph (CID) of a code, null where the CMap names none. */
  cid(code: number): number | null
  readonly vertical: boolean
  /** The CMap that this one builds on. */
  readonly base: string | null
}

/** Entries of one CMap; a font has at most 65,536 glyphs. */
const MAX_ENTRIES = 200_000

type Token = number | Uint8Array | { readonly name: string } | { readonly word: string } | Token[]

/** Damaged parts are passed over. */
export function readCMap(bytes: Uint8Array): CMap {
  const spaces: CodeSpace[] = []
  const text = new Map<number, string>()
  const cids: { low: number; high: number; cid: number }[] = []
  let vertical = false
  let base: string | null = null
  let entries = 0
  let operands: Token[] = []
  const cursor: Cursor = { bytes, at: 0 }
  for (let token = readToken(cursor); token !== null; token = readToken(cursor)) {
    if (!isWord(token)) {
      operands.push(token)
      continue
    }
    entries += operands.length
    if (entries > MAX_ENTRIES) break
    const { word } = token
    if (word.startsWith('begin')) operands = []
    else if (word === 'endcodespacerange')
      for (const [low, high] of groups(operands, 2))
        if (isBytes(low) && isBytes(high))
          spaces.push({ bytes: low.length, low: codeOf(low), high: codeOf(high) })
    if (word === 'endbfchar')
      for (const [code, meaning] of groups(operands, 2))
        if (isBytes(code) && isBytes(meaning)) text.set(codeOf(code), textOf(meaning))
    if (word === 'endbfrange') for (const range of groups(operands, 3)) addRange(text, range)
    if (word === 'endcidchar')
      for (const [code, cid] of groups(operands, 2))
        if (isBytes(code) && typeof cid === 'number')
          cids.push({ low: codeOf(code), high: codeOf(code), cid })
    if (word === 'endcidrange')
      for (const [low, high, cid] of groups(operands, 3))
        if (isBytes(low) && isBytes(high) && typeof cid === 'number')
          cids.push({ low: codeOf(low), high: codeOf(high), cid })
    if (word === 'usecmap') base = nameOf(operands.at(-1))
    if (word === 'def' && nameOf(operands.at(-2)) === 'WMode') vertical = operands.at(-1) === 1
    operands = []
  }
  const known = new Map<number, number | null>()
  const cid = (code: number) => {
    const found = known.get(code)
    if (found !== undefined) return found
    const range = cids.find(({ low, high }) => code >= low && code <= high)
    const stated = range === undefined ? null : range.cid + code - range.low
    known.set(code, stated)
    return stated
  }
  return { spaces, text, cid, vertical, base }
}

function addRange(text: Map<number, string>, [low, high, meaning]: readonly (Token | undefined)[]): void {
  if (!isBytes(low) || !isBytes(high)) return
  const [first, last] = [codeOf(low), Math.min(codeOf(high), codeOf(low) + 0xffff)]
  for (let code = first; code <= last; code += 1) {
    if (Array.isArray(meaning)) {
      const item = meaning[code - first]
      if (isBytes(item)) text.set(code, textOf(item))
    } else if (isBytes(meaning)) text.set(code, textOf(advanced(meaning, code - first)))
  }
}

/** The last two bytes, counted on. */
function advanced(bytes: Uint8Array, by: number): Uint8Array {
  const result = Uint8Array.from(bytes)
  const value = ((result.at(-2) ?? 0) << 8) + (result.at(-1) ?? 0) + by
  if (result.length > 1) result[result.length - 2] = value >> 8
  result[result.length - 1] = value
  return result
}

function* groups(tokens: readonly Token[], size: number): Generator<readonly (Token | undefined)[]> {
  for (let at = 0; at + size <= tokens.length; at += size) yield tokens.slice(at, at + size)
}

/** Null at the end. */
function readToken(cursor: Cursor, depth = 0): Token | null {
  const { bytes } = cursor
  for (;;) {
    skipWhite(cursor)
    const byte = bytes[cursor.at]
    if (byte === undefined) return null
    if (startsNumber(byte)) return readNumber(cursor)
    if (isRegular(byte)) return { word: readWord(cursor) }
    if (byte === 0x2f) return { name: readName(cursor) }
    if (byte === 0x3c && bytes[cursor.at + 1] !== 0x3c) return readHexString(cursor) ?? null
    if (byte === 0x5b && depth < 4) {
      cursor.at += 1
      const items: Token[] = []
      for (let item = readToken(cursor, depth + 1); item !== null; item = readToken(cursor, depth + 1)) {
        if (isWord(item) && item.word === ']') break
        items.push(item)
      }
      return items
    }
    cursor.at += byte === 0x3c ? 2 : 1
    if (byte === 0x5d) return { word: ']' }
  }
}

const isBytes = (token: Token | undefined): token is Uint8Array => token instanceof Uint8Array

function isWord(token: Token): token is { readonly word: string } {
  return typeof token === 'object' && 'word' in token
}

function nameOf(token: Token | undefined): string | null {
  return typeof token === 'object' && 'name' in token ? token.name : null
}

function codeOf(bytes: Uint8Array): number {
  return bytes.reduce((code, byte) => code * 256 + byte, 0)
}

/** UTF-16BE; a single byte is a character by itself. */
function textOf(bytes: Uint8Array): string {
  const [high = 0, low = 0] = bytes
  if (bytes.length === 1) return String.fromCharCode(high)
  const unit = high * 256 + low
  // Nearly all are one unit, for which a decoder takes several times as long; it knows surrogates and byte order marks.
  const isPlain = bytes.length === 2 && (unit & 0xf800) !== 0xd800 && unit !== 0xfeff
  return isPlain ? String.fromCharCode(unit) : UTF_16.decode(bytes)
}

const UTF_16 = new TextDecoder('utf-16be')
