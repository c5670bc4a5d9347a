/** Places the glyphs of one showing operator, and moves the pen past them (ISO 32000-1 9.4.4). */
import type { Operand, Operation } from '../press/content.ts'
import { concat } from './matrix.ts'
import type { ShownGlyph } from './read-text-font.ts'
import type { Pen, Point, ShowOperation, TextLook, TextRun, TextState } from './read-text-state.ts'

const MAX_CHARS = 500_000

export function showText(run: TextRun, operation: Operation, operands: readonly Operand[]): void {
  const { state, object, pen, into } = run
  const { text } = state
  if (text.font === null || object === null) return
  const { font } = text
  const items = operands.flatMap((operand): (number | ShownGlyph)[] => {
    if (typeof operand === 'number') return [operand]
    return typeof operand === 'object' && operand?.kind === 'string' ? font.glyphs(operand.bytes) : []
  })
  const { operator, start, end } = operation
  const show: ShowOperation = {
    object,
    operator,
    start,
    end,
    items,
    spacing: operator === '"' ? [text.wordSpacing, text.letterSpacing] : null,
    size: text.size,
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
  for (const [item, shown] of items.entries()) {
    if (typeof shown === 'number') {
      movePen(pen, text, (-shown / 1000) * text.size)
      continue
    }
    if (visible && into.chars.length < MAX_CHARS) {
      const { scale, size, rise } = text
      const [a, b, c, d, e, f] = concat([size * scale, 0, 0, size, 0, rise], concat(pen.matrix, state.ctm))
      const along: Point = [a, b]
      const up: Point = [c, d]
      const [x, y] = font.vertical ? up : along
      into.chars.push({
        text: shown.text,
        origin: [e, f],
        end: [e + x * shown.advance, f + y * shown.advance],
        along,
        up,
        vertical: font.vertical,
        look,
        object,
        glyphs: [{ show, item }],
      })
    }
    movePen(pen, text, advanceOf(show, shown))
  }
}

/** How far a glyph moves the pen, in unscaled text space. */
export function advanceOf(
  { size, letterSpacing, wordSpacing }: Pick<ShowOperation, 'size' | 'letterSpacing' | 'wordSpacing'>,
  glyph: ShownGlyph,
): number {
  return glyph.advance * size + letterSpacing + (glyph.isWordSpace ? wordSpacing : 0)
}

function movePen(pen: Pen, { scale, font }: TextState, by: number): void {
  pen.matrix = concat(font?.vertical === true ? [1, 0, 0, 1, 0, by] : [1, 0, 0, 1, by * scale, 0], pen.matrix)
}
