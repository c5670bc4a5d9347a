/** What a page paints and the file has lost is told as a fault of the preflight: images, forms, fonts, colours, pages. */
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import type { Finding } from '../../../../core/engine/finding/finding.ts'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { BLACK_BOX, type PressPage, pressPage, separationText } from '../../../support/pdf/press-page.ts'
import { flated, type RawObject } from '../../../support/pdf/raw-pdf.ts'
import { rejectionOf } from '../../../support/run/thrown.ts'

const compile = (pdf: Uint8Array) => compilePdf(pdf, testFonts().list())

async function lossesOf(page: PressPage): Promise<readonly Finding[]> {
  const { findings } = await compile(pressPage(page))
  return judged(findings).filter(({ code }) => code === 'artwork_missing' || code === 'artwork_unreadable')
}

const IMAGE =
  '/Type /XObject /Subtype /Image /Width 20 /Height 20 /BitsPerComponent 8 /ColorSpace /DeviceGray'
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 300 200]'
const DATA = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 31) % 256))
const JPEG = Buffer.from('ffd8ffc0000b080014001401011100ffda0008010100003f0011223344ffd9', 'hex')
const paints = (
  operators: string,
  resources: string,
  objects: Readonly<Record<string, RawObject>> = {},
): PressPage => ({
  content: `${BLACK_BOX} ${operators}`,
  resources,
  objects,
})
const image = (
  entries: string,
  data: Buffer | string = DATA,
  more: Readonly<Record<string, RawObject>> = {},
) =>
  paints('q 9 0 0 9 100 80 cm /I Do Q', '/XObject << /I @image >>', {
    image: { entries: `${IMAGE} ${entries}`, data },
    ...more,
  })
const form = (entries: string, data: Buffer | string) =>
  paints('/X Do', '/XObject << /X @form >>', { form: { entries: `${FORM} ${entries}`, data } })
const font = (program: RawObject) =>
  paints('BT /F 12 Tf 100 90 Td (a) Tj ET', '/Font << /F @font >>', {
    font: '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Gill /FontDescriptor << /Type /FontDescriptor /FontFile2 @program >> >>',
    program,
  })
const packed = deflateSync(DATA)
const half = packed.subarray(0, packed.length >> 1)
const FLATE = '/Filter /FlateDecode'

