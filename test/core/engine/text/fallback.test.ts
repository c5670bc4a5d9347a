/** Fonts that stand in: which characters they set, how large, and that a text without them is what it was. */

import { expect } from 'chai'
import { layoutFields } from '../../../../core/engine/layout/layout.ts'
import { shapeParagraph } from '../../../../core/engine/text/shape.ts'
import type { FontChoice } from '../../../../core/engine/text/text-style.ts'
import { inkOfMark, overhang } from '../../../support/engine/ink.ts'
import { compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { testField, testInk, testPlacement, testScene, testStyle } from '../../../support/engine/scene.ts'
import { blankPdf } from '../../../support/pdf/blank-pdf.ts'
import { bundledTypeface, testFonts } from '../../../support/pdf/fonts.ts'
import { coverage, needs, pdfFonts, pdfText, plates, qpdfCheck, RIPS } from '../../../support/rips/oracles.ts'

const choice = (name: string): FontChoice => ({ requested: name, key: `bundled:${name}`, substitute: false })
const FALLBACKS = ['NotoSansJP-Regular', 'NotoNaskhArabic-Regular', 'NotoSansDevanagari-Regular'].map(choice)
const BOX = [20, 20, 280, 60] as const

const field = (fallbacks?: readonly FontChoice[], style = {}) =>
  testField('fld_0', {
    placements: [
      testPlacement({
        box: BOX,
        style: testStyle({ sizePt: 20, ...(fallbacks === undefined ? {} : { fallbacks }), ...style }),
      }),
    ],
  })

const lay = (text: string, fallbacks?: readonly FontChoice[], style = {}) =>
  layoutFields(testScene([field(fallbacks, style)]), { fld_0: text }, testFonts())

function runsOf(layout: ReturnType<typeof lay>) {
  const [mark] = layout.marks
  return mark?.kind === 'text' ? mark.runs : []
}

describe('Fonts that stand in', () => {
  it('set the characters that the font lacks, whole graphemes each, at its size', () => {
    const layout = lay('Rosé 東京 für Ida', FALLBACKS)
    expect(layout.problems).to.deep.equal([])
    const runs = runsOf(layout)
    expect(
      runs.map(({ text, typeface, fallback }) => [text, typeface.info.postScriptName, fallback]),
    ).to.deep.equal([
      ['Rosé ', 'Tinos-Regular', undefined],
      ['東京', 'NotoSansJP-Regular', true],
      // A script of its own ends with the space.
      [' ', 'Tinos-Regular', undefined],
      ['für Ida', 'Tinos-Regular', undefined],
    ])
    expect(new Set(runs.map(({ sizePt }) => sizePt)).size).to.equal(1)
    const advance = bundledTypeface('NotoSansJP-Regular').advance(runs[1]?.glyphs[0]?.id ?? 0)
    const [one, two] = runs[1]?.glyphs ?? []
    expect((two?.x ?? 0) - (one?.x ?? 0)).to.be.closeTo((advance / 1000) * 20, 0.001)
  })

  it('lie within the box, with the ink that is stated', () => {
    for (const text of ['東京都 Ida 東京都 Emil', 'Ida محمد Emil', 'नमस्ते Ida']) {
      const { marks, problems } = lay(text, FALLBACKS)
      expect(problems, text).to.deep.equal([])
      const [mark] = marks
      const ink = mark === undefined ? null : inkOfMark(mark)
      if (mark === undefined || ink === null) throw new Error(text)
      expect(overhang(ink, BOX), text).to.be.most(0)
      expect(overhang(ink, mark.inkBox), text).to.be.below(0.01)
      expect(overhang(mark.inkBox, ink), text).to.be.below(0.1)
    }
  })

  it('are asked in their order, and not where the template names none', () => {
    const [problem] = lay('Ida 東').problems
    expect(problem).to.include({ code: 'glyph_missing', found: 'U+6771 東' })
    expect(lay('Ida 東', FALLBACKS.slice(1)).problems[0]).to.include({
      code: 'glyph_missing',
      found: 'U+6771 東',
    })
    // Both have Latin letters; the first of them is asked first, and the field's own before it.
    expect(runsOf(lay('Ida', FALLBACKS)).map(({ typeface }) => typeface.info.postScriptName)).to.deep.equal([
      'Tinos-Regular',
    ])
  })

  it('join letters over a change of font, without letter spacing between them', () => {
    const naskh = bundledTypeface('NotoNaskhArabic-Regular')
    const line = shapeParagraph(naskh, 'محمد', [], [bundledTypeface('Tinos-Regular')]).line(0, 4, true)
    const alone = shapeParagraph(naskh, 'محمد', []).line(0, 4, true)
    expect(line).to.deep.equal(alone)
    expect(alone.gaps).to.equal(0)
  })

  it('stand in combs, wrapped lines and tracked text', () => {
    for (const style of [{ comb: 12 }, { wrap: true }, { tracking: 0.1 }]) {
      const layout = lay('Ida 東京', FALLBACKS, style)
      expect(layout.problems, JSON.stringify(style)).to.deep.equal([])
      expect(runsOf(layout).some(({ fallback }) => fallback === true)).to.equal(true)
    }
  })

  for (const textOutput of ['live', 'outlines'] as const)
    it(`print and read as they were typed, with ${textOutput}`, async function () {
      needs(this, 'gs', 'mutool', 'qpdf', 'pdffonts', 'pdftotext')
      const source = await compileSource(await blankPdf([{}]))
      const scene = {
        ...source.scene,
        fields: [field(FALLBACKS)],
        inks: [testInk(1, 'Gold', '#b08d57')],
        textOutput,
      }
      const { pdf, notes } = renderOn({ ...source, scene }, { fld_0: 'Ida 東京' })
      expect(qpdfCheck(pdf).status).to.equal(0)
      for (const rip of RIPS) {
        const found = plates(pdf, { rip })
        expect(coverage(found.get('Gold')!).max, rip).to.be.above(80)
        expect(coverage(found.get('Black')!).max, rip).to.equal(0)
      }
      const told = notes.render_checks.find(({ code }) => code === 'font_substituted')
      expect(JSON.stringify(told))
        .to.include('U+4EAC')
        .and.include('U+6771')
        .and.include('NotoSansJP-Regular')
      if (textOutput === 'outlines') return
      expect(pdfText(pdf)).to.include('Ida 東京')
      expect(
        pdfFonts(pdf)
          .map(({ name }) => name.replace(/^[A-Z]{6}\+/, ''))
          .sort(),
      ).to.deep.equal(['NotoSansJP-Regular', 'Tinos-Regular'])
    })

  it('change no byte of a text that needs none', async () => {
    const source = await compileSource(await blankPdf([{}]))
    const print = (fallbacks?: readonly FontChoice[]) =>
      renderOn({ ...source, scene: { ...source.scene, fields: [field(fallbacks)] } }, { fld_0: 'Ida Wörle' })
        .tail
    expect(Buffer.compare(print(), print(FALLBACKS))).to.equal(0)
  })
})
