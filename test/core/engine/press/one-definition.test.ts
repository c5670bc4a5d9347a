/** One name of a Separation has one definition in a PDF/X-4 file: of process plates, `All` and `None` too, with the fields in it. */
import { expect } from 'chai'
import { openProfileLibrary } from '../../../../server/profiles/bundled.ts'
import { bundledFonts, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { type PressPage, pressPage, separationText } from '../../../support/pdf/press-page.ts'
import { needs, plates, RIPS } from '../../../support/rips/oracles.ts'
import { separationsOf } from '../../../support/rips/separations.ts'

const [OUTPUT] = openProfileLibrary().bundled()
const ramp = (from: string, to: string) =>
  `<< /FunctionType 2 /Domain [0 1] /C0 [${from}] /C1 [${to}] /N 1 >>`
const onRgb = (name: string) => `[/Separation /${name} /DeviceRGB ${ramp('1 1 1', '0 0 0')}]`
const FIELD =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 130 250 160] /F 4 /DA (/Helv 24 Tf 0 g) >>'
const card = (parts: PressPage): PressPage => ({
  page: '/Annots [@field]',
  catalog: '/AcroForm << /Fields [@field] >>',
  ...parts,
  objects: { field: FIELD, ...parts.objects },
})

async function printed(parts: PressPage) {
  const compiled = await compileSource(pressPage(card(parts)), bundledFonts, { output: OUTPUT })
  const [field] = compiled.scene.fields
  const { pdf } = renderOn(compiled, { [field!.id]: 'MMM' }, { madeAt: Date.UTC(2027, 5, 12) })
  const findings = judged(compiled.findings)
  return { pdf, findings, label: compiled.plan.label?.label ?? null }
}
const hindered = (findings: Awaited<ReturnType<typeof printed>>['findings']) =>
  findings.flatMap(({ code, says, found }) => (code === 'pdfx_hindrance' ? [`${says} ${found}`] : []))

describe('a Separation in PDF/X-4', () => {
  for (const rip of RIPS)
    it(`is the one that the artwork has of black, also for fields, which print on the black plate, says ${rip}`, async function () {
      needs(this, rip, 'qpdf')
      const { pdf, label, findings } = await printed({
        content: '/K cs 0.8 scn 40 40 40 40 re f',
        resources: `/ColorSpace << /K ${onRgb('Black')} >>`,
      })
      expect(hindered(findings)).to.deep.equal([])
      expect(label).to.equal('PDF/X-4')
      expect(separationsOf(pdf).get('/Black')).to.have.length(1)
      const found = plates(pdf, { rip })
      const most = (name: string) => Math.max(0, ...(found.get(name)?.ink ?? []))
      expect(['Cyan', 'Magenta', 'Yellow'].map(most)).to.deep.equal([0, 0, 0])
      expect(most('Black')).to.equal(255)
    })

  it('keeps one definition where two show the same in other words', async function () {
    needs(this, 'qpdf')
    const sampled = {
      entries: '/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1 0 1] /Size [2] /BitsPerSample 8',
      data: '\0\0\0\0\0\xff\xff\0',
    }
    const { pdf, label } = await printed({
      content: '/A cs 1 scn 40 40 20 20 re f /B cs 1 scn 80 40 20 20 re f',
      resources: `/ColorSpace << /A ${separationText('Gold')} /B [/Separation /Gold /DeviceCMYK @sampled] >>`,
      objects: { sampled },
    })
    expect(label).to.equal('PDF/X-4')
    expect(separationsOf(pdf).get('/Gold')).to.have.length(1)
  })

  it('is none of a process plate with two colours, which keeps the file from the label', async () => {
    const { label, findings } = await printed({
      content: '/A cs 1 scn 40 40 20 20 re f',
      resources: `/ColorSpace << /A ${onRgb('Black')} /B ${separationText('Black', '0 0 0 1')} >>`,
    })
    expect(label).to.equal(null)
    expect(hindered(findings)).to.deep.equal(['pdfx_hindrance.spots Black'])
  })

  it('is a fault of registration marks with several colours, with and without the label', async () => {
    const { label, findings } = await printed({
      content: '/A cs 1 scn 2 2 8 8 re f /B cs 1 scn 290 2 8 8 re f',
      resources: `/ColorSpace << /A ${onRgb('All')} /B ${separationText('All', '1 1 1 1')} >>`,
    })
    expect(label).to.equal(null)
    expect(hindered(findings)).to.deep.equal(['pdfx_hindrance.spots All'])
    const [told] = findings.filter(({ code }) => code === 'spot_name_ambiguous')
    expect(told).to.include({ ink: 'All', severity: 'fail' })
  })

  it('keeps one definition of `None`, which shows nothing', async function () {
    needs(this, 'qpdf')
    const { pdf, label } = await printed({
      content: '/A cs 1 scn 40 40 20 20 re f /B cs 1 scn 80 40 20 20 re f',
      resources: `/ColorSpace << /A ${onRgb('None')} /B ${separationText('None', '1 1 1 1')} >>`,
    })
    expect(label).to.equal('PDF/X-4')
    expect(separationsOf(pdf).get('/None')).to.have.length(1)
  })
})
