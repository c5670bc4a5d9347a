/** Places the glyphs of one showing operator, and moves the pen past them (ISO 32000-1 9.4.4). */
import type { Operand, Operation } from '../press/content.ts'
import { concat } from './matrix.ts'
import type { ShownGlyph } from './read-text-font.ts'
import type { Point, ShowOperation, TextLook, TextRun } from './read-text-state.ts'

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
  const [penA, penB, penC, penD] = pen.matrix
  let [, , , , penX, penY] = pen.matrix
  const [ctmA, ctmB, ctmC, ctmD, ctmX, ctmY] = state.ctm
  const upright = concat(pen.matrix, state.ctm)
  const [a, b, c, d] = concat([size * scale, 0, 0, size, 0, 0], upright)
  const [riseX, riseY] = [rise * upright[2], rise * upright[3]]
  const along: Point = [a, b]
  const up: Point = [c, d]
  const height = reachOf(along, up)
  const [x, y] = vertical ? up : along
  for (let item = 0; item < items.length; item += 1) {
    const shown = items[item]
    if (shown === undefined) continue
    if (typeof shown === 'object' && visible && into.chars.length < MAX_CHARS) {
      const left = riseX + (penX * ctmA + penY * ctmC + ctmX)
      const bottom = riseY + (penX * ctmB + penY * ctmD + ctmY)
      into.chars.push({
        text: shown.text,
        origin: [left, bottom],
        end: [left + x * shown.advance, bottom + y * shown.advance],
        along,
        up,
        size: height,
        vertical,
        look,
        object,
        glyphs: [{ show, item }],
      })
    }
    const by = typeof shown === 'number' ? (-shown / 1000) * size : advanceOf(show, shown)
    const [right, down] = vertical ? [0, by] : [by * scale, 0]
    penX = right * penA + down * penC + penX
    penY = right * penB + down * penD + penY
  }
  pen.matrix = [penA, penB, penC, penD, penX, penY]
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
