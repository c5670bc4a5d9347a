/** Parses the objects of a PDF file (ISO 32000-1 7.3) into those of pdf-lib, leniently and with every byte kept. */
import {
  PDFArray,
  PDFBool,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { cryptFilterOf, dropCryptFilter } from './crypt/crypt-filter.ts'
import {
  type Cursor,
  isDigit,
  isRegular,
  isWhite,
  latin1,
  readHexString,
  readLiteralString,
  readName,
  readNumber,
  readWord,
  skipWhite,
  startsNumber,
  stringBytes,
} from './lexer.ts'
import { nameOfBytes } from './read-object.ts'
import { readStreamBytes } from './stream-bytes.ts'

/** The context of parsing. `decipher` decrypts. */
export interface Parsing {
  readonly context: PDFContext
  /** The value of an integer object: lengths of streams are often stated apart. */
  readonly integerAt: (ref: PDFRef) => number | null
  /** Objects that stand for themselves are made once: pdf-lib's own makers are slow. */
  readonly names: Map<string, PDFName>
  readonly numbers: Map<number, PDFNumber>
  readonly refs: Map<number, PDFRef>
}

/** Undoes the encryption of one object's strings and of its stream. */
export interface Decipher {
  string(bytes: Uint8Array): Uint8Array
  /** `cryptFilter` is the one that the stream names for itself; null where the file has no such filter. */
  stream(bytes: Uint8Array, dict: PDFDict, cryptFilter: string | null): Uint8Array | null
}

export interface IndirectObject {
  readonly number: number
  readonly generation: number
  readonly object: PDFObject
}

/** Deeper than any real file, and shallow enough for every stack on the way. */
const MAX_NESTING = 256
const MAX_OBJECT_NUMBER = 10_000_000

/** `12 0 obj` at the cursor; null where something else stands there, with the cursor anywhere. */
export function readObjectHeader(cursor: Cursor): { number: number; generation: number } | null {
  skipWhite(cursor)
  const number = readDigits(cursor)
  if (number === null || !isWhite(cursor.bytes[cursor.at])) return null
  skipWhite(cursor)
  const generation = readDigits(cursor)
  skipWhite(cursor)
  const { bytes, at } = cursor
  if (generation === null || bytes[at] !== 0x6f || bytes[at + 1] !== 0x62 || bytes[at + 2] !== 0x6a)
    return null
  cursor.at += 3
  return { number, generation }
}

function readDigits(cursor: Cursor): number | null {
  if (!isDigit(cursor.bytes[cursor.at])) return null
  let value = 0
  for (; isDigit(cursor.bytes[cursor.at]); cursor.at++) {
    value = value * 10 + (cursor.bytes[cursor.at]! - 0x30)
    if (value > MAX_OBJECT_NUMBER) return null
  }
  return value
}

/** The indirect object at the cursor with its stream, which shares the file's bytes; null where there is none. */
export function parseIndirectObject(
  cursor: Cursor,
  parsing: Parsing,
  decipherFor: (number: number, generation: number) => Decipher | null,
): IndirectObject | null {
  const header = readObjectHeader(cursor)
  if (header === null) return null
  const decipher = decipherFor(header.number, header.generation)
  const object = parseObject(cursor, parsing, decipher) ?? nothing(cursor)
  if (!(object instanceof PDFDict)) return { ...header, object }
  const afterDict = cursor.at
  skipWhite(cursor)
  if (latin1(cursor.bytes, cursor.at, cursor.at + 6) !== 'stream') {
    cursor.at = afterDict
    return { ...header, object }
  }
  const raw = readStreamBytes(cursor, object, parsing.integerAt)
  const own = cryptFilterOf(object)
  const plain = decipher === null ? withoutKey(raw, own) : decipher.stream(raw, object, own)
  // A filter that cannot be undone stays, so that decoding the stream fails later.
  if (own !== null && plain !== null) dropCryptFilter(object)
  return { ...header, object: PDFRawStream.of(object, plain ?? raw) }
}

/** What a file that is not encrypted says in its streams is plain, whatever names it gives to that. */
function withoutKey(raw: Uint8Array, cryptFilter: string | null): Uint8Array | null {
  return cryptFilter === null || cryptFilter === 'Identity' ? raw : null
}

/** An object may hold nothing; what cannot be read is told apart from it, for a page may need it. */
function nothing({ bytes, at }: Cursor): PDFObject {
  return latin1(bytes, at, at + 6) === 'endobj' ? PDFNull : PDFInvalidObject.of(new Uint8Array())
}

/** Undefined at the end of the bytes and before a closing bracket or a word that begins something else. */
export function parseObject(
  cursor: Cursor,
  parsing: Parsing,
  decipher: Decipher | null,
  depth = 0,
): PDFObject | undefined {
  skipWhite(cursor)
  const { bytes } = cursor
  const byte = bytes[cursor.at]
  if (byte === undefined || depth > MAX_NESTING) return undefined
  if (startsNumber(byte)) return parseNumber(cursor, parsing)
  if (byte === 0x2f) return parseName(cursor, parsing)
  if (byte === 0x28) {
    const literal = readLiteralString(cursor)
    if (literal === undefined) return endlessly(cursor)
    if (decipher !== null) return hexString(decipher.string(stringBytes(literal)))
    // The text between the parentheses as it stands, escapes and all.
    return PDFString.of(Buffer.from(literal.raw).toString('latin1'))
  }
  if (byte === 0x5b) {
    cursor.at++
    return parseArray(cursor, parsing, decipher, depth + 1)
  }
  if (byte === 0x3c && bytes[cursor.at + 1] === 0x3c) {
    cursor.at += 2
    return parseDict(cursor, parsing, decipher, depth + 1)
  }
  if (byte === 0x3c) {
    const string = readHexString(cursor)
    if (string === undefined) return endlessly(cursor)
    return hexString(decipher === null ? string : decipher.string(string))
  }
  if (!isRegular(byte)) return undefined
  const start = cursor.at
  const word = readWord(cursor)
  if (word === 'true') return PDFBool.True
  if (word === 'false') return PDFBool.False
  if (word === 'null') return PDFNull
  cursor.at = start
  return undefined
}

/** An object without an end uses up all bytes; the search in damaged files relies on seeing that. */
function endlessly(cursor: Cursor): undefined {
  cursor.at = cursor.bytes.length
  return undefined
}

function hexString(bytes: Uint8Array): PDFHexString {
  return PDFHexString.of(Buffer.from(bytes).toString('hex').toUpperCase())
}

/** pdf-lib's own parser undoes `#xx` twice, which makes one ink of `/A#2342` and `/AB`. */
function parseName(cursor: Cursor, parsing: Parsing): PDFName {
  return kept(parsing.names, readName(cursor), nameOfBytes)
}

/**
 * `1e9` is no number of PDF (7.3.3), and readers make all sorts of it: MuPDF 0, poppler and pdf.js nothing at all,
 * Ghostscript a milliard. It is kept as it stands, for whoever meant a number to find that there is none.
 */
function parseNumber(cursor: Cursor, parsing: Parsing): PDFNumber | PDFRef | PDFInvalidObject {
  const start = cursor.at
  const startsAsInteger = isDigit(cursor.bytes[start])
  const value = readNumber(cursor)
  const { bytes, at } = cursor
  if (isRegular(bytes[at]) && latin1(bytes, at, at + 6) !== 'endobj') {
    while (isRegular(bytes[cursor.at])) cursor.at++
    return PDFInvalidObject.of(bytes.slice(start, cursor.at))
  }
  if (startsAsInteger && isWhite(bytes[at]) && Number.isInteger(value) && value <= MAX_OBJECT_NUMBER) {
    skipWhite(cursor)
    const generation = readDigits(cursor)
    if (generation !== null) {
      skipWhite(cursor)
      if (bytes[cursor.at] === 0x52 && !isRegular(bytes[cursor.at + 1])) {
        cursor.at++
        return generation === 0 ? kept(parsing.refs, value, PDFRef.of) : PDFRef.of(value, generation)
      }
    }
    cursor.at = at
  }
  return kept(parsing.numbers, value, PDFNumber.of)
}

function kept<Key, Value>(values: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  let value = values.get(key)
  if (value === undefined) {
    value = make(key)
    values.set(key, value)
  }
  return value
}

/** Words that end an object which was not closed: reading on would swallow the next ones. */
const ENDINGS = new Set(['endobj', 'obj', 'stream', 'endstream', 'xref', 'trailer', 'startxref'])

/** Passes over what is no object; false where the container ends here. */
function passGarbage(cursor: Cursor): boolean {
  if (cursor.at >= cursor.bytes.length) return false
  const start = cursor.at
  if (isRegular(cursor.bytes[start])) {
    if (!ENDINGS.has(readWord(cursor))) return true
    cursor.at = start
    return false
  }
  cursor.at++
  return true
}

function parseArray(cursor: Cursor, parsing: Parsing, decipher: Decipher | null, depth: number): PDFArray {
  const array = PDFArray.withContext(parsing.context)
  for (;;) {
    const item = parseObject(cursor, parsing, decipher, depth)
    if (item !== undefined) array.push(item)
    else if (cursor.bytes[cursor.at] === 0x5d) {
      cursor.at++
      return array
    } else if (!passGarbage(cursor)) return array
  }
}

const TYPE = PDFName.of('Type')
const CATALOG = PDFName.of('Catalog')
const PAGES = PDFName.of('Pages')
const PAGE = PDFName.of('Page')

function parseDict(cursor: Cursor, parsing: Parsing, decipher: Decipher | null, depth: number): PDFDict {
  const { bytes } = cursor
  const map = new Map<PDFName, PDFObject>()
  for (;;) {
    skipWhite(cursor)
    const byte = bytes[cursor.at]
    if (byte === 0x2f) {
      const key = parseName(cursor, parsing)
      const value = parseObject(cursor, parsing, decipher, depth)
      if (value !== undefined) map.set(key, value)
    } else if (byte === 0x3e && bytes[cursor.at + 1] === 0x3e) {
      cursor.at += 2
      break
    } else if (parseObject(cursor, parsing, decipher, depth) === undefined && !passGarbage(cursor)) break
  }
  const type = map.get(TYPE)
  // pdf-lib's document looks for classes of its own here.
  if (type === CATALOG) return PDFCatalog.fromMapWithContext(map, parsing.context)
  if (type === PAGES) return PDFPageTree.fromMapWithContext(map, parsing.context)
  if (type === PAGE) return PDFPageLeaf.fromMapWithContext(map, parsing.context)
  return PDFDict.fromMapWithContext(map, parsing.context)
}
