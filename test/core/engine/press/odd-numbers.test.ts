/** Numbers that are written as PDF has none: no page gets its size from them, and a press reads them as it did. */
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { codesOf } from '../../../support/pdf/judged.ts'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { onePage, rawPdf } from '../../../support/pdf/raw-pdf.ts'
import { rejectionOf } from '../../../support/run/thrown.ts'

const compile = (pdf: Uint8Array) => compilePdf(pdf, testFonts().list())

describe('a number that is none of PDF’s', () => {
  const pages: Readonly<Record<string, readonly [entries: string, key: string, shown: string]>> = {
    'a MediaBox in exponents': ['/MediaBox [0 0 1e9 1e9]', 'MediaBox', '1e9'],
    'a MediaBox with a tiny exponent': ['/MediaBox [1e-05 0 200 100]', 'MediaBox', '1e-05'],
    'a MediaBox with a unit': ['/MediaBox [0 0 200pt 100pt]', 'MediaBox', '200pt'],
    'a MediaBox whose number is another object': ['/MediaBox [0 0 @side 100]', 'MediaBox', '2e2'],
    'a CropBox': ['/CropBox [0 0 1e2 100]', 'CropBox', '1e2'],
    'a TrimBox': ['/TrimBox [1e1 10 190 90]', 'TrimBox', '1e1'],
    'a BleedBox': ['/BleedBox [0 0 200 1E2]', 'BleedBox', '1E2'],
    'an ArtBox': ['/ArtBox [0 0 200 1E+2]', 'ArtBox', '1E+2'],
    'a rotation': ['/Rotate 9e1', 'Rotate', '9e1'],
    'a user unit': ['/UserUnit 1e1', 'UserUnit', '1e1'],
    'a user unit that is another object': ['/UserUnit @side', 'UserUnit', '2e2'],
  }
  for (const [what, [entries, key, shown]] of Object.entries(pages))
    it(`is no size of a page: ${what}`, async () => {
      const pdf = rawPdf({
        objects: {
          catalog: '<< /Type /Catalog /Pages @pages >>',
          pages: '<< /Type /Pages /Kids [@page] /Count 1 /MediaBox [0 0 200 100] >>',
          page: `<< /Type /Page /Parent @pages /Contents @content ${entries} >>`,
          content: { data: '0 0 0 1 k 10 10 50 50 re f' },
          side: '2e2',
        },
      })
      const error = await rejectionOf(compile(pdf))
      expect(error.code).to.equal('unsupported_page_size')
      expect(error.message).to.equal(`Page 1 of the PDF has an invalid ${key}: ${shown} is not a PDF number.`)
      expect(error.facts.extra).to.deep.equal({ page: 0 })
    })

  it('is refused where a page inherits it', async () => {
    const pdf = pressPage().toString('latin1').replace('/Count 1 ', '/Count 1 /CropBox [0 0 3e2 200] ')
    expect((await rejectionOf(compile(Buffer.from(pdf, 'latin1')))).code).to.equal('unsupported_page_size')
  })

  it('stays as it stands anywhere else, and is told', async () => {
    const form = {
      entries: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Matrix [1 1e-05 0 1 100 80]',
      data: '0 0 9 9 re f',
    }
    const { body, findings } = await compile(
      pressPage({ content: '/X Do', resources: '/XObject << /X @form >>', objects: { form } }),
    )
    expect(Buffer.concat(body).toString('latin1')).to.match(/\/Matrix \[1 1e-05 0 1 100 80\]/)
    expect(codesOf(findings)).to.include('pdf_object_unreadable')
  })

  it('is not one that a word follows at once', async () => {
    const pdf = onePage({ data: '0 g 9 9 9 9 re f' }, '/UserUnit @unit', { unit: '2' }).toString('latin1')
    const { scene } = await compile(Buffer.from(pdf.replace('2\nendobj\nxref', '2endobj\n\nxref'), 'latin1'))
    expect(scene.pages[0]?.userUnit).to.equal(2)
  })
})
