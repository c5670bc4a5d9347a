/** Images of very many pixels in very few bytes, made by code: rows alike in G4, JBIG2 and Flate, and even JPEG 2000. */
import { deflateSync } from 'node:zlib'

export interface LargeImage {
  /** Of the image's dictionary, its colour space left out where it is 1 bit a pixel. */
  readonly entries: string
  readonly data: Uint8Array
}

/** Of a bar, and the longest run that a G4 code has a name for. */
export const BAR_PX = 2560

/** 1 bit a pixel: an even number of bars, white and black by turns, all rows alike. */
export interface Bars {
  readonly bars: number
  readonly height: number
}

const size = (width: number, height: number) =>
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`

export function flateBars({ bars, height }: Bars): LargeImage {
  const rowBytes = (bars * BAR_PX) / 8
  const rows = Buffer.alloc(rowBytes * height)
  for (let bar = 0; bar < bars; bar += 2) rows.fill(0xff, (bar * BAR_PX) / 8, ((bar + 1) * BAR_PX) / 8)
  for (let filled = rowBytes; filled < rows.length; filled *= 2) rows.copy(rows, filled, 0, filled)
  return {
    entries: `${size(bars * BAR_PX, height)} /BitsPerComponent 1 /Filter /FlateDecode`,
    data: deflateSync(rows, { level: 1 }),
  }
}

export function faxBars(image: Bars): LargeImage {
  const width = image.bars * BAR_PX
  return {
    entries:
      `${size(width, image.height)} /BitsPerComponent 1 /Filter /CCITTFaxDecode ` +
      `/DecodeParms << /K -1 /Columns ${width} /Rows ${image.height} >>`,
    data: groupFour(image),
  }
}

/** One page with one generic region in MMR (ITU-T T.88 7.2, 7.4.6). */
export function jbig2Bars(image: Bars): LargeImage {
  const width = image.bars * BAR_PX
  const { height } = image
  const page = Buffer.alloc(19)
  page.writeUInt32BE(width, 0)
  page.writeUInt32BE(height, 4)
  const region = Buffer.alloc(18)
  region.writeUInt32BE(width, 0)
  region.writeUInt32BE(height, 4)
  region[17] = 1
  const data = Buffer.concat([
    segment(0, 48, page),
    segment(1, 38, Buffer.concat([region, groupFour(image)])),
  ])
  return { entries: `${size(width, height)} /BitsPerComponent 1 /Filter /JBIG2Decode`, data }
}

function segment(number: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(11)
  head.writeUInt32BE(number, 0)
  head[4] = type
  head[6] = 1
  head.writeUInt32BE(data.length, 7)
  return Buffer.concat([head, data])
}

const WHITE_AND_BLACK = `001${'000000011111'}${'00110101'}${'000000011111'}${'0000110111'}`

/** ITU-T T.6: the first row by its runs, each further one edge by edge as the row above, and the end of the block. */
function groupFour({ bars, height }: Bars): Buffer {
  const rows = WHITE_AND_BLACK.repeat(bars / 2) + '1'.repeat(bars * (height - 1))
  const bits = `${rows}000000000001000000000001`
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8))
  for (let at = 0; at < bits.length; at += 1) if (bits[at] === '1') bytes[at >> 3]! |= 0x80 >> (at & 7)
  return bytes
}

/** Gray of 128 all over: a tile whose packets are all empty (ISO/IEC 15444-1 annex A and B.10). */
export function evenJpx(width: number, height: number, { components = 1, levels = 5 } = {}): LargeImage {
  const precincts = (side: number, level: number) => Math.ceil(side / 2 ** level / 32768)
  let packets = 0
  for (let level = 0; level <= levels; level += 1)
    packets += precincts(width, level) * precincts(height, level) * components
  const words = (...values: readonly (readonly [number, 1 | 2 | 4])[]) =>
    Buffer.concat(
      values.map(([value, bytes]) => {
        const buffer = Buffer.alloc(bytes)
        buffer.writeUIntBE(value, 0, bytes)
        return buffer
      }),
    )
  const marker = (code: number, body: Buffer) => Buffer.concat([words([code, 2], [body.length + 2, 2]), body])
  const siz = Buffer.concat([
    words([0, 2], [width, 4], [height, 4], [0, 4], [0, 4], [width, 4], [height, 4], [0, 4], [0, 4]),
    words([components, 2]),
    ...Array.from({ length: components }, () => words([7, 1], [1, 1], [1, 1])),
  ])
  const cod = words([0, 1], [0, 1], [1, 2], [0, 1], [levels, 1], [4, 1], [4, 1], [0, 1], [1, 1])
  const qcd = Buffer.concat([words([0x40, 1]), Buffer.alloc(3 * levels + 1, 8 << 3)])
  const data = Buffer.alloc(packets)
  const sot = words([0, 2], [12 + 2 + data.length, 4], [0, 1], [1, 1])
  return {
    entries: `${size(width, height)} /Filter /JPXDecode`,
    data: Buffer.concat([
      words([0xff4f, 2]),
      marker(0xff51, siz),
      marker(0xff52, cod),
      marker(0xff5c, qcd),
      marker(0xff90, sot),
      words([0xff93, 2]),
      data,
      words([0xffd9, 2]),
    ]),
  }
}
