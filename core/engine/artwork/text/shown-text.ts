/** The glyphs of one showing operator: how they are set, and where each of them stands (ISO 32000-1 9.4.4). */

import type { Box } from '../../geometry/box.ts'
import { concat, type Matrix, type Point } from '../../geometry/matrix.ts'
import type { Operation } from '../../pdf/content.ts'
import type { TextSetting } from '../content/content-run.ts'
import type { ShownGlyph, TextFont } from '../read-text-font.ts'
import type { PlacedColor, PlacedPaint, ShowOperation, TextChar, TextLook, TextObject } from './text-char.ts'

/** What one operator shows, as it was met: how it is set is worked out where somebody looks at its characters. */
export interface ShownText extends Pick<Operation, 'operator' | 'start' | 'end'> {
  readonly object: TextObject
  /** Numbers of a TJ array and glyphs, in order. */
  readonly items: readonly (number | ShownGlyph)[]
  readonly font: TextFont
  readonly text: TextSetting
  readonly fill: PlacedColor
  readonly overprint: boolean
  readonly paint: PlacedPaint
  readonly layers: readonly string[]
  readonly clip: Box | null
  /** The pen before the first glyph. */
  readonly pen: Matrix
  readonly ctm: Matrix
}

/** How the glyphs of one operation are set; see `TextChar`. */
interface ShownSetting extends Pick<TextChar, 'along' | 'up' | 'size' | 'vertical'> {
  readonly show: ShowOperation
  readonly look: TextLook
  /** Along which a glyph advances. */
  readonly forward: Point
}

/** Adds its characters to `into`. */
export function placeGlyphs(shown: ShownText, into: TextChar[]): void {
  const { items, text, pen, ctm } = shown
  const { size, scale, rise } = text
  const upright = concat(pen, ctm)
  const setting = settingOf(shown, upright)
  let penX = pen[4]
  let penY = pen[5]
  // From glyph to glyph the pen moves and does not turn.
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at]
    if (item === undefined) continue
    if (typeof item === 'object') {
      const x = rise * upright[2] + (penX * ctm[0] + penY * ctm[2] + ctm[4])
      const y = rise * upright[3] + (penX * ctm[1] + penY * ctm[3] + ctm[5])
      into.push(new ShownChar(item, setting, at, x, y))
    }
    const by = typeof item === 'number' ? (-item / 1000) * size : advanceOf(text, item)
    const right = setting.vertical ? 0 : by * scale
    const upwards = setting.vertical ? by : 0
    penX = right * pen[0] + upwards * pen[2] + penX
    penY = right * pen[1] + upwards * pen[3] + penY
  }
}

function settingOf(shown: ShownText, upright: Matrix): ShownSetting {
  const { operator, start, end, object, items, font, text, fill, overprint, paint, layers, clip } = shown
  const { size, scale, letterSpacing, wordSpacing } = text
  const spacing = operator === '"' ? ([wordSpacing, letterSpacing] as const) : null
  const em = concat([size * scale, 0, 0, size, 0, 0], upright)
  const along: Point = [em[0], em[1]]
  const up: Point = [em[2], em[3]]
  const { vertical } = font
  return {
    show: { object, operator, start, end, items, spacing, size, letterSpacing, wordSpacing },
    look: { font, fill, overprint, paint, layers, clip },
    ...{ along, up, forward: vertical ? up : along, size: reachOf(along, up), vertical },
  }
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

/** A page has thousands: each holds its glyph and its place, and works out the rest. */
class ShownChar implements TextChar {
  readonly glyph: ShownGlyph
  readonly setting: ShownSetting
  readonly item: number
  readonly x: number
  readonly y: number

  constructor(glyph: ShownGlyph, setting: ShownSetting, item: number, x: number, y: number) {
    this.glyph = glyph
    this.setting = setting
    this.item = item
    this.x = x
    this.y = y
  }

  get text() {
    return this.glyph.text
  }

  get origin(): Point {
    return [this.x, this.y]
  }

  get end(): Point {
    const { forward } = this.setting
    const { advance } = this.glyph
    return [this.x + forward[0] * advance, this.y + forward[1] * advance]
  }

  get along() {
    return this.setting.along
  }

  get up() {
    return this.setting.up
  }

  get size() {
    return this.setting.size
  }

  get vertical() {
    return this.setting.vertical
  }

  get look() {
    return this.setting.look
  }

  get object() {
    return this.setting.show.object
  }

  get glyphs() {
    return [{ show: this.setting.show, item: this.item }]
  }
}
