/** The promise of the fit, on random texts, ten thousand in the soak: no ink outside its box, and no refusal without need. */
import { expect } from 'chai'
import { layoutFields } from '../../../../core/engine/layout/layout.ts'
import type { Placement } from '../../../../core/engine/scene/scene.ts'
import { breakOffsets } from '../../../../core/engine/text/break-lines.ts'
import type { Typeface } from '../../../../core/engine/text/font.ts'
import { MARGIN, MARGIN_EM } from '../../../../core/engine/text/place.ts'
import { type Paragraph, type ShapedLine, shapeParagraph } from '../../../../core/engine/text/shape.ts'
import { inkOfMark, overhang, sampledBounds } from '../../../support/engine/ink.ts'
import { testField, testScene } from '../../../support/engine/scene.ts'
import { ALPHABETS, ARABIC_WORDS, type TextCase, textCases } from '../../../support/engine/text-cases.ts'
import { arabicTypeface, testFonts } from '../../../support/pdf/fonts.ts'
import { inForm } from '../../../support/run/form.ts'

const COUNT = inForm(500, 10_000)

describe(`fitting ${COUNT} random texts`, () => {
  const arabic = arabicTypeface()
  const alphabets =
    arabic === null ? ALPHABETS : [...ALPHABETS, { key: arabic.info.key, words: ARABIC_WORDS.split(' ') }]
  const fonts = {
    open: (key: string): Typeface => (key === arabic?.info.key ? arabic : testFonts().open(key)),
  }

  it('never puts ink outside its box, and refuses only what brute force cannot set either', () => {
    let set = 0
    let refused = 0
    const outside: string[] = []
    const needless: { text: string; clear: boolean }[] = []
    for (const { text, placement } of textCases(COUNT, 20_260_801, alphabets)) {
      const typeface = fonts.open(placement.style.font.key)
      const layout = layoutFields(
        testScene([testField('fld_test', { placements: [placement] })]),
        { fld_test: text },
        fonts,
      )
      const [mark] = layout.marks
      const [problem] = layout.problems
      if (mark !== undefined) {
        set++
        const ink = inkOfMark(mark)
        const stated = overhang(mark.inkBox, placement.box)
        // Outlines are rounded to a tenth of a unit, and the samples of a curve lie up to a unit inside it.
        const { sizePt } = placement.style
        if (ink === null || overhang(ink, placement.box) > 0 || stated > 0) {
          outside.push(describeCase({ text, placement }))
        } else if (overhang(ink, mark.inkBox) > sizePt * 1e-4 || overhang(mark.inkBox, ink) > sizePt * 3e-3) {
          outside.push(`wrong ink box: ${describeCase({ text, placement })}`)
        }
      } else if (problem?.code === 'text_does_not_fit') {
        refused++
        if (bruteForceFits(typeface, text, placement, 0)) {
          needless.push({
            text: describeCase({ text, placement }),
            clear: bruteForceFits(typeface, text, placement, 1),
          })
        }
      } else
        throw new Error(`neither set nor refused: ${problem?.message} ${describeCase({ text, placement })}`)
    }
    expect(outside).to.deep.equal([])
    // Both happen often enough for the test to mean something.
    expect(set).to.be.greaterThan(COUNT * 0.5)
    expect(refused).to.be.greaterThan(COUNT * 0.05)
    expect(needless.filter(({ clear }) => clear)).to.deep.equal([])
    expect(set / (set + needless.length)).to.be.at.least(0.95)
  })
})

function describeCase({ text, placement }: TextCase): string {
  return JSON.stringify({ text, box: placement.box, turn: placement.turn, style: placement.style })
}

/**
 * Tries every quarter point, every thousandth of tracking and, where the style wraps, greedy lines; any shift is
 * allowed. `margins` is 1 to keep the margins of the fit, 0 to use the box whole.
 */
