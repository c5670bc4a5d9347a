/** The glyphs of one showing operator: how they are set, and where each of them stands (ISO 32000-1 9.4.4). */

import type { Matrix, Point } from '../../geometry/matrix.ts'
import type { ShownGlyph } from '../read-text-font.ts'
import type { ShowOperation, TextChar, TextLook } from './text-char.ts'

/** How the glyphs of one operation are set; see `TextChar`. */
export interface ShownSetting extends Pick<TextChar, 'along' | 'up' | 'size' | 'vertical'> {
  readonly show: ShowOperation
  readonly look: TextLook
  /** Along which a glyph advances. */
  readonly forward: Point
}

export interface ShownText {
  readonly setting: ShownSetting
  /** The pen before the first glyph. */
  readonly pen: Matrix
  readonly ctm: Matrix
  /** What the text rises by, in default user space. */
  readonly rise: Point
  /** Horizontal scale; 1 is none. */
  readonly scale: number
}

/** Adds its characters to `into`. */
export function placeGlyphs({ setting, pen, ctm, rise, scale }: ShownText, into: TextChar[]): void {
  const { show, vertical } = setting
  const { items, size } = show
  let penX = pen[4]
  let penY = pen[5]
  // From glyph to glyph the pen moves and does not turn.
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at]
    if (item === undefined) continue
    if (typeof item === 'object') {
      const x = rise[0] + (penX * ctm[0] + penY * ctm[2] + ctm[4])
      const y = rise[1] + (penX * ctm[1] + penY * ctm[3] + ctm[5])
      into.push(new ShownChar(item, setting, at, x, y))
    }
    const by = typeof item === 'number' ? (-item / 1000) * size : advanceOf(show, item)
    const right = vertical ? 0 : by * scale
    const upwards = vertical ? by : 0
    penX = right * pen[0] + upwards * pen[2] + penX
    penY = right * pen[1] + upwards * pen[3] + penY
  }
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
