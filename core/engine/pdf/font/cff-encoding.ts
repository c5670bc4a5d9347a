/** The encoding of its own that a CFF program states: what its codes are called, for fonts that a PDF says nothing of. */
import { ServiceError } from '../../../errors.ts'
import { indexAt, topDictionary } from './cff.ts'
import { STANDARD_NAMES } from './cff-names.ts'
import { OPENTYPE_CFF, readSfnt, tableOf } from './sfnt.ts'

/** Operators of a top dictionary. */
const CHARSET = 15
const ENCODING = 16
const CHAR_STRINGS = 17
const REGISTRY_ORDERING = 1230

/** Strings of the font itself have numbers from here on. */
const FIRST_OWN_STRING = 391
const EXPERT = 1
/** Glyphs of the known charset ISOAdobe. */
const LAST_ISO_ADOBE = 228
/** In a format's byte: codes that stand beside the others follow. */
const SUPPLEMENTED = 0x80

/**
 * Names of glyphs by code (Technical Note 5176, chapters 12 and 13), for a bare CFF program or an OpenType file with
 * one. Null for a program without an encoding of its own (that is, with StandardEncoding or keyed by CIDs) and for one
 * that is damaged. Empty where nothing can be told of the codes, as of the expert encoding's.
 */
export function cffEncoding(program: Uint8Array): ReadonlyMap<number, string> | null {
  try {
    const cff = bareCff(program)
    return cff === null ? null : readEncoding(cff)
  } catch (error) {
    // Reading beyond the end, or of a damaged container.
    if (error instanceof RangeError || error instanceof ServiceError) return null
    throw error
  }
}

function readEncoding(view: DataView): ReadonlyMap<number, string> | null {
  const top = topDictionary(view)
  const encoding = top.get(ENCODING)?.[0] ?? 0
  if (encoding === 0 || top.has(REGISTRY_ORDERING)) return null
  const names = new Map<number, string>()
  if (encoding === EXPERT) return names
  const strings = indexAt(view, indexAt(view, indexAt(view, view.getUint8(2)).end).end)
  const nameOf = (string: number): string | null => {
    const known = STANDARD_NAMES[string]
    if (known !== undefined) return known
    const own = string - FIRST_OWN_STRING
    if (own < 0 || own >= strings.count) return null
    const [start, end] = [strings.offset(own), strings.offset(own + 1)]
    let name = ''
    for (let at = start; at < end; at += 1) name += String.fromCharCode(view.getUint8(at))
    return name
  }
  const set = (code: number, string: number | undefined) => {
    const name = string === undefined ? null : nameOf(string)
    if (name !== null) names.set(code, name)
  }
  const { codes, end, supplemented } = codesAt(view, encoding)
  const glyphs = stringsOfGlyphs(view, top.get(CHARSET)?.[0] ?? 0, glyphCount(view, top))
  for (const [at, code] of codes.entries()) set(code, glyphs[at + 1])
  if (supplemented)
    for (let left = view.getUint8(end), at = end + 1; left > 0; left -= 1, at += 3)
      set(view.getUint8(at), view.getUint16(at + 1))
  return names
}

function glyphCount(view: DataView, top: ReadonlyMap<number, readonly number[]>): number {
  return view.getUint16(top.get(CHAR_STRINGS)?.[0] ?? 0)
}

/** The codes of the glyphs in their order, from glyph 1 on. */
function codesAt(view: DataView, encoding: number) {
  const first = view.getUint8(encoding)
  const format = first & ~SUPPLEMENTED
  const count = view.getUint8(encoding + 1)
  const codes: number[] = []
  let end = encoding + 2
  if (format === 0) for (const last = end + count; end < last; end += 1) codes.push(view.getUint8(end))
  else if (format === 1)
    for (let range = 0; range < count; range += 1, end += 2) {
      const [start, left] = [view.getUint8(end), view.getUint8(end + 1)]
      for (let code = start; code <= start + left; code += 1) codes.push(code)
    }
  return { codes, end, supplemented: (first & SUPPLEMENTED) !== 0 && format <= 1 }
}

/** The number of each glyph's name, by glyph; a code has one byte, so that more glyphs are never asked for. */
function stringsOfGlyphs(view: DataView, charset: number, count: number): readonly number[] {
  const most = Math.min(count, 257)
  if (charset === 0) return Array.from({ length: Math.min(most, LAST_ISO_ADOBE + 1) }, (_, glyph) => glyph)
  // The expert charsets: such a font has small capitals and old figures alone.
  if (charset <= 2) return []
  const strings = [0]
  const format = view.getUint8(charset)
  for (let at = charset + 1; strings.length < most; ) {
    const first = view.getUint16(at)
    const left = format === 0 ? 0 : format === 1 ? view.getUint8(at + 2) : view.getUint16(at + 2)
    for (let more = 0; more <= left && strings.length < most; more += 1) strings.push(first + more)
    at += format === 0 ? 2 : format === 1 ? 3 : 4
  }
  return strings
}

/** The program itself, or the table of an OpenType file that has it; null for such a file without one. */
function bareCff(program: Uint8Array): DataView | null {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength)
  return view.getUint32(0) === OPENTYPE_CFF ? tableOf(readSfnt(program), 'CFF ') : view
}
