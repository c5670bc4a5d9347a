/** Takes note of the text that one operator shows, and moves the pen past it (ISO 32000-1 9.4.4). */

import { concat, type Point } from '../../geometry/matrix.ts'
import type { Operand, Operation } from '../../pdf/content.ts'
import type { ShownGlyph } from '../read-text-font.ts'
import type { TextRun } from './read-text-state.ts'
import { placeGlyphs, type ShownText } from './shown-text.ts'
import type { ShowOperation, TextLook } from './text-char.ts'

export function showText(run: TextRun, operation: Operation, operands: readonly Operand[]): void {
  const { state, object, pen, into } = run
  const { text } = state
  if (text.font === null || object === null) return
  const { font, scale, size, rise } = text
  const items: (number | ShownGlyph)[] = []
  for (const operand of operands) {
    if (typeof operand === 'number') items.push(operand)
    else if (typeof operand === 'object' && operand?.kind === 'string')
      for (const glyph of font.glyphs(operand.bytes)) items.push(glyph)
  }
  const { operator, start, end } = operation
  const show: ShowOperation = {
    object,
    operator,
    start,
    end,
    items,
    spacing: operator === '"' ? [text.wordSpacing, text.letterSpacing] : null,
    size,
    letterSpacing: text.letterSpacing,
    wordSpacing: text.wordSpacing,
  }
  if (text.mode >= 4) object.clips = true
  const look: TextLook = {
    font,
    fill: text.mode % 4 === 1 ? state.stroke : state.fill,
    overprint: state.overprint,
    layers: run.marked.flatMap(({ layer }) => (layer === null ? [] : [layer])),
    clip: state.clip,
  }
  const upright = concat(pen.matrix, state.ctm)
  const em = concat([size * scale, 0, 0, size, 0, 0], upright)
  const along: Point = [em[0], em[1]]
  const up: Point = [em[2], em[3]]
  const { vertical } = font
  const forward = vertical ? up : along
  const shown: ShownText = {
    setting: { show, look, along, up, forward, size: reachOf(along, up), vertical },
    pen: pen.matrix,
    ctm: state.ctm,
    rise: [rise * upright[2], rise * upright[3]],
    scale,
  }
  // Modes 3 and 7 paint nothing.
  if (run.hidden === 0 && text.mode % 4 !== 3) into.chars.add(shown)
  pen.matrix = placeGlyphs(shown, null)
}

function reachOf(along: Point, up: Point): number {
  const length = Math.hypot(along[0], along[1])
  return length === 0 ? 0 : Math.abs(up[1] * along[0] - up[0] * along[1]) / length
}
