/** The state of reading the text of content: where the pen is, what is set, which marked content is open. */

import type { PDFDict, PDFObject, PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import type { Matrix } from '../../geometry/matrix.ts'
import type { NamedResource } from '../../pdf/named-resources.ts'
import type { PathBounds } from '../paint/read-path-bounds.ts'
import type { TextFont } from '../read-text-font.ts'
import type { PageChars } from './page-chars.ts'
import type { ContentNode, PlacedColor, TextObject } from './text-char.ts'

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
