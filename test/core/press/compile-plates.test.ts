/** A compiled body prints what the upload prints: plates of two RIPs, compared pixel by pixel. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { compilePdf } from '../../../core/press/compile.ts'
import { artworkPdf } from '../../support/artwork-pdf.ts'
import { testFonts } from '../../support/fonts.ts'
import { coverage, needs, plateDifferences, plates, qpdfCheck, RIPS } from '../../support/oracles.ts'
import { onePage } from '../../support/raw-pdf.ts'

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus')
const CORPUS_FILES = [
  'print-real/pdfbox__PDFBOX-3062-005717-p1.pdf',
  'print-real/pdfpig__output_w3c_csswg_drafts_issues2023.pdf',
  'print-real/pdfjs__issue13520.pdf',
  'print-real/pdfjs__issue13325_reduced.pdf',
  'preflight/yobpf__spot.pdf',
  'preflight/yobpf__devicen.pdf',
  'preflight/yobpf__encrypted.pdf',
  'forms/pdfjs__textfields.pdf',
  'forms/pdfbox__DifferentDALevels.pdf',
  'structure/qpdf__boxes.pdf',
  'structure/qpdf__hybrid-xref.pdf',
  'transparency/pdfjs__blendmode.pdf',
]

/** What a compile takes off the pages, taken off by another library. */
const REMOVED = new Set(['/Widget', '/Link', '/Popup'])
async function withoutForm(upload: Uint8Array): Promise<Uint8Array> {
  const doc = await PDFDocument.load(upload, { updateMetadata: false, ignoreEncryption: true })
  doc.catalog.delete(PDFName.of('AcroForm'))
  for (const { node } of doc.getPages()) {
    const annotations = node.lookup(PDFName.of('Annots'))
    if (!(annotations instanceof PDFArray)) continue
    const kept = annotations.asArray().filter((item) => {
      const annotation = doc.context.lookup(item)
      return annotation instanceof PDFDict && !REMOVED.has(`${annotation.lookup(PDFName.of('Subtype'))}`)
    })
    node.set(PDFName.of('Annots'), doc.context.obj(kept))
  }
  return doc.save({ useObjectStreams: false })
}

const bodyOf = async (upload: Uint8Array) => (await compilePdf(upload, testFonts().list())).body

describe('the plates of a compiled body', function () {
  this.timeout(60_000)

  for (const rip of RIPS) {
    it(`equal those of the upload without its form, pixel by pixel, in ${rip}`, async function () {
      needs(this, rip)
      const [upload, body] = [await withoutForm(artworkPdf()), await bodyOf(artworkPdf())]
      // On the third page the RIPs themselves disagree: only MuPDF takes a surplus Q as viewers do.
      for (const page of rip === 'gs' ? [1, 2, 4] : [1, 2, 3, 4]) {
        const expected = plates(upload, { rip, page, dpi: 100 })
        const found = plates(body, { rip, page, dpi: 100 })
        expect(plateDifferences(expected, found), `page ${page}`).to.deep.equal([])
        if (page === 4) continue
        const orange = found.get('PANTONE 021 C')
        expect(orange && coverage(orange).max, `page ${page}`).to.be.above(40)
      }
    })
  }

  it('hold what stands before a string that never ends', async function () {
    needs(this, 'gs')
    const upload = onePage({ data: 'q 0.5 0 0 0.5 0 0 cm 1 0 0 0 k 10 10 100 50 re f (never closed' })
    expect(plateDifferences(plates(upload), plates(await bodyOf(upload)))).to.deep.equal([])
  })

  for (const file of CORPUS_FILES) {
    it(`equal those of the upload without its form in both RIPs: ${file}`, async function () {
      needs(this, ...RIPS, 'qpdf')
      const path = join(CORPUS, file)
      if (!existsSync(path)) this.skip()
      const upload = readFileSync(path)
      const body = await bodyOf(upload)
      const reference = file.includes('encrypted') ? upload : await withoutForm(upload)
      for (const rip of RIPS)
        expect(plateDifferences(plates(reference, { rip }), plates(body, { rip })), rip).to.deep.equal([])
      if (qpdfCheck(upload).status === 0) expect(qpdfCheck(body)).to.include({ status: 0 })
    })
  }
})
