/** Recognizes a file that should have been a PDF, so that the error can say what to upload instead. */
import { asBuffer } from './lexer.ts'

/** ISO 32000-1 annex H.3.4.1: readers accept a header anywhere in the first 1024 bytes. */
const HEADER_WITHIN = 1024

/** Offset of `%PDF-`; null for a file that is not a PDF. */
export function headerOffset(bytes: Uint8Array): number | null {
  const at = asBuffer(bytes.subarray(0, HEADER_WITHIN)).indexOf('%PDF-')
  return at < 0 ? null : at
}

const BEGINNINGS: readonly (readonly [string | RegExp, string])[] = [
  ['PK', 'a ZIP archive (or an Office or InDesign package)'],
  [/^%!PS-Adobe-[\d.]+ EPSF/, 'an EPS file'],
  ['%!PS', 'a PostScript file'],
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['8BPS', 'a Photoshop file'],
  ['GIF8', 'a GIF image'],
  ['Rar!', 'a RAR archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\xd0\xcf\x11\xe0', 'an old Office document'],
  [/^\{\\rtf/, 'an RTF document'],
  ['%FDF-', 'form data without its PDF (FDF)'],
  [/^\s*(<!doctype html|<html)/i, 'a web page (HTML)'],
  [/^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?<svg/is, 'an SVG image'],
  [/^\s*<\?xml/, 'an XML file'],
  [/^\s*[{[]/, 'a JSON file'],
]

/** A sentence for `invalid_pdf` about a file without a header. */
export function notAPdf(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'The file is empty.'
  const text = asBuffer(bytes.subarray(0, HEADER_WITHIN)).toString('latin1')
  const found = BEGINNINGS.find(([beginning]) =>
    typeof beginning === 'string' ? text.startsWith(beginning) : beginning.test(text),
  )
  return found === undefined
    ? 'The file is not a PDF: it does not start with %PDF.'
    : `The file is ${found[1]}, not a PDF. Export a PDF and upload it.`
}
