/** Places text for checks: each showing operator is one object with its size and bounds (ISO 32000-1 9.4). */

import type { PDFDict } from '@cantoo/pdf-lib'
import { concat, mapBox, moved } from '../../geometry/matrix.ts'
import type { Operand, Operation } from '../../pdf/content.ts'
import { nameEntry } from '../../pdf/read-object.ts'
import { number } from '../../pdf/read-operands.ts'
import { paintObject } from './read-painted-object.ts'
import type { PaintedRun, TextSetting } from './read-painted-run.ts'

/** Decision: letters stand between these heights over the baseline, in em; descenders and accents reach farther. */
const BOTTOM_EM = 0
const TOP_EM = 0.7

export function setTextFont(run: PaintedRun, dict: PDFDict | null, size: number): void {
  const type3 = dict !== null && nameEntry(dict, 'Subtype') === 'Type3'
  run.state.text = { ...run.state.text, font: dict === null ? null : run.parts.font(dict), type3, size }
}

export function moveLine({ pen }: PaintedRun, x: number, y: number): void {
  pen.matrix = pen.line = moved(x, y, pen.line)
}

export function showText(run: PaintedRun, { operator, operands }: Operation): void {
  if (operator === '"')
    run.state.text = {
      ...run.state.text,
      wordSpacing: number(operands, 0),
      letterSpacing: number(operands, 1),
    }
  if (operator === '"' || operator === "'") moveLine(run, 0, -run.state.text.leading)
  const last = operands.at(-1)
  if (typeof last !== 'object' || last === null) return
  const { text, ctm } = run.state
  const { font, size, scale, rise } = text
  if (font === null) return
  const before = run.pen.matrix
  const { advance, glyphs } = measure(last.kind === 'array' ? last.items : [last], text)
  const [a, b, c, d, e, f] = before
  const [x, y] = font.vertical ? [0, advance] : [advance * scale, 0]
  run.pen.matrix = [a, b, c, d, a * x + c * y + e, b * x + d * y + f]
  if (glyphs === 0) return
  const placed = concat(before, ctm)
  const matrix = rise === 0 ? placed : moved(0, rise, placed)
  const box = font.vertical
    ? mapBox(matrix, [-size / 2, Math.min(advance, 0), size / 2, Math.max(advance, 0)])
    : mapBox(matrix, [
        Math.min(0, advance * scale),
        Math.min(BOTTOM_EM, TOP_EM * size),
        Math.max(0, advance * scale),
        Math.max(BOTTOM_EM, TOP_EM * size),
      ])
  const sizePt = text.type3 ? Number.NaN : Math.abs(size) * Math.hypot(matrix[2], matrix[3]) * run.userUnit
  const stroked = text.mode % 4 === 1
  // Modes 3 and 7 paint nothing.
  if (text.mode % 4 !== 3)
    paintObject(run, { kind: 'text', role: stroked ? 'stroke' : 'fill', box, sizePt, outline: null })
}

/** How far a string moves the pen in unscaled text space, and how many of its glyphs are more than space. */
function measure(items: readonly Operand[], { font, size, letterSpacing, wordSpacing }: TextSetting) {
  let advance = 0
  let glyphs = 0
  for (const item of items) {
    if (typeof item === 'number') advance -= (item / 1000) * size
    else if (typeof item === 'object' && item?.kind === 'string')
      for (const glyph of font?.glyphs(item.bytes) ?? []) {
        advance += glyph.advance * size + letterSpacing + (glyph.isWordSpace ? wordSpacing : 0)
        if (!glyph.isWordSpace && glyph.text !== ' ' && glyph.text !== '\u00a0') glyphs += 1
      }
  }
  return { advance, glyphs }
}
