/** Outline, opacity and blend mode of text that becomes a field: what is kept, and what is named as lost. */
import { expect } from 'chai'
import { readArtwork } from '../../../../core/engine/artwork/read-artwork.ts'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { bundledFonts } from '../../../support/engine/rendering.ts'
import { streamObject, textField } from '../../../support/pdf/form-pdf.ts'
import { readOneField } from '../../../support/pdf/form-reading.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { lookedPage, type TestLook } from '../../../support/pdf/looked-page.ts'
import { placeholderPage, readPlaceholderPage } from '../../../support/pdf/placeholder-page.ts'

const CYAN_OUTLINE = {
  widthPt: 1.5,
  ink: 'CMYK 100/0/0/0',
  tint: 1,
  join: 'round',
  overprint: false,
  filled: true,
}

const shown = (operators: string, text: string) => `q ${operators} BT /F1 20 Tf 40 200 Td (${text}) Tj ET Q`

async function styleOf(operators: string, text = '{{a}}') {
  const { place } = await readPlaceholderPage(shown(operators, text))
  return place('a').style
}

async function lostOf(look: TestLook) {
  const { findings } = await compilePdf(lookedPage([look]), bundledFonts.list())
  return judged(findings)
    .filter(({ code }) => code === 'field_look_not_kept')
    .map(({ severity, page, bbox, says, found }) => [severity, page, bbox?.length, says, found])
}

describe('The look of a placeholder', () => {
  it('has the outline of its text, in its own ink and with its joins', async () => {
    const style = await styleOf('2 Tr 1.5 w 1 j 1 0 0 0 K 0 0 0 0 k')
    expect(style.stroke).to.deep.equal(CYAN_OUTLINE)
    expect(style).not.to.have.any.keys('opacity', 'blend')
  })

  it('measures an outline on the page, whatever the content is scaled by', async () => {
    const { stroke } = await styleOf('0.5 0 0 0.5 20 20 cm 2 Tr 3 w 1 0 0 0 K 0 0 0 0 k')
    expect(stroke?.widthPt).to.equal(1.5)
  })

  it('has an outline of its own ink without naming it, so that it follows a chosen ink', async () => {
    const bold = await styleOf('2 Tr 0.3 w 0 0 0 1 K 0 0 0 1 k')
    expect(bold.stroke).to.deep.include({ widthPt: 0.3, ink: null, tint: null, filled: true })
    const tinted = await styleOf('2 Tr 1 w /Gold CS 0.5 SCN /Gold cs 1 scn')
    expect(tinted.stroke).to.deep.include({ ink: null, tint: 0.5 })
    const alone = await styleOf('1 Tr 1 w 1 0 0 0 K')
    expect(alone.stroke).to.deep.include({ ink: null, tint: null, filled: false })
  })

  it('puts the ink of an outline into the palette', async () => {
    const { inks } = await readPlaceholderPage(shown('2 Tr 1 w /Gold CS 1 SCN 0 0 0 1 k', '{{a}}'))
    expect(inks.map(({ name }) => name)).to.include('Gold')
    const mixed = await readPlaceholderPage(shown('2 Tr 1 w 1 0 0 0 K 0 0 0 1 k', '{{a}}'))
    expect(mixed.inks.find(({ name }) => name === 'CMYK 100/0/0/0')?.cmyk).to.deep.equal([100, 0, 0, 0])
  })

  it('leaves room for the outline, with the words where they stood', async () => {
    const [plain, outlined] = await Promise.all(
      ['', '2 Tr 4 w '].map(async (line) => {
        const { place } = await readPlaceholderPage(shown(`${line}0 0 0 1 K 0 0 0 1 k`, '{{a|w=60mm}}'))
        return place('a')
      }),
    )
    expect(outlined!.box[0]).to.be.closeTo(plain!.box[0] - 2, 0.01)
    expect(outlined!.box[0] + outlined!.insetPt).to.be.closeTo(plain!.box[0] + plain!.insetPt, 0.01)
  })

  it('is a field at the edge of the page, where there is no room for its outline', async () => {
    const turned = 'q 2 Tr 1.5 w 1 0 0 0 K BT /F1 24 Tf 0.707 0.707 -0.707 0.707 220 190 Tm ({{a}}) Tj ET Q'
    const { fields } = await readPlaceholderPage(turned, { page: '/UserUnit 2' })
    expect(fields.map(({ label }) => label)).to.deep.equal(['a'])
  })

  it('has the look that its settings state', async () => {
    const { stroke, opacity } = await styleOf('0 0 0 1 k', '{{a|outline=2pt gold|opacity=40%}}')
    expect(stroke).to.deep.include({ widthPt: 2, ink: 'Gold', tint: 1, filled: true })
    expect(opacity).to.equal(0.4)
    const without = await styleOf('2 Tr 1 w 1 0 0 0 K 0 0 0 1 k', '{{a|outline=none}}')
    expect(without).not.to.have.property('stroke')
    const thicker = await styleOf('2 Tr 1.5 w 1 j 1 0 0 0 K 0 0 0 0 k', '{{a|outline=3pt}}')
    expect(thicker.stroke).to.deep.equal({ ...CYAN_OUTLINE, widthPt: 3 })
  })

  it('leaves words of another look in the artwork', async () => {
    const both = '0 0 0 1 k BT /F1 20 Tf 40 200 Td (Dear ) Tj 2 Tr 1 w 1 0 0 0 K ({{a}}) Tj ET'
    const { place } = await readPlaceholderPage(both)
    expect(place('a').line).to.equal(undefined)
  })

  it('is named as lost where a field cannot keep it, with its place', async () => {
    expect(
      await lostOf({ operators: '0 0 0 1 k', state: '/SMask << /S /Luminosity /G @mask >>' }),
    ).to.deep.equal([['warn', 0, 4, 'field_look_not_kept', 'SMask']])
    expect(await lostOf({ operators: '2 Tr [3 2] 0 d 0 0 0 1 K' })).to.deep.equal([
      ['warn', 0, 4, 'field_look_not_kept.dash', 'd'],
    ])
    expect(await lostOf({ operators: '2 Tr /Pat CS 0 0 0 1 k' })).to.deep.equal([
      ['warn', 0, 4, 'field_look_not_kept.outline', 'Pat'],
    ])
    expect(await lostOf({ operators: '0 0 0 1 k', state: '/BM /Luminosity' })).to.deep.equal([
      ['warn', 0, 4, 'field_look_not_kept.blend', 'Luminosity'],
    ])
    expect(
      await lostOf({ operators: '2 Tr 0 0 0 1 K', state: '/ca 0.5 /BM [/Odd /Multiply]' }),
    ).to.have.length(1)
    expect(await lostOf({ operators: '2 Tr 0 0 0 1 K', state: '/ca 0.5 /SMask /None' })).to.deep.equal([])
  })
})

