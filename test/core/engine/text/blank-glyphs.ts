/** Fonts whose glyphs have no outlines of their own, as fonts of colours and pictures have them. */

import { edited, jost, renamed } from '../../../support/pdf/font-files.ts'
import { typefaceOf } from '../../../support/pdf/fonts.ts'

/** Tables that draw glyphs by other means; their contents are of no matter to what prints. */
export const COLOR_TABLES: Readonly<Record<string, Buffer>> = {
  'COLR version 0': table('COLR', '0000000000000000000000000000'),
  'COLR version 1': table('COLR', `0001${'00'.repeat(32)}`),
  CBDT: table('CBDT', '00030000'),
  sbix: table('sbix', '0001000000000000'),
  SVG: table('SVG ', '00000000000a00000000'),
}

function table(tag: string, hex: string): Buffer {
  return Buffer.concat([Buffer.from(tag, 'latin1'), Buffer.from(hex, 'hex')])
}

/** Jost, in which these characters, or all glyphs, are empty; `color` is one of COLOR_TABLES. */
export function withoutOutlines(characters: string | 'all', color: Buffer | null): Buffer {
  const source = renamed(jost(), { family: 'Colour Test' })
  const typeface = typefaceOf(source)
  const emptied = new Set(Array.from(characters))
  return edited(source, (tables) => {
    const [glyf, loca, head, maxp] = ['glyf', 'loca', 'head', 'maxp'].map((tag) => tables.get(tag))
    if (glyf === undefined || loca === undefined || head === undefined || maxp === undefined)
      throw new Error('Jost lacks a table.')
    const isLong = head.readInt16BE(50) === 1
    const offset = (glyph: number) =>
      isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2
    for (let glyph = 0; glyph < maxp.readUInt16BE(4); glyph += 1) {
      const [start, end] = [offset(glyph), offset(glyph + 1)]
      const isEmptied = characters === 'all' ? glyph > 0 : emptied.has(typeface.characterOf(glyph))
      // No contours.
      if (isEmptied && end - start >= 2) glyf.writeInt16BE(0, start)
    }
    if (color !== null) tables.set(color.toString('latin1', 0, 4), color.subarray(4))
  })
}
