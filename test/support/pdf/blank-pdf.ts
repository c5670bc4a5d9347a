/** PDFs without artwork, for tests that care about what is painted on them. */

import { PDFArray, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import type { Box } from '../../../core/engine/geometry/box.ts'

export interface BlankPage {
  readonly mediaBox?: Box
  readonly cropBox?: Box
  readonly trimBox?: Box
  readonly rotate?: number
  readonly userUnit?: number
  /** Content of the page in its own operators. */
  readonly content?: string
}

/** One page for each description; a page is 300 by 200 units where nothing else is said. */
export async function blankPdf(pages: readonly BlankPage[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  for (const page of pages) {
    const { node } = document.addPage([300, 200])
    const set = (key: string, box: Box | undefined) => {
      if (box !== undefined) node.set(PDFName.of(key), arrayOf(document, box))
    }
    set('MediaBox', page.mediaBox)
    set('CropBox', page.cropBox)
    set('TrimBox', page.trimBox)
    if (page.rotate !== undefined) node.set(PDFName.of('Rotate'), PDFNumber.of(page.rotate))
    if (page.userUnit !== undefined) node.set(PDFName.of('UserUnit'), PDFNumber.of(page.userUnit))
    if (page.content !== undefined) {
      const stream = document.context.stream(page.content)
      node.set(PDFName.of('Contents'), document.context.register(stream))
    }
  }
  return document.save({ useObjectStreams: false, addDefaultPage: false })
}

function arrayOf(document: PDFDocument, box: Box): PDFArray {
  const array = PDFArray.withContext(document.context)
  for (const value of box) array.push(PDFNumber.of(value))
  return array
}
