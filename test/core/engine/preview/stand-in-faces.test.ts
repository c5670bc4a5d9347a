/** Text in fonts that no file has along: shown in the faces that come with the service, the same on every machine. */
import { expect } from 'chai'
import { onePage, type RawObject } from '../../../support/pdf/raw-pdf.ts'
import { difference, platesOfUpload } from '../../../support/rips/blank-plates.ts'

const DESCRIPTOR =
  '/FontDescriptor << /Type /FontDescriptor /FontName /Any /Flags 32 /ItalicAngle 0 /Ascent 880 /Descent -120 ' +
  '/CapHeight 700 /StemV 80 /FontBBox [0 -120 1000 880] >>'
const simple = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} ${DESCRIPTOR} >>`
const japanese = (name: string, encoding: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${encoding} /DescendantFonts [<< /Type /Font ` +
  `/Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) ` +
  `/Supplement 2 >> ${DESCRIPTOR} /DW 1000 >>] >>`

const FORM: RawObject = {
  entries: '/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Group << /S /Transparency >>',
  data: 'BT 10 40 Td (Hamburg) Tj ET',
}

async function shown(content: string, font: string): Promise<Uint8Array> {
  const resources = `/Resources << /Font << /F1 ${font} >> /XObject << /Form @form >> >>`
  return (await platesOfUpload(onePage({ data: content }, resources, { form: FORM }))).process
}

/** A column of the page as text. */
function column(pixels: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let y = 0; y < 100; y += 1)
    for (let x = from; x < to; x += 1) text += pixels[(y * 200 + x) * 3]! < 128 ? '#' : ' '
  return text
}

describe('text in fonts that are not embedded', () => {
  for (const [where, content] of [
    ['in its text object', 'BT /F1 40 Tf 10 40 Td (Hamburg) Tj ET'],
    ['before the state is saved', '/F1 40 Tf q BT 10 40 Td (Hamburg) Tj ET Q'],
    ['for a form and its group', '/F1 40 Tf q /Form Do Q'],
  ] as const)
    it(`is in the face of its kind where the font is set ${where}`, async () => {
      const arial = await shown(content, simple('ArialMT'))
      expect(arial.some((value) => value < 60)).to.equal(true)
      for (const name of ['Helvetica', 'HelveticaNeue-Light', 'FrutigerLTStd-Roman'])
        expect(difference(await shown(content, simple(name)), arial), name).to.be.lessThan(2)
    })

  for (const [encoding, text] of [
    ['90ms-RKSJ-H', '82a08abf8e9a'],
    ['UniJIS-UCS2-H', '30426f225b57'],
  ] as const)
    it(`has Japanese letters, encoded as ${encoding}`, async () => {
      const pixels = await shown(
        `/F1 40 Tf q BT 10 40 Td <${text}> Tj ET Q`,
        japanese('Ryumin-Light', encoding),
      )
      const letters = [10, 50, 90].map((left) => column(pixels, left, left + 40))
      // A box for what is missing would be the same each time, and lighter.
      expect(new Set(letters).size).to.equal(3)
      for (const letter of letters) expect(letter.replaceAll(' ', '').length).to.be.greaterThan(150)
    })
})
