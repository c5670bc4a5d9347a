/** Arranging: a block that fits is aligned in its place and becomes glyphs with positions. */

import type { Box } from '../geometry/box.ts'
import type { Block } from './block.ts'
import type { Typeface } from './font.ts'
import type { GlyphRun } from './glyph-run.ts'
import { type Place, shiftInside } from './place.ts'
import type { ShapedLine } from './shape.ts'
import type { Alignment, TextStyle } from './text-style.ts'

/** Runs in reading order and their ink, both in field space. */
export interface Arranged {
  readonly runs: readonly GlyphRun[]
  readonly ink: Box
}

/** Places a block of known size. Ink that alignment would put outside the place is shifted inside. */
export function arrange(
  typeface: Typeface,
  block: Block,
  sizePt: number,
  style: Pick<TextStyle, 'align' | 'verticalAlign' | 'leading'> & Partial<Pick<TextStyle, 'sizePt'>>,
  place: Place,
): Arranged {
  const scale = sizePt / typeface.unitsPerEm
  const tracking = block.trackingEm * typeface.unitsPerEm
  const firstBaseline = baselineFor(typeface, block, sizePt, style, place)
  const runs: GlyphRun[] = []
  let left = Infinity
  let right = -Infinity
  for (const [index, { line, ink }] of block.lines.entries()) {
    if (ink === null) continue
    const advance = (line.advance + line.gaps * tracking) * scale
    let x = startFor(style.align, advance, place)
    x += shiftInside(x + ink.xMin * scale, x + ink.xMax * scale, place.width, sizePt, place)
    left = Math.min(left, x + ink.xMin * scale)
    right = Math.max(right, x + ink.xMax * scale)
    const baseline = firstBaseline - index * style.leading * sizePt
    runs.push(...placeLine(typeface, line, sizePt, tracking, x, baseline))
  }
  return {
    runs,
    ink: [left, firstBaseline + block.bottomEm * sizePt, right, firstBaseline + block.topEm * sizePt],
  }
}

/** The glyphs of a line whose origin is at (x, baseline); `tracking` is in font units of the line's own typeface. */
export function placeLine(
  typeface: Typeface,
  line: ShapedLine,
  sizePt: number,
  tracking: number,
  x: number,
  baseline: number,
): GlyphRun[] {
  const scale = sizePt / typeface.unitsPerEm
  const runs: GlyphRun[] = []
  const logical = line.runs.length < 2 ? line.runs : line.runs.toSorted((a, b) => a.start - b.start)
  for (const run of logical) {
    if (run.glyphs.length === 0) continue
    runs.push({
      typeface: run.typeface,
      sizePt,
      rightToLeft: run.rightToLeft,
      text: line.text.slice(run.start, run.end),
      glyphs: run.glyphs.map((glyph) => ({
        id: glyph.id,
        x: x + (glyph.x + glyph.gap * tracking) * scale,
        y: baseline + glyph.y * scale,
        cluster: glyph.cluster - run.start,
      })),
      ...(run.typeface === typeface ? {} : { fallback: true as const }),
    })
  }
  return runs
}

/** `left` is left for text of either direction. */
export function startFor(align: Alignment, advance: number, place: Place): number {
  if (align === 'left') return place.inset
  if (align === 'right') return place.width - place.inset - advance
  return (place.width - advance) / 2
}

/**
 * The first baseline. What is aligned is the stretch from the first line's cap height to the last baseline: designers
 * align by capitals, and ascenders and descenders differ from font to font. Then ink is brought inside.
 */
export function baselineFor(
  typeface: Typeface,
  block: Pick<Block, 'topEm' | 'bottomEm'> & { readonly lines: { readonly length: number } },
  sizePt: number,
  style: Pick<TextStyle, 'verticalAlign' | 'leading'> & Partial<Pick<TextStyle, 'sizePt'>>,
  place: Place,
): number {
  const capHeight = (typeface.capHeight / typeface.unitsPerEm) * sizePt
  const descent = (block.lines.length - 1) * style.leading * sizePt
  const baseline =
    place.baseline != null
      ? place.baseline +
        anchoredShift(style, descent, (capHeight * ((style.sizePt ?? sizePt) - sizePt)) / sizePt)
      : style.verticalAlign === 'top'
        ? place.height - place.inset - capHeight
        : style.verticalAlign === 'bottom'
          ? place.inset + descent
          : (place.height - capHeight + descent) / 2
  const low = baseline + block.bottomEm * sizePt
  return baseline + shiftInside(low, baseline + block.topEm * sizePt, place.height, sizePt, place)
}

/**
 * From the stated baseline up to the first one. A text that is set smaller keeps its baseline, unless it is centred:
 * then the middle of its capitals stays, which lie lower by half of what they lost.
 */
function anchoredShift(
  { verticalAlign }: Pick<TextStyle, 'verticalAlign'>,
  descent: number,
  lostCapHeight: number,
): number {
  if (verticalAlign === 'top') return 0
  return verticalAlign === 'bottom' ? descent : (descent + lostCapHeight) / 2
}
