/** Images in a view: the same samples in a space that says plates, or plain white where none of them prints. */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { InlineImage, Operand } from '../../pdf/content.ts'
import { entry, nameOfBytes } from '../../pdf/read-object.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import type { ViewContext } from './view-context.ts'
import { blendedImage, isStencil, plainImage, softStencil, withSmallMasks } from './view-reduced.ts'
import { platedSpace } from './view-space.ts'

export interface ViewImage {
  /** Null where the image stays unchanged. */
  readonly object: PDFRef | null
  readonly space: ColorSpace | 'stencil' | null
}

const key = (name: string) => PDFName.of(name)

export function viewImage(stated: PDFStream, view: ViewContext): ViewImage {
  const reduced = view.reduced(stated)
  const image = withSmallMasks(stated, view)
  // The view is made once more when it is there.
  if (reduced === null || image === null) return { object: null, space: null }
  if (reduced === undefined) {
    const shown = sampledImage(image, view)
    return shown.object === null && image !== stated ? { ...shown, object: view.add(image) } : shown
  }
  if (isStencil(image)) return { object: view.add(softStencil(image, reduced, view)), space: 'stencil' }
  if (!reduced.bilevel) {
    const plain = plainImage(image, reduced, view)
    const shown = sampledImage(plain, view)
    return { ...shown, object: shown.object ?? view.add(plain) }
  }
  const space = view.space(entry(image.dict, 'ColorSpace'))
  if (space !== null) view.uses(space)
  return { object: view.add(blendedImage(image, reduced, space, view)), space }
}

function sampledImage(image: PDFStream, view: ViewContext): ViewImage {
  const { dict } = image
  if (isStencil(image)) return { object: null, space: 'stencil' }
  const stated = entry(dict, 'ColorSpace')
  // A JPEG 2000 image states its colours itself, which are process colours.
  const space: ColorSpace | null = stated === null ? { kind: 'rgb' } : view.space(stated)
  if (space !== null) view.uses(space)
  const plated = platedSpace(space, 'samples', view)
  if (plated === null && (view.plates === null || space !== null)) return { object: null, space }
  const keyed = entry(dict, 'Mask') instanceof PDFArray
  if ((plated === null || plated.blank) && !keyed) return { object: blankImage(dict, view), space }
  if (plated === null || stated === null) return { object: null, space }
  const copy = copyOf(dict, ['Alternates', 'OPI', 'Metadata', 'Length', 'Intent'])
  copy.set(key('ColorSpace'), plated.object)
  if (space?.kind === 'lab') copy.delete(key('Decode'))
  return { object: view.add(withDict(image, copy)), space }
}

/** One white pixel with the opacity of the image. */
function blankImage(dict: PDFDict, view: ViewContext): PDFRef {
  const { context } = view
  const image = context.stream(Uint8Array.of(0xff), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 1,
    Height: 1,
    BitsPerComponent: 8,
    ColorSpace: 'DeviceGray',
  })
  const layer = dict.get(key('OC'))
  if (layer !== undefined) image.dict.set(key('OC'), layer)
  const mask = dict.get(key('Mask'))
  if (entry(dict, 'Mask') instanceof PDFStream && mask !== undefined) image.dict.set(key('Mask'), mask)
  const soft = entry(dict, 'SMask')
  const stated = dict.get(key('SMask'))
  if (soft instanceof PDFStream && stated !== undefined) {
    // White was not mixed with the colour of a matte.
    const matte = entry(soft.dict, 'Matte') !== null
    image.dict.set(
      key('SMask'),
      matte ? view.add(withDict(soft, copyOf(soft.dict, ['Matte', 'Length']))) : stated,
    )
  }
  return view.add(image)
}

/** The same data under another dictionary. */
export function withDict(stream: PDFStream, dict: PDFDict): PDFStream {
  return PDFRawStream.of(dict, stream.getContents())
}

export function copyOf(dict: PDFDict, without: readonly string[]): PDFDict {
  const copy = PDFDict.withContext(dict.context)
  for (const [name, value] of dict.entries()) copy.set(name, value)
  for (const name of without) copy.delete(key(name))
  return copy
}

const KEYS: Readonly<Record<string, string>> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  W: 'Width',
}
const FILTERS: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
}
const SPACES: Readonly<Record<string, string>> = {
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
  I: 'Indexed',
}

/** An inline image (8.9.7) as one with a name; `space` is the resource that its colour space names. */
export function imageOfContent(
  { dict, data }: InlineImage,
  space: PDFObject | undefined,
  view: ViewContext,
): PDFStream {
  const { context } = view
  const image = PDFDict.withContext(context)
  image.set(key('Type'), key('XObject'))
  image.set(key('Subtype'), key('Image'))
  for (const [short, value] of dict) {
    const name = KEYS[short] ?? short
    if (name === 'L' || name === 'Length') continue
    const words = name === 'Filter' ? FILTERS : name === 'ColorSpace' ? SPACES : {}
    image.set(nameOfBytes(name), objectOf(value, words, view))
  }
  if (space !== undefined) image.set(key('ColorSpace'), space)
  return PDFRawStream.of(image, data)
}

function objectOf(operand: Operand, words: Readonly<Record<string, string>>, view: ViewContext): PDFObject {
  const { context } = view
  if (operand === null) return PDFNull
  if (typeof operand === 'number') return PDFNumber.of(operand)
  if (typeof operand === 'boolean') return operand ? PDFBool.True : PDFBool.False
  switch (operand.kind) {
    case 'name':
      return nameOfBytes(words[operand.value] ?? operand.value)
    case 'string':
      return PDFHexString.of(Buffer.from(operand.bytes).toString('hex'))
    case 'array': {
      const array = PDFArray.withContext(context)
      for (const item of operand.items) array.push(objectOf(item, words, view))
      return array
    }
    case 'dict': {
      const dict = PDFDict.withContext(context)
      for (const [name, value] of operand.entries) dict.set(nameOfBytes(name), objectOf(value, {}, view))
      return dict
    }
  }
}
