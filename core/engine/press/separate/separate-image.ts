/** Converts images of RGB and Lab to process colours, and those of gray alone to the black plate. */
import { deflateSync } from 'node:zlib'
import { PDFArray, type PDFDict, PDFHexString, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { lastFilter, sizeOf } from '../../pdf/read-image-size.ts'
import { entry } from '../../pdf/read-object.ts'
import { type ColorSpace, componentBounds, componentCount, tableEntry } from '../../pdf/space/space.ts'
import { copyOf } from './copy-of.ts'
import { type ReadSamples, readSamples } from './image-samples.ts'
import { inkSamples, made } from './inked-image.ts'
import { hasMatte, withoutMatte } from './matte.ts'
import { separateJpeg, separateJpx, separateLargeJpeg, sourceOfJpx } from './separate-jpeg.ts'
import type { Separator } from './separator.ts'
import { type Defaults, deviceOf, readSource, type SourceSpace } from './source-space.ts'

const key = (name: string) => PDFName.of(name)

/** The image in process colours; null for one that stays as it is. */
export async function separateImage(
  image: PDFRawStream,
  defaults: Defaults,
  separator: Separator,
): Promise<PDFRawStream | null> {
  const { dict } = image
  if (`${entry(dict, 'ImageMask')}` === 'true') return null
  const stated = entry(dict, 'ColorSpace')
  const filter = lastFilter(image)
  if (stated === null && filter !== 'JPXDecode') return null
  const source = stated === null ? sourceOfJpx(image) : readSource(dict, stated, defaults)
  if (source === null) return leave(separator)
  const { way, space } = source
  if (way === 'keep' || space === null) return null
  // Entries of a table that are mixed with a matte differ from pixel to pixel.
  const isMixed = space.kind === 'indexed' && way === 'convert' && hasMatte(image)
  if (space.kind === 'indexed' && !isMixed) return separateTable(image, source, separator)
  if (way !== 'convert') return changed(image, { ColorSpace: deviceOf(way) })
  const { width, height } = sizeOf(image)
  if (width < 1 || height < 1) return leave(separator)
  const converted = await separatePixels(image, filter, source, separator)
  if (converted === null) return leave(separator)
  separator.counts.image += 1
  return converted
}

async function separatePixels(
  image: PDFRawStream,
  filter: string | null,
  source: SourceSpace,
  separator: Separator,
): Promise<PDFRawStream | null> {
  const { width, height } = sizeOf(image)
  const { room } = separator
  if (width * height > room.pixels) return null
  room.pixels -= width * height
  if (filter === 'JPXDecode') return separateJpx(image, source, separator)
  const isLarge = width * height > separator.tools.wholePixels
  if (filter === 'DCTDecode')
    return isLarge ? separateLargeJpeg(image, source, separator) : separateJpeg(image, source, separator)
  return isLarge ? null : separateRows(image, source, separator)
}

function leave({ left }: Separator): null {
  left.images += 1
  return null
}

function changed(image: PDFRawStream, entries: Readonly<Record<string, PDFObject>>): PDFRawStream {
  const dict = copyOf(image.dict, [])
  for (const [name, value] of Object.entries(entries)) dict.set(key(name), value)
  return PDFRawStream.of(dict, image.contents)
}

/** The samples stay, and the table is converted. */
function separateTable(image: PDFRawStream, source: SourceSpace, separator: Separator): PDFRawStream | null {
  const table = tableOf(image.dict, source, separator)
  if (table === null) return null
  if (source.way === 'convert') separator.counts.image += 1
  return changed(image, { ColorSpace: table })
}

/** An Indexed space over a device's; null where it stays as it is. */
export function tableOf({ context }: PDFDict, source: SourceSpace, separator: Separator): PDFArray | null {
  const { space, way } = source
  if (space?.kind !== 'indexed' || way === 'keep') return null
  const highest = Math.min(Math.floor(space.highest), 255)
  const indexes = Array.from({ length: highest + 1 }, (_, at) => [at])
  const inks = way === 'convert' ? separator.inksOf(source, indexes) : null
  const entries = indexes.map(([at = 0]) => inks?.[at] ?? tableEntry(space, at))
  const bytes = entries.flatMap((parts) => parts.map((part) => Math.round(part * 255)))
  const array = PDFArray.withContext(context)
  array.push(key('Indexed'))
  array.push(deviceOf(way))
  array.push(context.obj(highest))
  array.push(PDFHexString.of(Buffer.from(bytes).toString('hex')))
  return array
}

async function separateRows(
  image: PDFRawStream,
  { space: stated, ...source }: SourceSpace,
  separator: Separator,
): Promise<PDFRawStream | null> {
  if (stated === null) return null
  const { width, height } = sizeOf(image)
  const raw = readSamples(image, { width, height, channels: componentCount(stated) }, componentBounds(stated))
  if (raw === null) return null
  const space = stated.kind === 'indexed' ? stated.base : stated
  const samples = { width, height, channels: 3, data: direct(raw, stated) }
  const plain = await withoutMatte(image, samples, space, separator)
  if (plain === null) return null
  const inked = inkSamples({ ...samples, data: plain }, { ...source, space }, separator)
  // Differences to the left: photos pack to half.
  const { channels, data } = inked
  const rows = new Uint8Array(data.length)
  const stride = width * channels
  for (let at = 0; at < data.length; at += 1)
    rows[at] = at % stride < channels ? data[at]! : data[at]! - data[at - channels]!
  const parameters = image.dict.context.obj({
    Predictor: 2,
    Colors: channels,
    BitsPerComponent: 8,
    Columns: width,
  })
  const entries = { Filter: key('FlateDecode'), DecodeParms: parameters }
  return made(image, inked, deflateSync(rows), entries, raw.stated)
}

/** Components of the base for indexes of a table, 8 bits over its bounds; other samples are as they stand. */
function direct({ values, stated: samples }: ReadSamples, space: ColorSpace): Uint8Array {
  if (space.kind !== 'indexed') return values
  const { bounds, table, highest } = space
  const count = bounds.length
  const colors = new Uint8Array(samples.length * count)
  for (const [at, index] of samples.entries())
    colors.set(
      table.subarray(Math.min(index, highest) * count, (Math.min(index, highest) + 1) * count),
      at * count,
    )
  return colors
}
