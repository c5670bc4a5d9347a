/** Images in each colour space, of each depth, predictor and filter, with each kind of mask. */
import { deflateSync } from 'node:zlib'
import sharp, { type JpegOptions } from 'sharp'
import { drawImage, image, type Part, rgbRow, samples } from '../converted-page.ts'
import { likeAreaOf } from './paints.ts'
import { indexed, SPACES, spacesNamed } from './spaces.ts'

const [device, adobe] = spacesNamed('DeviceRGB', 'IccAdobe')
const DEVICE = '/ColorSpace /DeviceRGB /BitsPerComponent 8'
const IMAGE = '/Type /XObject /Subtype /Image'
const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const inSpaces: readonly Part[] = SPACES.flatMap((space) => [
  {
    ...image(
      `Pixel${space.name}`,
      1,
      `/ColorSpace ${space.text} /BitsPerComponent 8`,
      samples(...space.bytes),
    ),
    like: likeAreaOf(space),
  },
  {
    ...image(`Table${space.name}`, 8, `/ColorSpace ${indexed(space)} /BitsPerComponent 1`, samples(0)),
    like: likeAreaOf(space),
  },
])

const depths: readonly Part[] = [
  image('OneBit', 2, '/ColorSpace /DeviceRGB /BitsPerComponent 1', samples(0b10110100)),
  image('FourBits', 2, '/ColorSpace /DeviceRGB /BitsPerComponent 4', samples(0xc4, 0x2c, 0x42)),
  image('TwoBits', 1, '/ColorSpace /DeviceRGB /BitsPerComponent 2', samples(0b10010000)),
  image('SixteenBits', 1, '/ColorSpace /DeviceRGB /BitsPerComponent 16', samples(200, 10, 90, 200, 30, 99)),
  image(
    'SixteenOfAdobe',
    1,
    `/ColorSpace ${adobe.text} /BitsPerComponent 16`,
    samples(200, 10, 90, 200, 30, 99),
  ),
  ...[1, 2, 4, 8].map((bits) =>
    image(
      `TableOf${bits}`,
      8 / bits,
      `/ColorSpace [/Indexed /DeviceRGB 1 <2060a0c85a1e>] /BitsPerComponent ${bits}`,
      samples({ 1: 0xff, 2: 0x55, 4: 0x11, 8: 1 }[bits] ?? 0),
    ),
  ),
]

const decodes: readonly Part[] = [
  image('Inverted', 4, `${DEVICE} /Decode [1 0 1 0 1 0]`, rgbRow(4)),
  image('Narrowed', 4, `${DEVICE} /Decode [0.2 0.8 0 0.9 0.1 1]`, rgbRow(4)),
  image(
    'InvertedFour',
    2,
    '/ColorSpace /DeviceRGB /BitsPerComponent 4 /Decode [1 0 1 0 1 0]',
    samples(0xc4, 0x2c, 0x42),
  ),
  image(
    'InvertedTable',
    8,
    '/ColorSpace [/Indexed /DeviceRGB 1 <2060a0c85a1e>] /BitsPerComponent 1 /Decode [1 0]',
    samples(0),
  ),
]

/** A row of four pixels as each predictor has it: nothing stands above it. */
function predicted(type: number): Buffer {
  const row = bytesOf(rgbRow(4))
  const left = (at: number) => (at < 3 ? 0 : row[at - 3]!)
  const before = (at: number) =>
    type === 2 || type === 11 || type === 14 ? left(at) : type === 13 ? left(at) >> 1 : 0
  const data = Buffer.from(row.map((value, at) => value - before(at)))
  return type === 2 ? data : Buffer.concat([Buffer.from([type === 15 ? 0 : type - 10]), data])
}
const predictors = [2, 10, 11, 12, 13, 14, 15].map((type) =>
  image(
    `Predictor${type}`,
    4,
    `${DEVICE} /Filter /FlateDecode /DecodeParms << /Predictor ${type} /Colors 3 /Columns 4 >>`,
    latin(deflateSync(predicted(type))),
  ),
)

const hex = Buffer.from(rgbRow(4), 'latin1').toString('hex')
const filters: readonly Part[] = [
  image('Hex', 4, `${DEVICE} /Filter /ASCIIHexDecode`, `${hex}>`),
  image('RunLength', 4, `${DEVICE} /Filter /RunLengthDecode`, `${samples(11)}${rgbRow(4)}${samples(128)}`),
  image(
    'TwoFilters',
    4,
    `${DEVICE} /Filter [/ASCIIHexDecode /FlateDecode]`,
    `${deflateSync(bytesOf(rgbRow(4))).toString('hex')}>`,
  ),
]

