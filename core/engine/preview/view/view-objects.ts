/** Forms, patterns, shadings, fonts and graphics states of a view, each made once of what the body has. */
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { asDict, asName, dictEntry, entry, nameEntry, numberEntry, resolve } from '../../pdf/read-object.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import { rewriteContent } from './view-content.ts'
import type { ViewContext } from './view-context.ts'
import { copyOf, withDict } from './view-image.ts'
import { PROCESS_PLATES } from './view-inks.ts'
import { platedSpace } from './view-space.ts'
import { INITIAL_STATE, inheritanceKey, type ViewState } from './view-state.ts'

const key = (name: string) => PDFName.of(name)
const MAX_NESTING = 24
/** A form that is painted in more states than these is drawn as in the first of them. */
const MOST_STATES = 64

/** Null where nothing is to be painted: an empty slot, a form within itself. */
export function viewForm(
  form: PDFStream,
  objectNumber: number | null,
  state: ViewState,
  view: ViewContext,
  outer: PDFDict | null,
): PDFRef | null {
  const filling = objectNumber === null ? undefined : view.slots.get(objectNumber)
  if (filling !== undefined) return remembered(view, form, 'slot', () => filledSlot(form, filling, view))
  if (view.above.has(form) || view.above.size >= MAX_NESTING) return null
  const group = dictEntry(form.dict, 'Group')
  const isGroup = group !== null && nameEntry(group, 'S') === 'Transparency'
  const inner = isGroup ? { ...state, normalBlend: true } : state
  // A form without resources of its own takes those of what paints it, as old files want it (7.8.3).
  const own = dictEntry(form.dict, 'Resources')
  const made = view.made.get(form)
  const inherits = own === null ? `${view.idOf(resourceMarker(outer))}` : ''
  const stateKey = `${inheritanceKey(inner, view.idOf)} ${inherits}`
  if (made !== undefined && made.size >= MOST_STATES && !made.has(stateKey)) {
    const first = [...made.values()][0]
    if (first instanceof PDFRef) return first
  }
  return remembered(view, form, stateKey, () => {
    const dict = PDFDict.withContext(view.context)
    for (const name of ['Type', 'Subtype', 'BBox', 'Matrix', 'OC']) {
      const value = form.dict.get(key(name))
      if (value !== undefined) dict.set(key(name), value)
    }
    if (isGroup) dict.set(key('Group'), copyOf(group, ['CS']))
    return rewritten(form, dict, own ?? outer, inner, view)
  })
}

/** Resources that separate inherited ones. */
const markers = new WeakMap<PDFDict, ColorSpace>()
const NO_RESOURCES: ColorSpace = { kind: 'gray' }

function resourceMarker(resources: PDFDict | null): ColorSpace {
  if (resources === null) return NO_RESOURCES
  const marker = markers.get(resources) ?? { kind: 'gray' }
  markers.set(resources, marker)
  return marker
}

function filledSlot(slot: PDFStream, filling: string, { context, add }: ViewContext): PDFRef {
  const dict = copyOf(slot.dict, ['Length', 'Filter', 'DecodeParms'])
  const state = { BM: 'Normal', ca: 1, CA: 1, SMask: 'None' }
  dict.set(key('Resources'), context.obj({ ExtGState: { Slot: state } }))
  return add(withDict(context.stream(`/Slot gs ${filling}`), dict))
}

/** The stream's content rewritten, under `dict`; what cannot be decoded paints nothing. */
function rewritten(
  stream: PDFStream,
  dict: PDFDict,
  resources: PDFDict | null,
  state: ViewState | null,
  view: ViewContext,
): PDFRef {
  const parts = view.parts(resources)
  view.above.add(stream)
  const content = rewriteContent(view.content(stream) ?? new Uint8Array(), parts, state)
  view.above.delete(stream)
  dict.set(key('Resources'), parts.finish())
  return view.add(withDict(view.context.stream(content), dict))
}

function remembered<T extends PDFObject>(view: ViewContext, object: PDFObject, as: string, make: () => T): T {
  let made = view.made.get(object)
  if (made === undefined) {
    made = new Map()
    view.made.set(object, made)
  }
  const known = made.get(as)
  if (known !== undefined) return known as T
  const fresh = make()
  made.set(as, fresh)
  return fresh
}

