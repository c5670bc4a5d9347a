/** Converts what resources name: images, shadings, and the content of forms, patterns and drawn letters, each once. */
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { inlineImageStream } from '../../pdf/inline-image-stream.ts'
import { MAX_CONTENT_BYTES } from '../../pdf/page-contents.ts'
import { asArray, asName, dictEntry, entry, nameEntry, nameOfBytes, resolve } from '../../pdf/read-object.ts'
import { decodeStream, keepUnpacked } from '../../pdf/read-stream.ts'
import { readPaintedModel } from '../painted-model.ts'
import { type ContentSpaces, separateContent } from './separate-content.ts'
import { separateImage } from './separate-image.ts'
import { separateShading } from './separate-shading.ts'
import type { Separator } from './separator.ts'
import { type Defaults, defaultsOf, deviceOf, readSource, type SourceSpace } from './source-space.ts'

const key = (name: string) => PDFName.of(name)
const MAX_NESTING = 24
const NO_DEFAULTS = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']

export interface ObjectSeparation {
  /** Content that begins with `resources`, and what these name; the content itself where nothing of it changes. */
  content(bytes: Uint8Array, resources: PDFDict | null): Promise<Uint8Array>
  form(form: PDFRawStream): Promise<void>
  /** The space that a transparency group blends in. */
  group(owner: PDFDict): void
  /** To be called last: the spaces that stood for those of devices go. */
  finish(): void
}