function bruteForceFits(typeface: Typeface, value: string, placement: Placement, margins: number): boolean {
  const { style, box, turn } = placement
  const swapped = turn % 180 !== 0
  const width = swapped ? box[3] - box[1] : box[2] - box[0]
  const height = swapped ? box[2] - box[0] : box[3] - box[1]
  const text = value.normalize('NFC').trim()
  const hardLines = style.wrap ? text.split('\n') : [text.replaceAll('\n', ' ')]
  const paragraphs = hardLines.map((line) => shapeParagraph(typeface, line, style.features))
  const offsets = hardLines.map((line) => (style.wrap ? breakOffsets(line) : [line.length]))
  const trackings = style.wrap
    ? [style.tracking, style.minTracking, (style.tracking + style.minTracking) / 2]
    : Array.from(
        { length: Math.round((style.tracking - style.minTracking) * 1000) + 1 },
        (_, step) => style.tracking - step / 1000,
      )
  for (const tracking of trackings) {
    const extents = new Map<ShapedLine, Extent | null>()
    const extentOf = (line: ShapedLine): Extent | null => {
      const known = extents.get(line)
      if (known !== undefined) return known
      const extent = measure(typeface, line, tracking)
      extents.set(line, extent)
      return extent
    }
    for (const size of sizes(style.sizePt, style.minSizePt)) {
      const margin = margins * (MARGIN + MARGIN_EM * size)
      const room = (width - 2 * margin) / size
      const lines = paragraphs.flatMap((paragraph, index) =>
        greedyLines(paragraph, offsets[index] ?? [], tracking !== 0, room, extentOf),
      )
      const inked = lines
        .map((line, index) => ({ index, extent: extentOf(line) }))
        .filter(({ extent }) => extent)
      const top = Math.max(...inked.map(({ index, extent }) => extent![3] - index * style.leading))
      const bottom = Math.min(...inked.map(({ index, extent }) => extent![1] - index * style.leading))
      const wide = inked.some(({ extent }) => extent![2] - extent![0] > room)
      if (
        !wide &&
        lines.length <= (style.maxLines ?? Infinity) &&
        (top - bottom) * size <= height - 2 * margin
      )
        return true
    }
  }
  return false
}

function* sizes(designed: number, least: number): Generator<number> {
  yield designed
  for (let quarter = Math.ceil(designed * 4) - 1; quarter / 4 >= least; quarter--) yield quarter / 4
  yield Math.min(least, designed)
}

/** Ink in em: [left, bottom, right, top]. */
type Extent = readonly [number, number, number, number]

function measure(typeface: Typeface, line: ShapedLine, tracking: number): Extent | null {
  const unit = typeface.unitsPerEm
  const boxes = line.runs.flatMap((run) =>
    run.glyphs.flatMap((glyph) => {
      const bounds = sampledBounds(typeface, glyph.id)
      if (bounds === null) return []
      const x = glyph.x / unit + glyph.gap * tracking
      const y = glyph.y / unit
      return [
        [x + bounds[0] / unit, y + bounds[1] / unit, x + bounds[2] / unit, y + bounds[3] / unit] as const,
      ]
    }),
  )
  if (boxes.length === 0) return null
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ]
}

/** Word after word, as long as the line's ink is not wider than `room` (in em). */
function greedyLines(
  paragraph: Paragraph,
  offsets: readonly number[],
  tracked: boolean,
  room: number,
  extentOf: (line: ShapedLine) => Extent | null,
): ShapedLine[] {
  const lines: ShapedLine[] = []
  const lineTo = (start: number, end: number): ShapedLine =>
    paragraph.line(start, start + paragraph.text.slice(start, end).trimEnd().length, tracked)
  let start = 0
  let line: ShapedLine | null = null
  let end = 0
  for (const offset of offsets) {
    const longer = lineTo(start, offset)
    const extent = extentOf(longer)
    if (line !== null && extent !== null && extent[2] - extent[0] > room) {
      lines.push(line)
      start = end
      line = lineTo(start, offset)
    } else line = longer
    end = offset
  }
  if (line !== null) lines.push(line)
  return lines
}
