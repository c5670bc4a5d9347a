/** Converts images of RGB and Lab to process colours, and those of gray alone to the black plate. */
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'
import { lastFilter, sizeOf } from '../../pdf/read-image-size.ts'
import { asArray, asNumber, entry } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { componentBounds, componentCount, tableEntry } from '../../pdf/space/space.ts'
import { keyedMask, readSamples } from './image-samples.ts'
import type { ImageSamples } from './press-colors.ts'
import { grayOf, noteOutside, type Separator } from './separator.ts'
import { type Defaults, deviceOf, readSource, type SourceSpace } from './source-space.ts'

/** Decision: more pixels than any catalogue image may have; larger ones stay in RGB, and the report says so. */
const MOST_PIXELS = 40_000_000
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
  if (stated === null) return filter === 'JPXDecode' ? leave(separator) : null
  const source = readSource(dict, stated, defaults)
  const { way, space } = source
  if (way === 'keep' || space === null) return null
  if (space.kind === 'indexed') return separateTable(image, source, separator)
  if (way !== 'convert') return changed(image, { ColorSpace: deviceOf(way) })
  const { width, height } = sizeOf(image)
  if (width < 1 || height < 1 || width * height > MOST_PIXELS) return leave(separator)
  const converted =
    filter === 'DCTDecode'
      ? await separateJpeg(image, source, separator)
      : separateRows(image, source, separator)
  if (converted === null) return leave(separator)
  separator.counts.image += 1
  return converted
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

function copyOf(dict: PDFDict, without: readonly string[]): PDFDict {
  const copy = PDFDict.withContext(dict.context)
  for (const [name, value] of dict.entries()) copy.set(name, value)
  for (const name of without) copy.delete(key(name))
  return copy
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
  if (way === 'convert' && inks === null) return null
  const entries = indexes.map(([at = 0]) => inks?.[at] ?? tableEntry(space, at))
  const bytes = entries.flatMap((parts) => parts.map((part) => Math.round(part * 255)))
  const array = PDFArray.withContext(context)
  array.push(key('Indexed'))
  array.push(deviceOf(way))
  array.push(context.obj(highest))
  array.push(PDFHexString.of(Buffer.from(bytes).toString('hex')))
  return array
}

async function separateJpeg(
  image: PDFRawStream,
  source: SourceSpace,
  separator: Separator,
): Promise<PDFRawStream | null> {
  if (source.space?.kind !== 'rgb') return null
  const bytes = packedJpeg(image)
  const { jpeg: codec } = separator.tools
  const opened = bytes === null || codec === null ? null : await codec.decode(bytes, MOST_PIXELS)
  if (codec === null || opened === null || opened.channels !== 3) return null
  const { data, width, height } = opened
  const rgb = decoded(image.dict, data)
  const inked = inkSamples({ ...opened, data: rgb }, source, separator)
  if (inked === null) return null
  const jpeg = await codec.encode(inked)
  return made(image, { ...inked, width, height }, jpeg, { Filter: key('DCTDecode') }, data)
}

/** The JPEG itself, without what it is packed in; null where that cannot be undone. */
function packedJpeg(image: PDFRawStream): Uint8Array | null {
  const filter = entry(image.dict, 'Filter')
  if (!(filter instanceof PDFArray) || filter.size() === 1) return image.contents
  const dict = copyOf(image.dict, [])
  dict.set(key('Filter'), dict.context.obj(filter.asArray().slice(0, -1)))
  const parameters = asArray(image.dict, entry(image.dict, 'DecodeParms'))
  if (parameters !== null) dict.delete(key('DecodeParms'))
  return decodeStream(PDFRawStream.of(dict, image.contents), MOST_PIXELS)
}

/** /Decode of one that was inverted; others are as they are. */
function decoded(dict: PDFDict, data: Uint8Array): Uint8Array {
  const bounds = (asArray(dict, entry(dict, 'Decode')) ?? []).map((item) => asNumber(item) ?? 0)
  return bounds[0] === 1 && bounds[1] === 0 ? data.map((value) => 255 - value) : data
}

