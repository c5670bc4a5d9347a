/** The uploads that the press is measured with: a brochure of 10 MB, a catalogue of 48 MB of pictures. */
import { flated, type RawObject, rawPdf } from '../support/pdf/raw-pdf.ts'
import { seededChance } from '../support/run/seeded-chance.ts'

const MB = 1_000_000
const SEPARATION =
  '[/Separation /Gold /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.2 0.8 0.1] /N 1 >>]'

/** What a camera's picture is to a program that does not decode it: bytes that cannot be packed. */
function picture(bytes: number, seed: number): RawObject {
  const chance = seededChance(seed)
  const data = Buffer.alloc(bytes)
  for (let at = 0; at + 4 <= bytes; at += 4) data.writeUInt32LE(chance.whole(0, 0xffffffff), at)
  const side = Math.floor(Math.sqrt(bytes))
  return {
    entries: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceCMYK /Filter /DCTDecode`,
    data,
  }
}

/** Line art and text as a layout program writes it, about so many objects. */
function artwork(objects: number, seed: number): string {
  const chance = seededChance(seed)
  /** Ornaments and letters are small: an object stays within 50 points. */
  const around = (x: number, y: number) => () =>
    `${x + chance.whole(0, 50)}.${chance.whole(10, 99)} ${y + chance.whole(0, 50)}.${chance.whole(10, 99)}`
  const pieces: string[] = ['/Gold cs 1 scn']
  for (let count = 0; count < objects; count += 1) {
    const at = around(chance.whole(20, 500), chance.whole(20, 760))
    pieces.push(
      count % 4 === 0
        ? `BT /F 9 Tf 0 0 0 1 k ${at()} Td (Words of a brochure) Tj ET`
        : `q 0.${chance.whole(10, 99)} 0.4 0 0 k ${at()} m ${at()} ${at()} ${at()} c ${at()} l f Q`,
    )
  }
  return pieces.join('\n')
}

/** `pages` pages with a picture and artwork each, and a field on the first. */
function file(pages: number, pictureBytes: number, objects: number): Buffer {
  const each = Array.from({ length: pages }, (_, at): [string, RawObject][] => [
    [
      `page${at}`,
      `<< /Type /Page /Parent @pages /MediaBox [0 0 595 842] /TrimBox [9 9 586 833] /Contents @content${at} /Resources << /XObject << /I @image${at} >> /ColorSpace << /Gold @gold >> /Font << /F @font >> >> ${at === 0 ? '/Annots [@field]' : ''} >>`,
    ],
    [`content${at}`, flated(`q 400 0 0 400 90 300 cm /I Do Q\n${artwork(objects, at + 1)}`)],
    [`image${at}`, picture(pictureBytes, at + 100)],
  ])
  return rawPdf({
    objects: {
      catalog: '<< /Type /Catalog /Pages @pages /AcroForm << /Fields [@field] >> >>',
      pages: `<< /Type /Pages /Kids [${each.map((_, at) => `@page${at}`).join(' ')}] /Count ${pages} >>`,
      gold: SEPARATION,
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      field:
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 100 300 130] /F 4 /DA (/Helv 12 Tf 0 g) >>',
      ...Object.fromEntries(each.flat()),
    },
  })
}

/** Eight pages of 1.1 MB of picture and 2,500 objects each. */
export const brochure = (): Buffer => file(8, 1.1 * MB, 2_500)
/** Twelve pictures of 4 MB. */
export const catalogue = (): Buffer => file(12, 4 * MB, 200)
/** As many small pages. */
export const manyPages = (pages: number): Buffer => file(pages, 100, 4)
