/** Reads the tokens that objects and content streams share (ISO 32000-1 7.2 and 7.3), as leniently as viewers do. */

/** A position in bytes; the readers below move it forward. */
export interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

const WHITE = 1
const DELIMITER = 2
const KINDS = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) KINDS[byte] = WHITE
for (const byte of Buffer.from('()<>[]{}/%')) KINDS[byte] = DELIMITER

/** The end of the bytes counts as white space. */
export const isWhite = (byte: number | undefined) => byte === undefined || KINDS[byte] === WHITE
export const isRegular = (byte: number | undefined) => byte !== undefined && KINDS[byte] === 0
export const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39
export const startsNumber = (byte: number) => isDigit(byte) || byte === 0x2d || byte === 0x2e || byte === 0x2b

const MAX_DECIMALS = 40
const POWERS_OF_TEN = Array.from({ length: MAX_DECIMALS + 1 }, (_, power) => 10 ** power)

/** Past white space and comments. */
export function skipWhite(cursor: Cursor): void {
  const { bytes } = cursor
  let { at } = cursor
  while (at < bytes.length) {
    const byte = bytes[at]!
    if (KINDS[byte] === WHITE) at++
    else if (byte === 0x25) {
      while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++
    } else break
  }
  cursor.at = at
}

/** Extra signs and points are passed over, a lone sign is 0. */
export function readNumber(cursor: Cursor): number {
  const { bytes } = cursor
  const start = cursor.at
  let at = start
  let value = 0
  let decimals = -1
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte >= 0x30 && byte <= 0x39) {
      if (decimals < 0) value = value * 10 + (byte - 0x30)
      else if (value < 1e14) {
        // Further digits of a fraction change nothing.
        value = value * 10 + (byte - 0x30)
        decimals++
      }
    } else if (byte === 0x2e) decimals = Math.max(decimals, 0)
    else if (byte !== 0x2d && byte !== 0x2b) break
  }
  cursor.at = at
  if (decimals > 0) value /= POWERS_OF_TEN[Math.min(decimals, MAX_DECIMALS)]!
  value = Math.min(value, Number.MAX_VALUE)
  return bytes[start] === 0x2d ? -value : value
}

/** A run of regular characters, at most `limit` of them kept. */
export function readWord(cursor: Cursor, limit = 32): string {
  const start = cursor.at
  let at = start
  while (isRegular(cursor.bytes[at])) at++
  cursor.at = at
  // The same few operators occur over and over, so each word is made once and found in a Map.
  if (at === start + 1) return shortWord(cursor.bytes[start]!, 0)
  if (at === start + 2) return shortWord(cursor.bytes[start]!, cursor.bytes[start + 1]!)
  return latin1(cursor.bytes, start, Math.min(at, start + limit))
}

const SHORT_WORDS = new Array<string | undefined>(1 << 16)

/** With no second character, 0 is white space. */
function shortWord(first: number, second: number): string {
  const key = first * 256 + second
  SHORT_WORDS[key] ??= second === 0 ? String.fromCharCode(first) : String.fromCharCode(first, second)
  return SHORT_WORDS[key]
}

export function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!)
  return text
}

/** The name after the slash, `#xx` decoded, one character (0 to 255) a byte. */
export function readName(cursor: Cursor): string {
  const { bytes } = cursor
  let at = cursor.at + 1
  // Names of resources are mostly as short as `F1`, and stand before every string in another font.
  if (isRegular(bytes[at]) && isRegular(bytes[at + 1]) && !isRegular(bytes[at + 2])) {
    cursor.at = at + 2
    return shortWord(bytes[at]!, bytes[at + 1]!)
  }
  let value = ''
  while (isRegular(bytes[at])) {
    const high = bytes[at] === 0x23 ? hexDigit(bytes[at + 1]) : -1
    const low = high < 0 ? -1 : hexDigit(bytes[at + 2])
    if (low < 0) value += String.fromCharCode(bytes[at++]!)
    else {
      value += String.fromCharCode(high * 16 + low)
      at += 3
    }
  }
  cursor.at = at
  return value
}