describe('The look of artwork text', () => {
  it('is listed with its text, and kept by the field that it becomes', async () => {
    const page = placeholderPage({ content: shown('2 Tr 1.5 w 1 j 1 0 0 0 K 0 0 0 0 k', 'Anna') })
    const [run] = readArtwork(page, 0, bundledFonts.list(), []).runs
    expect(run?.paint.stroke).to.deep.equal(CYAN_OUTLINE)
    const picks = [{ runs: [run?.id ?? ''], part: null, label: 'Name' }]
    const { scene } = await compilePdf(page, bundledFonts.list(), { picks })
    expect(scene.fields[0]?.placements[0]?.style.stroke).to.deep.equal(CYAN_OUTLINE)
  })

  it('is listed with what a field would lose', () => {
    const look = { operators: '2 Tr [3 2] 0 d 0 0 0 1 K', state: '/BM /Hue' }
    const { runs } = readArtwork(lookedPage([look]), 0, bundledFonts.list(), [])
    expect(runs.at(-1)?.paint.lost.map((one) => one.look)).to.deep.equal(['dashed_outline', 'blend_mode'])
  })
})

describe('The look of a form field', () => {
  it('is that of the text in its appearance', async () => {
    const field = await readOneField({
      fields: [textField('name', '50 50 250 80', '/AP << /N @look >>')],
      objects: {
        look: streamObject(
          '/Tx BMC q /F gs 2 Tr 1 w 1 0 0 0 K 0 0 0 1 k BT /Helv 12 Tf (Anna) Tj ET Q EMC',
          '/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /ExtGState << /F << /ca 0.4 /CA 0.4 >> >> >>',
        ),
      },
    })
    const { stroke, opacity } = field.placements[0]?.style ?? {}
    expect(stroke).to.deep.include({ widthPt: 1, ink: 'CMYK 100/0/0/0', filled: true })
    expect(opacity).to.equal(0.4)
  })
})
