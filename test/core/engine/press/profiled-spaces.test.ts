/** Colours in Lab by an ICC profile: shown as they are, counted on the plates, and called Lab by the checks. */
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { bundledFonts } from '../../../support/engine/rendering.ts'
import { iccHeader, labProfile } from '../../../support/pdf/icc-profile.ts'
import { flated, onePage, type RawObject } from '../../../support/pdf/raw-pdf.ts'
import { inkAt, platesOfUpload, pressPlatesOf } from '../../../support/rips/blank-plates.ts'
import { needs } from '../../../support/rips/oracles.ts'
import { screenPixels } from '../../../support/rips/screen-pixels.ts'

const PLAIN = '[/Lab << /WhitePoint [0.9642 1 0.8249] /Range [-128 127 -128 127] >>]'
const PROFILED = '[/ICCBased @icc]'
const RANGE = '/Range [0 100 -128 127 -128 127]'
/** Bars of every way of painting; a unit is a pixel. */
const CONTENT =
  '/S cs 50 60 40 sc 10 10 30 30 re f 90 -10 20 sc 50 10 30 30 re f /T cs 1 scn 90 10 30 30 re f ' +
  '/I cs 1 sc 130 10 30 30 re f q 60 0 0 30 10 60 cm /Im Do Q q 80 60 60 30 re W n /Sh sh Q'
const BARS = [
  [25, 75],
  [65, 75],
  [105, 75],
  [145, 75],
  [20, 25],
  [55, 25],
  [85, 25],
  [135, 25],
] as const

function page(space: string, profile: { readonly bytes: Uint8Array; readonly entries: string }): Buffer {
  const tint = '<< /FunctionType 2 /Domain [0 1] /C0 [100 0 0] /C1 [60 50 70] /N 1 >>'
  const blend = '<< /FunctionType 2 /Domain [0 1] /C0 [90 0 80] /C1 [30 20 -60] /N 1 >>'
  const resources =
    `/ColorSpace << /S ${space} /T [/Separation /Orange ${space} ${tint}] /I [/Indexed ${space} 1 <FF808080B0E0>] >> ` +
    `/XObject << /Im @image >> /Shading << /Sh << /ShadingType 2 /ColorSpace ${space} /Coords [80 0 140 0] ` +
    `/Function ${blend} >> >>`
  const image: RawObject = {
    entries: `/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace ${space}`,
    data: Uint8Array.of(128, 188, 168, 230, 118, 148),
  }
  const icc = flated(profile.bytes, profile.entries)
  return onePage({ data: CONTENT }, `/Resources << ${resources} >>`, { image, icc })
}

const lab = (entries = '') => page(PROFILED, { bytes: labProfile(), entries: `/N 3 ${entries}` })
const plain = () => page(PLAIN, { bytes: labProfile(), entries: '/N 3' })

async function shown(upload: Uint8Array): Promise<readonly string[]> {
  const { process, widthPx } = await platesOfUpload(upload)
  return BARS.map(([x, y]) => [...process.subarray((y * widthPx + x) * 3).subarray(0, 3)].join(' '))
}

async function findings(upload: Uint8Array): Promise<readonly string[]> {
  const { findings: found } = await compilePdf(upload, bundledFonts.list())
  return found.flatMap((one) => ('code' in one && one.code.startsWith('color_') ? [one.code] : []))
}

describe('colours in Lab by a profile', () => {
  for (const [what, entries] of [
    ['with its range', RANGE],
    ['without a range', ''],
    ['with RGB as alternate', '/Alternate /DeviceRGB'],
  ])
    it(`are shown as those of a Lab space are, ${what}`, async () => {
      const bars = await shown(lab(entries))
      expect(bars).to.deep.equal(await shown(plain()))
      // None vanishes: each is darker than paper.
      for (const [at, bar] of bars.entries())
        if (at !== 2) expect(bar, `${BARS[at]}`).to.not.equal('255 255 255')
    })

  it('are shown within 12 of 255 of what Ghostscript makes of them', async function () {
    needs(this, 'gs')
    const { process, widthPx } = await platesOfUpload(lab(RANGE))
    const other = screenPixels(lab(RANGE))
    for (const [x, y] of BARS.filter((_, at) => at !== 2))
      for (const channel of [0, 1, 2]) {
        const at = (y * widthPx + x) * 3 + channel
        expect(Math.abs(process[at]! - other[at]!), `${x} ${y} ${channel}`).to.be.at.most(12)
      }
  })

  it('leave ink on the plates, shadings and pictures too', async () => {
    const own = await pressPlatesOf(lab(RANGE))
    const expected = await pressPlatesOf(plain())
    for (const plate of ['cyan', 'magenta', 'yellow', 'black'] as const)
      expect(Buffer.compare(own[plate], expected[plate]), plate).to.equal(0)
    const black = [25, 55, 85, 135].map((x) => inkAt(own.black, own, x, 25))
    // L* of 50 and 90 of the picture, and of 84.5 and 34.5 along the shading.
    expect(black).to.deep.equal([50, 10, 16, 65])
  })

  it('are Lab to the checks, not RGB, and no white', async () => {
    expect(await findings(lab(RANGE)))
      .to.include('color_lab')
      .and.not.include('color_icc_rgb')
    const bar = onePage(
      { data: '/S cs 50 60 40 sc 10 10 30 30 re f' },
      '/Resources << /ColorSpace << /S [/ICCBased @icc] >> >>',
      { icc: flated(labProfile(), `/N 3 ${RANGE}`) },
    )
    expect(await findings(bar)).to.deep.equal(['color_lab'])
  })

  it('are not Lab where the number of components contradicts the profile', async () => {
    const bar = (bytes: Uint8Array, entries: string, color: string) =>
      onePage(
        { data: `/S cs ${color} sc 10 10 30 30 re f` },
        '/Resources << /ColorSpace << /S [/ICCBased @icc] >> >>',
        { icc: flated(bytes, entries) },
      )
    const four = bar(labProfile(), '/N 4', '0 0.5 1 0')
    expect(await findings(four)).to.deep.equal([])
    const { magenta, yellow, widthPx } = await pressPlatesOf(four)
    expect([inkAt(magenta, { widthPx }, 25, 75), inkAt(yellow, { widthPx }, 25, 75)]).to.deep.equal([50, 100])
    const rgb = bar(iccHeader({ space: 'CMYK', deviceClass: 'prtr' }), '/N 3', '1 0 0')
    expect(await findings(rgb)).to.deep.equal(['color_icc_rgb'])
    const byAlternate = bar(iccHeader({ space: 'CMYK' }), `/N 3 /Alternate ${PLAIN}`, '50 60 40')
    expect(await findings(byAlternate)).to.deep.equal(['color_lab'])
  })
})
