/** The reference that a compiled body is held against: the upload without its form, made by another library. */
import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { compilePdf } from '../../../core/engine/press/compile.ts'
import { testFonts } from '../pdf/fonts.ts'

/** What a compile takes off the pages. */
const REMOVED = new Set(['/Widget', '/Link', '/Popup'])

export async function withoutForm(upload: Uint8Array): Promise<Uint8Array> {
  const doc = await PDFDocument.load(upload, { updateMetadata: false, ignoreEncryption: true })
  doc.catalog.delete(PDFName.of('AcroForm'))
  for (const { node } of doc.getPages()) {
    const annotations = node.lookup(PDFName.of('Annots'))
    if (!(annotations instanceof PDFArray)) continue
    const kept = annotations.asArray().filter((item) => {
      const annotation = doc.context.lookup(item)
      return annotation instanceof PDFDict && !REMOVED.has(`${annotation.lookup(PDFName.of('Subtype'))}`)
    })
    node.set(PDFName.of('Annots'), doc.context.obj(kept))
  }
  return doc.save({ useObjectStreams: false })
}

/** The compiled body in pieces. */
export async function bodyOf(upload: Uint8Array): Promise<Uint8Array[]> {
  return (await compilePdf(upload, testFonts().list())).body
}
