/** The CFF table as a PDF embeds it: glyphs are reached by their ids, however their maker numbered them. */
import { expect } from 'chai'
import { Blob, Face, Font } from 'harfbuzzjs'
import { reachedByGlyphId } from '../../../../../core/engine/pdf/font/cff.ts'
import { readSfnt, tableOf } from '../../../../../core/engine/pdf/font/sfnt.ts'
import { cffOf, withCff } from '../../../../support/pdf/cff-font.ts'
import { edited, jost, renamed } from '../../../../support/pdf/font-files.ts'
import { testFonts, typefaceOf } from '../../../../support/pdf/fonts.ts'

const source = () => renamed(jost(), { family: 'Made Numbers' })
const WAYS: Readonly<Record<string, (glyphId: number) => number>> = {
  'in a row, from 500 on': (id) => id + 500,
  backwards: (id) => 20_000 - id,
  'in rows of a hundred': (id) => id + 1_000 * Math.floor(id / 100),
}

/** The offset of a whole number's operator in the top dictionary, which our own writer puts in five bytes. */
function charsetOf(cff: Uint8Array): number {
  const bytes = Buffer.from(cff)
  for (let at = 0; at < 200; at += 1)
    if (bytes[at] === 29 && bytes[at + 5] === 15) return bytes.readInt32BE(at + 1)
  throw new Error('The font names no charset.')
}

describe('a CFF table that is embedded alone', () => {
  it('stays as it is where glyphs have names', () => {
    const cff = cffOf(source())
    expect(Buffer.from(reachedByGlyphId(cff)).equals(cff)).to.equal(true)
  })

  it('numbers the glyphs of a font that is keyed by CIDs in their order, and changes nothing else', () => {
    const cff = cffOf(source(), { cidOf: (id) => 20_000 - id })
    const before = Buffer.from(cff)
    const after = Buffer.from(reachedByGlyphId(cff))
    expect(cff.equals(before), 'what was given stays').to.equal(true)
    const charset = charsetOf(cff)
    const glyphCount = tableOf(readSfnt(source()), 'maxp')?.getUint16(4) ?? 0
    expect(before.readUInt16BE(charset + 1)).to.equal(19_999)
    for (let glyph = 1; glyph < glyphCount; glyph += 1)
      expect(after.readUInt16BE(charset + glyph * 2 - 1)).to.equal(glyph)
    const end = charset + 1 + (glyphCount - 1) * 2
    expect(after.subarray(0, charset + 1).equals(before.subarray(0, charset + 1))).to.equal(true)
    expect(after.subarray(end).equals(before.subarray(end))).to.equal(true)
  })

  // HarfBuzz writes the charset of a subset in whichever form is the shortest.
  for (const [way, cidOf] of Object.entries(WAYS))
    it(`keeps the letters of a subset whose CIDs stand ${way}`, () => {
      const typeface = typefaceOf(withCff(source(), { cidOf }))
      const ids = [40, 41, 42, 120, 300, 301]
      const subset = testFonts().subset(typeface, ids)
      const numbered = edited(subset, (tables) => {
        const cff = tables.get('CFF ')
        if (cff !== undefined) tables.set('CFF ', Buffer.from(reachedByGlyphId(cff)))
      })
      for (const id of ids)
        expect(pathOf(numbered, id), `${id}`).to.equal(pathOf(typeface.data, id)).and.not.equal('')
    })

  it('is refused where it ends too soon', () => {
    const cff = cffOf(source(), { cidOf: (id) => id })
    for (const length of [3, 30, 100, charsetOf(cff) + 9])
      expect(() => reachedByGlyphId(cff.subarray(0, length)), `${length}`)
        .to.throw('damaged font')
        .with.property('code', 'invalid_font')
  })
})

function pathOf(font: Uint8Array, glyphId: number): string {
  return new Font(new Face(new Blob(font))).glyphToPath(glyphId)
}
