/** Typed look-ups in the objects of a PDF: a missing value, or one of another type, reads as null. Nothing throws. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  pdfDocEncodingDecode,
} from '@cantoo/pdf-lib'

/** A reference that leads to a reference is not allowed, yet found; a longer chain is a loop. */
const MAX_REFERENCES = 16

/** The object itself, behind any reference; null where there is none. */
export function resolve(owner: PDFDict, object: PDFObject | undefined): PDFObject | null {
  let found = object
  for (let hops = 0; found instanceof PDFRef && hops < MAX_REFERENCES; hops++) {
    found = owner.context.lookup(found)
  }
  return found === undefined || found === PDFNull || found instanceof PDFRef ? null : found
}

export function entry(dict: PDFDict, key: string): PDFObject | null {
  return resolve(dict, dict.get(PDFName.of(key)))
}

/** A dictionary or the dictionary of a stream. */
export function asDict(object: PDFObject | null): PDFDict | null {
  if (object instanceof PDFStream) return object.dict
  return object instanceof PDFDict ? object : null
}

export function dictEntry(dict: PDFDict, key: string): PDFDict | null {
  return asDict(entry(dict, key))
}

/** The array's elements behind their references; null for a missing array, null in place of a missing element. */
export function arrayEntry(dict: PDFDict, key: string): (PDFObject | null)[] | null {
  return asArray(dict, entry(dict, key))
}

export function asArray(owner: PDFDict, object: PDFObject | null): (PDFObject | null)[] | null {
  return object instanceof PDFArray ? object.asArray().map((item) => resolve(owner, item)) : null
}

/** A finite number. */
export function asNumber(object: PDFObject | null): number | null {
  if (!(object instanceof PDFNumber)) return null
  const value = object.asNumber()
  return Number.isFinite(value) ? value : null
}

export function numberEntry(dict: PDFDict, key: string): number | null {
  return asNumber(entry(dict, key))
}

/** An integer read as bit flags, 0 where there is none. */
export function flagsEntry(dict: PDFDict, key: string): number {
  return Math.trunc(numberEntry(dict, key) ?? 0) | 0
}

/** A name as text: its bytes as UTF-8 where they are that, else as Latin-1. */
export function asName(object: PDFObject | null): string | null {
  if (!(object instanceof PDFName)) return null
  // As it is written, after its slash: all but ASCII that stands for itself has a number sign there.
  const written = object.asString()
  if (!written.includes('#')) return written.slice(1)
  const bytes = object.asBytes()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return latin1(bytes)
  }
}

export function nameEntry(dict: PDFDict, key: string): string | null {
  return asName(entry(dict, key))
}

/** The key of a dictionary whose name has these bytes, one character (0 to 255) a byte. */
export function nameOfBytes(bytes: string): PDFName {
  // PDFName.of reads `#xx` itself, so whatever could be mistaken for it is escaped.
  const escaped = bytes.replace(/[^A-Za-z0-9]/g, (char) => `#${hex(char.charCodeAt(0) & 0xff)}`)
  return PDFName.of(escaped)
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}

/** A text string (ISO 32000-2 7.9.2.2) decoded by its byte order mark, else by PDFDocEncoding. */
export function asText(object: PDFObject | null): string | null {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return null
  return decodeText(object.asBytes())
}

/** A text string, or a stream that holds a long one; bytes beyond `limit` are left out. */
export function asLongText(object: PDFObject | null, limit = 65536): string | null {
  const bytes = streamBytes(object, limit)
  return bytes === null ? asText(object) : decodeText(bytes)
}

export function textEntry(dict: PDFDict, key: string): string | null {
  return asText(entry(dict, key))
}

function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return withoutLanguage(decode('utf-16be', bytes))
  if (first === 0xff && second === 0xfe) return withoutLanguage(decode('utf-16le', bytes))
  if (first === 0xef && second === 0xbb && third === 0xbf) return withoutLanguage(decode('utf-8', bytes))
  let text = ''
  // The decoder spreads its input over arguments: a long text in one go overflows the stack.
  for (let at = 0; at < bytes.length; at += 4096) text += pdfDocEncodingDecode(bytes.subarray(at, at + 4096))
  return text
}

function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes)
}

/** Takes out language codes between two escape characters (ISO 32000-1 7.9.2.2). */
function withoutLanguage(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for.
  return text.replace(/\u001b[A-Za-z-]{2,16}\u001b/g, '')
}

/** The bytes of a string as they stand, one character (0 to 255) a byte. */
export function asByteString(object: PDFObject | null): string | null {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return null
  return latin1(object.asBytes())
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

/** A stream's decoded data, cut at `limit` bytes; null where its filters cannot be undone. */
export function streamBytes(object: PDFObject | null, limit: number): Uint8Array | null {
  if (!(object instanceof PDFRawStream)) return null
  try {
    return Uint8Array.from(decodePDFRawStream(object).getBytes(limit))
  } catch {
    return null
  }
}
