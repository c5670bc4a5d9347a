/** The watermark of a proof: the word PROOF across the page, so that a proof never goes to press unnoticed. */

import { real } from '../pdf/syntax.ts'
import type { ScenePage } from '../scene/scene.ts'
import type { Fonts } from '../text/fonts.ts'
import { shapeParagraph } from '../text/shape.ts'

const WORD = 'PROOF'
const FONT_KEY = 'bundled:Arimo-Bold'
/** The word takes this much of the trim box's diagonal. */
const LENGTH_SHARE = 0.72

/** Operators in default user space: a grey word along the diagonal of the page as a person sees it. */
export function proofWatermark(page: ScenePage, fonts: Fonts): string {
  const typeface = fonts.open(FONT_KEY)
  const line = shapeParagraph(typeface, WORD, []).line(0, WORD.length, false)
  const [left, bottom, right, top] = page.trimBox
  const upright = page.rotate % 180 === 0
  const width = upright ? right - left : top - bottom
  const height = upright ? top - bottom : right - left
  const scale = (Math.hypot(width, height) * LENGTH_SHARE) / line.advance
  const angle = Math.atan2(height, width) + (page.rotate * Math.PI) / 180
  const cos = Math.cos(angle) * scale
  const sin = Math.sin(angle) * scale
  const placed = [cos, sin, -sin, cos].map((value) => real(value, 7)).join(' ')
  let operators = `0 0 0 0.4 k ${placed} ${real((left + right) / 2)} ${real((bottom + top) / 2)} cm\n`
  for (const glyph of line.runs.flatMap((run) => run.glyphs)) {
    const x = real(glyph.x - line.advance / 2)
    operators += `q 1 0 0 1 ${x} ${real(-typeface.capHeight / 2)} cm ${typeface.outline(glyph.id)} f Q\n`
  }
  return operators
}
