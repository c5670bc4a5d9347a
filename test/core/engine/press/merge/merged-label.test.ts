/** The PDF/X label of a merged PDF: carried where every record keeps it, dated once, with RGB that is tagged; read by others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { dictEntry } from '../../../../../core/engine/pdf/read-object.ts'
import type { Output } from '../../../../../core/engine/press/output.ts'
import {
  bundledFonts,
  type CompiledSource,
  compileSource,
  renderOn,
} from '../../../../support/engine/rendering.ts'
import { type PressPage, pressPage } from '../../../../support/pdf/press-page.ts'
import { mergeOf, mergeOn, separationOf } from '../../../../support/rips/merging.ts'
import {
  needs,
  pageCount,
  plainPdf,
  plateDifferences,
  platesOfFiles,
  platesOfPages,
  qpdfCheck,
  RIPS,
} from '../../../../support/rips/oracles.ts'
import { leavePending } from '../../../../support/run/leave-pending.ts'
import { arlingtonFaults, hasArlington } from '../arlington.ts'

const OUTPUT: Output = {
  format: 'pdfx4',
  profile: { id: 'coated', sha256: '', condition: 'Custom', info: 'Coated offset', registry: null },
  bytes: readFileSync(join(import.meta.dirname, '../../../../../server/profiles/coated.icc')),
}
const RECORDS = [{ fld_0: 'Ada' }, { fld_0: 'Grace' }, { fld_0: 'Ada' }]

/** A page with a field in RGB, and artwork in RGB. */
async function source(parts: PressPage = {}, output: Output | null = OUTPUT): Promise<CompiledSource> {
  const widget =
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 130 200 160] /F 4 /DA (/Helv 12 Tf 0.8 0.1 0.1 rg) >>'
  const page = pressPage({
    page: '/Annots [@field]',
    content: '0.1 0.6 0.3 rg 100 80 60 40 re f',
    ...parts,
    catalog: '/AcroForm << /Fields [@field] >> /PageLabels << /Nums [0 << /S /D >>] >>',
    objects: { field: widget, ...parts.objects },
  })
  return compileSource(page, bundledFonts, { output })
}

describe('a merged PDF of a template that makes PDF/X-4', () => {
  it('carries one label with the date of its batch, and tags the RGB of all marks', async function () {
    needs(this, 'qpdf')
    const compiled = await source()
    const { pdf, appended } = mergeOn(compiled, RECORDS)
    const text = Buffer.from(appended).toString('latin1')
    expect(text.match(/pdfxid:GTS_PDFXVersion="PDF\/X-4"/g)).to.have.length(1)
    expect(text).to.include('xmp:ModifyDate="2026-07-15T12:34:56Z"')
    expect(qpdfCheck(pdf)).to.include({ status: 0 })
    const whole = plainPdf(pdf)
    expect(whole).to.include('/S /GTS_PDFX').and.not.include('/PageLabels')
    const doc = await PDFDocument.load(pdf)
    const forms = doc.context
      .enumerateIndirectObjects()
      .filter(([{ objectNumber }]) => objectNumber >= compiled.plan.size)
      .flatMap(([, object]) => (object instanceof PDFRawStream ? [dictEntry(object.dict, 'Resources')] : []))
    const tags = forms.flatMap((form) => (form === null ? [] : [dictEntry(form, 'ColorSpace')]))
    expect(tags).to.have.length.at.least(2)
    for (const tag of tags)
      expect(`${tag?.get(PDFName.of('DefaultRGB'))}`).to.equal(`${compiled.plan.rgbSpace} 0 R`)
    expect(Buffer.compare(Buffer.from(pdf), Buffer.from(mergeOn(compiled, RECORDS).pdf))).to.equal(0)
  })

  for (const rip of RIPS)
    it(`prints what single files print, says ${rip}`, async function () {
      needs(this, 'qpdf', rip)
      const compiled = await source()
      const { pdf } = mergeOn(compiled, RECORDS)
      expect(pageCount(pdf)).to.equal(3)
      const singles = platesOfFiles(
        RECORDS.map((values) => renderOn(compiled, values).pdf),
        { rip },
      )
      for (const [at, found] of platesOfPages(pdf, { rip }).entries())
        expect(plateDifferences(singles[at] ?? new Map(), found), `page ${at}`).to.deep.equal([])
    })

  it('has no key that the Arlington model lacks, of no other kind', async function () {
    if (!hasArlington) leavePending(this, 'the Arlington model')
    const { pdf } = mergeOn(await source(), RECORDS)
    expect(arlingtonFaults(await PDFDocument.load(pdf))).to.deep.equal([])
  })

  it('carries none if it is a proof, if nobody asked for it, and if the upload hinders it', async () => {
    const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >>'
    const hindered = await source({ content: 'BT /F 12 Tf 100 90 Td (a) Tj ET', resources: font })
    const proof = mergeOn(await source(), RECORDS, { kind: 'proof' })
    for (const { appended } of [proof, mergeOn(await source({}, null), RECORDS), mergeOn(hindered, RECORDS)])
      expect(Buffer.from(appended).toString('latin1')).not.to.include('GTS_PDFXVersion')
  })

  it('loses a kept label with the first record that would lose it alone', async () => {
    const compiled = await source()
    const { rgbSpace, ...kept } = compiled.plan
    expect(rgbSpace).to.be.a('number')
    const label = (reds: readonly boolean[]) => {
      const merge = mergeOf(compiled, 'final', kept)
      for (const isRed of reds) {
        const separation = separationOf(compiled, { fld_0: 'Ada' })
        merge.add(isRed ? separation : { ...separation, plates: [], slots: [] })
      }
      const bytes = Buffer.concat([...merge.finish()]).toString('latin1')
      expect(bytes.includes('GTS_PDFXVersion')).to.equal(merge.label !== null)
      return merge.label
    }
    expect(label([false, false])).to.equal('PDF/X-4')
    expect(label([false, true, false])).to.equal(null)
  })
})
