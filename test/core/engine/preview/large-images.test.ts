/** Images of more pixels than a canvas holds: made smaller with as much ink on each plate, or said to be too large. */
import { expect } from 'chai'
import { shrinkBits } from '../../../../core/engine/preview/shrink-bits.ts'
import { ServiceError } from '../../../../core/errors.ts'
import { evenJpx, faxBars, jbig2Bars, type LargeImage } from '../../../support/pdf/large-images.ts'
import { onePage, type RawObject } from '../../../support/pdf/raw-pdf.ts'
import { inkAt, plateOf, platesOfUpload, pressPlatesOf } from '../../../support/rips/blank-plates.ts'
import { needs } from '../../../support/rips/oracles.ts'
import { screenPixels } from '../../../support/rips/screen-pixels.ts'
import { inForm } from '../../../support/run/form.ts'

const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.3 0.8 0] /N 1 >>'
const GOLD = `[/Separation /Gold /DeviceCMYK ${TINT}]`
/** Images over 40 megapixels are made smaller: one of 43 is halved once, one of 573 in the long form three times. */
const BARS = { bars: 8, height: inForm(2_100, 28_000) }
/** JPEG 2000 over 2,048 px a side, and how often it can be halved: three times, never and twice. */
const JPX_SIDES = inForm(
  [
    [20_000, 5],
    [2_100, 0],
    [9_000, 2],
  ] as const,
  [
    [35_000, 5],
    [4_000, 0],
    [12_000, 2],
  ] as const,
)

/** The image from 20 to 180; a unit is a pixel, and a bar 20 of them. */
function page(
  { entries, data }: LargeImage,
  further: string,
  objects: Readonly<Record<string, RawObject>> = {},
) {
  return onePage(
    { data: '/Au cs 0.5 scn q 160 0 0 100 20 0 cm /Picture Do Q' },
    `/Resources << /XObject << /Picture @picture >> /ColorSpace << /Au ${GOLD} >> >>`,
    { picture: { entries: `${entries} ${further}`, data }, ...objects },
  )
}

/** Red of solid black ink on the screen. */
const BLACK = 0x2c
const XS = [30, 50, 70, 90, 110, 130, 150, 170]
const alternating = (first: number, second: number) => XS.map((_, at) => (at % 2 === 0 ? first : second))

describe('images of very many pixels', () => {
  it('of 1 bit a pixel are on the plate that they paint in @long', async () => {
    const plates = await platesOfUpload(page(faxBars(BARS), `/ColorSpace ${GOLD}`))
    // A tint of 1 where a sample is 1, which is white in fax.
    expect(XS.map((x) => inkAt(plateOf(plates, 'Gold'), plates, x, 50))).to.deep.equal(alternating(100, 0))
    const press = await pressPlatesOf(page(faxBars(BARS), '/ColorSpace /DeviceGray /Decode [1 0]'))
    expect(XS.map((x) => inkAt(press.black, press, x, 50))).to.deep.equal(alternating(100, 0))
  })

  it('of 1 bit a pixel have the colours of their table', async () => {
    const { process } = await platesOfUpload(
      page(jbig2Bars(BARS), '/ColorSpace [/Indexed /DeviceRGB 1 <FF0000 0000FF>]'),
    )
    const shown = XS.map((x) => process[(50 * 200 + x) * 3 + 2])
    expect(shown).to.deep.equal(alternating(255, 0))
  })

  it('of 1 bit a pixel leave out the colour that a key names @long', async () => {
    const { process } = await platesOfUpload(
      page(faxBars(BARS), '/ColorSpace [/Indexed /DeviceRGB 1 <FF0000 0000FF>] /Decode [1 0] /Mask [0 0]'),
    )
    // Samples of 1, which the decoding makes the first colour; those of 0 are not painted.
    const shown = XS.map((x) => process[(50 * 200 + x) * 3 + 1])
    expect(shown).to.deep.equal(alternating(0, 255))
  })

  it('as stencils paint in the present colour, and let what lies below through @long', async () => {
    const plates = await platesOfUpload(page(faxBars(BARS), '/ImageMask true'))
    expect(XS.map((x) => inkAt(plateOf(plates, 'Gold'), plates, x, 50))).to.deep.equal(alternating(0, 50))
  })

  it('as masks let as much of an image through @long', async () => {
    const { entries, data } = faxBars(BARS)
    const small = {
      entries: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8',
      data: Uint8Array.of(0),
    }
    const masked = (mask: string, kind: string) =>
      platesOfUpload(
        page(small, `/ColorSpace /DeviceGray ${mask} @mask`, {
          mask: { entries: `${entries} ${kind}`, data },
        }),
      )
    const dark = ({ process }: { readonly process: Uint8Array }) => XS.map((x) => process[(50 * 200 + x) * 3])
    expect(dark(await masked('/Mask', '/ImageMask true'))).to.deep.equal(alternating(255, BLACK))
    expect(dark(await masked('/SMask', '/ColorSpace /DeviceGray'))).to.deep.equal(alternating(BLACK, 255))
  })

  it('in JPEG 2000 are drawn, however often they can be halved @long', async () => {
    for (const [side, levels] of JPX_SIDES) {
      const upload = page(evenJpx(side, side, { levels }), '/ColorSpace /DeviceGray')
      const { process } = await platesOfUpload(upload)
      expect(process[(50 * 200 + 100) * 3], `${side} px, ${levels}`).to.be.within(153, 157)
    }
  })

  it('look as Ghostscript draws them @long', async function () {
    needs(this, 'gs')
    const upload = page(jbig2Bars(BARS), '/ImageMask true')
    const { process, spots, widthPx } = await platesOfUpload(upload)
    const expected = screenPixels(upload)
    for (const x of XS) {
      const at = (50 * widthPx + x) * 3
      const inked = process[at]! < 255 || (spots[0]?.coverage[50 * widthPx + x] ?? 0) > 0
      expect(inked, `${x}`).to.equal(expected[at + 2]! < 250)
    }
  })

  it('that cannot be made small enough are not drawn, and it says why', async () => {
    const upload = page(evenJpx(35_000, 35_000, { levels: 1 }), '/ColorSpace /DeviceGray')
    const error = await platesOfUpload(upload).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ServiceError).and.have.property('code', 'page_not_drawable')
    expect((error as ServiceError).message).to.include('35000 × 35000 px')
  })
})

describe('shrinkBits', () => {
  it('counts the ones of each square, at every scale and at the edges', () => {
    // A row of 20: one in the first eight, all of the next eight, none of the last four; the bits behind say nothing.
    const row = [0b00010000, 0xff, 0x0f]
    const image = { width: 20, height: 3 }
    const rows = Uint8Array.from([...row, ...row, ...row])
    const shares = (halvings: number) => [...shrinkBits(rows, { ...image, halvings }).samples]
    expect(shares(0).slice(0, 5)).to.deep.equal([0, 0, 0, 255, 0])
    expect(shares(1).slice(0, 10)).to.deep.equal([0, 128, 0, 0, 255, 255, 255, 255, 0, 0])
    expect(shares(2)).to.deep.equal([64, 0, 255, 255, 0])
    expect(shares(3)).to.deep.equal([32, 255, 0])
    expect(shares(4)).to.deep.equal([143, 0])
  })
})
