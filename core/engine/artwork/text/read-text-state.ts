/** The state of reading the text of content: where the pen is, what is set, which marked content is open. */

import type { PDFDict, PDFObject, PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import type { Matrix, Point } from '../../geometry/matrix.ts'
import type { NamedResource } from '../../pdf/named-resources.ts'
import type { FillColor } from '../form/read-appearance.ts'
import type { PathBounds } from '../paint/read-path-bounds.ts'
import type { ShownGlyph, TextFont } from '../read-text-font.ts'
import type { PageChars } from './page-chars.ts'

/** A content stream as it is painted: the page's own, or a form's in one of its paintings. */
export interface ContentNode {
  /** Null for the page. */
  readonly stream: PDFStream | null
  readonly content: Uint8Array
  readonly resources: PDFDict | null
  /** Where it is painted: the `Do` of the content above. */
  readonly painted: { readonly by: ContentNode; readonly start: number; readonly end: number } | null
}

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
  /** Names of optional content that was begun within the text object, outermost first. */
  readonly layers: readonly string[]
  readonly clip: Box | null
}

/** A colour with the resources that its space is named in. */
export interface PlacedColor {
  readonly color: FillColor | null
  readonly resources: PDFDict | null
}

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

/** What stands in the way of text: a subpath, an image or a shading, as far as its clip shows it. */
export interface PaintedBox {
  readonly box: Box
  readonly kind: 'path' | 'image'
}

export interface TextState {
  font: TextFont | null
  size: number
  letterSpacing: number
  wordSpacing: number
  /** 1 is unscaled. */
  scale: number
  leading: number
  rise: number
  mode: number
}

export interface GraphicsState {
  ctm: Matrix
  clip: Box | null
  fill: PlacedColor
  stroke: PlacedColor
  overprint: boolean
  lineWidth: number
  text: TextState
}

export const INITIAL_TEXT: TextState = {
  font: null,
  size: 0,
  letterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
}

export interface OpenMarked {
  readonly hidden: boolean
  /** The name of optional content that was begun inside a text object. */
  readonly layer: string | null
  readonly actualText: string | null
  /** How many characters had been read before it. */
  readonly from: number
}

/** What the reader of text asks for where content leads to other parts of the file. */
export interface TextParts {
  font(dict: PDFDict): TextFont
  /** Decoded, or null where it cannot be. */
  content(stream: PDFStream): Uint8Array | null
  isHidden(layer: PDFObject | null): boolean
  /** False once the limits of the whole reading are reached. */
  spend(operations: number): boolean
}

export interface PageText {
  readonly chars: PageChars
  readonly boxes: PaintedBox[]
}

/** Text matrix and text line matrix; they last from BT to ET. */
export interface Pen {
  matrix: Matrix
  line: Matrix
}

/** One content stream being read. */
export interface TextRun {
  readonly node: ContentNode
  readonly parts: TextParts
  readonly into: PageText
  readonly named: NamedResource
  state: GraphicsState
  readonly saved: GraphicsState[]
  readonly path: PathBounds
  object: TextObject | null
  readonly pen: Pen
  readonly marked: OpenMarked[]
  hidden: number
  /** The forms that this content stands in. */
  readonly above: ReadonlySet<PDFStream>
}
