/** Settings make a placeholder longer than its place; values print where its words stood all the same. */

import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { inverse } from '../../../../../core/engine/geometry/matrix.ts'
import { compileSource, renderOn } from '../../../../support/engine/rendering.ts'
import { rawPdf } from '../../../../support/pdf/raw-pdf.ts'
import { needs } from '../../../../support/rips/oracles.ts'
import { type ShownChar, shownChars } from '../../../../support/rips/shown-chars.ts'

const SIDE = 300
const TRIM = [9, 9, 291, 291]
const MIDDLE = SIDE / 2
const helvetica = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica)

/** As Tj sets it, without kerning. */
const widthOf = (text: string, size = 10) =>
  [...text].reduce((sum, char) => sum + helvetica.widthOfTextAtSize(char, size), 0)

type Turn = readonly [a: number, b: number, c: number, d: number]
const ROOT = Math.SQRT1_2
const TURNS: Readonly<Record<string, Turn>> = {
  upright: [1, 0, 0, 1],
  'turned by 90°': [0, 1, -1, 0],
  'turned by 180°': [-1, 0, 0, -1],
  'turned by 270°': [0, -1, 1, 0],
  'turned by 45°': [ROOT, ROOT, -ROOT, ROOT],
  mirrored: [-1, 0, 0, 1],
}

