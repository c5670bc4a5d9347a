/** Copies of a record in a merged PDF: all or none, with what they share once. */
import { expect } from 'chai'
import { type CompiledSource, compileSource } from '../../../../support/engine/rendering.ts'
import { testField, testPlacement, testStyle } from '../../../../support/engine/scene.ts'
import { artworkPdf } from '../../../../support/pdf/artwork-pdf.ts'
import { mergeOf, separationOf } from '../../../../support/rips/merging.ts'
import { needs, pageCount, pdfText, qpdfCheck } from '../../../../support/rips/oracles.ts'

/** Text on the first and on the third page of four. */
const RECORD = { fld_0: 'Annabel' }

async function fourPages(): Promise<CompiledSource> {
  const compiled = await compileSource(artworkPdf())
  const style = testStyle({ sizePt: 14, minSizePt: 5 })
  const placements = [0, 2].map((page) => testPlacement({ page, box: [20, 20, 180, 60], turn: 0, style }))
  return {
    ...compiled,
    scene: { ...compiled.scene, fields: [testField('fld_0', { placements })], textOutput: 'live' },
  }
}

describe('copies in a merged PDF', () => {
  it('takes all copies of a record or none where the file is nearly full', async () => {
    const compiled = await fourPages()
    const record = separationOf(compiled, RECORD)
    const copies = 30
    for (const [limits, step] of [
      [{ size: 8_188_000 }, 7],
      [{ bodyBytes: 8_999_700_000 }, 4000],
    ] as const) {
      const [limit, first] = Object.entries(limits)[0] as [string, number]
      const outcomes = new Set<string>()
      for (let more = 0; more < 90; more += 1) {
        const merge = mergeOf(compiled, 'final', { ...compiled.plan, [limit]: first + more * step })
        try {
          merge.add(record, copies)
        } catch (error) {
          expect((error as { code?: string }).code).to.equal('merged_pdf_too_large')
          expect(merge.pageCount).to.equal(0)
          outcomes.add('none')
          continue
        }
        for (let copy = 1; copy < copies; copy += 1) merge.repeat()
        expect(merge.pageCount).to.equal(4 * copies)
        outcomes.add('all')
      }
      expect([...outcomes], limit).to.have.members(['all', 'none'])
    }
  })

  it('repeats a record as it stands, with its content once', async function () {
    needs(this, 'qpdf')
    const compiled = await fourPages()
    const record = separationOf(compiled, RECORD)
    const merge = mergeOf(compiled)
    const chunks = [merge.add(record, 3)]
    const start = merge.sizeBytes
    chunks.push(merge.repeat())
    const copyBytes = merge.sizeBytes - start
    chunks.push(merge.repeat(), ...merge.finish())
    const pdf = Buffer.concat([compiled.body, ...chunks])
    expect(qpdfCheck(pdf).status).to.equal(0)
    expect(pageCount(pdf)).to.equal(12)
    expect(copyBytes).to.be.below(4 * 1000)
    const pages = pdfText(pdf).split('\f')
    expect(pages.slice(4, 8)).to.deep.equal(pages.slice(0, 4))
    expect(pages.slice(8, 12)).to.deep.equal(pages.slice(0, 4))
  })
})
