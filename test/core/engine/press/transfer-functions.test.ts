/** Transfer functions that change nothing: PDF/X-4 has none of them, in pages, forms, patterns, letters and soft masks. */
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { openProfileLibrary } from '../../../../server/profiles/bundled.ts'
import { bundledFonts } from '../../../support/engine/rendering.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { needs, plainPdf, plates } from '../../../support/rips/oracles.ts'

const [OUTPUT] = openProfileLibrary().bundled()
const CURVE = '<< /FunctionType 2 /Domain [0 1] /N 2 >>'

/** Every place in which a graphics state can stand. */
const pageWith = (state: string) =>
  pressPage({
    content:
      '/State gs 0 0 0 0.5 k 50 50 20 20 re f /Form Do /Pattern cs /Tiles scn 100 50 20 20 re f ' +
      '/Shades scn 130 50 20 20 re f BT /Drawn 20 Tf 160 50 Td (a) Tj ET /Masked gs 0 1 0 0 k 200 50 20 20 re f',
    resources:
      `/ExtGState << /State @state /Masked << /SMask << /S /Alpha /G @mask /TR /Identity >> >> >> /XObject << /Form @form >> ` +
      '/Pattern << /Tiles @tiles /Shades @shades >> /Font << /Drawn @drawn >>',
    objects: {
      state: `<< /Type /ExtGState ${state} >>`,
      mask: {
        entries:
          '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceCMYK >> /Resources << >>',
        data: '0 0 0 1 k 0 0 300 200 re f',
      },
      form: {
        entries: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /ExtGState << /A << ${state} >> >> >>`,
        data: '/A gs 1 0 0 0 k 80 50 10 10 re f',
      },
      tiles: {
        entries: `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << /ExtGState << /A << ${state} >> >> >>`,
        data: '/A gs 0 1 1 0 k 0 0 8 8 re f',
      },
      shades: `<< /PatternType 2 /ExtGState << ${state} >> /Shading << /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [0 0 300 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [0 1 1 0] /C1 [0 1 1 0] /N 1 >> >> >>`,
      drawn: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a @letter >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << /ExtGState << /A << ${state} >> >> >> >>`,
      letter: { data: '1 0 d0 /A gs 0 0 0 1 k 0 0 1 1 re f' },
    },
  })

async function compiled(state: string) {
  const { body, plan, findings } = await compilePdf(pageWith(state), bundledFonts.list(), { output: OUTPUT })
  const hindrances = judged(findings).filter(({ code }) => code === 'pdfx_hindrance')
  return { pdf: Buffer.concat(body), label: plan.label?.label ?? null, hindrances }
}

describe('a transfer function that changes nothing', () => {
  for (const state of [
    '/TR /Identity',
    '/TR2 /Default',
    '/TR2 /Identity',
    '/TR /Identity /TR2 /Default',
    '/TR [/Identity /Identity /Identity /Identity]',
    // The second one counts (ISO 32000-1 table 58).
    `/TR ${CURVE} /TR2 /Default`,
  ])
    it(`is removed from PDF/X-4: ${state}`, async function () {
      needs(this, 'qpdf', 'gs')
      const { pdf, label, hindrances } = await compiled(state)
      expect(hindrances).to.deep.equal([])
      expect(label).to.equal('PDF/X-4')
      expect(plainPdf(pdf)).not.to.match(/\/TR2?\b/)
      if (state.includes(CURVE)) return
      const [before, after] = [plates(pageWith(state)), plates(pdf)]
      for (const [name, { ink }] of before)
        expect(Buffer.compare(ink, after.get(name)!.ink), name).to.equal(0)
    })

  it('stays in a file without a label', async function () {
    needs(this, 'qpdf')
    const { body } = await compilePdf(pageWith('/TR /Identity'), bundledFonts.list())
    expect(plainPdf(Buffer.concat(body))).to.match(/\/TR \/Identity/)
  })

  it('is none where one of its parts is a curve', async () => {
    for (const state of [`/TR ${CURVE}`, `/TR [/Identity /Identity /Identity ${CURVE}]`, `/TR2 ${CURVE}`]) {
      const { label, hindrances } = await compiled(state)
      expect(label, state).to.equal(null)
      expect(hindrances.map(({ says }) => says)).to.include('pdfx_hindrance.transfer')
    }
  })
})
