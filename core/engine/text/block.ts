/** A block: the lines of a text under one tracking, measured in em so that it can be held against any size. */
import {
  type BrokenLines,
  breakLines,
  breakOffsets,
  type MeasuredLine,
  measureLine,
  widthOf,
} from './break-lines.ts'
import type { Typeface } from './font.ts'
import { shapeParagraph } from './shape.ts'

export interface Block {
  readonly lines: readonly MeasuredLine[]
  readonly trackingEm: number
  /** Width of the widest line's ink. */
  readonly widthEm: number
  /** Widths of all lines' ink together. */
  readonly inkLengthEm: number
  /** Highest and lowest ink, from the first baseline, y upwards. */
  readonly topEm: number
  readonly bottomEm: number
  /** The narrowest measure at which the text would be broken otherwise; Infinity where none is. */
  readonly nextMeasureEm: number
  /** Code points for which no typeface has a glyph. */
  readonly missing: readonly number[]
}

/** Sets a text under a tracking within a measure, both in em. */
export type Compose = (trackingEm: number, measureEm: number) => Block

/** Sets a text without line breaks on one line, whatever the measure. */
export function composeUnbroken(
  typeface: Typeface,
  text: string,
  features: readonly string[],
  fallbacks: readonly Typeface[] = [],
): Compose {
  const paragraph = shapeParagraph(typeface, text, features, fallbacks)
  return (trackingEm) => {
    const line = measureLine(paragraph, 0, text.length, trackingEm * typeface.unitsPerEm)
    return measureBlock(typeface, [line], trackingEm, 1, Infinity)
  }
}

/** Wraps a text whose line breaks are `\n`; baselines stand `leading` em apart. */
export function composeWrapped(
  typeface: Typeface,
  text: string,
  features: readonly string[],
  leading: number,
  fallbacks: readonly Typeface[] = [],
): Compose {
  const paragraphs = text.split('\n').map((line) => ({
    paragraph: shapeParagraph(typeface, line, features, fallbacks),
    offsets: breakOffsets(line),
  }))
  return (trackingEm, measureEm) => {
    const unit = typeface.unitsPerEm
    const broken: BrokenLines[] = paragraphs.map(({ paragraph, offsets }) =>
      breakLines(paragraph, offsets, measureEm * unit, trackingEm * unit),
    )
    const next = Math.min(...broken.map(({ nextMeasure }) => nextMeasure))
    return measureBlock(
      typeface,
      broken.flatMap(({ lines }) => lines),
      trackingEm,
      leading,
      next / unit,
    )
  }
}

function measureBlock(
  typeface: Typeface,
  lines: readonly MeasuredLine[],
  trackingEm: number,
  leading: number,
  nextMeasureEm: number,
): Block {
  const unit = typeface.unitsPerEm
  let widthEm = 0
  let inkLengthEm = 0
  let topEm = -Infinity
  let bottomEm = Infinity
  const missing = new Set<number>()
  for (const [index, measured] of lines.entries()) {
    for (const codePoint of measured.line.missing) missing.add(codePoint)
    if (measured.ink === null) continue
    widthEm = Math.max(widthEm, widthOf(measured) / unit)
    inkLengthEm += widthOf(measured) / unit
    topEm = Math.max(topEm, measured.ink.yMax / unit - index * leading)
    bottomEm = Math.min(bottomEm, measured.ink.yMin / unit - index * leading)
  }
  return { lines, trackingEm, widthEm, inkLengthEm, topEm, bottomEm, nextMeasureEm, missing: [...missing] }
}

/** True for an invisible block. */
export function isBlank(block: Block): boolean {
  return block.topEm === -Infinity
}
