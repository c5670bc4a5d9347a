/** Page trees that name a page, or a part with pages, more than once: equal pages, as readers show them. */

import { expect } from 'chai'
import { compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { rawPdf } from '../../../support/pdf/raw-pdf.ts'
import {
  needs,
  pageCount,
  pdfText,
  plateDifferences,
  plates,
  platesOfPages,
  qpdfCheck,
  RIPS,
  rippedPages,
} from '../../../support/rips/oracles.ts'

const FONT =
  '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >>'

/** A page with a placeholder, a form field, a stamp that prints and a picture of the form's border. */
function repeated(kids: string, count: number): Uint8Array {
  return rawPdf({
    objects: {
      catalog:
        '<< /Type /Catalog /Pages @pages /AcroForm << /Fields [@field @check] /DA (/Helv 12 Tf 0 g) >> >>',
      pages: `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
      part: '<< /Type /Pages /Parent @pages /Kids [@page @other] /Count 2 >>',
      page:
        '<< /Type /Page /Parent @pages /MediaBox [0 0 300 200] /Contents @content /Annots [@field @check @stamp] ' +
        `/Resources << ${FONT} >> >>`,
      other: '<< /Type /Page /Parent @part /MediaBox [0 0 300 200] /Contents @plain /Resources << >> >>',
      content: {
        data: '0 1 0 0 k 10 10 50 30 re f 0 0 0 1 k BT /F 14 Tf 30 150 Td ({{guest|w=60mm}}) Tj ET',
      },
      plain: { data: '1 0 0 0 k 100 10 50 30 re f' },
      field:
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [30 80 200 110] /F 4 /DA (/Helv 12 Tf 0 g) >>',
      check:
        '<< /Type /Annot /Subtype /Widget /FT /Btn /T (Vegan) /Rect [220 80 240 100] /F 4 /AP << /N << /Yes @tick >> >> >>',
      tick: { entries: '/Type /XObject /Subtype /Form /BBox [0 0 20 20]', data: '0 0 1 0 k 2 2 16 16 re f' },
      stamp: '<< /Type /Annot /Subtype /Stamp /Rect [250 150 280 180] /F 4 /AP << /N @tick >> >>',
    },
  })
}

const VALUES = { guest: 'Ada Lovelace', Name: 'Grace Hopper', Vegan: 'Yes' }

describe('A page that the page tree names twice', () => {
  it('is two equal pages, with each of its fields on both', async function () {
    needs(this, 'qpdf', 'pdftotext', 'mutool')
    const compiled = await compileSource(repeated('@page @page', 2))
    expect(compiled.scene.pages).to.have.length(2)
    expect(
      compiled.scene.fields.map(({ label, placements }) => [label, placements.map(({ page }) => page)]),
    ).to.deep.equal([
      ['Name', [0, 1]],
      ['Vegan', [0, 1]],
      ['guest', [0, 1]],
    ])
    const { pdf } = renderOn(compiled, VALUES)
    expect(qpdfCheck(pdf)).to.include({ status: 0 })
    expect(pageCount(pdf)).to.equal(2)
    for (const page of [1, 2])
      expect(pdfText(pdf, page)).to.include('Ada Lovelace').and.include('Grace Hopper')
  })

  for (const rip of RIPS)
    it(`has the plates of a page that is named once, in ${rip}`, async function () {
      needs(this, rip)
      this.timeout(60_000)
      const twice = await compileSource(repeated('@page @page', 2))
      const once = await compileSource(repeated('@page', 1))
      const expected = plates(renderOn(once, VALUES).pdf, { rip })
      const pages = platesOfPages(renderOn(twice, VALUES).pdf, { rip })
      expect(rippedPages(repeated('@page @page', 2), rip)).to.equal(pages.length)
      for (const found of pages) expect(plateDifferences(found, expected)).to.deep.equal([])
    })

  it('may be filled apart from the other: fields that are drawn on one stand on one', async function () {
    needs(this, 'pdftotext')
    const compiled = await compileSource(repeated('@page @page', 2))
    const [field] = compiled.scene.fields
    const only = field!.placements.slice(1)
    const scene = { ...compiled.scene, fields: [{ ...field!, placements: only }] }
    const { pdf } = renderOn({ ...compiled, scene }, { Name: 'Grace Hopper' })
    expect([1, 2].map((page) => pdfText(pdf, page).includes('Grace Hopper'))).to.deep.equal([false, true])
  })

  it('repeats a whole part of the tree in its order', async function () {
    needs(this, 'mutool')
    const kids = '@part @page @part'
    const compiled = await compileSource(repeated(kids, 5))
    expect(compiled.scene.pages).to.have.length(5)
    expect(compiled.scene.fields[0]?.placements.map(({ page }) => page)).to.deep.equal([0, 2, 3])
    expect(rippedPages(repeated(kids, 5), 'mutool')).to.equal(5)
  })
})
