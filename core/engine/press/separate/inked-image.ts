/** The image that stands for a converted one: its samples in inks, and its dictionary. */
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'
import { asArray, asNumber, entry } from '../../pdf/read-object.ts'
import { componentBounds } from '../../pdf/space/space.ts'
import { copyOf } from './copy-of.ts'
import { keyedMask } from './image-samples.ts'
import { type ImageSamples, isGray } from './press-colors.ts'
import { noteOutside, type Separator } from './separator.ts'
import { deviceOf, type SourceSpace } from './source-space.ts'

const key = (name: string) => PDFName.of(name)

/** Black alone where every pixel is gray. Samples of Lab come as bytes over its bounds. */
export function inkSamples(image: ImageSamples, source: SourceSpace, separator: Separator): ImageSamples {
  const { tools } = separator
  const { data, width, height } = image
  const grays = source.space?.kind !== 'lab' && isGray(data) ? grayLevels(separator, source) : null
  if (grays !== null) {
    const levels = Uint8Array.from({ length: width * height }, (_, at) => grays[data[at * 3]!]!)
    return { width, height, channels: 1, data: levels }
  }
  if (source.space?.kind === 'rgb') {
    noteImage(data, source, separator)
    return { width, height, channels: 4, data: tools.colors.samples(source.source, data) }
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
      row.set(
        separator.grayOf(source.source, plain) === null
          ? plain
          : [plain[0] ?? 0, plain[1] ?? 0, plain[2] ?? 0],
        at * 3,
      )
    }
    const made = tools.colors.inks(source.source, row)
    for (const [at, value] of made.entries())
      inks[from * 4 + at] = Math.round(Math.min(Math.max(value, 0), 1) * 255)
  }
  return { width, height, channels: 4, data: inks }
}

/** The sRGB gray of each level of a gray image; null where one of them is no neutral colour. */
export function grayLevels({ grayOf }: Separator, source: SourceSpace): Uint8Array | null {
  const grays = Array.from({ length: 256 }, (_, level) => {
    const parts = source.prepare([level / 255, level / 255, level / 255])
    return grayOf(source.source, parts)
  })
  return grays.includes(null) ? null : Uint8Array.from(grays, (gray) => Math.round((gray ?? 0) * 255))
}

/** Pixels that are looked at, and the part of them outside of the gamut from which on an image counts. */
const LOOKED_AT = 2000
const COUNTS = 0.01

export function noteImage(rgb: Uint8Array, { source }: SourceSpace, { tools, gamut }: Separator): void {
  const pixels = rgb.length / 3
  const count = Math.min(pixels, LOOKED_AT)
  const colors = new Float32Array(count * 3)
  for (let at = 0; at < count; at += 1) {
    const from = Math.floor((at / count) * pixels) * 3
    for (let part = 0; part < 3; part += 1) colors[at * 3 + part] = rgb[from + part]! / 255
  }
  const inks = tools.colors.inks(source, colors)
  const outside = noteOutside(gamut, source, colors, tools.colors.distances(source, colors, inks))
  if (outside / count >= COUNTS) gamut.images += 1
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

export function made(
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
  dict.set(key('Width'), context.obj(inked.width))
  dict.set(key('Height'), context.obj(inked.height))
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
  if (soft instanceof PDFStream && entry(soft.dict, 'Matte') !== null) dropMatte(dict, soft)
  return PDFRawStream.of(dict, data)
}

/** A matte is a colour of the old space; the samples are no longer mixed with it. */
function dropMatte(dict: PDFDict, soft: PDFStream): void {
  const copy = copyOf(soft.dict, ['Matte', 'Length'])
  dict.set(key('SMask'), dict.context.register(PDFRawStream.of(copy, soft.getContents())))
}
