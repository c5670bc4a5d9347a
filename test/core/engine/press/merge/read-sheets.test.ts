/** What is read of a compiled body for a merged PDF, and what of its catalog does not hold for many records. */
import { expect } from 'chai'
import { compilePdf } from '../../../../../core/engine/press/compile.ts'
import { readSheets } from '../../../../../core/engine/press/merge/read-sheets.ts'
import { type CompiledSource, compileSource } from '../../../../support/engine/rendering.ts'
import { artworkPdf } from '../../../../support/pdf/artwork-pdf.ts'
import { onePage, rawPdf } from '../../../../support/pdf/raw-pdf.ts'
import { mergeOn } from '../../../../support/rips/merging.ts'
import { needs, qpdfCheck, qpdfJson } from '../../../../support/rips/oracles.ts'

/** Two pages, called Front and Back, of which a viewer is to print the first, on both sides of the sheet. */
const LABELLED = rawPdf({
  objects: {
    catalog:
      '<< /Type /Catalog /Pages @pages /PageLabels @labels /Lang (de) /ViewerPreferences @preferences >>',
    pages: '<< /Type /Pages /Kids [@front @back] /Count 2 /MediaBox [0 0 200 100] >>',
    front: '<< /Type /Page /Parent @pages /Contents @content >>',
    back: '<< /Type /Page /Parent @pages /Contents @content >>',
    content: { data: '0 0 0 1 k 10 10 20 20 re f' },
    labels: '<< /Nums [0 << /P (Front) >> 1 << /P (Back) >>] >>',
    preferences: '<< /PrintPageRange [1 1] /Duplex /DuplexFlipLongEdge >>',
  },
})

async function catalogOf(compiled: CompiledSource): Promise<Record<string, unknown>> {
  const { pdf } = mergeOn(compiled, [{}, {}])
  expect(qpdfCheck(pdf).status).to.equal(0)
  const [, objects] = qpdfJson(pdf).qpdf
  return objects[`obj:${compiled.plan.rootObject} 0 R`].value
}

describe('the catalog of a merged PDF', () => {
  it('has no labels and no range of pages, which were those of the template, and keeps the rest', async function () {
    needs(this, 'qpdf')
    const compiled = await compileSource(LABELLED)
    expect(await catalogOf(compiled)).to.deep.equal({
      '/Type': '/Catalog',
      '/Pages': `${readSheets(compiled.body).pagesRoot} 0 R`,
      '/Lang': 'u:de',
      '/ViewerPreferences': { '/Duplex': '/DuplexFlipLongEdge' },
    })
  })

  it('stays as it is where it speaks of no page', async function () {
    needs(this, 'qpdf')
    const compiled = await compileSource(artworkPdf())
    expect(readSheets(compiled.body).catalog).to.equal(null)
    expect(await catalogOf(compiled)).to.include({ '/Lang': 'u:en' })
  })
})

describe('readSheets', () => {
  it('reads each page with its slots, inherited entries and annotations', async () => {
    const { body, plan } = await compileSource(artworkPdf())
    const { pages } = readSheets(body)
    expect(pages).to.have.length(4)
    for (const [index, sheet] of pages.entries()) {
      const slots = [plan.pages[index]?.below, plan.pages[index]?.above].map((object) => `${object} 0 R`)
      expect(sheet.xObjects.map(([, value]) => value)).to.include.members(slots)
      expect(sheet.entries.map(([key]) => key)).to.include.members(['/MediaBox', '/Contents'])
      expect(sheet.entries.map(([key]) => key)).not.to.include.oneOf(['/Type', '/Parent', '/Resources'])
    }
    expect(new Map(pages[2]?.entries).get('/UserUnit')).to.equal('2')
    expect(new Map(pages[2]?.entries).get('/Rotate')).to.equal('90')
    expect(pages.map((page) => page.annotations.length)).to.deep.equal([1, 0, 0, 0])
  })

  it('keeps names and strings byte for byte', async () => {
    const group = '/Group << /S /Transparency /CS /DeviceCMYK >> /BoxColorInfo << /A#20B (\\(\\201\\)) >>'
    const { body } = await compilePdf(onePage({ data: 'n' }, group), [])
    const entries = new Map(readSheets(Buffer.concat(body)).pages[0]?.entries)
    expect(entries.get('/Group')).to.equal('<</S /Transparency /CS /DeviceCMYK>>')
    expect(entries.get('/BoxColorInfo')).to.equal('<</A#20B (\\(\\201\\))>>')
  })

  it('takes no file but a sound body', async () => {
    const { body, plan } = await compileSource(artworkPdf())
    expect(() => readSheets(Buffer.from(body).subarray(0, plan.startXref))).to.throw('damaged')
    expect(() => readSheets(Buffer.from('no PDF'))).to.throw()
  })
})
