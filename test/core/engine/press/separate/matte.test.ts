/** Images whose samples are stored multiplied by their soft mask, converted to process colours. */
import { expect } from 'chai'
import sharp from 'sharp'
import { type RgbProfileParts, rgbProfile } from '../../../../support/pdf/icc-profile.ts'
import { judged } from '../../../../support/pdf/judged.ts'
import { pressPage } from '../../../../support/pdf/press-page.ts'
import { needs } from '../../../../support/rips/oracles.ts'
import {
  apart,
  compile,
  deltaE1976,
  inksAt,
  middle,
  type Part,
  PROFILE_PATH,
  pageOf,
  samples,
} from './converted-page.ts'

const HALF = 128
const COLOR = [200, 60, 30] as const
const LINEAR: RgbProfileParts = { name: 'Linear', curve: { gamma: 1 } }

interface Case {
  readonly name: string
  readonly space?: string
  readonly bits?: number
  /** The matte in bytes over the bounds of the space, and as the file states it. */
  readonly matte?: readonly number[]
  readonly stated?: string
  readonly decode?: boolean
  readonly jpeg?: boolean
  readonly maskEntries?: string
  readonly mask?: number
}

const CASES: readonly Case[] = [
  { name: 'black' },
  { name: 'white', matte: [255, 255, 255], stated: '1 1 1' },
  { name: 'coloured', matte: [51, 102, 204], stated: '0.2 0.4 0.8' },
  { name: 'sixteen', bits: 16 },
  { name: 'four', bits: 4 },
  { name: 'inverted', decode: true },
  {
    name: 'calibrated',
    space:
      '[/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [2.2 2.2 2.2] /Matrix [0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505] >>]',
  },
  { name: 'profiled', space: '[/ICCBased @icc]' },
  {
    name: 'lab',
    space: '[/Lab << /WhitePoint [0.9642 1 0.8249] /Range [-100 100 -100 100] >>]',
    matte: [255, 127.5, 127.5],
    stated: '100 0 0',
  },
  { name: 'photo', jpeg: true },
  { name: 'turnedMask', maskEntries: '/Decode [1 0]', mask: 255 - HALF },
]

/** Four pixels in a square, each mixed with the matte at half opacity. */
async function partOf({
  name,
  space = '/DeviceRGB',
  bits = 8,
  matte = [0, 0, 0],
  stated = '0 0 0',
  decode,
  jpeg,
  mask = HALF,
  maskEntries = '',
}: Case): Promise<Part> {
  const size = jpeg ? 16 : 2
  const mixed = COLOR.map((part, at) => matte[at]! + (part - matte[at]!) * (HALF / 255)).map((part) =>
    decode ? 255 - part : part,
  )
  const pixels = Array.from({ length: size * size }, () => mixed.map(Math.round)).flat()
  const data = jpeg
    ? await sharp(Buffer.from(pixels), { raw: { width: size, height: size, channels: 3 } })
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .toBuffer()
    : Buffer.from(packed(mixed, bits, size))
  const dictionary = `/Type /XObject /Subtype /Image /Width ${size} /Height ${size} /BitsPerComponent`
  return {
    name,
    content: `24 0 0 24 0 0 cm /${name} Do`,
    resources: `/XObject << /${name} @${name} >>`,
    objects: {
      [name]: {
        entries: `${dictionary} ${bits} /ColorSpace ${space} /SMask @${name}Mask ${decode ? '/Decode [1 0 1 0 1 0]' : ''} ${jpeg ? '/Filter /DCTDecode' : ''}`,
        data: data.toString('latin1'),
      },
      [`${name}Mask`]: {
        entries: `${dictionary} 8 /ColorSpace /DeviceGray /Matte [${stated}] ${maskEntries}`,
        data: samples(...new Array<number>(size * size).fill(mask)),
      },
    },
  }
}

/** The same colour as paint of half opacity. */
function paintOf({ name, space = '/DeviceRGB' }: Case): Part {
  const [first, ...rest] = COLOR.map((part) => part / 255)
  const parts = space.includes('/Lab')
    ? [first! * 100, ...rest.map((part) => part * 200 - 100)]
    : [first!, ...rest]
  return {
    name,
    content: `/Half gs /${name} cs ${parts.join(' ')} sc 0 0 24 24 re f`,
    resources: `/ColorSpace << /${name} ${space} >>`,
  }
}

