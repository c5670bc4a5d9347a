/** The kind of colours that a transparency group blends in. */
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib'
import { readSpace } from '../pdf/space/read-space.ts'
import { type ColorModel, modelOf } from '../pdf/space/space.ts'

/** Null for a group that takes over the space around it, and for a space that has no such kind. */
export function readPaintedModel(owner: PDFDict, space: PDFObject | null): ColorModel | null {
  const read = space === null ? null : readSpace(owner, space)
  return read === null ? null : modelOf(read)
}
