/** Effective resolution of images: limits to the point, and every way an image can be placed. */
import type { PDFContext } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { checkImages } from '../../../../../core/engine/artwork/check/check-images.ts'
import { readMarks } from '../../../../../core/engine/artwork/read-marks.ts'
import { judged } from '../../../../support/pdf/judged.ts'
import { type ArtworkPage, form, image, openArtwork } from '../../../../support/pdf/page-artwork.ts'

async function check(...builds: ((context: PDFContext) => ArtworkPage)[]) {
  const { doc, pages } = await openArtwork((context) => builds.map((build) => build(context)))
  return judged(checkImages(readMarks(doc, pages)))
}

/** An image of 300 by 300 pixels at a resolution. */
const placed =
  (ppi: number, entries = {}) =>
  (c: PDFContext) => {
    const side = (300 / ppi) * 72
    return {
      content: `q ${side} 0 0 ${side} 10 20 cm /I Do Q`,
      resources: { XObject: { I: image(c, 300, 300, { ColorSpace: 'DeviceGray', ...entries }) } },
    }
  }
const MASK = { ImageMask: true, BitsPerComponent: 1, ColorSpace: null }

describe('checkImages', () => {
  for (const [ppi, severity] of [
    [148, 'fail'],
    [149, 'fail'],
    [150, 'warn'],
    [224, 'warn'],
    [225, null],
    [300, null],
  ] as const)
    it(`${severity === null ? 'passes' : `${severity}s`} an image at ${ppi} ppi`, async () => {
      const findings = await check(placed(ppi))
      expect(findings.map((finding) => [finding.code, finding.severity, finding.found])).to.deep.equal(
        severity === null ? [] : [['image_low_res', severity, ppi]],
      )
    })

  for (const [ppi, severity] of [
    [549, 'fail'],
    [550, 'warn'],
    [799, 'warn'],
    [800, null],
  ] as const)
    it(`${severity === null ? 'passes' : `${severity}s`} a mask of 1 bit at ${ppi} ppi`, async () => {
      const findings = await check(placed(ppi, MASK))
      expect(findings.map((finding) => [finding.code, finding.severity])).to.deep.equal(
        severity === null ? [] : [['image_low_res_1bit', severity]],
      )
    })

  it('says where the image stands', async () => {
    const [finding] = await check(() => ({ content: '' }), placed(100))
    expect(finding?.page).to.equal(1)
    expect(finding?.bbox).to.deep.equal([10, 20, 226, 236])
  })

  it('takes the smaller of both sides, also turned and skewed', async () => {
    const at = (matrix: string) => (c: PDFContext) => ({
      content: `q ${matrix} cm /I Do Q`,
      resources: { XObject: { I: image(c, 300, 300, { ColorSpace: 'DeviceGray' }) } },
    })
    expect((await check(at('72 0 0 144 0 0')))[0]?.found).to.equal(150)
    expect((await check(at('0 144 -72 0 100 0')))[0]?.found).to.equal(150)
    expect((await check(at('101.8234 101.8234 -50 50 0 0')))[0]?.found).to.equal(150)
  })

  it('multiplies the matrices of nested forms', async () => {
    const findings = await check((c) => {
      const inner = form(c, 'q 36 0 0 36 0 0 cm /I Do Q', {
        Resources: { XObject: { I: image(c, 300, 300, { ColorSpace: 'DeviceGray' }) } },
        Matrix: [2, 0, 0, 2, 0, 0],
      })
      const outer = form(c, '2 0 0 2 0 0 cm /Inner Do', { Resources: { XObject: { Inner: inner } } })
      return { content: '/Outer Do', resources: { XObject: { Outer: outer } } }
    })
    expect(findings.map(({ found }) => found)).to.deep.equal([150])
  })

  it('looks into tiling patterns, whose matrix leads to the page and not to the place of use', async () => {
    const findings = await check((c) => {
      const dict = {
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: [0, 0, 72, 72],
        XStep: 72,
        YStep: 72,
        Matrix: [2, 0, 0, 2, 0, 0],
        Resources: c.obj({ XObject: { I: image(c, 300, 300, { ColorSpace: 'DeviceGray' }) } }),
      }
      const pattern = c.register(c.stream('q 72 0 0 72 0 0 cm /I Do Q', dict as never))
      return {
        content: '9 0 0 9 0 0 cm /Pattern cs /P scn 0 0 9 9 re f',
        resources: { Pattern: { P: pattern } },
      }
    })
    expect(findings.map(({ found }) => found)).to.deep.equal([150])
  })

  it('looks at inline images', async () => {
    const findings = await check(() => ({
      content: `q 144 0 0 144 0 0 cm BI /W 20 /H 20 /BPC 8 /CS /G ID ${'x'.repeat(400)} EI Q`,
    }))
    expect(findings.map(({ found }) => found)).to.deep.equal([10])
  })

  it('applies the user unit', async () => {
    const [finding] = await check((c) => ({ ...placed(300)(c), page: { UserUnit: 2 } }))
    expect(finding?.found).to.equal(150)
  })

  it('passes over images of 16 pixels and less on a side', async () => {
    const small = (width: number) => (c: PDFContext) => ({
      content: 'q 100 0 0 100 0 0 cm /I Do Q',
      resources: { XObject: { I: image(c, width, 300, { ColorSpace: 'DeviceGray' }) } },
    })
    expect(await check(small(16))).to.deep.equal([])
    expect(await check(small(17))).to.have.length(1)
  })

  it('reports an image once a page, where it is stretched most', async () => {
    const page = (c: PDFContext) => ({
      content: 'q 200 0 0 200 0 0 cm /I Do Q q 216 0 0 216 0 0 cm /I Do Q q 150 0 0 150 0 0 cm /I Do Q',
      resources: { XObject: { I: image(c, 300, 300, { ColorSpace: 'DeviceGray' }) } },
    })
    const findings = await check(page, page)
    expect(findings.map(({ page, found }) => [page, found])).to.deep.equal([
      [0, 100],
      [1, 100],
    ])
  })

  it('passes over an image that is squeezed to nothing', async () => {
    const findings = await check((c) => ({
      content: 'q 0 0 0 0 0 0 cm /I Do Q',
      resources: { XObject: { I: image(c, 300, 300, { ColorSpace: 'DeviceGray' }) } },
    }))
    expect(findings).to.deep.equal([])
  })
})
