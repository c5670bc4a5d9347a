/** The container of TrueType and OpenType fonts: which tables a file has and where they lie. */
import { ServiceError } from '../../../errors.ts'

const TRUETYPE = 0x00010000
const APPLE_TRUETYPE = 0x74727565
/** The tag of a file with CFF outlines: `OTTO`. */
export const OPENTYPE_CFF = 0x4f54544f

const OTHER_CONTAINERS: Readonly<Record<string, string>> = {
  ttcf: 'a font collection. Upload its fonts one by one',
  wOFF: 'a web font (WOFF). Upload the TTF or OTF file',
  wOF2: 'a web font (WOFF2). Upload the TTF or OTF file',
}

export interface Sfnt {
  readonly data: Uint8Array
  readonly tables: ReadonlyMap<string, { readonly offset: number; readonly length: number }>
}

/** Says that a file cannot be used as a font, and why: `reason` ends the sentence "The file …". */
export function unusableFont(reason: string): ServiceError {
  return new ServiceError('invalid_font', { message: `The file ${reason}.` })
}

/**
 * Reads the table directory (OpenType 1.9, "Organization of an OpenType Font"). Throws `invalid_font` for a file that is not a font, is another container, or has tables beyond its end.
 */
export function readSfnt(data: Uint8Array): Sfnt {
  if (data.length < 12) throw unusableFont('is not a font')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const version = view.getUint32(0)
  if (version !== TRUETYPE && version !== APPLE_TRUETYPE && version !== OPENTYPE_CFF) {
    throw unusableFont(`is ${OTHER_CONTAINERS[tagAt(view, 0)] ?? 'not a TrueType or OpenType font'}`)
  }
  const count = view.getUint16(4)
  if (12 + count * 16 > data.length) throw unusableFont('is a damaged font: its table directory is cut off')
  const tables = new Map<string, { offset: number; length: number }>()
  for (let index = 0; index < count; index++) {
    const entry = 12 + index * 16
    const tag = tagAt(view, entry)
    const offset = view.getUint32(entry + 8)
    const length = view.getUint32(entry + 12)
    if (offset + length > data.length)
      throw unusableFont(`is a damaged font: its table ${tag.trim()} is cut off`)
    tables.set(tag, { offset, length })
  }
  return { data, tables }
}

/** The bytes of a table, or null. Tags have four characters (`CFF ` with its space). */
export function tableOf(sfnt: Sfnt, tag: string): DataView | null {
  const table = sfnt.tables.get(tag)
  if (table === undefined) return null
  return new DataView(sfnt.data.buffer, sfnt.data.byteOffset + table.offset, table.length)
}

function tagAt(view: DataView, offset: number): string {
  return String.fromCharCode(
    view.getUint8(offset),
    view.getUint8(offset + 1),
    view.getUint8(offset + 2),
    view.getUint8(offset + 3),
  )
}
