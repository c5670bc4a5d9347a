/** Subsets: the glyphs asked for under their own ids, nothing else, the same bytes each time. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import { Blob, Face, Font } from 'harfbuzzjs'
import { readSfnt } from '../../../../core/engine/pdf/font/sfnt.ts'
import type { Typeface } from '../../../../core/engine/text/font.ts'
import { shapeText } from '../../../../core/engine/text/shape.ts'
import { bareCff, createSubsetter } from '../../../../core/engine/text/subset.ts'
import { bundledTypeface, cffTypeface, testFonts } from '../../../support/pdf/fonts.ts'

const wasm = readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))

/** Glyph ids of a text, as a render collects them. */
function idsOf(typeface: Typeface, text: string): number[] {
  return shapeText(typeface, text).glyphs.map((glyph) => glyph.id)
}

function pathOf(font: Uint8Array, glyphId: number): string {
  return new Font(new Face(new Blob(font))).glyphToPath(glyphId)
}

/** The same font with one more table of so many bytes, which nothing reads. */
function withTable(font: Uint8Array, bytes: number): Uint8Array {
  const { tables } = readSfnt(font)
  const out = new Uint8Array(font.length + 16 + bytes)
  const view = new DataView(out.buffer)
  out.set(font.subarray(0, 12))
  view.setUint16(4, tables.size + 1)
  const entries = [...tables, ['zzzz', { offset: font.length, length: bytes }] as const]
  for (const [index, [tag, { offset, length }]] of entries.entries()) {
    const entry = 12 + index * 16
    out.set(Buffer.from(tag, 'latin1'), entry)
    view.setUint32(entry + 8, offset + 16)
    view.setUint32(entry + 12, length)
  }
  out.set(font.subarray(12 + tables.size * 16), 12 + entries.length * 16)
  return out
}

describe('subsetting a font', () => {
  const subsetter = createSubsetter(wasm)
  const typefaces = ['Arimo-Italic', 'CormorantGaramond-Regular', 'Jost-Medium'].map(bundledTypeface)

  it('keeps the outlines of the glyphs under their own ids', () => {
    for (const typeface of typefaces) {
      const ids = idsOf(typeface, 'Ångström & Söhne, office 1849')
      const subset = subsetter.subset(typeface, ids)
      for (const id of ids) expect(pathOf(subset, id)).to.equal(pathOf(typeface.data, id))
      expect(subset.length).to.be.lessThan(typeface.data.length / 10)
    }
  })

  it('leaves out all other glyphs and the tables that a PDF does not read', () => {
    const [typeface] = typefaces as [Typeface]
    const ids = idsOf(typeface, 'HAM')
    const subset = subsetter.subset(typeface, ids)
    for (const id of idsOf(typeface, 'bdfg')) expect(pathOf(subset, id)).to.equal('')
    expect([...readSfnt(subset).tables.keys()].sort()).to.deep.equal(
      ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'].sort(),
    )
  })

  it('gives the same bytes for the same glyphs, in any order and from any subsetter', () => {
    const [typeface] = typefaces as [Typeface]
    const ids = idsOf(typeface, 'Determined')
    const first = subsetter.subset(typeface, ids)
    expect(subsetter.subset(typeface, ids.toReversed())).to.equal(first)
    expect(createSubsetter(wasm).subset(typeface, [...ids, ...ids])).to.deep.equal(first)
    expect(subsetter.subset(typeface, idsOf(typeface, 'Other'))).to.not.deep.equal(first)
  })

  it('has room for any number of fonts @long', () => {
    const fonts = testFonts()
    const every = fonts.list().map(({ key }) => fonts.open(key))
    expect(every).to.have.length.greaterThan(50)
    for (const typeface of [...every, ...every.slice(0, 3)]) {
      const [id = 0] = idsOf(typeface, '1')
      expect(pathOf(subsetter.subset(typeface, [id, 3, 4]), id), typeface.info.key).to.not.equal('')
    }
  })

  it('subsets a font that leaves no room in memory for anything else, to the same bytes', () => {
    const typeface = bundledTypeface('NotoSansJP-Bold')
    const ids = idsOf(typeface, '御結婚')
    const more = idsOf(typeface, '祝')
    const [other] = typefaces as [Typeface]
    const plain = createSubsetter(wasm)
    const [wanted, wantedMore] = [ids, more].map((glyphs) => plain.subset(typeface, glyphs))
    const wantedOther = plain.subset(other, idsOf(other, 'A'))
    for (const megabytes of [20, 40]) {
      const large = { ...typeface, data: withTable(typeface.data, megabytes << 20), sha256: `${megabytes}` }
      expect(subsetter.subset(large, ids)).to.deep.equal(wanted)
      expect(subsetter.subset(large, more)).to.deep.equal(wantedMore)
      expect(subsetter.subset(other, idsOf(other, 'A'))).to.deep.equal(wantedOther)
    }
  })

  it('goes on after hundreds of subsets of many fonts', () => {
    const sample = subsetter.subset(typefaces[0]!, [40, 41])
    for (let round = 0; round < 300; round++) {
      const typeface = typefaces[round % typefaces.length]!
      expect(subsetter.subset(typeface, [20 + (round % 90), 30 + round]).length).to.be.greaterThan(500)
    }
    expect(createSubsetter(wasm).subset(typefaces[0]!, [40, 41])).to.deep.equal(sample)
  })

  it('keeps CFF outlines, and hands out the bare CFF table', () => {
    const typeface = cffTypeface()
    const ids = idsOf(typeface, 'Bodoni')
    const subset = subsetter.subset(typeface, ids)
    for (const id of ids) expect(pathOf(subset, id)).to.equal(pathOf(typeface.data, id))
    const cff = bareCff(subset)
    // Header of a CFF font set: major version 1, minor 0, header size 4.
    expect([...cff.subarray(0, 3)]).to.deep.equal([1, 0, 4])
    expect(cff.length).to.equal(readSfnt(subset).tables.get('CFF ')?.length)
    expect(() => bareCff(typefaces[0]!.data)).to.throw('no CFF table')
  })
})
