/** Reads what the codes of a simple font mean: its base encoding, its differences, its program's own encoding. */
import { PDFDict, PDFName, PDFNumber, type PDFObject } from '@cantoo/pdf-lib'
import { onceFor } from '../../../once-for.ts'
import { arrayEntry, asName, dictEntry, entry, nameEntry } from '../read-object.ts'
import { decodeStream } from '../read-stream.ts'
import { cffEncoding } from './cff-encoding.ts'
import { unicodeOfGlyph } from './read-glyph-names.ts'

const MAX_PROGRAM_BYTES = 8 << 20

/** By code; null where it means nothing. */
type Codes = readonly (string | null)[]

/** The upper half of StandardEncoding (ISO 32000-1 D.2) from 0xA1; a blank is no character. */
const STANDARD_UPPER =
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß"

/** The meaning of each of the 256 codes; null if it is unknown. */
export function readSimpleEncoding(font: PDFDict): Codes {
  const encoding = entry(font, 'Encoding')
  const stated = encoding instanceof PDFDict ? nameEntry(encoding, 'BaseEncoding') : asName(encoding)
  const codes = [...baseOf(stated, font)]
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
function baseOf(stated: string | null, font: PDFDict): Codes {
  if (stated === 'WinAnsiEncoding') return WINDOWS
  if (stated === 'MacRomanEncoding') return MACINTOSH
  const subtype = nameEntry(font, 'Subtype')
  // A Type 3 font has nothing but its differences.
  if (subtype === 'Type3') return Array.from({ length: 256 }, () => null)
  if (subtype === 'TrueType') return WINDOWS
  return ofProgram(font) ?? STANDARD
}

const WINDOWS = decoded('windows-1252')
const MACINTOSH = decoded('macintosh')
const STANDARD = standard()

function decoded(encoding: string): Codes {
  const text = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, code) => code))
  return Array.from(text, (character) => (/\p{Cc}/u.test(character) ? null : character))
}

function standard(): Codes {
  return Array.from({ length: 256 }, (_, code) => {
    if (code === 0x27) return '’'
    if (code === 0x60) return '‘'
    if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code)
    const upper = STANDARD_UPPER[code - 0xa1] ?? ' '
    return code < 0xa1 || upper === ' ' ? null : upper
  })
}

/** The encoding in the font program; null if it has none. */
function ofProgram(font: PDFDict): Codes | null {
  const descriptor = dictEntry(font, 'FontDescriptor')
  if (descriptor === null) return null
  const type1 = entry(descriptor, 'FontFile')
  const found = type1 === null ? null : ofType1(type1)
  if (found !== null) return found.codes
  const compact = entry(descriptor, 'FontFile3')
  return compact === null ? null : ofCompact(compact)
}

const ofCompact = onceFor((stream: PDFObject): Codes | null => {
  const program = decodeStream(stream, MAX_PROGRAM_BYTES)
  const named = program === null ? null : cffEncoding(program)
  if (named === null) return null
  return Array.from({ length: 256 }, (_, code) => unicodeOfGlyph(named.get(code) ?? ''))
})

/** In the clear text of a Type 1 program: `dup 65 /A put`. Null if it is not a program. */
const ofType1 = onceFor((stream: PDFObject): { readonly codes: Codes | null } | null => {
  const program = decodeStream(stream, MAX_PROGRAM_BYTES)
  if (program === null) return null
  const text = Buffer.from(program.subarray(0, 1 << 16)).toString('latin1')
  const clear = text.slice(0, text.indexOf('eexec') >>> 0)
  const pairs = [...clear.matchAll(/\bdup\s+(\d{1,3})\s*\/(\S+)\s+put\b/g)]
  if (pairs.length === 0) return { codes: null }
  const codes: (string | null)[] = Array.from({ length: 256 }, () => null)
  for (const [, code, name] of pairs) if (Number(code) < 256) codes[Number(code)] = unicodeOfGlyph(name ?? '')
  return { codes }
})