/** Samples of bytes in other bits, row by row. */
function packed(color: readonly number[], bits: number, size: number): number[] {
  const row: number[] = []
  if (bits === 4) {
    const digits = Array.from({ length: size }, () => color.map((part) => Math.round(part / 17))).flat()
    for (let at = 0; at < digits.length; at += 2) row.push(digits[at]! * 16 + digits[at + 1]!)
  } else
    for (let at = 0; at < size; at += 1)
      for (const part of color) {
        const value = Math.round(bits === 16 ? part * 257 : part)
        row.push(...(bits === 16 ? [value >> 8, value & 255] : [value]))
      }
  return Array.from({ length: size }, () => row).flat()
}

const HALF_OPACITY: Part = { name: 'half', content: '', resources: '/ExtGState << /Half << /ca 0.502 >> >>' }
const ICC = { icc: { entries: '/N 3', data: rgbProfile(LINEAR).toString('latin1') } }
const codes = (findings: Parameters<typeof judged>[0]) => judged(findings).map(({ code }) => code)

describe('an image that is mixed with a matte', () => {
  it('prints the colours that it had before, in every kind of image', async function () {
    needs(this, 'gs')
    const parts = await Promise.all(CASES.map(partOf))
    const page = pageOf(parts)
    const file = { ...page, objects: { ...page.objects, ...ICC } }
    const { body, findings } = await compile(file)
    expect(codes(findings)).not.to.include('color_not_converted')
    const points = parts.map((_, at) => middle(at))
    const ours = inksAt(Buffer.concat(body), points)
    const painted = pageOf([...CASES.map(paintOf), HALF_OPACITY])
    const theirs = inksAt(
      pressPage({ ...painted, objects: { ...painted.objects, ...ICC } }),
      points,
      PROFILE_PATH,
    )
    for (const [at, difference] of (await apart(ours, theirs, deltaE1976)).entries())
      expect(difference, `${parts[at]?.name}: ${ours[at]} for ${theirs[at]}`).to.be.most(2)
    expect(Buffer.concat(body).includes('/Matte')).to.equal(false)
  })

  it('prints them from a table of colours, and nothing where it is transparent', async function () {
    needs(this, 'gs')
    // Mixed with black: the table has the mixed colours.
    const table = '<643c0f000000>'
    const part = (name: string, index: number, mask: number): Part => ({
      name,
      content: `24 0 0 24 0 0 cm /${name} Do`,
      resources: `/XObject << /${name} @${name} >>`,
      objects: {
        [name]: {
          entries: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 1 /ColorSpace [/Indexed /DeviceRGB 1 ${table}] /SMask @${name}Mask`,
          data: samples(index << 7),
        },
        [`${name}Mask`]: {
          entries:
            '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Matte [0 0 0]',
          data: samples(mask),
        },
      },
    })
    const plain: Part = {
      name: 'plain',
      content: '/Half gs 0.7843 0.4706 0.1176 rg 0 0 24 24 re f',
      resources: '/ExtGState << /Half << /ca 0.502 >> >>',
    }
    const { body, findings } = await compile(pageOf([part('Table', 0, HALF), part('Clear', 1, 0), plain]))
    expect(codes(findings)).not.to.include('color_not_converted')
    const [ours, clear, expected] = inksAt(Buffer.concat(body), [middle(0), middle(1), middle(2)])
    expect(clear).to.deep.equal([0, 0, 0, 0])
    const [difference] = await apart([ours!], [expected!], deltaE1976)
    expect(difference).to.be.below(2)
  })

  it('stays as it is and is counted where its mask has another size or cannot be read', async () => {
    const sound = await partOf({ name: 'Sound' })
    const other = await partOf({ name: 'Other' })
    const short = await partOf({ name: 'Short' })
    const mask = (name: string, width: number) => ({
      entries: `/Type /XObject /Subtype /Image /Width ${width} /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Matte [0 0 0]`,
      data: samples(HALF),
      name,
    })
    const page = pageOf([sound, other, short])
    const objects = { ...page.objects, OtherMask: mask('other', 1), ShortMask: mask('short', 900) }
    const { body, findings } = await compile({ ...page, objects })
    const left = judged(findings).find(({ code }) => code === 'color_not_converted')
    expect(left?.found).to.equal(2)
    expect(
      Buffer.concat(body)
        .toString('latin1')
        .match(/\/Matte/g),
    ).to.have.length(2)
  })
})
