/** Fonts with CFF outlines of our own making: the curves of a font of the packages, written as Adobe's tech notes 5176 and 5177 say. */
import { STANDARD_NAMES } from '../../../core/engine/pdf/font/cff-names.ts'
import { openTypeface } from '../../../core/engine/text/font.ts'
import { edited, fontOf, tablesOf } from './font-files.ts'

export interface CffOptions {
  /** Glyphs by number, named by a PDF's /Differences; without one a glyph is called `g` and its number. */
  readonly names?: ReadonlyMap<number, string>
  /**
   * Codes of glyphs, in an encoding of the font's own; the font then holds these glyphs alone, in the order in which
   * they are first named, and a glyph's further codes stand in the supplement.
   */
  readonly codes?: ReadonlyMap<number, number>
  /** Writes codes, and the numbers of names, as ranges (format 1) and not one by one (format 0). */
  readonly inRanges?: boolean
  /** Makes the font CID-keyed, with this CID for each glyph; glyph 0 always has CID 0. */
  readonly cidOf?: (glyphId: number) => number
}

const OTTO = 0x4f54544f
const TRUETYPE_ONLY = ['glyf', 'loca', 'cvt ', 'fpgm', 'prep', 'gasp', 'hdmx', 'VDMX', 'LTSH', 'DSIG']
/** Strings of a font of its own have numbers from here on; those below are the standard ones (5176, appendix A). */
const FIRST_OWN_STRING = 391

/** The font (TrueType) with the same outlines, metrics and characters in an OpenType file with a CFF table. */
export function withCff(font: Uint8Array, options: CffOptions = {}): Buffer {
  const glyphCount = tablesOf(font).get('maxp')?.readUInt16BE(4) ?? 0
  const cff = cffOf(font, options)
  const changed = edited(font, (tables) => {
    for (const tag of TRUETYPE_ONLY) tables.delete(tag)
    const maxp = Buffer.alloc(6)
    maxp.writeUInt32BE(0x00005000, 0)
    maxp.writeUInt16BE(glyphCount, 4)
    tables.set('maxp', maxp)
    tables.set('CFF ', cff)
  })
  return fontOf(tablesOf(changed), OTTO)
}

/** The outlines alone, as a PDF embeds them: by names (Type1C) or by CIDs (CIDFontType0C). */
export function cffOf(font: Uint8Array, { names, cidOf, codes, inRanges = false }: CffOptions = {}): Buffer {
  const info = { key: 'test:cff', postScriptName: 'X', family: 'X', bold: false, italic: false }
  const typeface = openTypeface(font, info, 'test')
  const glyphCount = tablesOf(font).get('maxp')?.readUInt16BE(4) ?? 0
  const glyphs =
    codes === undefined
      ? Array.from({ length: glyphCount }, (_, id) => id)
      : [0, ...new Set([...codes.values()].filter((id) => id !== 0))]
  const charStrings = indexOf(glyphs.map((id) => charString(typeface.outline(id), typeface.advance(id))))
  const strings = cidOf === undefined ? [] : ['Adobe', 'Identity']
  const stringOf = (id: number): number => {
    const name = names?.get(id) ?? `g${id}`
    const known = STANDARD_NAMES.indexOf(name)
    // Glyphs of whole fonts have strings of their own, whatever they are called.
    if (known >= 0 && codes !== undefined) return known
    const own = strings.indexOf(name)
    return FIRST_OWN_STRING + (own >= 0 ? own : strings.push(name) - 1)
  }
  const numbers = glyphs.slice(1).map((id) => (cidOf === undefined ? stringOf(id) : cidOf(id)))
  const charset = inRanges
    ? Buffer.concat([Buffer.from([1]), ...numbers.map((value) => Buffer.from([value >> 8, value & 255, 0]))])
    : Buffer.concat([Buffer.from([0]), ...numbers.map((value) => Buffer.from([value >> 8, value & 255]))])
  const encoding = codes === undefined ? Buffer.alloc(0) : encodingOf(glyphs, codes, stringOf, inRanges)
  // Widths stand in the glyphs: nominalWidthX and defaultWidthX are 0 where a font says nothing.
  const privateDict = Buffer.concat([number(0), operator(20), number(0), operator(21)])
  // Format 0: the one font dictionary for every glyph.
  const fdSelect = cidOf === undefined ? Buffer.alloc(0) : Buffer.alloc(1 + glyphCount)
  const matrix = Buffer.concat([
    ...[1 / typeface.unitsPerEm, 0, 0, 1 / typeface.unitsPerEm, 0, 0].map(real),
    operator(12, 7),
  ])

  const head = Buffer.concat([Buffer.from([1, 0, 4, 4]), indexOf([Buffer.from('TestCff', 'latin1')])])
  const rest = Buffer.concat([indexOf(strings.map((text) => Buffer.from(text, 'latin1'))), indexOf([])])
  // Offsets take five bytes whatever they are, so that a first writing tells the sizes of the second.
  const write = (at: {
    encoding: number
    charset: number
    fdSelect: number
    charStrings: number
    fdArray: number
    private: number
  }) => {
    const ownPrivate = Buffer.concat([offset(privateDict.length), offset(at.private), operator(18)])
    const keyed =
      cidOf === undefined
        ? [matrix]
        : [
            ...[number(FIRST_OWN_STRING), number(FIRST_OWN_STRING + 1), number(0), operator(12, 30)],
            ...[matrix, offset(65_535), operator(12, 34)],
            ...[offset(at.fdArray), operator(12, 36), offset(at.fdSelect), operator(12, 37)],
          ]
    const top = Buffer.concat([
      ...keyed,
      ...typeface.boundingBox.map(number),
      operator(5),
      ...(codes === undefined ? [] : [offset(at.encoding), operator(16)]),
      ...[offset(at.charset), operator(15), offset(at.charStrings), operator(17)],
      ...(cidOf === undefined ? [ownPrivate] : []),
    ])
    const fdArray = cidOf === undefined ? Buffer.alloc(0) : indexOf([ownPrivate])
    return { top: indexOf([top]), fdArray }
  }
  const sizes = write({ encoding: 0, charset: 0, fdSelect: 0, charStrings: 0, fdArray: 0, private: 0 })
  let next = head.length + sizes.top.length + rest.length
  const place = (bytes: Buffer) => {
    const start = next
    next += bytes.length
    return start
  }
  const at = {
    encoding: place(encoding),
    charset: place(charset),
    fdSelect: place(fdSelect),
    charStrings: place(charStrings),
    fdArray: place(sizes.fdArray),
    private: place(privateDict),
  }
  const { top, fdArray } = write(at)
  return Buffer.concat([head, top, rest, encoding, charset, fdSelect, charStrings, fdArray, privateDict])
}

