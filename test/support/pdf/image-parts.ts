/** Pieces of image files: chunks, frames and boxes, with sizes that lie. */
import { deflateSync } from 'node:zlib'
import { pngChunk, ramp } from './pictures.ts'

export const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
export const text = (words: string) => Buffer.from(words, 'latin1')

/** One of each kind, of 600 x 400 px. */
export async function soundFiles(): Promise<Readonly<Record<'jpeg' | 'png' | 'webp' | 'avif', Buffer>>> {
  const image = () => ramp(600, 400)
  return {
    jpeg: await image().jpeg({ quality: 90 }).toBuffer(),
    png: await image().png().toBuffer(),
    webp: await image().webp({ quality: 90 }).toBuffer(),
    avif: await image().avif({ quality: 60, effort: 0 }).toBuffer(),
  }
}

export function pngHead(width: number, height: number, depth = 8, color = 2, interlace = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width >>> 0, 0)
  head.writeUInt32BE(height >>> 0, 4)
  head.set([depth, color, 0, 0, interlace], 8)
  return pngChunk('IHDR', head)
}

export const pngOf = (...chunks: readonly Buffer[]) =>
  Buffer.concat([PNG, ...chunks, pngChunk('IEND', Buffer.alloc(0))])
export const data = (bytes: Uint8Array) => pngChunk('IDAT', deflateSync(bytes))

/** A JPEG whose frame says another size than it was written with. */
export function resizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const at = jpeg.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc2].includes(jpeg[index + 1] ?? 0))
  const changed = Buffer.from(jpeg)
  changed.writeUInt16BE(height, at + 5)
  changed.writeUInt16BE(width, at + 7)
  return changed
}

export function frameOf(jpeg: Buffer, change: (frame: Buffer) => void): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const changed = Buffer.from(jpeg)
  change(changed.subarray(at))
  return changed
}

/** A progressive JPEG that sends its last scan again and again: each is decoded over the whole image. */
export function manyScans(progressive: Buffer, count: number): Buffer {
  const last = progressive.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = progressive.subarray(last, progressive.length - 2)
  return Buffer.concat([
    progressive.subarray(0, last),
    ...Array.from({ length: count }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ])
}

export function riff(...chunks: readonly (readonly [string, Buffer])[]): Buffer {
  const body = Buffer.concat(
    chunks.map(([type, bytes]) => {
      const size = Buffer.alloc(4)
      size.writeUInt32LE(bytes.length)
      return Buffer.concat([text(type), size, bytes, Buffer.alloc(bytes.length & 1)])
    }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length + 4)
  return Buffer.concat([text('RIFF'), size, text('WEBP'), body])
}

/** The head of an extended WebP: flags, and a canvas of up to 2^24 on a side. */
export function webpCanvas(flags: number, width: number, height: number): Buffer {
  const head = Buffer.alloc(10)
  head[0] = flags
  head.writeUIntLE(width - 1, 4, 3)
  head.writeUIntLE(height - 1, 7, 3)
  return head
}

export const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 8)
  return Buffer.concat([size, text(type), body])
}

/** An AVIF that says another size, in each place where it does. */
export function resizedAvif(avif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(avif)
  for (let at = changed.indexOf('ispe'); at >= 0; at = changed.indexOf('ispe', at + 4)) {
    changed.writeUInt32BE(width, at + 8)
    changed.writeUInt32BE(height, at + 12)
  }
  return changed
}
