/**
 * HEIC images of customers, decoded by the package heic-decode where the operator has installed it. It is not delivered
 * with the service, as HEVC is patented.
 */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { surveyOf } from '../pixels.ts'
import { damaged, unusablePicture } from './picture-kind.ts'

const DECODER = 'heic-decode'
/** Decision: the decoder holds the whole image twice; more than this is beyond a worker's memory. */
const MOST_PIXELS = 50_000_000
/** Signature and IHDR of a PNG; further chunks may follow. */
const PNG_HEAD_BYTES = 33

/** Throws an error that says how to install the decoder. */
export function requireHeicDecoder(): void {
  try {
    import.meta.resolve(DECODER)
  } catch {
    throw new Error(`HEIC_IMAGES is true, but the package ${DECODER} is missing. Run: npm install ${DECODER}`)
  }
}

/** Upright, with the image's ICC profile. Throws `invalid_image`. */
export async function heicAsPng(bytes: Buffer, mostPixels: number): Promise<Buffer> {
  const { default: decoder } = await import('heic-decode')
  const images = await decoder.all({ buffer: bytes }).catch((error: unknown) => {
    throw damaged('It cannot be read completely.', error)
  })
  try {
    const [first] = images
    if (first === undefined) throw damaged('It contains no image.')
    const { width, height } = first
    const limit = Math.min(mostPixels, MOST_PIXELS)
    if (width * height > limit)
      throw unusablePicture('too_large', 'The image has too many pixels.', undefined, {
        ...{ limit, found: width * height },
      })
    const { data } = await first.decode()
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const decoded = sharp(raw, { raw: { width, height, channels: 4 } })
    // Photos are opaque; a mask would be stored and printed for nothing.
    const isOpaque = surveyOf({ data: raw, width, height, components: 4 }).opacity === 'full'
    const png = await (isOpaque ? decoded.removeAlpha() : decoded).png({ compressionLevel: 1 }).toBuffer()
    return withProfile(png, iccProfileOf(bytes))
  } finally {
    images.dispose()
  }
}

/** The first ICC profile of the image properties: box `colr` of type `prof` (ISO 14496-12); null without one. */
function iccProfileOf(file: Buffer): Buffer | null {
  const meta = boxOf(file, 'meta')
  // `meta` is a full box: version and flags come first.
  const properties = meta && boxOf(boxOf(meta.subarray(4), 'iprp') ?? EMPTY, 'ipco')
  for (const [type, body] of properties == null ? [] : boxesOf(properties))
    if (type === 'colr' && /^(prof|rICC)$/.test(body.toString('latin1', 0, 4))) return body.subarray(4)
  return null
}

const EMPTY = Buffer.alloc(0)

function boxOf(file: Buffer, wanted: string): Buffer | null {
  for (const [type, body] of boxesOf(file)) if (type === wanted) return body
  return null
}

/** Ends where a box is cut off or has a length of 64 bits, which no box before the image data has. */
function* boxesOf(file: Buffer): Generator<readonly [string, Buffer]> {
  for (let at = 0; at + 8 <= file.length; ) {
    const size = file.readUInt32BE(at)
    if (size < 8 || at + size > file.length) return
    yield [file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + size)]
    at += size
  }
}

/** With a chunk iCCP behind the header (PNG 11.3.2.3). */
function withProfile(png: Buffer, profile: Buffer | null): Buffer {
  if (profile === null) return png
  const body = Buffer.concat([
    Buffer.from('iCCP'),
    Buffer.from('profile\0\0', 'latin1'),
    deflateSync(profile),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), length, body, sum, png.subarray(PNG_HEAD_BYTES)])
}