const mask = (entries: string, data: string) => ({ entries: `${IMAGE} /Width 1 /Height 1 ${entries}`, data })
const masks: readonly Part[] = [
  image('Keyed', 4, `${DEVICE} /Mask [200 200 90 90 30 30]`, rgbRow(4)),
  image('KeyedElsewhere', 4, `${DEVICE} /Mask [0 9 0 9 0 9]`, rgbRow(4)),
  image('Faded', 4, `${DEVICE} /SMask @fade`, rgbRow(4), {
    fade: mask('/ColorSpace /DeviceGray /BitsPerComponent 8', samples(128)),
  }),
  image('FadedInverted', 4, `${DEVICE} /SMask @fadeInverted`, rgbRow(4), {
    fadeInverted: mask('/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]', samples(64)),
  }),
  image(
    'FadedTable',
    8,
    '/ColorSpace [/Indexed /DeviceRGB 0 <c85a1e>] /BitsPerComponent 1 /SMask @fade',
    samples(0),
  ),
  image('Cut', 4, `${DEVICE} /Mask @cut`, rgbRow(4), {
    cut: mask('/ImageMask true /BitsPerComponent 1', samples(0)),
  }),
  {
    ...image('Stencil', 1, '/ImageMask true /BitsPerComponent 1', samples(0)),
    content: `0.8 0.3 0.1 rg ${drawImage('Stencil')}`,
  },
  {
    ...image('StencilInverted', 1, '/ImageMask true /BitsPerComponent 1 /Decode [1 0]', samples(0x80)),
    content: `0.2 0.5 0.7 rg ${drawImage('StencilInverted')}`,
  },
]

const inline = (name: string, entries: string, data: string, before = ''): Part => ({
  name: `inline ${name}`,
  content: `${before} 24 0 0 24 0 0 cm BI ${entries} ID ${data}\nEI`,
})
const inlines: readonly Part[] = [
  inline('RGB', '/W 4 /H 1 /CS /RGB /BPC 8', rgbRow(4)),
  inline('hexadecimal', '/W 4 /H 1 /CS /RGB /BPC 8 /F /AHx', `${hex}>`),
  inline('table', '/W 8 /H 1 /CS [/I /RGB 1 <c85a1e2060a0>] /BPC 1', samples(0)),
  inline('inverted', '/W 4 /H 1 /CS /RGB /BPC 8 /D [1 0 1 0 1 0]', rgbRow(4)),
  inline('stencil', '/W 8 /H 1 /IM true /BPC 1', samples(0), '0.8 0.3 0.1 rg'),
  {
    ...inline('of a named space', '/W 4 /H 1 /CS /Inlined /BPC 8', rgbRow(4)),
    resources: `/ColorSpace << /Inlined ${adobe.text} >>`,
  },
]

/** A JPEG of one colour, 16 pixels wide and 16 high. */
async function photo(name: string, entries: string, options: JpegOptions = {}): Promise<Part> {
  const data = Buffer.from(Array.from({ length: 256 }, () => [60, 140, 100]).flat())
  const jpeg = await sharp(data, { raw: { width: 16, height: 16, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4', ...options })
    .toBuffer()
  const object = {
    entries: `${IMAGE} /Width 16 /Height 16 /BitsPerComponent 8 /Filter /DCTDecode ${entries}`,
    data: latin(jpeg),
  }
  return {
    name: `photo ${name}`,
    content: drawImage(`Photo${name}`),
    resources: `/XObject << /Photo${name} @photo${name} >>`,
    objects: { [`photo${name}`]: object },
  }
}

export const imageKinds = async (): Promise<readonly Part[]> => [
  ...inSpaces,
  ...depths,
  ...decodes,
  ...predictors,
  ...filters,
  ...masks,
  ...inlines,
  await photo('Plain', `/ColorSpace ${device.text}`),
  await photo('Progressive', `/ColorSpace ${device.text}`, { progressive: true }),
  await photo('Subsampled', `/ColorSpace ${device.text}`, { chromaSubsampling: '4:2:0' }),
  await photo('OfAdobe', `/ColorSpace ${adobe.text}`),
  await photo('Inverted', `/ColorSpace ${device.text} /Decode [1 0 1 0 1 0]`),
  await photo('Faded', `/ColorSpace ${device.text} /SMask @fade`),
]