function separateRows(image: PDFRawStream, source: SourceSpace, separator: Separator): PDFRawStream | null {
  const { space } = source
  if (space === null) return null
  const { width, height } = sizeOf(image)
  const raw = readSamples(image, { width, height, channels: componentCount(space) }, componentBounds(space))
  if (raw === null) return null
  const inked = inkSamples({ width, height, channels: 3, data: raw.values }, source, separator)
  if (inked === null) return null
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

/** Black alone where every pixel is gray. Samples of Lab come as bytes over its bounds. */
function inkSamples(image: ImageSamples, source: SourceSpace, separator: Separator): ImageSamples | null {
  const { tools } = separator
  const { data, width, height } = image
  if (source.space?.kind !== 'lab' && isGray(data))
    return { width, height, channels: 1, data: data.filter((_, at) => at % 3 === 0) }
  if (source.space?.kind === 'rgb') {
    const inks = tools.colors.samples(source.source, data)
    if (inks !== null) noteImage(data, source, separator)
    return inks === null ? null : { width, height, channels: 4, data: inks }
  }
  const bounds = source.space === null ? [] : componentBounds(source.space)
  const inks = new Uint8Array(width * height * 4)
  for (let from = 0; from < width * height; from += width) {
    const row = new Float32Array(width * 3)
    for (let at = 0; at < width; at += 1) {
      const parts = bounds.map(
        ([low, high], part) => low + (data[(from + at) * 3 + part]! / 255) * (high - low),
      )
      const plain = source.prepare(parts)
      row.set(grayOf(source, plain) === null ? plain : [plain[0] ?? 0, plain[1] ?? 0, plain[2] ?? 0], at * 3)
    }
    const made = tools.colors.inks(source.source, row)
    if (made === null) return null
    for (const [at, value] of made.entries())
      inks[from * 4 + at] = Math.round(Math.min(Math.max(value, 0), 1) * 255)
  }
  return { width, height, channels: 4, data: inks }
}

/** Pixels that are looked at, and the part of them outside of the gamut from which on an image counts. */
const LOOKED_AT = 2000
const COUNTS = 0.01

function noteImage(rgb: Uint8Array, { source }: SourceSpace, { tools, gamut }: Separator): void {
  const pixels = rgb.length / 3
  const count = Math.min(pixels, LOOKED_AT)
  const colors = new Float32Array(count * 3)
  for (let at = 0; at < count; at += 1) {
    const from = Math.floor((at / count) * pixels) * 3
    for (let part = 0; part < 3; part += 1) colors[at * 3 + part] = rgb[from + part]! / 255
  }
  const inks = tools.colors.inks(source, colors)
  if (inks === null) return
  const outside = noteOutside(gamut, source, colors, tools.colors.distances(source, colors, inks))
  if (outside / count >= COUNTS) gamut.images += 1
}

function isGray(rgb: Uint8Array): boolean {
  for (let at = 0; at < rgb.length; at += 3)
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return false
  return true
}

const GONE = [
  'Filter',
  'DecodeParms',
  'Decode',
  'Alternates',
  'Length',
  'Intent',
  'ColorSpace',
  'SMaskInData',
]

function made(
  image: PDFRawStream,
  inked: ImageSamples,
  data: Uint8Array,
  entries: Readonly<Record<string, PDFObject>>,
  stated: Uint8Array,
): PDFRawStream {
  const dict = copyOf(image.dict, GONE)
  const { context } = dict
  dict.set(key('ColorSpace'), deviceOf(inked.channels === 1 ? 'gray' : 'cmyk'))
  dict.set(key('BitsPerComponent'), context.obj(8))
  for (const [name, value] of Object.entries(entries)) dict.set(key(name), value)
  // Writers of JPEG put down light where a press puts down ink.
  if (inked.channels === 4 && entries.Filter === key('DCTDecode'))
    dict.set(key('Decode'), context.obj([1, 0, 1, 0, 1, 0, 1, 0]))
  const mask = entry(image.dict, 'Mask')
  if (mask instanceof PDFArray) {
    const ranges = (asArray(image.dict, mask) ?? []).map((item) => asNumber(item) ?? 0)
    const bits = keyedMask(stated, inked, ranges)
    dict.set(
      key('Mask'),
      context.register(
        context.flateStream(bits, {
          ...{ Type: 'XObject', Subtype: 'Image', Width: inked.width, Height: inked.height },
          ...{ ImageMask: true, BitsPerComponent: 1 },
        }),
      ),
    )
  }
  const soft = entry(dict, 'SMask')
  if (soft instanceof PDFStream && entry(soft.dict, 'Matte') !== null) withoutMatte(dict, soft)
  return PDFRawStream.of(dict, data)
}

/** Decision: a matte is a colour of the old space; without it edges are a little darker, and nothing is wrong in kind. */
function withoutMatte(dict: PDFDict, soft: PDFStream): void {
  const copy = copyOf(soft.dict, ['Matte', 'Length'])
  dict.set(key('SMask'), dict.context.register(PDFRawStream.of(copy, soft.getContents())))
}
