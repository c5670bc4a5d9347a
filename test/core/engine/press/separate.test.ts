/** Artwork converted to process colours by the output profile: judged by Ghostscript, which converts it by itself. */
import { expect } from 'chai'
import { JPEG_CODEC } from '../../../../server/workers/color/jpeg-codec.ts'
import { openPressColors } from '../../../../server/workers/color/little-cms.ts'
import { iccHeader } from '../../../support/pdf/icc-profile.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { flat } from '../../../support/pdf/pictures.ts'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { needs, paintTrace } from '../../../support/rips/oracles.ts'
import { grayJp2, redJp2 } from './jp2-files.ts'
import {
  apart,
  box,
  compile,
  drawImage,
  image,
  inksAt,
  middle,
  type Part,
  PROFILE,
  PROFILE_PATH,
  pageOf,
  rgbRow,
  samples,
  shading,
} from './separate/converted-page.ts'

describe('artwork converted to process colours', () => {
  it('has the colours that Ghostscript makes with the same profile, for 1,000 colours', async function () {
    needs(this, 'gs')
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const colors = Array.from({ length: 1000 }, () => [random(), random(), random()])
    const at = (index: number) => [5 + (index % 40) * 7, 5 + Math.floor(index / 40) * 7] as const
    const content = colors
      .map(
        (color, index) =>
          `${color.map((part) => part.toFixed(4)).join(' ')} rg ${at(index).join(' ')} 6 6 re f`,
      )
      .join('\n')
    const { body } = await compile({ content })
    const points = colors.map((_, index) => [at(index)[0] + 3, at(index)[1] + 3] as const)
    const ours = inksAt(Buffer.concat(body), points)
    const theirs = inksAt(pressPage({ content }), points, PROFILE_PATH)
    const differences = (await apart(ours, theirs)).sort((a, b) => a - b)
    expect(differences[500], 'median').to.be.most(1)
    expect(differences.at(-1), 'greatest').to.be.most(3)
  })

  it('keeps black and gray on the black plate alone, whatever space states them', async function () {
    needs(this, 'gs')
    const resources = `/ColorSpace << /Gray [/ICCBased @gray] /Cmyk [/ICCBased @cmyk] /Lab [/Lab << /WhitePoint [0.9642 1 0.8249] >>]
      /Cal [/CalRGB << /WhitePoint [0.9505 1 1.089] >>] /Table [/Indexed /DeviceRGB 1 <000000808080>] >>`
    const objects = {
      gray: { entries: '/N 1', data: iccHeader({ space: 'GRAY', deviceClass: 'mntr' }).toString('latin1') },
      cmyk: { entries: '/N 4', data: iccHeader({ space: 'CMYK', deviceClass: 'prtr' }).toString('latin1') },
    }
    const black = [
      ...['0 0 0 rg', '0 g', '0 0 0 1 k', '/Gray cs 0 sc', '/Cmyk cs 0 0 0 1 sc', '/Lab cs 0 0 0 sc'],
      ...['/Cal cs 0 0 0 sc', '/Table cs 0 sc', '/DeviceRGB cs', '/Lab cs'],
    ]
    const gray = ['0.5 0.5 0.5 rg', '0.5 g', '0 0 0 0.5 k', '/Gray cs 0.5 sc', '/Table cs 1 sc']
    const all = [...black, ...gray]
    const { body } = await compile({
      ...{ resources, objects },
      content: all.map((color, at) => `q ${color} ${box(at)} Q`).join('\n'),
    })
    const found = inksAt(
      Buffer.concat(body),
      all.map((_, at) => middle(at)),
    )
    for (const [at, inks] of found.entries()) {
      expect(inks.slice(0, 3), all[at]).to.deep.equal([0, 0, 0])
      expect(inks[3], all[at]).to.be.closeTo(at < black.length ? 1 : 0.5, 0.01)
    }
  })

  it('tells what the press cannot print as it is, and how much ink it takes', async () => {
    const found = async (content: string) =>
      judged((await compile({ content })).findings).find(({ code }) => code === 'color_out_of_gamut')
    expect(await found('0.8 0.3 0.2 rg 50 50 20 20 re f 0 0 0 rg 80 50 20 20 re f')).to.equal(undefined)
    const told = await found(
      '0 1 0 rg 50 50 20 20 re f 1 0 0 rg 80 50 20 20 re f 0.8 0.3 0.2 rg 9 9 9 9 re f',
    )
    expect(told).to.include({ severity: 'info', found: 'RGB 0/255/0' })
    expect(told?.params).to.include({ colors: 2, images: 0 })
    expect(told?.params?.distance).to.be.within(15, 20)
    expect((await openPressColors(PROFILE)).inkLimit()).to.be.within(270, 300)
  })

  it('converts images, gradients, patterns, letters and forms as Ghostscript does', async function () {
    needs(this, 'gs', 'mutool')
    const parts = await PARTS
    const page = pageOf(parts)
    const { body, findings } = await compile(page)
    const points = parts.map((_, at) => middle(at))
    const ours = inksAt(Buffer.concat(body), points)
    const theirs = inksAt(pressPage(page), points, PROFILE_PATH)
    const differences = await apart(ours, theirs)
    for (const [at, difference] of differences.entries())
      expect(difference, `${parts[at]?.name}: ${ours[at]} for ${theirs[at]}`).to.be.below(
        parts[at]?.most ?? 1.5,
      )
    const painted = new Set(paintTrace(Buffer.concat(body)).match(/(?<=colorspace=")[^"]*/g))
    expect([...painted].filter((space) => !/DeviceCMYK|DeviceGray/.test(space))).to.deep.equal([])
    const found = judged(findings)
    expect(found.find(({ code }) => code === 'color_converted')?.found).to.equal('Coated offset')
    expect(found.filter(({ code }) => code === 'color_not_converted')).to.deep.equal([])
    expect(
      found.some(({ code }) =>
        ['color_device_rgb', 'color_icc_rgb', 'color_lab', 'color_cal'].includes(code),
      ),
    ).to.equal(false)
  })
})

