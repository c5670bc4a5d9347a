/** JPEG for artwork that is converted: samples as they are, whatever profile is embedded. For worker processes. */
import { readFile } from 'node:fs/promises'
import sharp, { type JpegOptions, type Sharp } from 'sharp'
import {
  type ImageSamples,
  isGray,
  type JpegCodec,
} from '../../../core/engine/press/separate/press-colors.ts'
import type { InkFile } from '../../../core/engine/preview/drawing.ts'
import type { InkPixels } from '../../../core/engine/preview/open-picture.ts'
import { SCREEN_PX } from '../image-forms.ts'

/** The second loss is invisible. */
export const QUALITY = 92

/** For a worker: of its process sharp opens nothing but JPEG from now on, and caches nothing between images. */
export function openOnlyJpeg(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', TIFF_LOADER] })
  sharp.cache(false)
  sharp.concurrency(1)
}

/** Opens the rows of inks that are written here. */
export const TIFF_LOADER = 'VipsForeignLoadTiff'

/** Inks in a TIFF (its path or its bytes) as JPEG, in which 0 is solid. */
export function inksAsJpeg(tiff: string | Buffer, options: JpegOptions = { quality: QUALITY }): Sharp {
  const inks = sharp(tiff, { limitInputPixels: false }).pipelineColourspace('cmyk').toColourspace('cmyk')
  return inks.jpeg({ ...options, chromaSubsampling: '4:4:4' })
}

/** Of an image that is kept for print, at the size of a screen: JPEG is opened at a half, a quarter or an eighth. */
export async function readInks({ inkPath, sizeBytes }: InkFile): Promise<InkPixels> {
  const jpeg = (await readFile(inkPath)).subarray(0, sizeBytes)
  const opened = sharp(jpeg, { limitInputPixels: false, ignoreIcc: true, failOn: 'none' })
  const { data, info } = await opened
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .resize({ width: SCREEN_PX, height: SCREEN_PX, fit: 'inside', withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels !== 4) throw new Error(`An image of process inks was kept with ${channels} components.`)
  return { width, height, data }
}

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
  async recolor(jpeg, mostPixels, inksOf, grays) {
    try {
      return await recolored(jpeg, mostPixels, inksOf, grays)
    } catch {
      return null
    }
  },
  async encode({ width, height, channels, data }) {
    if (channels === 4) return inksAsJpeg(Buffer.concat([inkTiffHead({ width, height }), data])).toBuffer()
    const gray = sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
    return gray.jpeg({ quality: QUALITY }).toBuffer()
  },
}

/** Pixels of a strip. */
const PIXELS_AT_ONCE = 16_000_000

const recolored: JpegCodec['recolor'] = async (jpeg, mostPixels, inksOf, grays) => {
  const open = () => sharp(jpeg, { limitInputPixels: mostPixels, failOn: 'none', ignoreIcc: true })
  const { width, height, channels } = await open().metadata()
  if (channels !== 3 || width * height > mostPixels) return null
  const rows = Math.max(1, Math.floor(PIXELS_AT_ONCE / width))
  const strip = (top: number) =>
    open()
      .extract({ left: 0, top, width, height: Math.min(rows, height - top) })
      .raw({ depth: 'uchar' })
      .toBuffer()
  const tops = Array.from({ length: Math.ceil(height / rows) }, (_, at) => at * rows)
  let hasColor = grays === null
  for (const top of tops) hasColor ||= !isGray(await strip(top))
  if (!hasColor && grays !== null) {
    const levels = Buffer.alloc(width * height)
    for (const top of tops) {
      const rgb = await strip(top)
      for (let from = 0, to = top * width; from < rgb.length; from += 3, to += 1)
        levels[to] = grays[rgb[from]!]!
    }
    const gray = sharp(levels, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    const jpegOfGray = gray.toColourspace('b-w').jpeg({ quality: QUALITY })
    return { width, height, channels: 1, jpeg: await jpegOfGray.toBuffer() }
  }
  const head = inkTiffHead({ width, height })
  const tiff = Buffer.alloc(head.length + width * height * 4)
  tiff.set(head)
  for (const top of tops) {
    tiff.set(inksOf(await strip(top)), head.length + top * width * 4)
  }
  // Optimized tables would hold all coefficients in memory.
  const options = { quality: QUALITY, optimizeCoding: false }
  return { width, height, channels: 4, jpeg: await inksAsJpeg(tiff, options).toBuffer() }
}

const SHORT = 3
const LONG = 4
/** Photometric interpretation of inks (TIFF 6.0 section 16). */
const SEPARATED = 5

/**
 * What stands before the samples of four inks in a plain TIFF: raw samples of four channels would be taken for RGB with
 * opacity.
 */
export function inkTiffHead({ width, height }: Pick<ImageSamples, 'width' | 'height'>): Buffer {
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 4, 0],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, SEPARATED],
    [273, LONG, 1, 0],
    [277, SHORT, 1, 4],
    [278, LONG, 1, height],
    [279, LONG, 1, width * height * 4],
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
  return head
}
