/** Shaping on real fonts: kerning, ligatures, marks, directions, tracking and what a font lacks. */
import { expect } from 'chai'
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs'
import type { Typeface } from '../../../../core/engine/text/font.ts'
import { inkOf } from '../../../../core/engine/text/ink.ts'
import { type ShapedLine, shapeParagraph } from '../../../../core/engine/text/shape.ts'
import { arabicTypeface, bundledTypeface } from '../../../support/pdf/fonts.ts'

const arimo = bundledTypeface('Arimo-Regular')
const cormorant = bundledTypeface('CormorantGaramond-Regular')

function lineOf(
  typeface: Typeface,
  text: string,
  tracked = false,
  features: readonly string[] = [],
): ShapedLine {
  return shapeParagraph(typeface, text, features).line(0, text.length, tracked)
}

/** The characters in the order in which they stand, left to right. */
function asSeen(line: ShapedLine): string {
  return line.runs
    .flatMap((run) => run.glyphs)
    .toSorted((a, b) => a.x - b.x)
    .map((glyph) => line.text[glyph.cluster])
    .join('')
}

function harfbuzzAdvance(typeface: Typeface, text: string): number {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(new Font(new Face(new Blob(typeface.data))), buffer)
  return buffer.getGlyphPositions().reduce((sum, position) => sum + position.xAdvance, 0)
}

describe('shaping Latin', () => {
  it('kerns as HarfBuzz does', () => {
    const { advance, runs } = lineOf(arimo, 'AVATAR')
    const plain = runs[0]!.glyphs.reduce((sum, glyph) => sum + arimo.advance(glyph.id), 0)
    expect(advance).to.equal(harfbuzzAdvance(arimo, 'AVATAR'))
    expect(advance).to.be.lessThan(plain - 400)
    expect(lineOf(arimo, 'AVATAR', false, ['kern=0']).advance).to.equal(plain)
  })

  it('forms ligatures, and none under tracking', () => {
    expect(lineOf(cormorant, 'office').runs[0]!.glyphs).to.have.length(4)
    expect(lineOf(cormorant, 'office', true).runs[0]!.glyphs).to.have.length(6)
    expect(lineOf(cormorant, 'office', true, ['liga=1', 'dlig=1']).runs[0]!.glyphs).to.have.length(6)
  })

  it('applies the features of the field and ignores what is none', () => {
    const plain = lineOf(cormorant, '1849').runs[0]!.glyphs.map(({ id }) => id)
    expect(lineOf(cormorant, '1849', false, ['lnum']).runs[0]!.glyphs.map(({ id }) => id)).to.not.deep.equal(
      plain,
    )
    expect(lineOf(cormorant, '1849', false, ['ü', '', '=='])).to.deep.equal(lineOf(cormorant, '1849'))
  })

  it('sets combining marks on their letters, without a gap of their own', () => {
    const line = lineOf(arimo, 'x\u0301\u0323y')
    const [letter, ...rest] = line.runs[0]!.glyphs
    const marks = rest.slice(0, -1)
    expect(marks).to.have.length(2)
    for (const mark of marks) {
      const bounds = arimo.bounds(mark.id)!
      const middle = mark.x + (bounds[0] + bounds[2]) / 2
      expect(middle).to.be.within(letter!.x, letter!.x + arimo.advance(letter!.id))
      expect(mark.gap).to.equal(0)
    }
    expect(line.gaps).to.equal(1)
  })

  it('counts gaps for tracking between graphemes only', () => {
    expect(lineOf(arimo, 'abc', true).gaps).to.equal(2)
    expect(lineOf(arimo, 'a', true).gaps).to.equal(0)
    expect(lineOf(arimo, 'e\u0301e\u0301'.normalize('NFD'), true).gaps).to.equal(1)
    const line = lineOf(arimo, 'HHH', true)
    const loose = inkOf(line, 100)!
    const plain = inkOf(line, 0)!
    expect(loose.xMax - plain.xMax).to.equal(200)
    expect(loose.xMin).to.equal(plain.xMin)
  })

  it('shows a soft hyphen only where the line is broken at it', () => {
    const text = 'paper\u00admill'
    const paragraph = shapeParagraph(arimo, text, [])
    expect(paragraph.line(0, text.length, false).runs[0]!.glyphs).to.have.length(9)
    expect(paragraph.line(0, 6, false)).to.deep.include({ text: 'paper-' })
    expect(paragraph.line(0, 6, false).runs[0]!.glyphs).to.have.length(6)
  })
})

