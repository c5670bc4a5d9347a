/** The proof of a design as a PDF: each page as its preview shows it, cut to its trim, with a line that names it. */

export interface ProofPage {
  /** Of the trimmed page. */
  readonly jpeg: Uint8Array
  readonly widthPt: number
  readonly heightPt: number
}

export interface ProofFacts {
  readonly title: string
  /** As the customer and the shop know it. */
  readonly reference: string
  /** Of the design's last change, such as 2027-06-12. */
  readonly day: string
}

const MARGIN_PT = 24
const CAPTION_PT = 8
const GREY = 0.45
const MM_PER_PT = 25.4 / 72

/**
 * Decision: a proof is made of pictures. They show paper and inks as they were chosen, which a press PDF does not, and
 * whoever passes the file on does not pass on the artwork. The line has figures alone, for every reader.
 */
export async function proofFile(pages: readonly ProofPage[], facts: ProofFacts): Promise<Uint8Array> {
  // Loaded by processes that are asked for a proof.
  const { PDFDocument, StandardFonts, grayscale } = await import('@cantoo/pdf-lib')
  const file = await PDFDocument.create({ updateMetadata: false })
  file.setTitle(facts.title, { showInWindowTitleBar: true })
  file.setSubject(facts.reference)
  const font = await file.embedFont(StandardFonts.Helvetica)
  for (const [at, { jpeg, widthPt: width, heightPt: height }] of pages.entries()) {
    const sheet = file.addPage([width + 2 * MARGIN_PT, height + 3 * MARGIN_PT])
    const place = { x: MARGIN_PT, y: 2 * MARGIN_PT, width, height }
    sheet.drawImage(await file.embedJpg(jpeg), place)
    sheet.drawRectangle({ ...place, borderWidth: 0.25, borderColor: grayscale(GREY) })
    const sides = [width, height].map((side) => (side * MM_PER_PT).toFixed(1)).join(' \u00d7 ')
    const parts = [facts.reference, `${sides} mm`, facts.day]
    const text = [...parts, ...(pages.length > 1 ? [`${at + 1}/${pages.length}`] : [])].join(' \u00b7 ')
    // A page narrower than the line has it smaller.
    const size = Math.min(CAPTION_PT, (CAPTION_PT * width) / font.widthOfTextAtSize(text, CAPTION_PT))
    sheet.drawText(text, { x: MARGIN_PT, y: MARGIN_PT, size, font, color: grayscale(GREY) })
  }
  return file.save()
}
