/** Text with an outline, an opacity or a blend mode, as operators: live or as paths, in default user space. */

import { concat, type Matrix } from '../../geometry/matrix.ts'
import type { TextMark } from '../../layout/mark.ts'
import { real } from '../../pdf/syntax.ts'
import type { GlyphRun } from '../../text/glyph-run.ts'
import { paintLive } from './paint-live.ts'
import type { PaintNames } from './paint-mark.ts'

/**
 * Letters are placed by the text matrix or in their points, not by the current one: a line's width goes by the latter
 * and would be stretched with condensed letters.
 */
export function paintLookedText(mark: TextMark, names: PaintNames): string {
  const { matrix, stroke } = mark
  const [mode, paint] =
    stroke === undefined ? ['0 Tr ', 'f'] : stroke.filled ? ['2 Tr ', 'B'] : ['1 Tr ', 'S']
  let operators = ''
  for (const run of mark.runs) {
    const font = names.font(run)
    operators +=
      font === null ? outlinesOf(run, matrix, paint) : paintLive(run, font.name, font.live, { matrix, mode })
  }
  return operators
}

/** One path for all glyphs of a run, so that letters that overlap are not painted through each other (9.3.8). */
function outlinesOf(run: GlyphRun, matrix: Matrix, paint: string): string {
  const scale = run.sizePt / run.typeface.unitsPerEm
  const paths = run.glyphs.flatMap(({ id, x, y }) => {
    const outline = run.typeface.outline(id)
    return outline === '' ? [] : [placed(outline, concat([scale, 0, 0, scale, x, y], matrix))]
  })
  return paths.length === 0 ? '' : `${paths.join('\n')}\n${paint}\n`
}

function placed(outline: string, [a, b, c, d, e, f]: Matrix): string {
  const words: string[] = []
  let pending: number | null = null
  for (const word of outline.split(' ')) {
    const value = Number(word)
    if (Number.isNaN(value)) words.push(word)
    else if (pending === null) pending = value
    else {
      words.push(real(a * pending + c * value + e, 4), real(b * pending + d * value + f, 4))
      pending = null
    }
  }
  return words.join(' ')
}
