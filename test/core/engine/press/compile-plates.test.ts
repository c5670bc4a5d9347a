/** A compiled body prints what the upload prints: plates of two RIPs, compared pixel by pixel. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { artworkPdf } from '../../../support/pdf/artwork-pdf.ts'
import { onePage } from '../../../support/pdf/raw-pdf.ts'
import { comparedPlates, coverage, needs, qpdfCheck, RIPS } from '../../../support/rips/oracles.ts'
import { bodyOf, withoutForm } from '../../../support/rips/reference-pdf.ts'
import { inForm } from '../../../support/run/form.ts'
import { leavePending } from '../../../support/run/leave-pending.ts'

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus')
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

/** What a platesetter's proof shows, and the finest that the suite has time for. */
const DPI = 150

describe('the plates of a compiled body', () => {
  for (const rip of RIPS) {
    it(`equal those of the upload without its form, pixel by pixel, in ${rip}`, async function () {
      needs(this, rip)
      const [upload, body] = [await withoutForm(artworkPdf()), await bodyOf(artworkPdf())]
      // On the third page the RIPs themselves disagree: only MuPDF takes a surplus Q as viewers do.
      for (const page of rip === 'gs' ? [1, 2, 4] : [1, 2, 3, 4]) {
        const { found, differences } = comparedPlates(upload, body, { rip, page, dpi: DPI })
        expect(differences, `page ${page}`).to.deep.equal([])
        if (page === 4) continue
        const orange = found.get('PANTONE 021 C')
        expect(orange && coverage(orange).max, `page ${page}`).to.be.above(40)
      }
    })
  }

  it('hold what stands before a string that never ends', async function () {
    needs(this, 'gs')
    const upload = onePage({ data: 'q 0.5 0 0 0.5 0 0 cm 1 0 0 0 k 10 10 100 50 re f (never closed' })
    expect(comparedPlates(upload, await bodyOf(upload)).differences).to.deep.equal([])
  })

  for (const file of inForm(['craft-label'], ['wedding-card', 'craft-label', 'gift-tag']))
    it(`equal those of the ${file} without its form in both RIPs`, async function () {
      needs(this, ...RIPS)
      const upload = readFileSync(join(import.meta.dirname, `../../../../examples/${file}.pdf`))
      const [reference, body] = [await withoutForm(upload), await bodyOf(upload)]
      for (const rip of RIPS)
        expect(comparedPlates(reference, body, { rip, dpi: DPI }).differences, rip).to.deep.equal([])
    })

  for (const file of inForm(
    CORPUS_FILES.filter((_, at) => at % 4 === 0),
    CORPUS_FILES,
  )) {
    it(`equal those of the upload without its form in both RIPs: ${file}`, async function () {
      needs(this, ...RIPS, 'qpdf')
      const path = join(CORPUS, file)
      if (!existsSync(path)) leavePending(this, 'the corpus of the project')
      const upload = readFileSync(path)
      const body = await bodyOf(upload)
      const reference = file.includes('encrypted') ? upload : await withoutForm(upload)
      for (const rip of RIPS)
        expect(comparedPlates(reference, body, { rip, dpi: DPI }).differences, rip).to.deep.equal([])
      if (qpdfCheck(upload).status === 0) expect(qpdfCheck(body)).to.include({ status: 0 })
    })
  }
})
