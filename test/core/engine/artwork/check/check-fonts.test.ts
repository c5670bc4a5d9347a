/** Fonts of the artwork: embedded or not, tagged or not, and only those that text is shown in. */
import type { PDFContext } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { checkFonts } from '../../../../../core/engine/artwork/check/check-fonts.ts'
import { readMarks } from '../../../../../core/engine/artwork/read-marks.ts'
import { type ArtworkPage, type Entries, form, openArtwork } from '../../../../support/pdf/page-artwork.ts'

async function check(build: (context: PDFContext) => ArtworkPage) {
  const { doc, pages } = await openArtwork((context) => [build(context)])
  return checkFonts(readMarks(doc, pages)).map(({ code, severity, found }) => `${severity} ${code} ${found}`)
}

const TEXT = 'BT /F 9 Tf (a) Tj ET'
const shown = (font: Entries) => () => ({ content: TEXT, resources: { Font: { F: font } } })
const simple = (name: string, descriptor?: Entries): Entries => ({
  Type: 'Font',
  Subtype: 'TrueType',
  BaseFont: name,
  ...(descriptor === undefined ? {} : { FontDescriptor: descriptor }),
})
const file = (c: PDFContext) => c.register(c.stream('font'))

describe('checkFonts', () => {
  it('fails fonts that are not embedded, the standard 14 too', async () => {
    expect(await check(shown(simple('Helvetica')))).to.deep.equal(['fail font_not_embedded Helvetica'])
    expect(await check(shown(simple('ABCDEF+Gill', { Type: 'FontDescriptor' })))).to.deep.equal([
      'fail font_not_embedded Gill',
    ])
  })

  for (const key of ['FontFile', 'FontFile2', 'FontFile3'])
    it(`passes a font embedded in ${key}`, async () => {
      expect(await check((c) => shown(simple('ABCDEF+Gill', { [key]: file(c) }))())).to.deep.equal([])
    })

  it('looks for a composite font in its descendant', async () => {
    const composite = (c: PDFContext, descriptor: Entries) => ({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'ABCDEF+Gill',
      DescendantFonts: [c.obj({ Subtype: 'CIDFontType2', FontDescriptor: descriptor as never })],
    })
    expect(await check((c) => shown(composite(c, { FontFile2: file(c) }))())).to.deep.equal([])
    expect(await check((c) => shown(composite(c, {}))())).to.deep.equal(['fail font_not_embedded Gill'])
  })

  it('tells a subset without a tag', async () => {
    const subset = (name: string) => (c: PDFContext) =>
      shown(simple(name, { FontFile3: file(c), CIDSet: file(c) }))()
    expect(await check(subset('Gill'))).to.deep.equal(['info font_no_subset_prefix Gill'])
    expect(await check(subset('ABCDEF+Gill'))).to.deep.equal([])
    expect(await check((c) => shown(simple('Gill', { FontFile3: file(c) }))())).to.deep.equal([])
  })

  it('warns of Courier', async () => {
    expect(await check((c) => shown(simple('Courier', { FontFile2: file(c) }))())).to.deep.equal([
      'warn font_courier Courier',
    ])
  })

  it('lets Type 3 fonts pass with a word', async () => {
    const font = (c: PDFContext) => ({
      Type: 'Font',
      Subtype: 'Type3',
      Name: 'Stamp',
      CharProcs: { a: c.register(c.stream('1 0 d0 0 0 1 1 re f')) },
    })
    expect(await check((c) => shown(font(c))())).to.deep.equal(['info font_type3 Stamp'])
  })

  it('passes over fonts that show nothing, nothing visible, or only form fields', async () => {
    const unused =
      (content: string, page: Entries = {}) =>
      () => ({
        content,
        resources: { Font: { F: simple('Helvetica') } },
        page,
      })
    expect(await check(unused(''))).to.deep.equal([])
    expect(await check(unused('BT /F 9 Tf () Tj [-20] TJ ET'))).to.deep.equal([])
    expect(await check(unused('BT 3 Tr /F 9 Tf (a) Tj ET'))).to.deep.equal([])
    const widget = (c: PDFContext) => {
      const look = form(c, TEXT, { Resources: { Font: { F: simple('Helvetica') } } })
      return {
        Annots: [c.obj({ Type: 'Annot', Subtype: 'Widget', F: 4, Rect: [0, 0, 9, 9], AP: { N: look } })],
      }
    }
    expect(await check((c) => unused('', widget(c))())).to.deep.equal([])
  })

  it('finds fonts in forms, and in graphics states', async () => {
    const inForm = (c: PDFContext) => {
      const part = form(c, TEXT, { Resources: { Font: { F: simple('Helvetica') } } })
      return { content: '/X Do', resources: { XObject: { X: part } } }
    }
    expect(await check(inForm)).to.deep.equal(['fail font_not_embedded Helvetica'])
    const inState = (c: PDFContext) => {
      const state = { Type: 'ExtGState', Font: [c.register(c.obj(simple('Times-Roman') as never)), 9] }
      return { content: 'BT /G gs (a) Tj ET', resources: { ExtGState: { G: state } } }
    }
    expect(await check(inState)).to.deep.equal(['fail font_not_embedded Times-Roman'])
  })

  it('reports a font once, with the first page that shows it', async () => {
    const { doc, pages } = await openArtwork(() => [
      { content: '' },
      shown(simple('Helvetica'))(),
      shown(simple('Helvetica'))(),
    ])
    expect(checkFonts(readMarks(doc, pages)).map(({ page }) => page)).to.deep.equal([1])
  })
})
