/** Images in a view: the same samples in a space that says plates, or plain white where none of them prints. */
import { PDFArray, PDFDict, PDFName, PDFRawStream, type PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { entry } from '../../pdf/read-object.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import type { ViewContext } from './view-context.ts'
import { GAMUT_PLATE } from './view-inks.ts'
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
  // The samples themselves say nothing of a gamut.
  if (stated === null && view.plates?.includes(GAMUT_PLATE) === true)
    return { object: blankImage(dict, view), space }
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
