/** Reads a content stream (ISO 32000-1 7.8.2) as operations with byte offsets, as leniently as viewers do. */
import { findInlineImageEnd, unfilteredSize } from './inline-image.ts'
import {
  type Cursor,
  isRegular,
  isWhite,
  readHexString,
  readLiteralString,
  readName,
  readNumber,
  readWord,
  skipHexString,
  skipLiteralString,
  skipWhite,
  startsNumber,
  stringBytes,
} from './lexer.ts'

export interface NameOperand {
  readonly kind: 'name'
  /** The name's bytes after `#xx` decoding, one character (0 to 255) a byte. */
  readonly value: string
}

export interface StringOperand {
  readonly kind: 'string'
  readonly bytes: Uint8Array
  /** Nothing stands between its brackets. */
  readonly isEmpty: boolean
}

export interface ArrayOperand {
  readonly kind: 'array'
  readonly items: readonly Operand[]
}

export interface DictOperand {
  readonly kind: 'dict'
  readonly entries: ReadonlyMap<string, Operand>
}

export type Operand = number | boolean | null | NameOperand | StringOperand | ArrayOperand | DictOperand

/** Abbreviated keys are kept as they stand; `data` is still filtered. */
export interface InlineImage {
  readonly dict: Map<string, Operand>
  readonly data: Uint8Array
}

export interface Operation {
  /** The operator, such as `re`; an inline image is one operation, `EI`. */
  readonly operator: string
  readonly operands: readonly Operand[]
  /** Offset of the first operand's first byte (of the operator where it has none). */
  readonly start: number
  /** Offset past the operator's last byte. */
  readonly end: number
  readonly inlineImage?: InlineImage
}

/** Viewers stop at far fewer operands than this; earlier ones are dropped. */
const MAX_OPERANDS = 512
const MAX_NESTING = 64

/** An operator's name, or a delimiter that means nothing where it stands; no operand is a plain string. */
type Keyword = string

/** Closing brackets have no meaning outside of what they close. */
const CLOSE_ARRAY = ']'
const CLOSE_DICT = '>>'
const STRAY = ''

/**
 * All operations of a content stream in order. Garbage is passed over, never thrown on; what stands after the
 * last operation (operands without operator, an unterminated string or image) is not reported.
 */
export function* readContent(bytes: Uint8Array): Generator<Operation> {
  const reader = createContentReader(bytes)
  for (let next = reader.next(); next !== null; next = reader.next()) yield next
}

/** Like readContent, for millions of operations: without the cost of a generator. */
export function createContentReader(bytes: Uint8Array): ContentReader {
  const cursor: Cursor = { bytes, at: 0 }
  const read: Operand[] = []
  return { next: () => readOperation(cursor, read) }
}

/** For a look at operators alone: each operation is without its operands. */
export function createOperatorReader(bytes: Uint8Array): ContentReader {
  const cursor: Cursor = { bytes, at: 0 }
  return { next: () => readOperation(cursor, null) }
}

export interface ContentReader {
  /** Null behind the last one. */
  next(): Operation | null
}

const NO_OPERANDS: readonly Operand[] = []

/** Null at the end. Operands are collected in `read`, where any are wanted, and handed out in an array of their number. */
function readOperation(reader: Cursor, read: Operand[] | null): Operation | null {
  let [count, start] = [0, -1]
  for (;;) {
    skipWhite(reader)
    if (reader.at >= reader.bytes.length) return null
    const tokenStart = reader.at
    const token = readToken(reader, 0)
    if (token === undefined) return null
    if (typeof token !== 'string') {
      if (count === MAX_OPERANDS) count = 0
      if (count === 0) start = tokenStart
      if (read !== null) read[count] = token
      count += 1
      continue
    }
    if (token === CLOSE_ARRAY || token === CLOSE_DICT || token === STRAY) continue
    if (count === 0) start = tokenStart
    if (token !== 'BI') {
      const operands = count === 0 || read === null ? NO_OPERANDS : read.slice(0, count)
      return { operator: token, operands, start, end: reader.at }
    }
    const inlineImage = readInlineImage(reader)
    if (inlineImage === null) return null
    return { operator: 'EI', operands: NO_OPERANDS, start: tokenStart, end: reader.at, inlineImage }
  }
}

