/** What a page shows as text, what stands in its way, and what reading it asks for. */

import type { PDFObject, PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import type { Layer } from '../../pdf/read-layers.ts'
import type { PageChars } from './page-chars.ts'

/** What stands in the way of text: a subpath, an image or a shading, as far as its clip shows it. */
export interface PaintedBox {
  readonly box: Box
  readonly kind: 'path' | 'image'
}

export interface PageText {
  readonly chars: PageChars
  readonly boxes: PaintedBox[]
}

/** What the reader of text asks for where content leads to other parts of the file. */
export interface TextParts {
  /** Decoded, or null where it cannot be. */
  content(stream: PDFStream): Uint8Array | null
  layerOf(layer: PDFObject | null): Layer
  /** False once the limits of the whole reading are reached. */
  spend(operations: number): boolean
}
