/** Finds where the bytes of a stream begin and end in a file, whatever its dictionary says of their length. */
import { type PDFDict, PDFName, PDFNumber, PDFRef } from '@cantoo/pdf-lib'
import { asBuffer, type Cursor, latin1, skipWhite } from './lexer.ts'

const LENGTH = PDFName.of('Length')
const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20]

/**
 * The stream's bytes, which share the file's, with the cursor at `stream`; it moves past `endstream`. The stated
 * length holds where the stream ends there, else the words after it do.
 */
export function readStreamBytes(
  cursor: Cursor,
  dict: PDFDict,
  integerAt: (ref: PDFRef) => number | null,
): Uint8Array {
  const { bytes } = cursor
  const start = startAfter(bytes, cursor.at + 'stream'.length)
  const length = lengthOf(dict, integerAt)
  if (length !== null && length >= 0 && start + length <= bytes.length) {
    const after: Cursor = { bytes, at: start + length }
    skipWhite(after)
    const ended = latin1(bytes, after.at, after.at + 9) === 'endstream'
    if (ended || latin1(bytes, after.at, after.at + 6) === 'endobj') {
      cursor.at = ended ? after.at + 9 : after.at
      return bytes.subarray(start, start + length)
    }
  }
  const buffer = asBuffer(bytes)
  const found = buffer.indexOf('endstream', start)
  // Without a word of its own a stream ends with its object: reading on would swallow the next ones.
  const closed = buffer.subarray(0, found < 0 ? bytes.length : found).indexOf('endobj', start)
  if (found < 0 && closed < 0) {
    // The file was cut short: the rest of the stream is lost, and the part that exists is used.
    cursor.at = bytes.length
    return bytes.subarray(start)
  }
  let end = closed < 0 ? found : closed
  cursor.at = closed < 0 ? found + 9 : closed
  if (end > start && bytes[end - 1] === LINE_FEED) end--
  if (end > start && bytes[end - 1] === RETURN) end--
  return bytes.subarray(start, end)
}

/** 7.3.8.1: past the end of the line; some writers leave blanks before it, which are no data. */
function startAfter(bytes: Uint8Array, word: number): number {
  let at = word
  while (bytes[at] === SPACE || bytes[at] === TAB) at++
  if (bytes[at] !== RETURN && bytes[at] !== LINE_FEED) return word
  if (bytes[at] === RETURN) at++
  return bytes[at] === LINE_FEED ? at + 1 : at
}

function lengthOf(dict: PDFDict, integerAt: (ref: PDFRef) => number | null): number | null {
  const stated = dict.get(LENGTH)
  if (stated instanceof PDFNumber) return stated.asNumber()
  return stated instanceof PDFRef ? integerAt(stated) : null
}