const line = (x: number, y: number, words: string, size = 10) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET\n`

/** Turned about the middle of the page. */
function turnedPage(content: string, turn: Turn): Buffer {
  return rawPdf({
    objects: {
      catalog: '<< /Type /Catalog /Pages @pages >>',
      pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
      page:
        `<< /Type /Page /Parent @pages /MediaBox [0 0 ${SIDE} ${SIDE}] /TrimBox [${TRIM.join(' ')}] ` +
        '/Contents @content /Resources << /Font << /F1 @helvetica >> >> >>',
      content: { data: `q ${matrixOf(turn).join(' ')} cm\n${content}Q` },
      helvetica: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    },
  })
}

function matrixOf([a, b, c, d]: Turn) {
  return [a, b, c, d, MIDDLE - a * MIDDLE - c * MIDDLE, MIDDLE - b * MIDDLE - d * MIDDLE] as const
}

/** Where the word begins and ends on its line, before the page was turned, and the height of its baseline. */
async function printed(content: string, turn: Turn, word = VALUE) {
  const compiled = await compileSource(turnedPage(content, turn))
  const [field] = compiled.scene.fields
  if (field === undefined) throw new Error('It became no field.')
  const chars = shownChars(renderOn(compiled, { [field.id]: word }).pdf)
  const at = chars.findIndex((_, index) => [...word].every((one, more) => chars[index + more]?.text === one))
  const [first, last] = [chars[at], chars[at + word.length - 1]]
  if (first === undefined || last === undefined) throw new Error(`${word} is not on the page.`)
  const back = inverse(matrixOf(turn))
  if (back === null) throw new Error('The turn flattens.')
  const onLine = ({ x, y }: ShownChar) => [
    back[0] * x + back[2] * y + back[4],
    back[1] * x + back[3] * y + back[5],
  ]
  const [from, height] = onLine(first)
  const [lastFrom] = onLine(last)
  return {
    from: from ?? NaN,
    to: (lastFrom ?? NaN) + widthOf(word.slice(-1), last.size),
    height,
    size: first.size,
  }
}

const VALUE = 'Anna Lee'
const SETTINGS = [
  'w=60mm',
  'w=60mm|min=6pt|max=40|required|group=names',
  'h=9mm|valign=bottom|min=6pt|max=40|required',
  'lines=2|w=50mm|h=12mm|valign=middle|max=120',
  'max=40|default=A rather long default value that nobody reads|required',
  'size=10pt|min=6pt|ink=Black|font=Helvetica|empty=drop|group=all of the names',
]

describe('a placeholder with settings longer than its words', () => {
  for (const [name, turn] of Object.entries(TURNS)) {
    it(`prints its value where it begins: ${name}`, async function () {
      needs(this, 'mutool')
      for (const settings of SETTINGS)
        for (const x of [40, 110, 185, 235]) {
          const { from, height } = await printed(line(x, 160, `{{name|${settings}}}`), turn)
          expect(from, `${settings} at ${x}`).to.be.closeTo(x, 0.05)
          expect(height, `${settings} at ${x}`).to.be.closeTo(160, 0.05)
        }
    })
  }

  it('stays in the middle of the page, of its ground and of its neighbours', async function () {
    needs(this, 'mutool')
    for (const settings of [
      ...SETTINGS,
      'w=60mm|align=center',
      'align=center|min=6pt|max=40|required|group=all',
    ]) {
      const words = `{{name|${settings}}}`
      const centred = (middle: number, text: string) => middle - widthOf(text) / 2
      for (const [middle, content] of [
        [MIDDLE, line(centred(MIDDLE, words), 160, words)],
        [110, `1 g 40 140 140 50 re f 0 g ${line(centred(110, words), 160, words)}`],
        [190, line(centred(190, 'A line'), 174, 'A line') + line(centred(190, words), 160, words)],
      ] as const) {
        const { from, to } = await printed(content, [1, 0, 0, 1])
        expect((from + to) / 2, `${settings} around ${middle}`).to.be.closeTo(middle, 0.3)
      }
    }
  })

  it('ends where its neighbours end, though its settings begin off the page', async function () {
    needs(this, 'mutool')
    for (const settings of [
      ...SETTINGS,
      'w=60mm|align=right',
      'align=right|min=6pt|max=40|required|group=all',
    ]) {
      const words = `{{name|${settings}}}`
      const above = 'A line above'
      const content = line(250 - widthOf(above), 174, above) + line(250 - widthOf(words), 160, words)
      const { to } = await printed(content, [1, 0, 0, 1])
      expect(to, settings).to.be.closeTo(250, 0.3)
    }
  })

  it('is set as stated in a box that begins where it runs off the page', async function () {
    needs(this, 'mutool')
    const wide = `w=60mm|min=6pt|max=40|required|group=${'names '.repeat(8)}`
    for (const turn of Object.values(TURNS)) {
      const centred = await printed(line(40, 160, `{{name|align=center|${wide}}}`), turn)
      expect((centred.from + centred.to) / 2).to.be.closeTo(40 + 170.08 / 2, 0.3)
      const right = await printed(line(40, 160, `{{name|align=right|${wide}}}`), turn)
      expect(right.to).to.be.closeTo(40 + 170.08, 0.3)
    }
  })

  it('keeps its place where it is larger, or longer than the page', async function () {
    needs(this, 'mutool')
    for (const turn of Object.values(TURNS)) {
      const large = await printed(line(40, 160, '{{name|w=60mm|min=6pt|max=40|required}}', 40), turn)
      expect(large.from).to.be.closeTo(40, 0.05)
      expect(large.size).to.be.greaterThan(30)
      const long = await printed(line(40, 160, `{{name|default=${'a very long text '.repeat(12)}}}`), turn)
      expect(long.from).to.be.closeTo(40, 0.05)
    }
  })

  it('leaves their places to others on its line', async function () {
    needs(this, 'mutool')
    const columns = [20, 110, 200] as const
    const words = (at: number) => `{{name ${at}|min=6pt|max=40|required|group=names of guests|default=Bo}}`
    const compiled = await compileSource(
      turnedPage(columns.map((x, at) => line(x, 160, words(at))).join(''), [1, 0, 0, 1]),
    )
    const { fields } = compiled.scene
    expect(fields.map(({ label }) => label)).to.deep.equal(['name 0', 'name 1', 'name 2'])
    const values = Object.fromEntries(fields.map(({ id }, at) => [id, `${at}x`]))
    const chars = shownChars(renderOn(compiled, values).pdf)
    for (const [at, x] of columns.entries())
      expect(chars.find(({ text }) => text === `${at}`)?.x).to.be.closeTo(x, 0.05)
  })
})
