/** A character of a page as it is shown: its place, its look and the operation that shows it. */

import type { PDFDict, PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import type { Matrix, Point } from '../../geometry/matrix.ts'
import type { FillColor } from '../form/read-appearance.ts'
import type { ShownGlyph, TextFont } from '../read-text-font.ts'
import type { TextPaint } from './text-paint.ts'

/** BT to ET. */
export interface TextObject {
  readonly node: ContentNode
  /** Offset past its ET; of the content's end where there is none. */
  end: number
  closed: boolean
  /** Leads from the content that follows the ET to default user space. */
  ctm: Matrix
  /** The text is also a clip (rendering modes 4 to 7). */
  clips: boolean
}

/** One operator that shows text, with what tells how far each glyph moves the pen. */
export interface ShowOperation {
  readonly object: TextObject
  readonly operator: string
  /** Offsets of the operation in its content. */
  readonly start: number
  readonly end: number
  /** Numbers of a TJ array and glyphs, in order. */
  readonly items: readonly (number | ShownGlyph)[]
  /** Word and letter spacing that the operator `"` sets. */
  readonly spacing: readonly [word: number, letter: number] | null
  readonly size: number
  readonly letterSpacing: number
  readonly wordSpacing: number
}

/** What text looks like: one object for all characters shown in the same state. */
export interface TextLook {
  readonly font: TextFont
  readonly fill: PlacedColor
  readonly overprint: boolean
  readonly paint: PlacedPaint
  /** Names of optional content that was begun within the text object, outermost first. */
  readonly layers: readonly string[]
  readonly clip: Box | null
}

/** A colour with the resources that its space is named in. */
export interface PlacedColor {
  readonly color: FillColor | null
  readonly resources: PDFDict | null
}

export type PlacedPaint = TextPaint<PlacedColor>

export interface TextChar {
  /** Null where the font does not tell. */
  readonly text: string | null
  /** In default user space, as all that follows: where its glyph begins and ends on the baseline. */
  readonly origin: Point
  readonly end: Point
  /** The em of its size along the baseline and upwards from it. */
  readonly along: Point
  readonly up: Point
  /** How far its em reaches away from the baseline. */
  readonly size: number
  readonly vertical: boolean
  readonly look: TextLook
  readonly object: TextObject
  /** The glyphs that show it, as operations and indices of their items. */
  readonly glyphs: readonly { readonly show: ShowOperation; readonly item: number }[]
}

/** A content stream as it is painted: the page's own, or a form's in one of its paintings. */
export interface ContentNode {
  /** Null for the page. */
  readonly stream: PDFStream | null
  readonly content: Uint8Array
  readonly resources: PDFDict | null
  /** Where it is painted: the `Do` of the content above. */
  readonly painted: { readonly by: ContentNode; readonly start: number; readonly end: number } | null
}
