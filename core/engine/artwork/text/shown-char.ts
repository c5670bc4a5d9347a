/** A character as its operation shows it; what all glyphs of the operation have in common is held once. */
import type { Point } from '../../geometry/matrix.ts'
import type { ShownGlyph } from '../read-text-font.ts'
import type { ShowOperation, TextChar, TextLook } from './read-text-state.ts'

/** How the glyphs of one operation are set; see `TextChar`. */
export interface ShownSetting extends Pick<TextChar, 'along' | 'up' | 'size' | 'vertical'> {
  readonly show: ShowOperation
  readonly look: TextLook
  /** Along which a glyph advances. */
  readonly forward: Point
}

/** A page of a book has thousands, most of them only counted: each holds its glyph and its place, and works out the rest. */
export class ShownChar implements TextChar {
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
