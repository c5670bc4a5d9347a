/** Reads the names in a font file, by which PDFs and people refer to it. */
import { readSfnt, tableOf, unusableFont } from '../pdf/font/sfnt.ts'

/** Name ids of the `name` table (OpenType 1.9, "Name IDs"). */
const COPYRIGHT = 0
const FAMILY = 1
const FULL_NAME = 4
const POSTSCRIPT_NAME = 6
const TRADEMARK = 7
const LICENSE = 13
const LICENSE_URL = 14

export interface FontNames {
  readonly postScriptName: string
  /** The family of at most four styles (name id 1): `Jost Medium`, not `Jost`, so that weights stay apart. */
  readonly family: string
  readonly fullName: string
  readonly bold: boolean
  readonly italic: boolean
  readonly copyright: string
  readonly trademark: string
  readonly license: string
  readonly licenseUrl: string
}

/**
 * Reads the names of a font file. Throws `invalid_font` if it has none.
 * Decision: bold and italic come from OS/2 fsSelection, else from head's macStyle; weight classes are not asked.
 */
export function readFontNames(data: Uint8Array): FontNames {
  const sfnt = readSfnt(data)
  const table = tableOf(sfnt, 'name')
  if (table === null) throw unusableFont('is a font without names')
  const names = readNames(table)
  const postScriptName =
    names.get(POSTSCRIPT_NAME) ?? names.get(FULL_NAME)?.replaceAll(/[^!-~]|[[\](){}<>/%]/g, '')
  if (!postScriptName) throw unusableFont('is a font without a PostScript name')
  const os2 = tableOf(sfnt, 'OS/2')
  const head = tableOf(sfnt, 'head')
  const selection = os2 !== null && os2.byteLength >= 64 ? os2.getUint16(62) : null
  const macStyle = head !== null && head.byteLength >= 46 ? head.getUint16(44) : 0
  return {
    postScriptName,
    family: names.get(FAMILY) ?? postScriptName,
    fullName: names.get(FULL_NAME) ?? postScriptName,
    bold: selection === null ? (macStyle & 1) !== 0 : (selection & 0x20) !== 0,
    italic: selection === null ? (macStyle & 2) !== 0 : (selection & 1) !== 0,
    copyright: names.get(COPYRIGHT) ?? '',
    trademark: names.get(TRADEMARK) ?? '',
    license: names.get(LICENSE) ?? '',
    licenseUrl: names.get(LICENSE_URL) ?? '',
  }
}

/** English names win over those of other languages, Unicode ones over Macintosh Roman. */
function readNames(table: DataView): Map<number, string> {
  const names = new Map<number, { text: string; rank: number }>()
  const count = table.byteLength >= 6 ? table.getUint16(2) : 0
  const storage = table.byteLength >= 6 ? table.getUint16(4) : 0
  for (let index = 0; index < count && 6 + (index + 1) * 12 <= table.byteLength; index++) {
    const entry = 6 + index * 12
    const platform = table.getUint16(entry)
    const language = table.getUint16(entry + 4)
    const id = table.getUint16(entry + 6)
    const length = table.getUint16(entry + 8)
    const start = storage + table.getUint16(entry + 10)
    if (start + length > table.byteLength) continue
    const rank = platform === 3 ? (language === 0x409 ? 3 : 1) : platform === 0 ? 2 : 0
    if (rank <= (names.get(id)?.rank ?? -1)) continue
    const text = decode(table, start, length, platform !== 1)
    if (text !== '') names.set(id, { text, rank })
  }
  return new Map([...names].map(([id, name]) => [id, name.text]))
}

function decode(table: DataView, start: number, length: number, utf16: boolean): string {
  let text = ''
  if (utf16)
    for (let at = start; at + 1 < start + length; at += 2) text += String.fromCharCode(table.getUint16(at))
  else for (let at = start; at < start + length; at++) text += String.fromCharCode(table.getUint8(at))
  return text.trim()
}