describe('artwork that is lost', () => {
  const missing: Readonly<Record<string, readonly [PressPage, string]>> = {
    'an image or a form': [paints('/I Do', '/XObject << /I 999 0 R >>'), 'the image or form I'],
    'one that no resource names': [paints('/I Do', ''), 'the image or form I'],
    'one within a form': [form('', '/Inner Do'), 'the image or form Inner'],
    'the mask of an image': [image('/SMask 999 0 R'), 'the mask of the image I'],
    'a font': [paints('BT /F 9 Tf (a) Tj ET', '/Font << /F 999 0 R >>'), 'the font F'],
    'a pattern': [paints('/Pattern cs /P scn 9 9 9 9 re f', '/Pattern << /P 999 0 R >>'), 'the pattern P'],
    'a shading': [paints('/S sh', '/Shading << /S 999 0 R >>'), 'the shading S'],
    'a colour space': [
      paints('/C cs 1 scn 9 9 9 9 re f', '/ColorSpace << /C 999 0 R >>'),
      'the colour space C',
    ],
  }
  for (const [what, [page, found]] of Object.entries(missing))
    it(`is told where it is missing: ${what}`, async () => {
      const [told, ...others] = await lossesOf(page)
      expect(others).to.deep.equal([])
      expect(told).to.include({ code: 'artwork_missing', severity: 'fail', page: 0, found })
      expect(told?.params).to.deep.equal({ kinds: [found] })
    })

  it('is a warning where it changes a look alone', async () => {
    const [told] = await lossesOf(paints('/G gs 9 9 9 9 re f', '/ExtGState << /G 999 0 R >>'))
    expect(told).to.include({ code: 'artwork_missing', severity: 'warn', found: 'the graphics state G' })
  })

  const unreadable: Readonly<Record<string, readonly [PressPage, string]>> = {
    'an image that breaks off': [image(FLATE, half), 'the image I'],
    'an image that is too short': [image('', DATA.subarray(0, 300)), 'the image I'],
    'an image without data': [image(FLATE, ''), 'the image I'],
    'an image that is not what its filter says': [image(FLATE, DATA), 'the image I'],
    'an image by a filter that nobody knows': [image('/Filter /OddDecode'), 'the image I'],
    'an image by a crypt filter that is not defined': [
      image('/Filter /Crypt /DecodeParms << /Name /Odd >>'),
      'the image I',
    ],
    'an image in another file': [image('/F (elsewhere)'), 'the image I'],
    'a JPEG that breaks off': [image('/Filter /DCTDecode', JPEG.subarray(0, -4)), 'the image I'],
    'a JPEG that is none': [image('/Filter /DCTDecode'), 'the image I'],
    'a JPEG 2000 that is none': [image('/Filter /JPXDecode'), 'the image I'],
    'a mask that breaks off': [
      image('/SMask @mask', DATA, { mask: { entries: `${IMAGE} ${FLATE}`, data: half } }),
      'the mask of the image I',
    ],
    'a form that breaks off': [form(FLATE, deflateSync(BLACK_BOX.repeat(40)).subarray(0, 30)), 'a form'],
    'a form by a filter that nobody knows': [form('/Filter /OddDecode', BLACK_BOX), 'a form'],
    'a pattern that cannot be unpacked': [
      paints('/Pattern cs /P scn 9 9 9 9 re f', '/Pattern << /P @pattern >>', {
        pattern: {
          entries: `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 ${FLATE}`,
          data: BLACK_BOX,
        },
      }),
      'a pattern',
    ],
    'a font that cannot be unpacked': [font({ entries: FLATE, data: 'no font' }), 'the font Gill'],
    'what says neither that it is an image nor a form': [
      paints('/I Do', '/XObject << /I @image >>', { image: { entries: '/Type /XObject', data: BLACK_BOX } }),
      'the image or form I',
    ],
  }
  for (const [what, [page, found]] of Object.entries(unreadable))
    it(`is told where it cannot be read: ${what}`, async () => {
      const [told, ...others] = await lossesOf(page)
      expect(others).to.deep.equal([])
      expect(told).to.include({ code: 'artwork_unreadable', severity: 'fail', page: 0, found })
    })

  const rows = (size: number) => Buffer.concat(Array.from({ length: 20 }, () => Buffer.alloc(size, 1)))
  const sound: Readonly<Record<string, PressPage>> = {
    'an image as it stands': image(''),
    'a deflated image': image(FLATE, packed),
    'one without a checksum': image(FLATE, packed.subarray(0, -4)),
    'one deflated twice': image('/Filter [/FlateDecode /FlateDecode]', deflateSync(packed)),
    'one in letters': image('/Filter /ASCIIHexDecode', `${DATA.toString('hex')}>`),
    'one with a predictor': image(
      `${FLATE} /DecodeParms << /Predictor 15 /Columns 20 >>`,
      deflateSync(rows(21)),
    ),
    'one with more data than it needs': image(FLATE, deflateSync(Buffer.alloc(4000))),
    'one that lacks its last row': image(FLATE, deflateSync(DATA.subarray(0, 380))),
    'a JPEG': image('/Filter /DCTDecode', JPEG),
    'one in a spot ink': paints('q 9 0 0 9 100 80 cm /I Do Q', '/XObject << /I @image >>', {
      image: flated(DATA, IMAGE.replace('/DeviceGray', separationText('Gold'))),
    }),
    'what is not there and not used': paints('', '/XObject << /I 999 0 R >> /Font << /F 999 0 R >>'),
    'what stands in a hidden layer': {
      ...paints('/OC /L BDC /I Do EMC', '/XObject << /I 999 0 R >> /Properties << /L @layer >>', {
        layer: '<< /Type /OCG /Name (Notes) >>',
      }),
      catalog: '/OCProperties << /OCGs [@layer] /D << /OFF [@layer] >> >>',
    },
  }
  for (const [what, page] of Object.entries(sound))
    it(`is not told of ${what}`, async () => {
      expect(await lossesOf(page)).to.deep.equal([])
    })
})

describe('pages that a page tree lost', () => {
  const text = () => pressPage({ more: [{ content: BLACK_BOX }] }).toString('latin1')
  const bytes = (source: string) => Buffer.from(source, 'latin1')

  it('are told where the tree says that there are more', async () => {
    const { findings } = await compile(bytes(text().replace('/Count 2 ', '/Count 5 ')))
    const told = judged(findings).find(({ code }) => code === 'pages_missing')
    expect(told).to.include({ severity: 'fail', found: 2, expected: 5 })
  })

  it('are refused where a branch of it is gone', async () => {
    const kids = /\/Kids \[(\d+ 0 R) (\d+ 0 R)\]/.exec(text())!
    for (const odd of ['999 0 R', '<< /Type /Pages /Count 1 /Kids 999 0 R >>', 'null']) {
      const lost = text().replace(kids[0], `/Kids [${kids[1]} ${odd}]`)
      const error = await rejectionOf(compile(bytes(lost)))
      expect(error.code, odd).to.equal('invalid_pdf')
      expect(error.message, odd).to.include('2 of the PDF')
    }
  })
})
