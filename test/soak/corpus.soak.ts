/** Every file of the corpus of print PDFs, where it lies beside the checkout: a body like the upload and a render, or a refusal. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { CATALOGUE, ServiceError } from '../../core/errors.ts'
import {
  needs,
  pageCount,
  plateDifferences,
  plates,
  qpdfCheck,
  RIPS,
  rippedPages,
} from '../support/oracles.ts'
import { withoutForm } from '../support/reference-pdf.ts'
import { type CompiledSource, compileSource, renderOn } from '../support/rendering.ts'

const CORPUS = join(import.meta.dirname, '../../../shared/corpus')
const PAGES_A_FILE = 4
const DPI = 150
/** A page of this many square inches is drawn more coarsely, or one plate alone takes a gigabyte. */
const LARGE_FILES: Readonly<Record<string, number>> = {
  'print-real/pdfpig__ColorIssue.pdf': 10,
  'print-real/pdfpig__11194059_2017-11_de_s.pdf': 72,
}

describe('the corpus', function () {
  this.timeout(600_000)
  for (const file of existsSync(CORPUS) ? globSync('**/*.pdf', { cwd: CORPUS }).sort() : [])
    it(file, async function () {
      needs(this, ...RIPS, 'qpdf')
      const upload = readFileSync(join(CORPUS, file))
      let compiled: CompiledSource
      try {
        compiled = await compileSource(upload)
      } catch (error) {
        expect(error).to.be.instanceOf(ServiceError)
        expect(CATALOGUE[(error as ServiceError).code].status).to.equal(400)
        return
      }
      const bytes = Buffer.from(compiled.body)
      const pages = pageCount(bytes)
      expectRender(compiled, pages, qpdfCheck(upload).status === 0)
      expect(pages).to.be.greaterThan(0)
      if (qpdfCheck(upload).status === 0) expect(qpdfCheck(bytes)).to.include({ status: 0 })
      const reference = await withoutForm(upload).catch(() => upload)
      const dpi = LARGE_FILES[file] ?? DPI
      for (const rip of RIPS)
        for (let page = 1; page <= Math.min(pages, PAGES_A_FILE); page += 1) {
          const found = plates(bytes, { rip, page, dpi })
          // The reference's library shows deleted objects; the upload itself is the judge where it has no form.
          const differences = [reference, upload].map((pdf) => {
            const expected = draw(pdf, rip, page, dpi)
            return expected === null ? [] : plateDifferences(expected, found)
          })
          expect(differences, `${rip} page ${page}`).to.deep.include([])
        }
    })
})

/** A proof marks every page, and the fields that take text are filled; a second engine must find all pages in it. */
function expectRender(compiled: CompiledSource, pages: number, sound: boolean): void {
  const named = compiled.scene.fields.filter(
    ({ type, maxLength, options }) => type === 'text' && (maxLength ?? 9) >= 3 && options === null,
  )
  const values = Object.fromEntries(named.map(({ id }) => [id, 'Ada']))
  const pdf = renderOf(compiled, values) ?? renderOf(compiled, {})
  if (pdf === null) return
  expect(pageCount(pdf), 'pages for qpdf').to.equal(pages)
  expect(rippedPages(pdf, 'mutool'), 'pages for MuPDF').to.equal(pages)
  if (sound) expect(qpdfCheck(pdf)).to.include({ status: 0 })
}

/** Null where the values cannot be printed: narrow fields, and required pictures. */
function renderOf(compiled: CompiledSource, values: Readonly<Record<string, string>>): Uint8Array | null {
  try {
    return renderOn(compiled, values, { kind: 'proof' }).pdf
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError)
    return null
  }
}

/** Null where the RIP cannot draw the upload itself. */
function draw(pdf: Uint8Array, rip: (typeof RIPS)[number], page: number, dpi: number) {
  try {
    return plates(pdf, { rip, page, dpi })
  } catch {
    return null
  }
}