/** Of each byte, -1 for none. */
const HEX_DIGITS = new Int8Array(256).fill(-1)
for (let digit = 0; digit < 16; digit++)
  for (const character of [digit.toString(16), digit.toString(16).toUpperCase()])
    HEX_DIGITS[character.charCodeAt(0)] = digit

const hexDigit = (byte: number | undefined) => (byte === undefined ? -1 : HEX_DIGITS[byte]!)

export interface LiteralString {
  /** The bytes between the parentheses. */
  readonly raw: Uint8Array
  /** Is it plain, without escapes? */
  readonly plain: boolean
}

/** False where the string is not closed; the cursor then stays. */
export function skipLiteralString(cursor: Cursor): boolean {
  const { bytes } = cursor
  let depth = 1
  let at = cursor.at + 1
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 0x5c) at++
    else if (byte === 0x28) depth++
    else if (byte === 0x29 && --depth === 0) break
  }
  if (at >= bytes.length) return false
  cursor.at = at + 1
  return true
}

/** Undefined where the string is not closed; the cursor then stays. */
export function readLiteralString(cursor: Cursor): LiteralString | undefined {
  const { bytes } = cursor
  const start = cursor.at + 1
  let depth = 1
  let plain = true
  let at = start
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 0x5c) {
      plain = false
      at++
    } else if (byte === 0x0d) plain = false
    else if (byte === 0x28) depth++
    else if (byte === 0x29 && --depth === 0) break
  }
  if (at >= bytes.length) return undefined
  cursor.at = at + 1
  return { raw: bytes.subarray(start, at), plain }
}

const ESCAPES: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 }

/** The value of a literal string (7.3.4.2); any end of line reads as one line feed. */
export function stringBytes({ raw, plain }: LiteralString): Uint8Array {
  if (plain) return raw
  const result = new Uint8Array(raw.length)
  let length = 0
  for (let at = 0; at < raw.length; at++) {
    let byte = raw[at]!
    if (byte === 0x0d) {
      if (raw[at + 1] === 0x0a) at++
      byte = 0x0a
    } else if (byte === 0x5c) {
      byte = raw[++at] ?? 0x5c
      if (byte === 0x0d || byte === 0x0a) {
        if (byte === 0x0d && raw[at + 1] === 0x0a) at++
        continue
      }
      if (byte >= 0x30 && byte <= 0x37) {
        let value = byte - 0x30
        for (let digits = 1; digits < 3; digits++) {
          const next = raw[at + 1]
          if (next === undefined || next < 0x30 || next > 0x37) break
          value = value * 8 + (next - 0x30)
          at++
        }
        byte = value & 0xff
      } else byte = ESCAPES[byte] ?? byte
    }
    result[length++] = byte
  }
  return result.subarray(0, length)
}

/** False where the string is not closed; the cursor then stays. */
export function skipHexString(cursor: Cursor): boolean {
  const { bytes } = cursor
  let end = cursor.at
  while (end < bytes.length && bytes[end] !== 0x3e) end++
  if (end === bytes.length) return false
  cursor.at = end + 1
  return true
}

/** The bytes of a string in hexadecimal; undefined where it is not closed. */
export function readHexString(cursor: Cursor): Uint8Array | undefined {
  const { bytes, at: start } = cursor
  if (!skipHexString(cursor)) return undefined
  const end = cursor.at - 1
  const result = new Uint8Array((end - start) >> 1)
  let digits = 0
  for (let at = start + 1; at < end; at++) {
    const digit = HEX_DIGITS[bytes[at]!]!
    if (digit < 0) continue
    result[digits >> 1]! |= digits % 2 === 0 ? digit << 4 : digit
    digits++
  }
  const length = (digits + 1) >> 1
  return length === result.length ? result : result.subarray(0, length)
}

/** A view, not a copy: Buffer searches for words. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
