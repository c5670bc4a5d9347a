/** The resources of rewritten content: what it names is rewritten too, and only that is kept. */
import { PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { inlineImageStream } from '../../pdf/inline-image-stream.ts'
import { asArray, asDict, asName, dictEntry, nameOfBytes, resolve } from '../../pdf/read-object.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import type { ContentParts, FoundSpace, ViewContext } from './view-context.ts'
import { viewImage } from './view-image.ts'
import { viewExtState, viewFont, viewForm, viewPattern, viewShading } from './view-objects.ts'

const DEVICE: Readonly<Record<string, ColorSpace>> = {
  DeviceGray: { kind: 'gray' },
  G: { kind: 'gray' },
  DeviceRGB: { kind: 'rgb' },
  RGB: { kind: 'rgb' },
  DeviceCMYK: { kind: 'cmyk' },
  CMYK: { kind: 'cmyk' },
}

type Category = 'ColorSpace' | 'ExtGState' | 'Font' | 'Pattern' | 'Shading' | 'XObject'

export function createParts(view: ViewContext, resources: PDFDict | null): ContentParts {
  const { context, plates } = view
  const kept = new Map<Category, PDFDict>()
  const known = new Map<string, unknown>()

  const setResource = (category: Category, key: PDFName, object: PDFObject) => {
    let dict = kept.get(category)
    if (dict === undefined) {
      dict = PDFDict.withContext(context)
      kept.set(category, dict)
    }
    dict.set(key, object)
  }
  const stated = (category: Category, name: string): PDFObject | undefined =>
    (resources === null ? null : dictEntry(resources, category))?.get(nameOfBytes(name))
  const found = (category: Category, name: string) => resolve(view.owner, stated(category, name))
  /** Makes what a name stands for once, and keeps it under a name that the content can use. */
  const named = <T>(key: string, make: () => T): T => {
    if (known.has(key)) return known.get(key) as T
    const made = make()
    known.set(key, made)
    return made
  }
  let counter = 0
  const ownName = (category: Category): PDFName => {
    const dict = resources === null ? null : dictEntry(resources, category)
    for (;;) {
      counter += 1
      const name = PDFName.of(`View${counter}`)
      if (dict?.has(name) !== true) return name
    }
  }

  const findSpace = (name: string): FoundSpace => {
    const device = DEVICE[name]
    if (device !== undefined) return { space: device, pattern: false, device: true }
    if (name === 'Pattern') return { space: null, pattern: true, device: false }
    const object = found('ColorSpace', name)
    const items = asArray(view.owner, object)
    const family = asName(items?.[0] ?? object)
    const pattern = family === 'Pattern'
    const space = view.space(pattern ? (items?.[1] ?? null) : object)
    const under = asName(pattern ? (items?.[1] ?? null) : (items?.[0] ?? object))
    const own = stated('ColorSpace', name)
    if ((plates === null || pattern) && own !== undefined) setResource('ColorSpace', nameOfBytes(name), own)
    return { space, pattern, device: under !== null && DEVICE[under] !== undefined }
  }

  return {
    plates,
    known: view.known,
    spend: view.spend,
    mixes: view.mixes,
    uses: view.uses,
    space: (name) => named(`space ${name}`, () => findSpace(name)),
    pattern: (name) =>
      named(`pattern ${name}`, () => {
        const object = found('Pattern', name)
        const key = nameOfBytes(name)
        if (object !== null) setResource('Pattern', key, viewPattern(object, view, resources))
        return key.asString()
      }),
    stencilSpace: (components) =>
      named(`stencil ${components}`, () => {
        const key = ownName('ColorSpace')
        setResource(
          'ColorSpace',
          key,
          context.obj(['Pattern', components === 3 ? 'DeviceRGB' : 'DeviceCMYK']),
        )
        return key.asString()
      }),
    blend: (mode) =>
      named(`blend ${mode}`, () => {
        const key = ownName('ExtGState')
        setResource('ExtGState', key, context.obj({ BM: mode }))
        return `${key.asString()} gs`
      }),
    xObject(name, state) {
      const own = stated('XObject', name)
      const object = resolve(view.owner, own)
      if (!(object instanceof PDFStream)) return null
      const subtype = asName(resolve(view.owner, object.dict.get(PDFName.of('Subtype'))))
      if (subtype === 'Image')
        return named(`image ${name}`, () => {
          const image = viewImage(object, view)
          const key = nameOfBytes(name)
          setResource('XObject', key, image.object ?? own ?? object)
          return { name: key.asString(), space: image.space }
        })
      if (subtype !== 'Form') return null
      const form = viewForm(object, own instanceof PDFRef ? own.objectNumber : null, state, view, resources)
      if (form === null) return null
      return named(`form ${form.tag}`, () => {
        const key = ownName('XObject')
        setResource('XObject', key, form)
        return { name: key.asString(), space: undefined }
      })
    },
    inlineImage(image) {
      const space = image.dict.get('CS') ?? image.dict.get('ColorSpace')
      const isName = typeof space === 'object' && space?.kind === 'name' && DEVICE[space.value] === undefined
      const stream = inlineImageStream(image, isName ? stated('ColorSpace', space.value) : undefined, context)
      // It is another object each time, and bytes within content are few.
      const { object, space: samples } = viewImage(stream, { ...view, reduced: () => undefined })
      const key = ownName('XObject')
      setResource('XObject', key, object ?? view.add(stream))
      return { name: key.asString(), space: samples }
    },
    shading(name) {
      const object = found('Shading', name)
      if (asDict(object) === null || object === null) return null
      return named(`shading ${name}`, () => {
        const shading = viewShading(object, view)
        const key = nameOfBytes(name)
        setResource('Shading', key, shading.object)
        return { name: key.asString(), space: shading.space }
      })
    },
    extState(name) {
      const object = name === null ? null : found('ExtGState', name)
      if (name === null || !(object instanceof PDFDict)) return null
      return named(`state ${name}`, () => {
        setResource('ExtGState', nameOfBytes(name), viewExtState(object, view, resources))
        return object
      })
    },
    font(name) {
      const own = name === null ? undefined : stated('Font', name)
      if (name === null || own === undefined) return
      named(`font ${name}`, () => setResource('Font', nameOfBytes(name), viewFont(own, view, resources)))
    },
    finish() {
      const dict = PDFDict.withContext(context)
      for (const [category, entries] of kept) dict.set(PDFName.of(category), entries)
      const properties = resources?.get(PDFName.of('Properties'))
      if (properties !== undefined) dict.set(PDFName.of('Properties'), properties)
      return dict
    },
  }
}
