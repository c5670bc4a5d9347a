/** Reads the samples of an image that is packed without loss, and makes a mask of those that a key leaves out. */
import type { PDFRawStream } from '@cantoo/pdf-lib'
import { asArray, asNumber, entry, numberEntry } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import type { ImageSamples } from './press-colors.ts'

type Size = Pick<ImageSamples, 'width' | 'height' | 'channels'>

export interface ReadSamples {
  /** 8 bits each, as /Decode spreads them over the bounds of the space. */
  readonly values: Uint8Array
  /** As they stand in the file; of 16 bits the upper 8. */
  readonly stated: Uint8Array
}

/** Null for data that cannot be read, or that ends too early. */
export function readSamples(
  image: PDFRawStream,
  { width, height, channels }: Size,
  bounds: readonly (readonly [number, number])[],
): ReadSamples | null {
  const bits = numberEntry(image.dict, 'BitsPerComponent') ?? 8
  if (![1, 2, 4, 8, 16].includes(bits)) return null
  const stride = Math.ceil((width * channels * bits) / 8)
  const packed = decodeStream(image, stride * height + 1024)
  if (packed === null || packed.length < stride * height) return null
  const stated = unpack(packed, { width, height, channels }, bits, stride)
  const decode = (asArray(image.dict, entry(image.dict, 'Decode')) ?? []).map((item) => asNumber(item) ?? 0)
  const most = bits >= 8 ? 255 : (1 << bits) - 1
  const tables = bounds.map(([low, high], part) => {
    const [from = low, to = high] = decode.slice(part * 2, part * 2 + 2)
    return Uint8Array.from({ length: 256 }, (_, value) => {
      const decoded = from + (Math.min(value, most) / most) * (to - from)
      return Math.round(Math.min(Math.max((decoded - low) / (high - low), 0), 1) * 255)
    })
  })
  const plain = tables.every((table) => table[1] === 1 && table[254] === 254)
  if (plain) return { values: stated, stated }
  return { values: stated.map((value, at) => tables[at % channels]![value]!), stated }
}

function unpack(
  packed: Uint8Array,
  { width, height, channels }: Size,
  bits: number,
  stride: number,
): Uint8Array {
  const count = width * channels
  if (bits === 8) return packed.subarray(0, count * height)
  const samples = new Uint8Array(count * height)
  for (let row = 0; row < height; row += 1)
    for (let at = 0; at < count; at += 1) {
      const bit = at * bits
      const byte = packed[row * stride + (bit >> 3)]!
      samples[row * count + at] = bits === 16 ? byte : (byte >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)
    }
  return samples
}

/** A stencil mask of one bit a pixel whose ones are left out: all components lie within the ranges (8.9.6.4). */
export function keyedMask(
  stated: Uint8Array,
  { width, height }: Pick<ImageSamples, 'width' | 'height'>,
  ranges: readonly number[],
): Uint8Array {
  const channels = ranges.length / 2
  const stride = Math.ceil(width / 8)
  const bits = new Uint8Array(stride * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    let inside = true
    for (let part = 0; part < channels && inside; part += 1) {
      const value = stated[pixel * channels + part]!
      inside = value >= ranges[part * 2]! && value <= ranges[part * 2 + 1]!
    }
    const x = pixel % width
    if (inside) bits[Math.floor(pixel / width) * stride + (x >> 3)]! |= 0x80 >> (x & 7)
  }
  return bits
}
