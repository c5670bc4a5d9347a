/** Converts an image of a field to the inks of an output profile, a few rows at a time: photos have 100 megapixels. */
import { createHash } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { crc32, createDeflate } from 'node:zlib'
import sharp from 'sharp'
import type { PressColors } from '../../../core/engine/press/separate/press-colors.ts'
import type { PrintForm } from '../../../core/engine/scene/picture.ts'
import type { ConvertInto, PictureToConvert } from '../../../core/service/asset/intake.ts'
import { writeLasting } from '../write-lasting.ts'
import { inksAsJpeg, inkTiffHead, QUALITY, TIFF_LOADER } from './jpeg-codec.ts'
import { openPressColors } from './little-cms.ts'

export interface ConvertPictureInput extends PictureToConvert {
  readonly into: ConvertInto
}

/** Pixels that are in memory at once. */
const PIXELS_AT_ONCE = 16_000_000
/** A JPEG stays a JPEG; other images keep their exact pixels. */
export async function convertPicture(input: ConvertPictureInput): Promise<PrintForm> {
  const { into, print } = input
  const colors = await openPressColors(into.profile)
  const isJpeg = print.filter === 'dct'
  const data = await (isJpeg ? asJpeg(input, colors) : asRows(input, colors))
  await writeLasting(into.path, [data, into.salt])
  const sha256 = createHash('sha256').update(data).update(into.salt).digest('hex')
  const form = { sha256, sizeBytes: data.length, bitsPerComponent: 8 }
  return isJpeg
    ? { ...form, filter: 'dct', inverted: true }
    : { ...form, filter: 'flate_png', inverted: false }
}

async function asJpeg(input: ConvertPictureInput, colors: PressColors): Promise<Buffer> {
  const { into, widthPx: width, heightPx: height } = input
  const path = `${into.path}.tif`
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(inkTiffHead({ width, height }))
      for await (const inks of inkStrips(input, colors)) await file.writeFile(inks)
    } finally {
      await file.close()
    }
    sharp.unblock({ operation: [TIFF_LOADER] })
    // Optimized tables need all coefficients in memory.
    const optimizeCoding = width * height <= PIXELS_AT_ONCE
    return await inksAsJpeg(path, { quality: QUALITY, optimizeCoding }).toBuffer()
  } finally {
    sharp.block({ operation: [TIFF_LOADER] })
    await rm(path, { force: true })
  }
}

/** Deflated rows of differences to the left, as PNG has them. */
async function asRows(input: ConvertPictureInput, colors: PressColors): Promise<Buffer> {
  const stride = input.widthPx * 4
  const deflate = createDeflate()
  const packed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => packed.push(chunk))
  const ended = new Promise((resolve, reject) => deflate.on('end', resolve).on('error', reject))
  for await (const inks of inkStrips(input, colors)) {
    const rows = Buffer.alloc((inks.length / stride) * (stride + 1))
    for (let row = 0; row * stride < inks.length; row += 1) {
      const [from, to] = [row * stride, row * (stride + 1)]
      rows[to] = 1
      for (let at = 0; at < stride; at += 1)
        rows[to + 1 + at] = inks[from + at]! - (at < 4 ? 0 : inks[from + at - 4]!)
    }
    if (!deflate.write(rows)) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end()
  await ended
  return Buffer.concat(packed)
}

async function* inkStrips(
  { sourcePath, widthPx: width, heightPx: height, print }: ConvertPictureInput,
  colors: PressColors,
): AsyncGenerator<Uint8Array> {
  const bytes = (await readFile(sourcePath)).subarray(0, print.sizeBytes)
  const picture = print.filter === 'dct' ? bytes : pngOf(bytes, width, height)
  const most = Math.max(1, Math.floor(PIXELS_AT_ONCE / width))
  for (let top = 0; top < height; top += most) {
    const strip = { left: 0, top, width, height: Math.min(most, height - top) }
    const opened = sharp(picture, { limitInputPixels: false, ignoreIcc: true, failOn: 'none' })
    const { data, info } = await opened
      .extract(strip)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 3) throw new Error(`An image in RGB was kept with ${info.channels} components.`)
    yield colors.samples('srgb', data)
  }
}

/** The kept rows as a PNG file. */
function pngOf(rows: Uint8Array, width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