/** Codes of the glyphs in their order, and further ones of the same in a supplement (5176, chapter 12). */
function encodingOf(
  glyphs: readonly number[],
  codes: ReadonlyMap<number, number>,
  stringOf: (id: number) => number,
  inRanges: boolean,
): Buffer {
  const firsts = glyphs.slice(1).map((id) => [...codes].find(([, one]) => one === id)?.[0] ?? 0)
  const others = [...codes].filter(([code, id]) => id !== 0 && !firsts.includes(code))
  const runs: number[][] = []
  for (const code of firsts) {
    const run = runs.at(-1)
    if (run !== undefined && run[0] !== undefined && run[1] !== undefined && run[0] + run[1] + 1 === code)
      run[1] += 1
    else runs.push([code, 0])
  }
  const supplement = others.flatMap(([code, id]) => [code, stringOf(id) >> 8, stringOf(id) & 255])
  return Buffer.from([
    (inRanges ? 1 : 0) | (others.length > 0 ? 0x80 : 0),
    ...(inRanges ? [runs.length, ...runs.flat()] : [firsts.length, ...firsts]),
    ...(others.length > 0 ? [others.length, ...supplement] : []),
  ])
}

/** A Type 2 charstring: the width, then each contour from a move; contours close by themselves. */
function charString(path: string, advance: number): Buffer {
  const parts: Buffer[] = [number(advance)]
  let pen = [0, 0]
  const operands: number[] = []
  for (const token of path.split(' ')) {
    if (/^[-\d]/.test(token)) operands.push(Math.round(Number(token)))
    else {
      // Each point is written from the one before it.
      for (let place = 0; place < operands.length; place += 2) {
        const point = operands.slice(place, place + 2)
        parts.push(number((point[0] ?? 0) - (pen[0] ?? 0)), number((point[1] ?? 0) - (pen[1] ?? 0)))
        pen = point
      }
      const code = { m: 21, l: 5, c: 8 }[token]
      if (code !== undefined) parts.push(operator(code))
      operands.length = 0
    }
  }
  return Buffer.concat([...parts, operator(14)])
}

/** An INDEX: a count, where each piece begins, and the pieces. */
function indexOf(pieces: readonly Buffer[]): Buffer {
  if (pieces.length === 0) return Buffer.alloc(2)
  const head = Buffer.alloc(3 + (pieces.length + 1) * 4)
  head.writeUInt16BE(pieces.length, 0)
  head.writeUInt8(4, 2)
  let next = 1
  for (const [at, piece] of [...pieces, Buffer.alloc(0)].entries()) {
    head.writeUInt32BE(next, 3 + at * 4)
    next += piece.length
  }
  return Buffer.concat([head, ...pieces])
}

const operator = (...codes: readonly number[]) => Buffer.from(codes)

/** A whole number of two bytes, in dictionaries and in charstrings alike. */
function number(value: number): Buffer {
  const bytes = Buffer.from([28, 0, 0])
  bytes.writeInt16BE(value, 1)
  return bytes
}

/** A whole number of four bytes: in dictionaries alone. */
function offset(value: number): Buffer {
  const bytes = Buffer.from([29, 0, 0, 0, 0])
  bytes.writeInt32BE(value, 1)
  return bytes
}

/** A decimal fraction, two signs a byte. */
function real(value: number): Buffer {
  const signs = [...value.toFixed(12).replace(/\.?0+$/, '')].map((sign) => (sign === '.' ? 10 : Number(sign)))
  const nibbles = [...signs, 15, ...(signs.length % 2 === 0 ? [15] : [])]
  const bytes = nibbles.flatMap((high, at) => (at % 2 === 0 ? [high * 16 + (nibbles[at + 1] ?? 15)] : []))
  return Buffer.from([30, ...bytes])
}