describe('an image of artwork that is converted', () => {
  const kept = async (part: Part) => {
    const { body, findings } = await compile(pageOf([part]))
    const left = judged(findings).find(({ code }) => code === 'color_not_converted')?.found ?? 0
    return { text: Buffer.concat(body).toString('latin1'), left }
  }

  it('stays where it is gray in JPEG 2000 by itself, and is told where its opacity would be lost', async () => {
    const gray = await kept(jp2('Gray', '', grayJp2()))
    expect(gray.text).to.include('/JPXDecode')
    expect(gray.left).to.equal(0)
    const faded = await kept(jp2('Faded', '/SMaskInData 1'))
    expect(faded.text).to.include('/JPXDecode')
    expect(faded.left).to.equal(1)
    const damaged = await kept(jp2('Damaged', '/ColorSpace /DeviceRGB', redJp2().subarray(0, 120)))
    expect(damaged.left).to.equal(1)
  })

  it('is opened by strips where it is a JPEG of too many pixels', async function () {
    needs(this, 'gs')
    const [width, height] = [70, 60]
    const data = (await flat(width, height, [40, 140, 90]).jpeg().toBuffer()).toString('latin1')
    const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
    const resources = '/XObject << /Large @large >>'
    const objects = { large: { entries, data } }
    const page = pageOf([{ name: 'Large', content: drawImage('Large'), resources, objects }])
    const { body, findings } = await compile(page, 4000)
    expect(judged(findings).map(({ code }) => code)).not.to.include('color_not_converted')
    const [ours, theirs] = [Buffer.concat(body), pressPage(page)]
    const [difference] = await apart(inksAt(ours, [middle(0)]), inksAt(theirs, [middle(0)], PROFILE_PATH))
    expect(difference).to.be.below(2.5)
  })

  it('becomes gray alone where a JPEG that is opened by strips has no colour', async () => {
    const jpeg = await flat(40, 30, [90, 90, 90]).jpeg().toBuffer()
    const inksOf = () => {
      throw new Error('There is nothing to convert.')
    }
    const same = Uint8Array.from({ length: 256 }, (_, level) => level)
    const gray = await JPEG_CODEC.recolor(jpeg, 1e6, inksOf, same)
    expect([gray?.width, gray?.height, gray?.channels]).to.deep.equal([40, 30, 1])
    expect(await JPEG_CODEC.recolor(jpeg, 1000, inksOf, same)).to.equal(null)
  })
})

const RAMP = '/Function << /FunctionType 2 /Domain [0 1] /C0 [0.9 0.2 0.1] /C1 [0.1 0.3 0.8] /N 1 >>'

/** Vertices of a triangle mesh: a flag, 16 bits of each place, 8 bits of each colour. */
function triangles(): string {
  const vertex = (x: number, y: number, color: readonly number[]) => [
    0,
    x >> 8,
    x & 255,
    y >> 8,
    y & 255,
    ...color,
  ]
  const red = [220, 60, 40]
  return samples(...vertex(0, 0, red), ...vertex(65_535, 0, red), ...vertex(32_768, 65_535, red))
}

