/** Reads what the codes of a simple font mean: its base encoding, its differences, its program's own encoding. */
import { PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { cffEncoding } from '../text/cff-encoding.ts'
import { unicodeOfGlyph } from './read-glyph-names.ts'
import { arrayEntry, asName, dictEntry, entry, nameEntry } from './read-object.ts'
import { decodeStream } from './read-stream.ts'

const MAX_PROGRAM_BYTES = 8 << 20

/** The upper half of StandardEncoding (ISO 32000-1 D.2) from 0xA1; a blank is no character. */
const STANDARD_UPPER =
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß"

/** What each of the 256 codes means, null where that cannot be told. */
export function readSimpleEncoding(font: PDFDict): (string | null)[] {
  const encoding = entry(font, 'Encoding')
  const stated = encoding instanceof PDFDict ? nameEntry(encoding, 'BaseEncoding') : asName(encoding)
  const codes = baseOf(stated, font)
  if (!(encoding instanceof PDFDict)) return codes
  let code = 0
  for (const item of arrayEntry(encoding, 'Differences') ?? []) {
    if (item instanceof PDFNumber) code = Math.trunc(item.asNumber())
    else if (item instanceof PDFName) {
      if (code >= 0 && code < 256) codes[code] = unicodeOfGlyph(asName(item) ?? '')
      code += 1
    }
  }
  return codes
}

/** ISO 32000-1 9.6.6: without a base encoding the program's own counts, and StandardEncoding where it has none. */
function baseOf(stated: string | null, font: PDFDict): (string | null)[] {
  if (stated === 'WinAnsiEncoding') return decoded('windows-1252')
  if (stated === 'MacRomanEncoding') return decoded('macintosh')
  const subtype = nameEntry(font, 'Subtype')
  // A Type 3 font has nothing but its differences.
  if (subtype === 'Type3') return Array.from({ length: 256 }, () => null)
  if (subtype === 'TrueType') return decoded('windows-1252')
  return ofProgram(font) ?? standard()
}

function decoded(encoding: string): (string | null)[] {
  const text = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, code) => code))
  return Array.from(text, (character) => (/\p{Cc}/u.test(character) ? null : character))
}

function standard(): (string | null)[] {
  return Array.from({ length: 256 }, (_, code) => {
    if (code === 0x27) return '’'
    if (code === 0x60) return '‘'
    if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code)
    const upper = STANDARD_UPPER[code - 0xa1] ?? ' '
    return code < 0xa1 || upper === ' ' ? null : upper
  })
}

/** The encoding that the font's own program states; null where it states none. */
function ofProgram(font: PDFDict): (string | null)[] | null {
  const descriptor = dictEntry(font, 'FontDescriptor')
  if (descriptor === null) return null
  const program = (key: string) => decodeStream(entry(descriptor, key), MAX_PROGRAM_BYTES)
  const type1 = program('FontFile')
  if (type1 !== null) return ofType1(type1)
  const compact = program('FontFile3')
  const named = compact === null ? null : cffEncoding(compact)
  if (named === null) return null
  return Array.from({ length: 256 }, (_, code) => unicodeOfGlyph(named.get(code) ?? ''))
}

/** In the clear text of a Type 1 program: `dup 65 /A put`. */
function ofType1(program: Uint8Array): (string | null)[] | null {
  const text = Buffer.from(program.subarray(0, 1 << 16)).toString('latin1')
  const clear = text.slice(0, text.indexOf('eexec') >>> 0)
  const pairs = [...clear.matchAll(/\bdup\s+(\d{1,3})\s*\/(\S+)\s+put\b/g)]
  if (pairs.length === 0) return null
  const codes: (string | null)[] = Array.from({ length: 256 }, () => null)
  for (const [, code, name] of pairs) if (Number(code) < 256) codes[Number(code)] = unicodeOfGlyph(name ?? '')
  return codes
}
