/** The CFF table of a font (Adobe Technical Note 5176), as far as a PDF that embeds it alone needs it to be changed. */
import { unusableFont } from './sfnt.ts'

/** Operators of a top dictionary; those of two bytes count from 1200. */
const CHARSET = 15
const CHAR_STRINGS = 17
const REGISTRY_ORDERING = 1230

/** Offsets up to this one are names of charsets that every reader knows. */
const LAST_KNOWN_CHARSET = 2

/**
 * The table with glyphs that a PDF reaches by their ids. In a font that is keyed by CIDs a composite font's codes are
 * CIDs, whatever place their glyphs have (ISO 32000-1 9.7.4.2), and makers number them as they like; here each glyph
 * gets its own id. Others are given as they are. Throws `invalid_font` for a table that contradicts itself.
 */
export function reachedByGlyphId(table: Uint8Array): Uint8Array {
  const cff = Uint8Array.from(table)
  const view = new DataView(cff.buffer)
  try {
    const top = topDictionary(view)
    const charset = top.get(CHARSET)?.[0] ?? 0
    if (!top.has(REGISTRY_ORDERING) || charset <= LAST_KNOWN_CHARSET) return cff
    numberInOrder(view, charset, view.getUint16(top.get(CHAR_STRINGS)?.[0] ?? 0))
  } catch (cause) {
    if (cause instanceof RangeError) throw unusableFont('is a damaged font: its table CFF is cut off')
    throw cause
  }
  return cff
}

/** Operands by operator. Throws RangeError for a table that is cut off. */
export function topDictionary(view: DataView): ReadonlyMap<number, readonly number[]> {
  const names = indexAt(view, view.getUint8(2))
  const dictionaries = indexAt(view, names.end)
  const entries = new Map<number, readonly number[]>()
  let operands: number[] = []
  const [start, end] = dictionaries.count === 0 ? [0, 0] : [dictionaries.offset(0), dictionaries.offset(1)]
  for (let at = start; at < end; ) {
    const first = view.getUint8(at)
    at += 1
    if (first <= 21) {
      const operator = first === 12 ? 1200 + view.getUint8(at) : first
      if (first === 12) at += 1
      entries.set(operator, operands)
      operands = []
    } else if (first === 30) {
      // A real number, which no entry here is: it ends with the half byte 15.
      for (let ended = false; !ended; at += 1) {
        const byte = view.getUint8(at)
        ended = byte >> 4 === 15 || (byte & 15) === 15
      }
      operands.push(Number.NaN)
    } else if (first === 28) {
      operands.push(view.getInt16(at))
      at += 2
    } else if (first === 29) {
      operands.push(view.getInt32(at))
      at += 4
    } else if (first >= 247 && first <= 254) {
      const high = first < 251 ? (first - 247) * 256 + 108 : -(first - 251) * 256 - 108
      operands.push(first < 251 ? high + view.getUint8(at) : high - view.getUint8(at))
      at += 1
    } else operands.push(first - 139)
  }
  return entries
}

/** An INDEX: a piece begins at `offset` and ends where the next one begins; what follows them all begins at `end`. */
export interface CffIndex {
  readonly count: number
  readonly end: number
  /** From 0 to `count`. */
  offset(piece: number): number
}

/** Throws RangeError for a table that is cut off. */
export function indexAt(view: DataView, at: number): CffIndex {
  const count = view.getUint16(at)
  if (count === 0) return { count, end: at + 2, offset: () => at + 2 }
  const size = view.getUint8(at + 2)
  const base = at + 3 + (count + 1) * size - 1
  const offset = (index: number) => {
    let value = 0
    for (let byte = 0; byte < size; byte += 1)
      value = value * 256 + view.getUint8(at + 3 + index * size + byte)
    return base + value
  }
  return { count, end: offset(count), offset }
}

/** In the charset's own format, of which no other numbering takes less room. */
function numberInOrder(view: DataView, charset: number, glyphCount: number): void {
  const format = view.getUint8(charset)
  if (format === 0) {
    for (let glyph = 1; glyph < glyphCount; glyph += 1) view.setUint16(charset + glyph * 2 - 1, glyph)
    return
  }
  if (format > 2) throw unusableFont('is a damaged font: its glyphs have no numbers')
  const most = format === 1 ? 0x100 : 0x10000
  for (let glyph = 1, at = charset + 1; glyph < glyphCount; glyph += most, at += format === 1 ? 3 : 4) {
    const left = Math.min(most, glyphCount - glyph) - 1
    view.setUint16(at, glyph)
    if (format === 1) view.setUint8(at + 2, left)
    else view.setUint16(at + 2, left)
  }
}