/** The next token; undefined where a string, array or dictionary is not closed before the end. */
function readToken(reader: Cursor, depth: number): Operand | Keyword | undefined {
  const { bytes } = reader
  const byte = bytes[reader.at]!
  if (startsNumber(byte)) return readNumber(reader)
  if (isRegular(byte)) return readOperator(reader)
  switch (byte) {
    case 0x2f:
      return { kind: 'name', value: readName(reader) }
    case 0x28: {
      const start = reader.at
      return skipLiteralString(reader) ? new WrittenString(bytes, start, reader.at) : undefined
    }
    case 0x5b:
      reader.at++
      return readArray(reader, depth + 1)
    case 0x5d:
      reader.at++
      return CLOSE_ARRAY
    case 0x3c:
      if (bytes[reader.at + 1] !== 0x3c) {
        const start = reader.at
        return skipHexString(reader) ? new WrittenString(bytes, start, reader.at) : undefined
      }
      reader.at += 2
      return readDict(reader, depth + 1)
    case 0x3e:
      reader.at++
      if (bytes[reader.at] !== 0x3e) return STRAY
      reader.at++
      return CLOSE_DICT
    default:
      reader.at++
      return STRAY
  }
}

/** Every walk passes the strings of a page, and few look into them: bytes are made for those. */
class WrittenString implements StringOperand {
  readonly kind = 'string'
  readonly content: Uint8Array
  readonly at: number
  readonly isEmpty: boolean

  constructor(content: Uint8Array, at: number, end: number) {
    this.content = content
    this.at = at
    this.isEmpty = end - at === 2
  }

  get bytes(): Uint8Array {
    const cursor = { bytes: this.content, at: this.at }
    if (this.content[this.at] === 0x3c) return readHexString(cursor) ?? NO_BYTES
    const literal = readLiteralString(cursor)
    return literal === undefined ? NO_BYTES : stringBytes(literal)
  }
}

const NO_BYTES = new Uint8Array()

function readOperator(reader: Cursor): Operand | Keyword {
  const keyword = readWord(reader)
  if (keyword === 'true') return true
  if (keyword === 'false') return false
  return keyword === 'null' ? null : keyword
}

/** Operators inside an array are passed over; too deep a nesting reads as flat. */
function readArray(reader: Cursor, depth: number): ArrayOperand | undefined {
  const items: Operand[] = []
  if (depth > MAX_NESTING) return { kind: 'array', items }
  for (;;) {
    skipWhite(reader)
    if (reader.at >= reader.bytes.length) return undefined
    const token = readToken(reader, depth)
    if (token === undefined) return undefined
    if (token === CLOSE_ARRAY) return { kind: 'array', items }
    if (typeof token !== 'string') items.push(token)
  }
}

function readDict(reader: Cursor, depth: number): DictOperand | undefined {
  const entries = new Map<string, Operand>()
  if (depth > MAX_NESTING) return { kind: 'dict', entries }
  return readEntries(reader, depth, entries, '>>') ? { kind: 'dict', entries } : undefined
}

/** Key and value pairs up to the closing keyword; false where it never comes. */
function readEntries(reader: Cursor, depth: number, entries: Map<string, Operand>, closing: string): boolean {
  let key: string | null = null
  for (;;) {
    skipWhite(reader)
    if (reader.at >= reader.bytes.length) return false
    const token = readToken(reader, depth)
    if (token === undefined) return false
    if (typeof token === 'string') {
      if (token === closing) return true
    } else if (key !== null) {
      entries.set(key, token)
      key = null
    } else if (typeof token === 'object' && token !== null && token.kind === 'name') key = token.value
  }
}

function readInlineImage(reader: Cursor): InlineImage | null {
  const dict = new Map<string, Operand>()
  if (!readEntries(reader, 0, dict, 'ID')) return null
  const { bytes } = reader
  const start = reader.at + (isWhite(bytes[reader.at]) ? 1 : 0)
  const found = findInlineImageEnd(bytes, start, unfilteredSize(dict))
  if (found === null) return null
  reader.at = found.operatorEnd
  return { dict, data: bytes.subarray(start, found.dataEnd) }
}
