/** Room for the outline of letters: what two RIPs draw of it lies within the box, however sharp its corners are. */
import { expect } from 'chai'
import { layoutFields } from '../../../../core/engine/layout/layout.ts'
import type { TextMark } from '../../../../core/engine/layout/mark.ts'
import type { Placement } from '../../../../core/engine/scene/scene.ts'
import { LINE_JOINS, type TextStroke } from '../../../../core/engine/text/text-style.ts'
import { compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { testField, testInk, testPlacement, testScene, testStyle } from '../../../support/engine/scene.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { onePage } from '../../../support/pdf/raw-pdf.ts'
import { needs, plates, RIPS } from '../../../support/rips/oracles.ts'

const stroke = (changes: Partial<TextStroke> = {}): TextStroke => ({
  ...{ widthPt: 2, ink: null, tint: null, join: 'miter', overprint: false, filled: true },
  ...changes,
})

function markOf(placement: Placement, value: string): TextMark {
  const field = testField('fld_a', { placements: [placement] })
  const { marks, problems } = layoutFields(testScene([field]), { fld_a: value }, testFonts())
  expect(problems).to.deep.equal([])
  const [mark] = marks
  if (mark?.kind !== 'text') throw new Error('There is no text.')
  return mark
}

const WORDS = ['WAVMNK', 'Viktoria', 'AAA', 'zxkvw', '14 7 4']
const BOX = [20, 20, 120, 50] as const
/** Tight boxes: each word is set as large as it fits, with an outline of a share of its size. */
const CASES = WORDS.flatMap((word) =>
  LINE_JOINS.flatMap((join) =>
    [0.02, 0.08].map((share) => ({
      word,
      join,
      widthPt: 40 * share,
      align: share > 0.05 ? 'right' : 'left',
    })),
  ),
)

describe('Text with an outline', () => {
  for (const rip of RIPS)
    it(`lies within its box, says ${rip}`, async function () {
      needs(this, rip)
      const [columns, width, height] = [5, 140, 70]
      const fields = CASES.map(({ word, join, widthPt, align }, at) => {
        const [x, y] = [(at % columns) * width, Math.floor(at / columns) * height]
        const style = testStyle({
          ...{ sizePt: 40, minSizePt: 4, align: align as 'left', stroke: stroke({ widthPt, join }) },
          font: { requested: 'Arimo-Bold', key: 'bundled:Arimo-Bold', substitute: false },
        })
        const box = [BOX[0] + x, BOX[1] + y, BOX[2] + x, BOX[3] + y] as const
        return testField(`fld_${at}`, {
          defaultValue: word,
          placements: [testPlacement({ box, insetPt: 0, style })],
        })
      })
      const rows = Math.ceil(CASES.length / columns)
      const page = [0, 0, columns * width, rows * height]
      const compiled = await compileSource(onePage({ data: '' }, `/MediaBox [${page.join(' ')}]`))
      // Ghostscript fits the points of live glyphs to pixels, which makes corners sharper than they are.
      const textOutput = rip === 'gs' ? ('outlines' as const) : ('live' as const)
      const scene = { ...compiled.scene, fields, inks: [testInk(1, 'Black')], textOutput }
      const values = Object.fromEntries(fields.map(({ id, defaultValue }) => [id, defaultValue]))
      const { pdf } = renderOn({ ...compiled, scene }, values)
      const scale = 4
      const plate = plates(pdf, { rip, dpi: 72 * scale }).get('Black')
      if (plate === undefined) throw new Error('There is no black.')
      for (const [at, { word, join, widthPt }] of CASES.entries()) {
        const [x, y] = [(at % columns) * width, Math.floor(at / columns) * height]
        const reach = { left: Infinity, bottom: Infinity, right: 0, top: 0 }
        for (let row = 0; row < height * scale; row += 1)
          for (let column = 0; column < width * scale; column += 1) {
            const up = y * scale + row
            if ((plate.ink[(plate.height - 1 - up) * plate.width + x * scale + column] ?? 0) < 64) continue
            reach.left = Math.min(reach.left, column / scale)
            reach.right = Math.max(reach.right, (column + 1) / scale)
            reach.bottom = Math.min(reach.bottom, row / scale)
            reach.top = Math.max(reach.top, (row + 1) / scale)
          }
        const what = `${word}, ${join}, ${widthPt} pt`
        // Of a pixel that is touched all counts.
        const slack = 1.5 / scale
        expect(reach.left, what).to.be.at.least(BOX[0] - slack)
        expect(reach.bottom, what).to.be.at.least(BOX[1] - slack)
        expect(reach.right, what).to.be.at.most(BOX[2] + slack)
        expect(reach.top, what).to.be.at.most(BOX[3] + slack)
      }
    })

  it('has ink bounds that hold its outline, and a line that shrinks with it', () => {
    const wide = testPlacement({ box: [20, 20, 280, 80] })
    const plain = markOf({ ...wide, style: testStyle({ sizePt: 20 }) }, 'Ada')
    const outlined = markOf(
      { ...wide, style: testStyle({ sizePt: 20, stroke: stroke({ join: 'round' }) }) },
      'Ada',
    )
    expect(outlined.stroke?.width).to.equal(2)
    for (const [at, by] of [-1, -1, 1, 1].entries())
      expect(outlined.inkBox[at], `edge ${at}`).to.be.closeTo((plain.inkBox[at] ?? 0) + by, 1e-6)
    const narrow = testPlacement({ box: [20, 20, 60, 80], insetPt: 0 })
    const style = testStyle({ sizePt: 20, minSizePt: 2, stroke: stroke() })
    const shrunk = markOf({ ...narrow, style }, 'Adalbert')
    const sizePt = shrunk.runs[0]?.sizePt ?? 0
    expect(sizePt).to.be.below(20)
    expect(shrunk.stroke?.width).to.be.closeTo((2 * sizePt) / 20, 1e-9)
    expect(shrunk.inkBox[0]).to.be.at.least(20)
    expect(shrunk.inkBox[2]).to.be.at.most(60)
  })

  it('is as wide in all directions where letters are condensed or slanted', () => {
    const frame = { matrix: [0.5, 0, 0.2, 1, 30, 30] as const, widthPt: 200, heightPt: 40 }
    const placement = testPlacement({
      ...{ frame, box: [30, 30, 138, 70] },
      style: testStyle({ sizePt: 20, stroke: stroke({ join: 'round' }) }),
    })
    const mark = markOf(placement, 'Ada')
    expect(mark.stroke?.width).to.equal(2)
    const plain = markOf({ ...placement, style: testStyle({ sizePt: 20 }) }, 'Ada')
    for (const [at, by] of [-1, -1, 1, 1].entries())
      expect((mark.inkBox[at]! - plain.inkBox[at]!) * by, `edge ${at}`).to.be.at.least(0.99)
  })
})
