/** Makes a view of one page of a body: a small PDF whose colours say what prints on the plates wanted. */

import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import type { Matrix } from '../../geometry/matrix.ts'
import { printedAppearances } from '../../pdf/read-annotations.ts'
import { readLayers } from '../../pdf/read-layers.ts'
import { asDict, dictEntry, entry, resolve } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { real } from '../../pdf/syntax.ts'
import { writeBody } from '../../pdf/write-body.ts'
import type { ScenePage } from '../../scene/scene.ts'
import type { DecoderData } from '../reduce-image.ts'
import { createReducedImages } from '../reduced-images.ts'
import { rewriteContent } from './view-content.ts'
import { createViewContext, type SlotContents, type ViewContext } from './view-context.ts'
import { type KnownInks, PROCESS_PLATES, type ViewPlates } from './view-inks.ts'
import { viewForm } from './view-objects.ts'
import { createParts } from './view-resources.ts'
import { INITIAL_STATE } from './view-state.ts'

export interface View {
  readonly pdf: Uint8Array
  /** The known inks that something of the page is painted in. */
  readonly used: ReadonlySet<string>
  /** Three plates at once come out a little otherwise than each by itself: see paintingOf. */
  readonly mixes: boolean
}

export interface ViewSource {
  readonly doc: PDFDocument
  readonly page: WalkedPage
  readonly geometry: Pick<ScenePage, 'mediaBox' | 'cropBox' | 'rotate'>
  /** Inks that have plates of their own; null for every one that is named. */
  readonly inks: readonly string[] | null
  readonly inksOf?: KnownInks['inksOf']
  readonly decoders: DecoderData
}

/** A form of the body, and where its unit square comes to stand in default user space. */
export interface MarkCall {
  readonly object: number
  readonly matrix: Matrix
}

/** Marks by themselves instead of the page: on blank paper, or on a page that is all ink. */
export interface ViewMarks {
  readonly view: 'paper' | 'ink'
  readonly calls: readonly MarkCall[]
}

export type MakeView = (plates: ViewPlates, slots?: SlotContents, marks?: ViewMarks) => Promise<View>

const MAX_CONTENT_BYTES = 128 << 20
const EVERY_INK: KnownInks = { has: (name) => !['All', 'None', ...PROCESS_PLATES].includes(name) }
const NO_SLOTS: SlotContents = new Map()

/**
 * Views of a page one after the other; content is decoded and large images are made smaller once for all. Throws
 * `preview_failed`, and `page_not_drawable` where an image has more pixels than can be shown.
 */