describe('shaping text from the right', () => {
  it('reverses Hebrew, keeps numbers and Latin from the left, and mirrors brackets', () => {
    expect(asSeen(lineOf(arimo, 'שלום'))).to.equal('םולש')
    expect(asSeen(lineOf(arimo, 'בית 24'))).to.equal('24 תיב')
    expect(asSeen(lineOf(arimo, 'abc שלום def'))).to.equal('abc םולש def')
    const bracketed = lineOf(arimo, '(א)')
    const plain = lineOf(arimo, '(x)').runs[0]!.glyphs
    const seen = bracketed.runs.flatMap((run) => run.glyphs).map(({ id }) => id)
    expect([seen[0], seen[2]]).to.deep.equal([plain[0]!.id, plain[2]!.id])
  })

  it('tells the direction of a paragraph by its first strong letter', () => {
    expect(shapeParagraph(arimo, '24 שלום abc', []).rightToLeft).to.equal(true)
    expect(shapeParagraph(arimo, 'abc שלום', []).rightToLeft).to.equal(false)
    expect(asSeen(lineOf(arimo, 'שלום abc'))).to.equal('abc םולש')
  })

  it('orders each line of a paragraph by itself, with its trailing space at the end', () => {
    const text = 'abc שלום עולם'
    const line = shapeParagraph(arimo, text, []).line(0, 9, false)
    expect(asSeen(line)).to.equal('abc םולש ')
  })

  it('joins Arabic letters, lam and alef in their own way, and leaves tracking out of the joins', () => {
    const arabic = arabicTypeface()
    const joined = lineOf(arabic, 'بب').runs[0]!.glyphs.map(({ id }) => id)
    const alone = lineOf(arabic, 'ب').runs[0]!.glyphs.map(({ id }) => id)
    // Letters and their dots may be glyphs by themselves: the letter changes where it joins.
    expect(joined).to.not.deep.equal([...alone, ...alone])
    const idsOf = (text: string) =>
      lineOf(arabic, text, true).runs.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))
    expect(idsOf('لا')).to.not.have.members([...idsOf('ل'), ...idsOf('ا')])
    expect(lineOf(arabic, 'لا', true).gaps).to.equal(0)
    expect(lineOf(arabic, 'كتاب', true).gaps).to.equal(0)
    // Arabic digits run from the left, but as part of the text from the right that they begin.
    expect(asSeen(lineOf(arabic, 'ab ٢٠٢٦ د'))).to.equal('ab د ٢٠٢٦')
    expect(asSeen(lineOf(arabic, 'د 12 ab'))).to.equal('ab 12 د')
  })
})

describe('characters that a font lacks', () => {
  it('are named by their code points, and their glyphs are left out', () => {
    const line = lineOf(arimo, 'a中b文中')
    expect(line.missing).to.deep.equal([0x4e2d, 0x6587])
    expect(line.runs.flatMap((run) => run.glyphs).every((glyph) => glyph.id !== 0)).to.equal(true)
  })

  it('do not count where nothing is to be seen of them', () => {
    const line = lineOf(arimo, 'a\ufe0f\u200db\u2060\u200ec')
    expect(line.missing).to.deep.equal([])
    expect(line.runs.flatMap((run) => run.glyphs)).to.have.length(3)
    expect(lineOf(arimo, '❤\ufe0f').missing).to.deep.equal([0x2764])
    expect(lineOf(arimo, '👩\u200d👧').missing).to.deep.equal([0x1f469, 0x1f467])
  })

  it('may be made of parts that it has', () => {
    const jost = bundledTypeface('Jost-Regular')
    const caron = lineOf(jost, '\u01ce')
    expect(jost.hasCodePoint(0x1ce)).to.equal(false)
    expect(caron.missing).to.deep.equal([])
    expect(caron.runs[0]!.glyphs).to.have.length(2)
    expect(lineOf(arimo, 'a\u00a0b\u2009c').missing).to.deep.equal([])
  })
})