export function createObjectSeparation(context: PDFContext, separator: Separator): ObjectSeparation {
  const done = new Set<PDFObject>()
  const defaults = new Map<PDFDict | null, Defaults>()
  let depth = 0
  let names = 0

  const defaultsFor = (resources: PDFDict | null): Defaults => {
    const known = defaults.get(resources) ?? defaultsOf(resources)
    defaults.set(resources, known)
    return known
  }

  /** An entry of a dictionary becomes another object, in the place of all that refer to it. */
  const replace = (dict: PDFDict, name: PDFName, made: PDFObject) => {
    const stated = dict.get(name)
    if (stated instanceof PDFRef) context.assign(stated, made)
    else dict.set(name, made instanceof PDFRawStream ? context.register(made) : made)
    done.add(made)
  }

  const once = (object: PDFObject): boolean => {
    if (done.has(object)) return false
    done.add(object)
    return true
  }

  const resourcesOf = async (resources: PDFDict): Promise<void> => {
    if (!once(resources) || depth >= MAX_NESTING) return
    depth += 1
    const found = defaultsFor(resources)
    const each = async (
      category: string,
      visit: (object: PDFObject, dict: PDFDict, name: PDFName) => Promise<void>,
    ) => {
      const dict = dictEntry(resources, category)
      if (dict === null) return
      for (const [name, value] of dict.entries()) {
        const object = resolve(dict, value)
        if (object !== null) await visit(object, dict, name)
      }
    }
    await each('XObject', async (object, dict, name) => {
      if (!(object instanceof PDFRawStream)) return
      if (nameEntry(object.dict, 'Subtype') === 'Form') return form(object, resources)
      if (nameEntry(object.dict, 'Subtype') !== 'Image' || !once(object)) return
      const made = await separateImage(object, found, separator)
      if (made !== null) replace(dict, name, made)
    })
    await each('Pattern', async (object) => {
      if (object instanceof PDFRawStream) return stream(object, resources)
      if (!(object instanceof PDFDict) || !once(object)) return
      const inner = entry(object, 'Shading')
      if (inner !== null) shade(inner, object, key('Shading'), found)
    })
    await each('Shading', async (object, dict, name) => shade(object, dict, name, found))
    await each('Font', async (object) => {
      if (!(object instanceof PDFDict) || nameEntry(object, 'Subtype') !== 'Type3' || !once(object)) return
      const own = dictEntry(object, 'Resources') ?? resources
      for (const value of dictEntry(object, 'CharProcs')?.values() ?? []) {
        const glyph = resolve(object, value)
        if (glyph instanceof PDFRawStream) await stream(glyph, own)
      }
    })
    depth -= 1
  }

  const shade = (shading: PDFObject, dict: PDFDict, name: PDFName, found: Defaults): void => {
    if (!once(shading)) return
    const made = separateShading(shading, found, separator)
    if (made !== null) replace(dict, name, made)
  }

  /** The content of a form, a pattern or a letter, in the same object. */
  const stream = async (object: PDFRawStream, outer: PDFDict | null): Promise<void> => {
    if (!once(object)) return
    const bytes = decodeStream(object, MAX_CONTENT_BYTES)
    if (bytes === null) return
    const resources = dictEntry(object.dict, 'Resources') ?? outer
    const rewritten = await content(bytes, resources)
    if (rewritten === bytes) return
    for (const name of ['Filter', 'DecodeParms', 'Length']) object.dict.delete(key(name))
    object.dict.set(key('Filter'), key('FlateDecode'))
    Object.assign(object, { contents: deflateSync(rewritten) })
    keepUnpacked(object, { bytes: rewritten, whole: true })
  }

  const form = async (object: PDFRawStream, outer: PDFDict | null = null): Promise<void> => {
    group(object.dict)
    await stream(object, outer)
  }

  const group = (owner: PDFDict): void => {
    const stated = dictEntry(owner, 'Group')
    const model = stated === null ? null : readPaintedModel(stated, entry(stated, 'CS'))
    if (stated !== null && (model === 'rgb' || model === 'lab')) stated.set(key('CS'), deviceOf('cmyk'))
  }

  const content = async (bytes: Uint8Array, resources: PDFDict | null): Promise<Uint8Array> => {
    if (resources !== null) await resourcesOf(resources)
    return separateContent(bytes, spacesOf(resources))
  }

  const spacesOf = (resources: PDFDict | null): ContentSpaces => {
    const found = defaultsFor(resources)
    const spaces = resources === null ? null : dictEntry(resources, 'ColorSpace')
    const known = new Map<string, SourceSpace | null>()
    const stated = (name: string) => (spaces === null ? null : resolve(spaces, spaces.get(nameOfBytes(name))))
    const isPattern = (object: PDFObject | null) =>
      object instanceof PDFArray &&
      spaces !== null &&
      asName(asArray(spaces, object)?.[0] ?? null) === 'Pattern'
    const remember = (name: string, read: () => SourceSpace | null): SourceSpace | null => {
      if (!known.has(name)) known.set(name, read())
      return known.get(name) ?? null
    }
    /** Puts an object into the resources under a name of its own. */
    const add = (category: string, object: PDFObject): string => {
      const owner = resources ?? context.obj({})
      const dict = dictEntry(owner, category) ?? context.obj({})
      if (dictEntry(owner, category) === null) owner.set(key(category), dict)
      for (;;) {
        names += 1
        const name = key(`Ink${names}`)
        if (dict.has(name)) continue
        dict.set(name, object)
        return name.asString()
      }
    }
    const stencils = new Map<string, string>()
    return {
      separator,
      space: (name) =>
        remember(name, () => {
          const device = found.device(name)
          if (device !== null) return device
          const object = stated(name)
          return object === null || spaces === null || isPattern(object)
            ? null
            : readSource(spaces, object, found)
        }),
      underPattern: (name) =>
        remember(`pattern ${name}`, () => {
          const object = stated(name)
          if (!isPattern(object) || spaces === null) return null
          return readSource(spaces, asArray(spaces, object)?.[1] ?? null, found)
        }),
      stencilSpace(way) {
        const name = stencils.get(way) ?? add('ColorSpace', context.obj(['Pattern', deviceOf(way)]))
        stencils.set(way, name)
        return name
      },
      async inlineImage(image) {
        if (resources === null) return null
        const space = image.dict.get('CS') ?? image.dict.get('ColorSpace')
        const named = typeof space === 'object' && space?.kind === 'name' ? stated(space.value) : null
        const made = await separateImage(
          inlineImageStream(image, named ?? undefined, context),
          found,
          separator,
        )
        return made === null ? null : add('XObject', context.register(made))
      },
    }
  }

  return {
    content,
    form,
    group,
    finish() {
      for (const resources of defaults.keys()) {
        const spaces = resources === null ? null : dictEntry(resources, 'ColorSpace')
        for (const name of NO_DEFAULTS) spaces?.delete(key(name))
      }
    },
  }
}