export function createViews({ doc, page, geometry, inks, inksOf, decoders }: ViewSource): MakeView {
  const { context } = doc
  const named: KnownInks = inks === null ? EVERY_INK : new Set(inks)
  const known: KnownInks = { has: (name) => named.has(name), inksOf }
  const decoded = new Map<PDFStream, Uint8Array | null>()
  let bytes = 0
  const decode = (stream: PDFStream) => {
    const found = decoded.get(stream)
    if (found !== undefined) return found
    const read = decodeStream(stream, MAX_CONTENT_BYTES - bytes)
    bytes += read?.length ?? 0
    decoded.set(stream, read)
    return read
  }
  const appearances = printedAppearances(page, readLayers(doc))

  /** Stamps stand on top of the page; the compiled page ends with the state it began with. */
  const stamp = (resources: PDFDict, view: ViewContext): Uint8Array => {
    const xObjects = dictEntry(resources, 'XObject') ?? PDFDict.withContext(context)
    resources.set(PDFName.of('XObject'), xObjects)
    const calls = appearances.map(({ form, matrix }, index) => {
      const ref = viewForm(form, null, INITIAL_STATE, view, null)
      const name = PDFName.of(`ViewStamp${index}`)
      if (ref === null) return ''
      xObjects.set(name, ref)
      return `q ${matrix.map((value) => real(value)).join(' ')} cm ${name.asString()} Do Q\n`
    })
    return Buffer.from(`\n${calls.join('')}`, 'latin1')
  }

  /** Above a ground, in a page without anything else. */
  const marksAlone = (
    { calls, view: paper }: ViewMarks,
    resources: PDFDict,
    view: ViewContext,
  ): Uint8Array => {
    const xObjects = PDFDict.withContext(context)
    resources.set(PDFName.of('XObject'), xObjects)
    const [left, bottom, right, top] = geometry.mediaBox
    const content = calls.map(({ object, matrix }, index) => {
      const form = context.lookup(PDFRef.of(object))
      const ref = form instanceof PDFStream ? viewForm(form, null, INITIAL_STATE, view, null) : null
      const name = PDFName.of(`ViewMark${index}`)
      if (ref === null) return ''
      xObjects.set(name, ref)
      return `q ${matrix.map((value) => real(value, 6)).join(' ')} cm ${name.asString()} Do Q\n`
    })
    const first = paper === 'paper' ? '' : `0 g ${left} ${bottom} ${right - left} ${top - bottom} re f\n`
    return Buffer.from(first + content.join(''), 'latin1')
  }

  const make = (
    { plates, slots, marks }: { plates: ViewPlates; slots: SlotContents; marks: ViewMarks | undefined },
    reduced: ViewContext['reduced'],
  ): View => {
    const view = createViewContext({
      context,
      partsOf: createParts,
      owner: page.dict,
      plates,
      known,
      slots,
      content: decode,
      reduced,
    })
    try {
      const resources = asDict(resolve(page.dict, page.attributes.get('Resources')))
      const parts = createParts(view, resources)
      const content = marks === undefined ? [rewriteContent(contentOf(page.dict, decode), parts, null)] : []
      const own = parts.finish()
      if (marks !== undefined) content.push(marksAlone(marks, own, view))
      else if (appearances.length > 0) content.push(stamp(own, view))
      const sheet = context.obj({
        Type: 'Page',
        MediaBox: [...geometry.cropBox],
        CropBox: [...geometry.cropBox],
        Rotate: geometry.rotate,
        Contents: view.add(context.stream(Buffer.concat(content))),
      })
      sheet.set(PDFName.of('Resources'), own)
      const sheetRef = view.add(sheet)
      const pages = view.add(context.obj({ Type: 'Pages', Kids: [sheetRef], Count: 1 }))
      sheet.set(PDFName.of('Parent'), pages)
      const catalog = context.obj({ Type: 'Catalog', Pages: pages })
      const layers = doc.catalog.get(PDFName.of('OCProperties'))
      if (layers !== undefined) catalog.set(PDFName.of('OCProperties'), layers)
      const written = writeBody({
        context,
        root: view.add(catalog),
        info: null,
        kept: [],
        version: '1.7',
        fileId: '0'.repeat(32),
      })
      return {
        pdf: Buffer.concat(written.chunks),
        used: view.used,
        mixes: view.facts.mixes,
      }
    } finally {
      view.discard()
    }
  }

  const images = createReducedImages(decoders)
  return async (plates, slots = NO_SLOTS, marks) => {
    for (;;) {
      const view = make({ plates, slots, marks }, images.find)
      if (!(await images.reduceWanted())) return view
    }
  }
}

/** The streams of an array read as one, with white space between them (7.8.2). */
function contentOf(page: PDFDict, content: (stream: PDFStream) => Uint8Array | null): Uint8Array {
  const found = entry(page, 'Contents')
  const streams = found instanceof PDFArray ? found.asArray().map((item) => resolve(page, item)) : [found]
  const pieces: Uint8Array[] = []
  for (const stream of streams) {
    const piece = stream instanceof PDFStream ? content(stream) : null
    if (piece !== null) pieces.push(piece, NEW_LINE)
  }
  return Buffer.concat(pieces)
}

const NEW_LINE = Uint8Array.of(0x0a)
