/** Pictures for tests, sound and hostile, and a PDF that shows what the service keeps of one. */

import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { imageEntries, maskEntries } from '../../../core/engine/press/tail/image-object.ts'
import type { Picture } from '../../../core/engine/scene/picture.ts'

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, check])
}

/** A PNG of one bit a pixel, all black: some kilobytes whatever its size. */
export function blackPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** With a chunk behind the head, as animated PNGs have one. */
export function withChunk(png: Buffer, type: string, data: Uint8Array): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)])
}

/** A plain area of these components. */
export function flat(width: number, height: number, components: readonly number[]) {
  const channels = components.length as 1 | 3 | 4
  const data = Buffer.alloc(width * height * channels)
  for (let at = 0; at < data.length; at += 1) data[at] = components[at % channels] ?? 0
  return sharp(data, { raw: { width, height, channels } })
}

/** A colourful ramp that no two neighbours share. */
export function ramp(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.set([Math.round((x / width) * 255), Math.round((y / height) * 255), 128], (y * width + x) * 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A JPEG segment with a marker of its own behind the first two bytes. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** One page of a point a pixel, with the picture over the whole of it. */
export function pictureAsPdf(picture: Picture, print: Uint8Array, mask: Uint8Array | null): Buffer {
  const placeable = { ...picture, assetId: '' }
  const { widthPx: width, heightPx: height } = picture
  const stream = (entries: string, data: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`<<${entries} /Length ${data.length}>>\nstream\n`),
      data,
      Buffer.from('\nendstream'),
    ])
  const content = Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /I Do Q`)
  const objects = [
    Buffer.from('<</Type /Catalog /Pages 2 0 R>>'),
    Buffer.from('<</Type /Pages /Kids [3 0 R] /Count 1>>'),
    Buffer.from(
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R ` +
        '/Resources <</XObject <</I 5 0 R>>>>>>',
    ),
    stream('', content),
    stream(imageEntries(placeable, mask === null ? null : 6), print),
    ...(mask === null || picture.mask === null ? [] : [stream(maskEntries(placeable, picture.mask), mask)]),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = 9
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** Left half black, right half white, in gray. */
export async function halves(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height, 255)
  for (let at = 0; at < data.length; at += 1) if (at % width < width / 2) data[at] = 0
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

/** As halves, where the white is not there at all; with `soft`, the middle fades. */
export async function cutOut(width: number, height: number, soft: boolean): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width
    const opacity = soft ? 255 - Math.round((x / (width - 1)) * 255) : x < width / 2 ? 255 : 0
    data[at * 4 + 3] = opacity
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** From red at the left to nothing at the right. */
export async function fadingRed(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    data[at * 4] = 255
    data[at * 4 + 3] = 255 - Math.round(((at % width) / (width - 1)) * 255)
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
