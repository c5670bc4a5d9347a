/** Reads the fonts of content as far as their text goes: strings into glyphs with a meaning and a width. */

import { type PDFDict, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { onceFor } from '../../once-for.ts'
import { type CMap, readCMap } from '../pdf/font/read-cmap.ts'
import { cidWidths, simpleWidths, verticalAdvance } from '../pdf/font/read-glyph-widths.ts'
import { readSimpleEncoding } from '../pdf/font/read-simple-encoding.ts'
import { arrayEntry, asDict, asName, entry, nameEntry } from '../pdf/read-object.ts'
import { decodeStream } from '../pdf/read-stream.ts'
import { bracesIn } from './text/braces.ts'

export interface ShownGlyph {
  /** As it stands in the string, in so many bytes with the highest first. */
  readonly code: number
  readonly codeBytes: number
  /** What it says; null where that cannot be told. */
  readonly text: string | null
  /** Advance in em, along the line; downwards (negative) in a vertical font. */
  readonly advance: number
  /** Opening braces in it. */
  readonly braces: number
  /** Word spacing applies: the single byte 32 (9.3.3). */
  readonly isWordSpace: boolean
  /** A space, which leaves no ink. */
  readonly isBlank: boolean
}

export interface TextFont {
  readonly dict: PDFDict
  readonly vertical: boolean
  /** Its glyphs are drawn by content. */
  readonly type3: boolean
  glyphs(string: Uint8Array): ShownGlyph[]
}

const MAX_CMAP_BYTES = 8 << 20
const MAX_BASES = 4

/** Compiling changes no font: each is read once, for all readers of its file. */
export const readTextFont: (font: PDFDict) => TextFont = onceFor((font: PDFDict) => {
  const toUnicode = cmapOf(entry(font, 'ToUnicode'))
  return nameEntry(font, 'Subtype') === 'Type0' ? compositeFont(font, toUnicode) : simpleFont(font, toUnicode)
})

function simpleFont(font: PDFDict, toUnicode: CMap | null): TextFont {
  const encoding = readSimpleEncoding(font)
  const widthOf = simpleWidths(font, encoding)
  const known: ShownGlyph[] = []
  const glyphOf = (code: number): ShownGlyph => {
    const text = meaningful(toUnicode?.text.get(code)) ?? encoding[code] ?? null
    const isWordSpace = code === 32
    return {
      code,
      codeBytes: 1,
      text,
      braces: text === null ? 0 : bracesIn(text),
      advance: widthOf(code),
      isWordSpace,
      isBlank: isWordSpace || isSpace(text),
    }
  }
  return {
    dict: font,
    vertical: false,
    type3: nameEntry(font, 'Subtype') === 'Type3',
    glyphs(string) {
      // Called for every string of every page: a plain loop is several times as fast as Array.from.
      const shown = new Array<ShownGlyph>(string.length)
      for (let at = 0; at < string.length; at += 1) {
        const code = string[at] ?? 0
        known[code] ??= glyphOf(code)
        shown[at] = known[code]
      }
      return shown
    },
  }
}

function compositeFont(font: PDFDict, toUnicode: CMap | null): TextFont {
  const descendant = asDict(arrayEntry(font, 'DescendantFonts')?.[0] ?? null)
  const encoding = entry(font, 'Encoding')
  const name = asName(encoding) ?? 'Identity-H'
  const embedded = encoding instanceof PDFStream ? cmapOf(encoding) : null
  const vertical = embedded?.vertical ?? name.endsWith('V')
  const charset = embedded === null ? charsetOf(name) : null
  const widthOf = descendant === null ? () => 1 : cidWidths(descendant)
  const down = descendant === null || !vertical ? 0 : verticalAdvance(descendant)
  const known = new Map<number, ShownGlyph>()
  const glyphOf = (code: number, codeBytes: number, string: Uint8Array, at: number): ShownGlyph => {
    const meaning = charset === null ? null : decodeWith(charset, string.subarray(at, at + codeBytes))
    const cid = embedded?.cid(code) ?? cidIn(name, meaning) ?? code
    const text = meaningful(toUnicode?.text.get(code)) ?? meaningful(meaning ?? undefined)
    const isWordSpace = codeBytes === 1 && code === 32
    return {
      code,
      codeBytes,
      text,
      braces: text === null ? 0 : bracesIn(text),
      advance: vertical ? down : widthOf(cid),
      isWordSpace,
      isBlank: isWordSpace || isSpace(text),
    }
  }
  return {
    dict: font,
    vertical,
    type3: false,
    glyphs(string) {
      const shown: ShownGlyph[] = []
      for (let at = 0; at < string.length; ) {
        const length = Math.max(1, Math.min(codeLength(string, at, embedded, charset), string.length - at))
        let code = 0
        for (const end = at + length; at < end; at += 1) code = code * 256 + (string[at] ?? 0)
        const key = code * 8 + length
        let glyph = known.get(key)
        if (glyph === undefined) {
          glyph = glyphOf(code, length, string, at - length)
          known.set(key, glyph)
        }
        shown.push(glyph)
      }
      return shown
    },
  }
}

const isSpace = (text: string | null) => text === ' ' || text === '\u00a0'

/** Private, missing and control characters say nothing. */
function meaningful(text: string | undefined): string | null {
  return text === undefined || text === '' || /^[\p{Co}\ufffd\p{Cc}]+$/u.test(text) ? null : text
}

function cmapOf(object: PDFObject | null): CMap | null {
  return object instanceof PDFStream ? wholeCMap(object) : null
}

/** Producers give many fonts one CMap: each is decoded once. */
const ownCMap = onceFor((stream: PDFStream): CMap | null => {
  const bytes = decodeStream(stream, MAX_CMAP_BYTES)
  return bytes === null ? null : readCMap(bytes)
})
const wholeCMap = onceFor((stream: PDFStream) => withBases(stream, 0))

function withBases(stream: PDFStream, depth: number): CMap | null {
  const own = ownCMap(stream)
  if (own === null) return null
  const found = depth < MAX_BASES ? entry(stream.dict, 'UseCMap') : null
  const base = found instanceof PDFStream ? withBases(found, depth + 1) : null
  if (base === null) return own
  return {
    ...own,
    spaces: own.spaces.length > 0 ? own.spaces : base.spaces,
    text: new Map([...base.text, ...own.text]),
    cid: (code) => own.cid(code) ?? base.cid(code),
  }
}

/** 9.7.6.2: the shortest code that lies in a code space; two bytes where none does, as in Identity-H. */
function codeLength(string: Uint8Array, at: number, cmap: CMap | null, charset: string | null): number {
  if (cmap === null)
    return charset === null || charset === 'utf-16be' ? 2 : leadBytes(charset, string[at] ?? 0)
  if (cmap.spaces.length === 0) return 2
  let shortest: number | null = null
  for (const space of cmap.spaces)
    if (space.bytes <= 4 && space.bytes < (shortest ?? 5) && isInside(string, at, space))
      shortest = space.bytes
  return shortest ?? Math.min(...cmap.spaces.map(({ bytes }) => bytes))
}

function isInside(string: Uint8Array, at: number, { bytes, low, high }: CMap['spaces'][number]): boolean {
  if (bytes === 0) return false
  for (let index = 0; index < bytes; index += 1) {
    const shift = 8 * (bytes - 1 - index)
    const byte = string[at + index] ?? 0
    if (byte < ((low >>> shift) & 255) || byte > ((high >>> shift) & 255)) return false
  }
  return true
}

/** In the character sets of East Asia, ASCII takes one byte, and so do the half-width kana of Shift JIS. */
function leadBytes(charset: string, byte: number): number {
  if (byte < 0x80) return 1
  return charset === 'shift_jis' && byte >= 0xa0 && byte < 0xe0 ? 1 : 2
}

/** The character set of a predefined CMap's codes (table 118); null for Identity and unknown ones. */
function charsetOf(name: string): string | null {
  if (/^Uni.*-(UCS2|UTF16)/.test(name)) return 'utf-16be'
  if (/RKSJ/.test(name)) return 'shift_jis'
  if (/^(GB|GBK|GBKp|GBK2K|GBpc)-?/.test(name)) return 'gbk'
  if (/^(B5|ETen|HKscs|ETenms)/.test(name)) return 'big5'
  if (/^KSC/.test(name)) return 'euc-kr'
  return name === 'EUC-H' || name === 'EUC-V' ? 'euc-jp' : null
}

function decodeWith(charset: string, bytes: Uint8Array): string {
  return new TextDecoder(charset).decode(bytes)
}

/**
 * CIDs of the collections of Adobe begin with ASCII, from 1 for the space; 90ms-RKSJ takes the half-width set of
 * Japan1. Other characters are full-width, as is the default of their widths.
 */
function cidIn(name: string, meaning: string | null): number | null {
  const point = meaning?.codePointAt(0)
  if (point === undefined) return null
  if (point < 0x20 || point > 0x7e) return -1
  return point - 0x20 + (name.startsWith('90ms-RKSJ') ? 231 : 1)
}
