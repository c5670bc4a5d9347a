/** Fonts with CFF outlines of our own making: the curves of a font of the packages, written as Adobe's tech notes 5176 and 5177 say. */
import { openTypeface } from '../../core/text/font.ts'
import { edited, fontOf, tablesOf } from './font-files.ts'

export interface CffOptions {
  /** Glyphs by number, named by a PDF's /Differences; without one a glyph is called `g` and its number. */
  readonly names?: ReadonlyMap<number, string>
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
export function cffOf(font: Uint8Array, { names, cidOf }: CffOptions = {}): Buffer {
  const info = { key: 'test:cff', postScriptName: 'X', family: 'X', bold: false, italic: false }
  const typeface = openTypeface(font, info, 'test')
  const glyphCount = tablesOf(font).get('maxp')?.readUInt16BE(4) ?? 0
  const glyphs = Array.from({ length: glyphCount }, (_, id) => id)
  const charStrings = indexOf(glyphs.map((id) => charString(typeface.outline(id), typeface.advance(id))))
  const strings =
    cidOf === undefined ? glyphs.slice(1).map((id) => names?.get(id) ?? `g${id}`) : ['Adobe', 'Identity']
  const charset = Buffer.alloc(1 + (glyphCount - 1) * 2)
  for (const id of glyphs.slice(1))
    charset.writeUInt16BE(cidOf === undefined ? FIRST_OWN_STRING + id - 1 : cidOf(id), id * 2 - 1)
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
      ...[offset(at.charset), operator(15), offset(at.charStrings), operator(17)],
      ...(cidOf === undefined ? [ownPrivate] : []),
    ])
    const fdArray = cidOf === undefined ? Buffer.alloc(0) : indexOf([ownPrivate])
    return { top: indexOf([top]), fdArray }
  }
  const sizes = write({ charset: 0, fdSelect: 0, charStrings: 0, fdArray: 0, private: 0 })
  let next = head.length + sizes.top.length + rest.length
  const place = (bytes: Buffer) => {
    const start = next
    next += bytes.length
    return start
  }
  const at = {
    charset: place(charset),
    fdSelect: place(fdSelect),
    charStrings: place(charStrings),
    fdArray: place(sizes.fdArray),
    private: place(privateDict),
  }
  const { top, fdArray } = write(at)
  return Buffer.concat([head, top, rest, charset, fdSelect, charStrings, fdArray, privateDict])
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
