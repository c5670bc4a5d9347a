/** Converts images of JPEG and JPEG 2000 to process colours; both become JPEG. */
import { PDFArray, type PDFDict, PDFName, type PDFRawStream } from '@cantoo/pdf-lib'
import { readJpxColor } from '../../pdf/read-jpx-color.ts'
import { asArray, asNumber, entry, numberEntry } from '../../pdf/read-object.ts'
import { isSrgbProfile } from '../../pdf/space/rgb-profile.ts'
import { grayLevels, inkSamples, made, noteImage } from './inked-image.ts'
import { hasMatte, withoutMatte } from './matte.ts'
import { packedPixels } from './packed-pixels.ts'
import type { Separator } from './separator.ts'
import { KEPT, type SourceSpace } from './source-space.ts'

/** Decision: larger images stay in RGB, and the report says so. Of JPEG, which is opened by strips. */
const MOST_JPEG_PIXELS = 100_000_000
/** OpenJPEG holds 4 bytes a component. */
const MOST_JPX_PIXELS = 25_000_000

const key = (name: string) => PDFName.of(name)

/** Of JPEG 2000 that says itself what its samples are; null where it does not. */
export function sourceOfJpx(image: PDFRawStream): SourceSpace | null {
  const color = readJpxColor(packedPixels(image) ?? new Uint8Array())
  if (color === null) return null
  if (color.kind === 'gray' || color.kind === 'cmyk') return KEPT
  const isOther = color.kind === 'profile' && !isSrgbProfile(color.profile)
  const source = isOther ? { profile: color.profile } : 'srgb'
  return { ...KEPT, way: 'convert', space: { kind: 'rgb' }, source }
}

export async function separateJpeg(
  image: PDFRawStream,
  source: SourceSpace,
  separator: Separator,
): Promise<PDFRawStream | null> {
  if (source.space?.kind !== 'rgb') return null
  const bytes = packedPixels(image)
  const { jpeg: codec } = separator.tools
  const opened =
    bytes === null || codec === null ? null : await codec.decode(bytes, separator.tools.wholePixels)
  if (codec === null || opened === null || opened.channels !== 3) return null
  const { data, width, height } = opened
  const rgb = decoded(image.dict, data)
  const plain = await withoutMatte(image, { ...opened, data: rgb }, source.space, separator)
  if (plain === null) return null
  const inked = inkSamples({ ...opened, data: plain }, source, separator)
  const jpeg = await codec.encode(inked)
  return made(image, { ...inked, width, height }, jpeg, { Filter: key('DCTDecode') }, data)
}

/** Strip by strip; those with a key of colours that are left out, or a matte, would have to be opened whole. */
export async function separateLargeJpeg(
  image: PDFRawStream,
  source: SourceSpace,
  separator: Separator,
): Promise<PDFRawStream | null> {
  const { colors, jpeg: codec } = separator.tools
  const bytes = packedPixels(image)
  if (source.space?.kind !== 'rgb' || bytes === null || codec === null) return null
  if (entry(image.dict, 'Mask') instanceof PDFArray || hasMatte(image)) return null
  let isNoted = false
  const inksOf = (strip: Uint8Array) => {
    const rgb = decoded(image.dict, strip)
    if (!isNoted) noteImage(rgb, source, separator)
    isNoted = true
    return colors.samples(source.source, rgb)
  }
  const grays = grayLevels(separator, source)
  // Levels of an inverted image count from white.
  const levels = grays === null ? null : decoded(image.dict, LEVELS).map((level) => grays[level]!)
  const inked = await codec.recolor(bytes, MOST_JPEG_PIXELS, inksOf, levels)
  if (inked === null) return null
  return made(image, { ...inked, data: NO_SAMPLES }, inked.jpeg, { Filter: key('DCTDecode') }, NO_SAMPLES)
}

/** Decision: as JPEG, which most of them were before, or would be as large as their pixels. */
export async function separateJpx(
  image: PDFRawStream,
  source: SourceSpace,
  separator: Separator,
): Promise<PDFRawStream | null> {
  const { jpeg, jpx } = separator.tools
  const bytes = packedPixels(image)
  if (source.space?.kind !== 'rgb' || bytes === null || jpeg === null || jpx === null) return null
  // Opacity among the samples would be lost.
  if ((numberEntry(image.dict, 'SMaskInData') ?? 0) !== 0) return null
  const opened = await jpx.decode(bytes, MOST_JPX_PIXELS)
  if (opened?.channels !== 3) return null
  const plain = await withoutMatte(image, opened, source.space, separator)
  if (plain === null) return null
  const inked = inkSamples({ ...opened, data: plain }, source, separator)
  return made(image, inked, await jpeg.encode(inked), { Filter: key('DCTDecode') }, opened.data)
}

const NO_SAMPLES = new Uint8Array()
const LEVELS = Uint8Array.from({ length: 256 }, (_, level) => level)

/** /Decode of one that was inverted; others are as they are. */
function decoded(dict: PDFDict, data: Uint8Array): Uint8Array {
  const bounds = (asArray(dict, entry(dict, 'Decode')) ?? []).map((item) => asNumber(item) ?? 0)
  return bounds[0] === 1 && bounds[1] === 0 ? data.map((value) => 255 - value) : data
}