async function colorJpeg(): Promise<string> {
  const { default: sharp } = await import('sharp')
  const data = Buffer.from(Array.from({ length: 256 }, () => [40, 140, 90]).flat())
  const jpeg = await sharp(data, { raw: { width: 16, height: 16, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer()
  return jpeg.toString('latin1')
}

const LAB = '[/Lab << /WhitePoint [0.9642 1 0.8249] /Range [-100 100 -100 100] >>]'

function jp2(name: string, entries: string, data = redJp2()): Part {
  const dictionary = `/Type /XObject /Subtype /Image /Width 16 /Height 16 /Filter /JPXDecode ${entries}`
  const objects = { [name]: { entries: dictionary, data: data.toString('latin1') } }
  return { name, content: drawImage(name), resources: `/XObject << /${name} @${name} >>`, objects }
}

const PARTS: Promise<readonly Part[]> = colorJpeg().then((jpeg) => [
  image('Rows', 4, '/ColorSpace /DeviceRGB /BitsPerComponent 8', rgbRow(4)),
  image('Turned', 4, '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Decode [1 0 1 0 1 0]', rgbRow(4)),
  image('Four', 2, '/ColorSpace /DeviceRGB /BitsPerComponent 4', samples(0xc4, 0x2c, 0x42)),
  image('Sixteen', 1, '/ColorSpace /DeviceRGB /BitsPerComponent 16', samples(200, 0, 90, 0, 30, 0)),
  image('Table', 8, '/ColorSpace [/Indexed /DeviceRGB 1 <c85a1e2060a0>] /BitsPerComponent 1', samples(0)),
  {
    ...image(
      'Lab',
      4,
      `/ColorSpace ${LAB} /BitsPerComponent 8`,
      samples(140, 180, 90, 140, 180, 90, 140, 180, 90, 140, 180, 90),
    ),
    most: 2,
  },
  image('Keyed', 4, '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Mask [200 200 90 90 30 30]', rgbRow(4)),
  { ...image('Photo', 16, '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode', jpeg), most: 2.5 },
  { ...jp2('Jpx', '/ColorSpace /DeviceRGB /BitsPerComponent 8'), most: 2.5 },
  { ...jp2('JpxAlone', ''), most: 2.5 },
  { name: 'inline', content: `24 0 0 24 0 0 cm BI /W 4 /H 1 /CS /RGB /BPC 8 ID ${rgbRow(4)} EI` },
  shading('Axial', `/ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 24 0] /Extend [true true] ${RAMP}`),
  shading(
    'Radial',
    `/ShadingType 3 /ColorSpace /DeviceRGB /Coords [12 12 0 12 12 12] /Extend [true true] ${RAMP}`,
  ),
  {
    name: 'mesh',
    content: '0 0 24 24 re W n /Mesh sh',
    resources: '/Shading << /Mesh @mesh >>',
    objects: {
      mesh: {
        entries:
          '/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 24 0 24 0 1 0 1 0 1]',
        data: triangles(),
      },
    },
  },
  {
    name: 'stencil pattern',
    content: '/Under cs 0.8 0.3 0.1 /Stencil scn 0 0 24 24 re f',
    resources: '/Pattern << /Stencil @stencil >>',
    objects: {
      stencil: {
        entries:
          '/PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>',
        data: '0 0 8 8 re f',
      },
    },
  },
  {
    name: 'pattern space',
    content: '/Under CS 0.2 0.4 0.7 RG 30 w 0 12 m 24 12 l S',
    resources: '/ColorSpace << /Under [/Pattern /DeviceRGB] >>',
  },
  {
    name: 'coloured pattern',
    content: '/Pattern cs /Colored scn 0 0 24 24 re f',
    resources: '/Pattern << /Colored @colored >>',
    objects: {
      colored: {
        entries:
          '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>',
        data: '0.7 0.2 0.5 rg 0 0 8 8 re f',
      },
    },
  },
  {
    name: 'form in a group',
    content: '/Form Do',
    resources: '/XObject << /Form @form >>',
    objects: {
      form: {
        entries:
          '/Type /XObject /Subtype /Form /BBox [0 0 24 24] /Resources << >> /Group << /S /Transparency /CS /DeviceRGB >>',
        data: '0.3 0.6 0.2 rg 0 0 24 24 re f',
      },
    },
  },
  {
    name: 'drawn letter',
    content: 'BT /Drawn 24 Tf (a) Tj ET',
    resources: '/Font << /Drawn @drawn >>',
    objects: {
      drawn:
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a @letter >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << >> >>',
      letter: { data: '1 0 d0 0.9 0.5 0.1 rg 0 0 1 1 re f' },
    },
  },
])