/** A tiling pattern begins with a state of its own; a stencil takes the colour that it is set with (8.7.3). */
export function viewPattern(pattern: PDFObject, view: ViewContext, outer: PDFDict | null): PDFObject {
  if (view.above.has(pattern) || view.above.size >= MAX_NESTING) return view.context.obj({})
  return remembered(view, pattern, 'pattern', () => {
    const dict = asDict(pattern)
    if (dict === null) return view.add(view.context.obj({}))
    if (pattern instanceof PDFStream) {
      const copy = copyOf(dict, ['Length', 'Filter', 'DecodeParms', 'Resources'])
      const stencil = numberEntry(dict, 'PaintType') === 2
      const resources = dictEntry(dict, 'Resources') ?? outer
      return rewritten(pattern, copy, resources, stencil ? INITIAL_STATE : null, view)
    }
    const shading = entry(dict, 'Shading')
    const copy = copyOf(dict, ['ExtGState'])
    if (shading !== null) copy.set(key('Shading'), viewShading(shading, view).object)
    return view.add(copy)
  })
}

export function viewShading(
  shading: PDFObject,
  view: ViewContext,
): { readonly object: PDFObject; readonly space: ColorSpace | null } {
  const dict = asDict(shading)
  const space = dict === null ? null : view.space(entry(dict, 'ColorSpace'))
  if (space !== null) view.uses(space)
  const object = remembered(view, shading, 'shading', () => {
    const plated = platedSpace(space, 'colors', view)
    if (dict === null || plated === null) return view.context.getObjectRef(shading) ?? view.add(shading)
    const copy = copyOf(dict, ['Length'])
    copy.set(key('ColorSpace'), plated.object)
    return view.add(shading instanceof PDFStream ? withDict(shading, copy) : copy)
  })
  return { object, space }
}

/** A Type 3 font's glyphs are content that takes over the state of the text. */
export function viewFont(stated: PDFObject, view: ViewContext, outer: PDFDict | null): PDFObject {
  const font = resolve(view.owner, stated)
  if (!(font instanceof PDFDict) || nameEntry(font, 'Subtype') !== 'Type3') return stated
  if (view.above.has(font) || view.above.size >= MAX_NESTING) return view.context.obj({})
  return remembered(view, font, 'font', () => {
    const glyphs = dictEntry(font, 'CharProcs')
    const resources = dictEntry(font, 'Resources') ?? outer
    const copy = copyOf(font, [])
    const procedures = PDFDict.withContext(view.context)
    const parts = view.parts(resources)
    view.above.add(font)
    for (const [name, value] of glyphs?.entries() ?? []) {
      const glyph = resolve(font, value)
      if (!(glyph instanceof PDFStream)) continue
      const content = rewriteContent(view.content(glyph) ?? new Uint8Array(), parts, INITIAL_STATE)
      procedures.set(name, view.add(view.context.stream(content)))
    }
    view.above.delete(font)
    copy.set(key('CharProcs'), procedures)
    copy.set(key('Resources'), parts.finish())
    return view.add(copy)
  })
}

/** ISO 32000-1 11.7.4.2: spot inks take no part in blend modes that mix components or darken white. */
const SEPARABLE = new Set(
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight'.split(
    ' ',
  ),
)

/**
 * Soft masks keep their groups, colours and all: they are opacity, not ink. Overprint is a matter of the content;
 * transfer functions are the press's own.
 */
export function viewExtState(dict: PDFDict, view: ViewContext, outer: PDFDict | null): PDFObject {
  return remembered(view, dict, 'state', () => {
    const { context, plates } = view
    const copy = copyOf(dict, ['OP', 'op', 'OPM', 'TR', 'TR2', 'BG', 'BG2', 'UCR', 'UCR2', 'HT'])
    const font = entry(dict, 'Font')
    if (font instanceof PDFArray && font.size() === 2)
      copy.set(key('Font'), context.obj([viewFont(font.get(0), view, outer), font.get(1)]))
    const blend = entry(dict, 'BM')
    if (blend !== null) {
      const modes = blend instanceof PDFArray ? blend.asArray().map((item) => resolve(dict, item)) : [blend]
      const mode = asName(modes[0] ?? null) ?? 'Normal'
      const process = plates?.some((plate) => PROCESS_PLATES.some((one) => one === plate)) ?? true
      copy.set(key('BM'), key(process || SEPARABLE.has(mode) ? mode : 'Normal'))
    }
    return view.add(copy)
  })
}
