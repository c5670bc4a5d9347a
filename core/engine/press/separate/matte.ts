/** Divides image samples by their soft mask where they are stored multiplied by it (/Matte, ISO 32000-1 11.6.5.3). */
import { PDFRawStream } from '@cantoo/pdf-lib'
import { lastFilter, sizeOf } from '../../pdf/read-image-size.ts'
import { asArray, asNumber, entry } from '../../pdf/read-object.ts'
import { type ColorSpace, componentBounds } from '../../pdf/space/space.ts'
import { readSamples } from './image-samples.ts'
import { packedPixels } from './packed-pixels.ts'
import type { ImageSamples } from './press-colors.ts'
import type { Separator } from './separator.ts'

/** The soft mask whose /Matte the samples are mixed with; null for an image without. */
function mattedMask(image: PDFRawStream): PDFRawStream | null {
  const soft = entry(image.dict, 'SMask')
  return soft instanceof PDFRawStream && entry(soft.dict, 'Matte') !== null ? soft : null
}

export function hasMatte(image: PDFRawStream): boolean {
  return mattedMask(image) !== null
}

/**
 * The samples as they were before they were mixed, 8 bits over the bounds of `space`; the same ones where nothing was
 * mixed. Null where the mask cannot be read, or is of another size than the image.
 */
export async function withoutMatte(
  image: PDFRawStream,
  samples: ImageSamples,
  space: ColorSpace,
  separator: Separator,
): Promise<Uint8Array | null> {
  const mask = mattedMask(image)
  if (mask === null) return samples.data
  const { data, width, height, channels } = samples
  const bounds = componentBounds(space)
  const stated = asArray(mask.dict, entry(mask.dict, 'Matte'))?.map((item) => asNumber(item) ?? 0) ?? []
  if (stated.length !== channels || bounds.length !== channels) return null
  const opacity = await readOpacity(mask, separator)
  if (opacity === null || opacity.width !== width || opacity.height !== height) return null
  const matte = stated.map((value, part) => {
    const [low, high] = bounds[part]!
    return Math.min(Math.max((value - low) / (high - low), 0), 1) * 255
  })
  const plain = new Uint8Array(data.length)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const share = opacity.data[pixel]! / 255
    for (let part = 0; part < channels; part += 1) {
      const at = pixel * channels + part
      const base = matte[part]!
      // Nothing shows where there is no opacity.
      const value = share === 0 ? base : base + (data[at]! - base) / share
      plain[at] = Math.round(Math.min(Math.max(value, 0), 255))
    }
  }
  return plain
}

/** One sample a pixel. */
async function readOpacity(mask: PDFRawStream, { tools }: Separator): Promise<ImageSamples | null> {
  const size = sizeOf(mask)
  const { width, height } = size
  const filter = lastFilter(mask)
  if (width < 1 || height < 1 || width * height > tools.wholePixels) return null
  if (filter !== 'DCTDecode' && filter !== 'JPXDecode') {
    const raw = readSamples(mask, { width, height, channels: 1 }, [[0, 1]])
    return raw === null ? null : { width, height, channels: 1, data: raw.values }
  }
  const bytes = packedPixels(mask)
  const codec = filter === 'DCTDecode' ? tools.jpeg : tools.jpx
  const opened = bytes === null || codec === null ? null : await codec.decode(bytes, tools.wholePixels)
  if (opened === null) return null
  const [from = 0, to = 1] =
    asArray(mask.dict, entry(mask.dict, 'Decode'))?.map((item) => asNumber(item) ?? 0) ?? []
  const data = Uint8Array.from({ length: opened.width * opened.height }, (_, at) => {
    const share = from + (opened.data[at * opened.channels]! / 255) * (to - from)
    return Math.round(Math.min(Math.max(share, 0), 1) * 255)
  })
  return { width: opened.width, height: opened.height, channels: 1, data }
}
