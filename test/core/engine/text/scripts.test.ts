/** Text of any script: set as HarfBuzz sets it, read back in logical order, and never a box for a missing glyph. */
import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { Blob, Buffer, BufferFlag, Direction, Face, Font, shape } from 'harfbuzzjs'
import type { Typeface } from '../../../../core/engine/text/font.ts'
import { shapeParagraph } from '../../../../core/engine/text/shape.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { bundledTypeface } from '../../../support/pdf/fonts.ts'
import { formPdf, textField } from '../../../support/pdf/form-pdf.ts'
import { inThrowAwayFolder, needs, paintTrace, pdfText, runTool } from '../../../support/rips/oracles.ts'

interface Sample {
  readonly font: string
  readonly text: string
  /** Parts in visual order, each of one direction, as a person sees the line from the left. */
  readonly seen: readonly string[]
  /** Why MuPDF's text does not count. */
  readonly notByMutool?: string
}

/** Parts are written in logical order; a trailing or leading space goes where the Unicode algorithm puts it. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  'Arabic with digits': {
    font: 'NotoNaskhArabic-Regular',
    text: 'مُحَمَّد 2026 لا ٢٤',
    seen: ['٢٤', ' لا ', '2026', 'مُحَمَّد '],
  },
  'Hebrew with Latin': {
    font: 'FrankRuhlLibre-Regular',
    text: 'שָׁלוֹם Anna ודן',
    seen: [' ודן', 'Anna', 'שָׁלוֹם '],
  },
  Thai: { font: 'Sarabun-Regular', text: 'น้ำผึ้งพระจันทร์', seen: ['น้ำผึ้งพระจันทร์'] },
  Devanagari: { font: 'NotoSansDevanagari-Regular', text: 'क्षत्रिय श्रीमती', seen: ['क्षत्रिय श्रीमती'] },
  Japanese: { font: 'NotoSansJP-Regular', text: '渡邉 髙橋あかり', seen: ['渡邉 髙橋あかり'] },
  'combining marks': {
    font: 'Arimo-Regular',
    text: 'x\u0301\u0323 q\u0302y',
    seen: ['x\u0301\u0323 q\u0302y'],
  },
  ligatures: { font: 'CormorantGaramond-Regular', text: 'affluent office', seen: ['affluent office'] },
  'emoji in one colour': { font: 'NotoEmoji-Regular', text: '❤\ufe0f😀🎂', seen: ['❤\ufe0f😀🎂'] },
  'a family of joined emoji': {
    font: 'NotoEmoji-Regular',
    text: '👨\u200d👩\u200d👧',
    seen: ['👨\u200d👩\u200d👧'],
    notByMutool: 'it takes the halves of surrogate pairs apart where one glyph stands for several characters',
  },
}

interface Placed {
  readonly id: number
  readonly x: number
  readonly y: number
}

/** HarfBuzz alone, on a font of its own, part after part: what the service's shaping has to come to. */
function setByHarfBuzz(typeface: Typeface, text: string, parts: readonly string[]): readonly Placed[] {
  const font = new Font(new Face(new Blob(typeface.data)))
  const placed: Placed[] = []
  let pen = 0
  for (const part of parts) {
    const buffer = new Buffer()
    buffer.addText(text, text.indexOf(part), part.length)
    buffer.guessSegmentProperties()
    if (/^\p{Nd}+$/u.test(part)) buffer.setDirection(Direction.LTR)
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES)
    shape(font, buffer)
    const positions = buffer.getGlyphPositions()
    for (const [at, info] of buffer.getGlyphInfos().entries()) {
      const position = positions[at]
      if (position === undefined) throw new Error('HarfBuzz gave a glyph without a place.')
      placed.push({ id: info.codepoint, x: pen + position.xOffset, y: position.yOffset })
      pen += position.xAdvance
    }
  }
  return placed
}

describe('text of any script', () => {
  let compiled: CompiledSource

  before(async () => {
    const field = textField('name', '20 20 280 60', '/DA (/Helv 18 Tf 0 g) /Q 0')
    compiled = await compileSource(formPdf({ fields: [field] }))
  })

  for (const [name, { font, text, seen, notByMutool }] of Object.entries(SAMPLES)) {
    it(`sets ${name} as HarfBuzz does`, () => {
      const typeface = bundledTypeface(font)
      const line = shapeParagraph(typeface, text, []).line(0, text.length, false)
      const ours = line.runs.flatMap((run) => run.glyphs).map(({ id, x, y }) => ({ id, x, y }))
      expect(line.missing).to.deep.equal([])
      expect(ours).to.deep.equal(setByHarfBuzz(typeface, text, seen))
    })

    it(`reads ${name} back from the press file in logical order`, function () {
      needs(this, 'pdftotext', 'mutool')
      const pdf = renderIn(compiled, font, text)
      const read = seen.length > 1 ? lettersOf : plainWords
      expect(read(pdfText(pdf))).to.equal(read(text))
      expect(paintTrace(pdf))
        .to.match(/<g /)
        .and.not.match(/glyph="\.notdef"|<g [^>]*glyph="0"/)
      if (notByMutool === undefined) expect(mutoolText(pdf)).to.not.include('\ufffd')
    })
  }

  it('names what the font lacks and prints nothing', () => {
    let refusal: unknown
    try {
      renderIn(compiled, 'Arimo-Regular', 'Anna 渡邉 👨\u200d👩\u200d👧')
    } catch (error) {
      refusal = error
    }
    const details = (refusal as { facts: { details: { code: string; found: string }[] } }).facts.details
    expect(details[0]?.code).to.equal('glyph_missing')
    expect(details[0]?.found).to.equal('U+6E21 渡, U+9089 邉, U+1F468 👨, U+1F469 👩, U+1F467 👧')
  })
})

/** Live text in the bundled font, whatever the form asked for. */
function renderIn(compiled: CompiledSource, postScriptName: string, text: string): Uint8Array {
  const fields = compiled.scene.fields.map((field) => ({
    ...field,
    placements: field.placements.map((placement) => {
      const font = { requested: postScriptName, key: `bundled:${postScriptName}`, substitute: false }
      return { ...placement, style: { ...placement.style, font } }
    }),
  }))
  const scene = { ...compiled.scene, fields, textOutput: 'live' as const }
  return renderOn({ ...compiled, scene }, { fld_0: text }).pdf
}

/** Without what no reader gives back: invisible joiners, selectors, and marks that say a direction. */
function plainWords(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * In lines of both directions poppler puts marks and spaces by their place, in the files of other producers too;
 * letters and digits have to come in the order in which they are read.
 */
function lettersOf(text: string): string {
  return plainWords(text).replaceAll(/[\p{M}\s]/gu, '')
}

function mutoolText(pdf: Uint8Array): string {
  return inThrowAwayFolder((folder) => {
    const path = `${folder}/text.pdf`
    writeFileSync(path, pdf)
    return runTool('mutool', ['draw', '-F', 'txt', path], { folder }).stdout
  })
}
