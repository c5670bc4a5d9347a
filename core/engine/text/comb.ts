/** Combs: one grapheme centred in each of a row of equal cells (ISO 32000-1 12.7.4.3). */

import { baselineFor, placeLine } from './arrange.ts'
import { inVisualOrder, resolveLevels } from './bidi.ts'
import { type Block, composeUnbroken } from './block.ts'
import type { FitOptions, FitResult } from './fit.ts'
import type { Typeface } from './font.ts'
import type { GlyphRun } from './glyph-run.ts'
import { graphemesOf } from './graphemes.ts'
import { extentShortfall, type Place, shiftInside, sizeLimit, UNCAPPED } from './place.ts'
import type { Alignment, TextStyle } from './text-style.ts'

interface Tooth {
  readonly block: Block
  /** UTF-16 offset of the grapheme in the text. */
  readonly start: number
  readonly level: number
}

/**
 * Sets `text` in `cells` cells; each grapheme's ink lies within its own cell, shrunk in quarter points if it must.
 * Decision: a right-aligned comb is filled up to its last cell, and a text read from the right runs from right to
 * left over its cells.
 */
export function fitComb(
  typeface: Typeface,
  text: string,
  style: TextStyle,
  place: Place,
  cells: number,
  { fallbacks = [], cap = UNCAPPED }: FitOptions = {},
): FitResult {
  const teeth = readTeeth(typeface, text, style.features, fallbacks)
  const least = Math.min(style.minSizePt, style.sizePt)
  const most = Math.max(least, Math.min(style.sizePt, cap.sizePt))
  const missing = new Set(teeth.flatMap(({ block }) => block.missing))
  if (missing.size > 0) return { kind: 'missing', codePoints: [...missing] }
  if (teeth.length > cells) {
    return {
      kind: 'overflow',
      shortfall: { what: 'cells', found: teeth.length, expected: cells, sizePt: least },
    }
  }
  const inked = teeth.filter(({ block }) => block.widthEm > 0)
  if (inked.length === 0) return { kind: 'blank' }

  const cell: Place = {
    ...{ width: place.width / cells, height: place.height, inset: 0 },
    ...(place.outsetEm === undefined ? {} : { outsetEm: place.outsetEm }),
  }
  const extent = {
    lines: { length: 1 },
    widthEm: Math.max(...inked.map(({ block }) => block.widthEm)),
    topEm: Math.max(...inked.map(({ block }) => block.topEm)),
    bottomEm: Math.min(...inked.map(({ block }) => block.bottomEm)),
  }
  const limit = sizeLimit(extent, cell)
  const quarter = Math.floor(limit * 4) / 4
  const sizePt = limit >= most ? most : quarter >= least ? quarter : least
  if (sizePt > limit) return { kind: 'overflow', shortfall: extentShortfall(extent, sizePt, cell) }

  const baseline = baselineFor(typeface, extent, sizePt, style, place)
  const scale = sizePt / typeface.unitsPerEm
  const firstCell = firstCellFor(style.align, cells, teeth.length)
  const placed: { start: number; run: GlyphRun }[] = []
  let left = Infinity
  let right = -Infinity
  for (const [index, { block, start }] of inVisualOrder(teeth).entries()) {
    const [measured] = block.lines
    const ink = measured?.ink
    if (measured === undefined || !ink) continue
    let x = (cell.width - measured.line.advance * scale) / 2
    x += shiftInside(x + ink.xMin * scale, x + ink.xMax * scale, cell.width, sizePt, cell)
    x += (firstCell + index) * cell.width
    left = Math.min(left, x + ink.xMin * scale)
    right = Math.max(right, x + ink.xMax * scale)
    for (const run of placeLine(typeface, measured.line, sizePt, 0, x, baseline)) placed.push({ start, run })
  }
  const runs = placed.toSorted((a, b) => a.start - b.start).map(({ run }) => run)
  const ink = [left, baseline + extent.bottomEm * sizePt, right, baseline + extent.topEm * sizePt] as const
  return { kind: 'set', sizePt, trackingEm: 0, lines: 1, runs, ink }
}

function readTeeth(
  typeface: Typeface,
  text: string,
  features: readonly string[],
  fallbacks: readonly Typeface[],
): readonly Tooth[] {
  const { base, perUnit } = resolveLevels(text)
  let offset = 0
  return graphemesOf(text).map((grapheme) => {
    const start = offset
    offset += grapheme.length
    return {
      block: composeUnbroken(typeface, grapheme, features, fallbacks)(0, Infinity),
      start,
      level: perUnit?.[start] ?? base,
    }
  })
}

function firstCellFor(align: Alignment, cells: number, used: number): number {
  if (align === 'left') return 0
  return align === 'right' ? cells - used : Math.floor((cells - used) / 2)
}
