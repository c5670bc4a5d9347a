/** Large images in a view: the same picture of fewer pixels, with as much ink in each as the pixels that it stands for. */
import { PDFArray, PDFBool, PDFDict, PDFHexString, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'
import { asArray, entry } from '../../pdf/read-object.ts'
import { asNumbers } from '../../pdf/space/read-function.ts'
import { type ColorSpace, componentBounds, componentCount, tableEntry } from '../../pdf/space/space.ts'
import type { ReducedImage } from '../reduce-image.ts'
import type { ViewContext } from './view-context.ts'
import { viewColor } from './view-inks.ts'

const key = (name: string) => PDFName.of(name)

/** Said of how samples lie, which is another matter once they are fewer. */
const OF_SAMPLES =
  'Width Height BitsPerComponent ColorSpace Filter DecodeParms Length Decode SMaskInData Alternates OPI Metadata Intent'

export function isStencil({ dict }: PDFStream): boolean {
  return entry(dict, 'ImageMask') === PDFBool.True
}

/** An image as others are, of the samples alone. */
export function plainImage(
  { dict }: PDFStream,
  { widthPx, heightPx, components, samples }: ReducedImage,
  { context, space }: ViewContext,
): PDFStream {
  const stated = entry(dict, 'ColorSpace')
  const read = space(stated)
  const count = read === null ? components : Math.min(componentCount(read), components)
  const copy = withoutSamples(dict)
  copy.set(key('Width'), context.obj(widthPx))
  copy.set(key('Height'), context.obj(heightPx))
  copy.set(key('BitsPerComponent'), context.obj(8))
  const decode = dict.get(key('Decode'))
  if (decode !== undefined) copy.set(key('Decode'), decode)
  const device = count === 1 ? 'DeviceGray' : count === 3 ? 'DeviceRGB' : 'DeviceCMYK'
  copy.set(key('ColorSpace'), stated ?? key(device))
  return PDFRawStream.of(copy, count === components ? samples : firstOf(samples, count, components))
}

/** Without what comes behind the colours, such as opacity. */
function firstOf(samples: Uint8Array, count: number, components: number): Uint8Array {
  const picked = new Uint8Array((samples.length / components) * count)
  for (let from = 0, to = 0; from < samples.length; from += components)
    for (let part = 0; part < count; part += 1, to += 1) picked[to] = samples[from + part]!
  return picked
}

/** An image of two colours as one of all between them, in a space that says plates or in its own. */
export function blendedImage(
  image: PDFStream,
  reduced: ReducedImage,
  space: ColorSpace | null,
  view: ViewContext,
): PDFStream {
  const { dict } = image
  const { context } = view
  const copy = plainImage(image, reduced, view).dict
  copy.delete(key('Decode'))
  copy.set(key('ColorSpace'), blend(dict, space ?? { kind: 'gray' }, view) ?? context.obj('DeviceGray'))
  const keyed = asNumbers(dict, entry(dict, 'Mask'))
  if (keyed !== null) copy.set(key('Mask'), context.obj(keyedShares(keyed)))
  return PDFRawStream.of(copy, reduced.samples)
}

/** Colours that a key leaves out are one of two; a square goes with the most of its pixels. */
function keyedShares([low = 0, high = 0]: readonly number[]): number[] {
  return [low <= 0 ? 0 : 128, high >= 1 ? LAST : 127]
}

const LAST = 255

/** A table from the colour of 0 to that of 1; null where the space is unknown. */
function blend(dict: PDFDict, space: ColorSpace, { context, plates, known }: ViewContext): PDFArray | null {
  const isTable = space.kind === 'indexed'
  const base = isTable ? space.base : space
  if (!isTable && componentCount(space) !== 1) return null
  const [low = 0, high = 1] = asNumbers(dict, entry(dict, 'Decode')) ?? []
  const stated = isTable ? [tableEntry(space, 0), tableEntry(space, 1)] : [[0], [1]]
  const ends = low > high ? stated.toReversed() : stated
  const between = (share: number) => ends[0]!.map((from, at) => from + share * (ends[1]![at]! - from))
  const bounds = componentBounds(base)
  const own = (color: readonly number[]) =>
    color.map((value, at) => (value - bounds[at]![0]) / (bounds[at]![1] - bounds[at]![0]))
  const named = entry(dict, 'ColorSpace')
  const family = isTable ? (asArray(dict, named)?.[1] ?? null) : named
  const bytes: number[] = []
  let device: string | null = null
  for (let index = 0; index <= LAST; index += 1) {
    const color = between(index / LAST)
    const shown = viewColor(plates, known, base, color)
    if (shown !== null) device = shown.length === 3 ? 'DeviceRGB' : 'DeviceCMYK'
    bytes.push(...(shown ?? own(color)).map((part) => Math.round(part * 255)))
  }
  const object = PDFArray.withContext(context)
  object.push(key('Indexed'))
  object.push(device === null ? (family ?? key('DeviceGray')) : key(device))
  object.push(context.obj(LAST))
  object.push(PDFHexString.of(Buffer.from(bytes).toString('hex')))
  return object
}

/** A stencil as a form that fills the same square in the present colour, through a mask of how much of it is painted. */
export function softStencil(image: PDFStream, reduced: ReducedImage, view: ViewContext): PDFStream {
  const { context, add } = view
  const cover = add(opacity(image, reduced, view))
  const box = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] }
  const group = { S: 'Transparency', CS: 'DeviceGray' }
  const mask = context.stream('/Cover Do', {
    ...{ ...box, Group: group },
    Resources: { XObject: { Cover: cover } },
  })
  const state = { SMask: { S: 'Luminosity', G: add(mask) } }
  return context.stream('/Cover gs 0 0 1 1 re f', { ...box, Resources: { ExtGState: { Cover: state } } })
}

/** What is seen of an image through this mask of it: of a stencil what it paints, else its lightness. */
function opacity(mask: PDFStream, reduced: ReducedImage, { context }: ViewContext): PDFStream {
  const [low = 0, high = 1] = asNumbers(mask.dict, entry(mask.dict, 'Decode')) ?? []
  const light = low > high ? inverted(reduced.samples) : reduced.samples
  return context.stream(isStencil(mask) ? inverted(light) : light, {
    ...{ Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray' },
    ...{ Width: reduced.widthPx, Height: reduced.heightPx, BitsPerComponent: 8 },
  })
}

function inverted(samples: Uint8Array): Uint8Array {
  return samples.map((value) => 255 - value)
}

/** The image with smaller masks where it has large ones; null where one is still to be made smaller. */
export function withSmallMasks(image: PDFStream, view: ViewContext): PDFStream | null {
  const { dict } = image
  const soft = entry(dict, 'SMask')
  const hard = soft instanceof PDFStream ? null : entry(dict, 'Mask')
  const mask = soft instanceof PDFStream ? soft : hard
  const reduced = mask instanceof PDFStream ? view.reduced(mask) : undefined
  if (reduced === null) return null
  if (reduced === undefined || !(mask instanceof PDFStream)) return image
  const copy = PDFDict.withContext(dict.context)
  for (const [name, value] of dict.entries()) if (name !== key('Mask')) copy.set(name, value)
  copy.set(key('SMask'), view.add(opacity(mask, reduced, view)))
  return PDFRawStream.of(copy, image.getContents())
}

function withoutSamples(dict: PDFDict): PDFDict {
  const copy = PDFDict.withContext(dict.context)
  for (const [name, value] of dict.entries()) copy.set(name, value)
  for (const name of OF_SAMPLES.split(' ')) copy.delete(key(name))
  return copy
}
