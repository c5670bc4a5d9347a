/** A run of glyphs as live text, in a font that is embedded. */

import { IDENTITY, type Matrix } from '../../geometry/matrix.ts'
import { hex4, real, textString } from '../../pdf/syntax.ts'
import type { GlyphRun } from '../../text/glyph-run.ts'
import type { LiveFont } from './embed-font.ts'

/** Where its baseline stands, and the operator of its rendering mode. */
export interface LiveSetting {
  readonly matrix: Matrix
  readonly mode: string
}

const PLAIN: LiveSetting = { matrix: IDENTITY, mode: '' }

/** Error of a glyph's place, in thousandths of the size, that is worth a number in a TJ array. */
const TJ_TOLERANCE = 0.2

/**
 * Glyphs of one baseline share a TJ array whose numbers put right what the fonts' own widths do not say (kerning,
 * tracking); a glyph off the baseline starts a new text matrix. ActualText states the run's words wherever glyphs
 * and characters do not correspond one to one (14.9.4).
 */
export function paintLive(run: GlyphRun, fontName: string, live: LiveFont, { matrix, mode } = PLAIN): string {
  const [a, b, c, d, e, f] = matrix
  const turned = `${real(a, 6)} ${real(b, 6)} ${real(c, 6)} ${real(d, 6)}`
  let operators = ''
  let pending = ''
  let line = Number.NaN
  let pen = 0
  const flush = () => {
    if (pending !== '') operators += `[${pending}>] TJ\n`
    pending = ''
  }
  for (const glyph of run.glyphs) {
    if (glyph.y !== line) {
      flush()
      const x = a * glyph.x + c * glyph.y + e
      const y = b * glyph.x + d * glyph.y + f
      operators += `${turned} ${real(x)} ${real(y)} Tm\n`
      line = glyph.y
      pen = glyph.x
    }
    const adjust = ((pen - glyph.x) / run.sizePt) * 1000
    if (pending === '') pending = '<'
    if (Math.abs(adjust) > TJ_TOLERANCE) {
      const written = Math.round(adjust * 10) / 10
      pending += `>${real(written, 1)}<`
      pen -= (written / 1000) * run.sizePt
    }
    pending += hex4(glyph.id)
    pen += (live.width(glyph.id) / 1000) * run.sizePt
  }
  flush()
  const text = `BT ${mode}${fontName} ${real(run.sizePt)} Tf\n${operators}ET\n`
  return live.says(run) ? text : `/Span <</ActualText ${textString(run.text)}>> BDC\n${text}EMC\n`
}
