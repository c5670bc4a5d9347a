/** A business card as shops get them: bleed, a spot ink, a line of live text, and no form field anywhere. */
import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib'

export const CARD_SPOT = 'PANTONE 286 C'
/** The text of the artwork that is to be taken as a field. */
export const CARD_TEXT = 'Forename Surname'

/** `pages` alike; the second and further ones have no text. `note` makes it another file, with the same looks. */
export async function plainArtwork(pages = 1, note = ''): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  const { context } = document
  const tint = context.obj({
    FunctionType: 2,
    Domain: [0, 1],
    C0: [0, 0, 0, 0],
    C1: [1, 0.75, 0, 0.02],
    N: 1,
  })
  const spot = context.obj([PDFName.of('Separation'), PDFName.of(CARD_SPOT), PDFName.of('DeviceCMYK'), tint])
  for (let count = 0; count < pages; count += 1) {
    const page = document.addPage([257.953, 172.913])
    page.setBleedBox(0, 0, 257.953, 172.913)
    page.setTrimBox(8.504, 8.504, 240.945, 155.905)
    const { node } = page
    node.set(PDFName.of('Resources'), context.obj({ ColorSpace: { CS0: spot }, Font: { F1: font.ref } }))
    const text = count > 0 ? '' : `BT 0 0 0 1 k /F1 14 Tf 30 90 Td (${CARD_TEXT}) Tj ET`
    const content = `/CS0 cs 1 scn 0 0 257.953 40 re f 30 120 m 60 120 l 60 140 l 30 140 l f ${text}\n%${note}`
    node.set(PDFName.of('Contents'), context.register(context.stream(content)))
  }
  return document.save({ useObjectStreams: false, addDefaultPage: false })
}
