/** JPEG for artwork that is converted: samples as they are, whatever profile is embedded. For worker processes. */
import sharp from 'sharp'
import type { ImageSamples, JpegCodec } from '../../../core/engine/press/separate/press-colors.ts'

// Only uploaded JPEG is opened, and the rows that are written here; nothing is cached between images.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadTiff'] })
sharp.cache(false)
sharp.concurrency(1)

/** The second loss is invisible. */
const QUALITY = 92

export const JPEG_CODEC: JpegCodec = {
  async decode(jpeg, mostPixels) {
    try {
      const opened = sharp(jpeg, { limitInputPixels: mostPixels, failOn: 'none', ignoreIcc: true })
      const { data, info } = await opened.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
      return { width: info.width, height: info.height, channels: info.channels, data }
    } catch {
      return null
    }
  },
  async encode({ width, height, channels, data }) {
    const options = { quality: QUALITY, chromaSubsampling: '4:4:4' }
    const opened =
      channels === 4
        ? sharp(inkTiff({ width, height, data }), { limitInputPixels: false })
            .pipelineColourspace('cmyk')
            .toColourspace('cmyk')
        : sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
    return opened.jpeg(options).toBuffer()
  },
}

const SHORT = 3
const LONG = 4
/** Photometric interpretation of inks (TIFF 6.0 section 16). */
const SEPARATED = 5

/** Inks in a plain TIFF, since raw samples of four channels are taken for RGB with opacity. */
function inkTiff({ width, height, data }: Omit<ImageSamples, 'channels'>): Buffer {
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 4, 0],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, SEPARATED],
    [273, LONG, 1, 0],
    [277, SHORT, 1, 4],
    [278, LONG, 1, height],
    [279, LONG, 1, data.length],
    [284, SHORT, 1, 1],
    [332, SHORT, 1, 1],
  ]
  const bitsAt = 8 + 2 + entries.length * 12 + 4
  const samplesAt = bitsAt + 8
  const head = Buffer.alloc(samplesAt)
  head.write('II*\0', 0, 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entries.length, 8)
  for (const [at, [tag, type, count, value]] of entries.entries()) {
    const offset = 10 + at * 12
    head.writeUInt16LE(tag, offset)
    head.writeUInt16LE(type, offset + 2)
    head.writeUInt32LE(count, offset + 4)
    head.writeUInt32LE(tag === 258 ? bitsAt : tag === 273 ? samplesAt : value, offset + 8)
  }
  for (let channel = 0; channel < 4; channel += 1) head.writeUInt16LE(8, bitsAt + channel * 2)
  return Buffer.concat([head, data])
}
