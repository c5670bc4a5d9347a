/** Places the glyphs of one showing operator, and moves the pen past them (ISO 32000-1 9.4.4). */

import { concat, type Point } from '../../geometry/matrix.ts'
import type { Operand, Operation } from '../../pdf/content.ts'
import type { ShownGlyph } from '../read-text-font.ts'
import type { ShowOperation, TextLook, TextRun } from './read-text-state.ts'
import { ShownChar, type ShownSetting } from './shown-char.ts'

const MAX_CHARS = 500_000

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
  // Modes 3 and 7 paint nothing.
  const visible = run.hidden === 0 && text.mode % 4 !== 3
  const look: TextLook = {
    font,
    fill: text.mode % 4 === 1 ? state.stroke : state.fill,
    overprint: state.overprint,
    layers: run.marked.flatMap(({ layer }) => (layer === null ? [] : [layer])),
    clip: state.clip,
  }
  // From glyph to glyph the pen moves and does not turn: all but its place is worked out once.
  const { vertical } = font
  const { ctm } = state
  const { matrix } = pen
  let penX = matrix[4]
  let penY = matrix[5]
  const upright = concat(pen.matrix, state.ctm)
  const em = concat([size * scale, 0, 0, size, 0, 0], upright)
  const riseX = rise * upright[2]
  const riseY = rise * upright[3]
  const along: Point = [em[0], em[1]]
  const up: Point = [em[2], em[3]]
  const forward = vertical ? up : along
  const setting: ShownSetting = { show, look, along, up, forward, size: reachOf(along, up), vertical }
  for (let item = 0; item < items.length; item += 1) {
    const shown = items[item]
    if (shown === undefined) continue
    if (typeof shown === 'object' && visible && into.chars.length < MAX_CHARS) {
      const left = riseX + (penX * ctm[0] + penY * ctm[2] + ctm[4])
      const bottom = riseY + (penX * ctm[1] + penY * ctm[3] + ctm[5])
      into.chars.push(new ShownChar(shown, setting, item, left, bottom))
    }
    const by = typeof shown === 'number' ? (-shown / 1000) * size : advanceOf(show, shown)
    const right = vertical ? 0 : by * scale
    const upwards = vertical ? by : 0
    penX = right * matrix[0] + upwards * matrix[2] + penX
    penY = right * matrix[1] + upwards * matrix[3] + penY
  }
  pen.matrix = [matrix[0], matrix[1], matrix[2], matrix[3], penX, penY]
}

function reachOf(along: Point, up: Point): number {
  const length = Math.hypot(along[0], along[1])
  return length === 0 ? 0 : Math.abs(up[1] * along[0] - up[0] * along[1]) / length
}

/** How far a glyph moves the pen, in unscaled text space. */
export function advanceOf(
  { size, letterSpacing, wordSpacing }: Pick<ShowOperation, 'size' | 'letterSpacing' | 'wordSpacing'>,
  glyph: ShownGlyph,
): number {
  return glyph.advance * size + letterSpacing + (glyph.isWordSpace ? wordSpacing : 0)
}
