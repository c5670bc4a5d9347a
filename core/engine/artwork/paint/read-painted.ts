/** Walks the pages of a document for every object they paint, in painting order, for checks that need each one. */
import { PDFArray, type PDFDict, type PDFDocument, PDFStream } from '@cantoo/pdf-lib'
import { joinContent } from '../../pdf/page-contents.ts'
import { printedAppearances } from '../../pdf/read-annotations.ts'
import { readLayers } from '../../pdf/read-layers.ts'
import { asDict, entry, nameEntry, resolve } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { createPaintSpaces } from '../../pdf/space/read-paint-space.ts'
import type { ScenePage } from '../../scene/scene.ts'
import { createRun, initialState } from '../content/content-run.ts'
import { walkContent } from '../content/walk-content.ts'
import type { ObjectVisitor } from './painted-object.ts'
import {
  createPaintedVisitor,
  familyOfGroup,
  type PaintedParts,
  walkPaintedForm,
} from './read-painted-content.ts'
import type { PaintedColor } from './read-painted-object.ts'

/** Forms count as often as they are painted, as they do for a RIP; beyond this the checks end (`complete`). */
const MAX_OPERATIONS = 3_000_000
const MAX_CONTENT_BYTES = 128 << 20

/**
 * Calls one visitor a page; pages are given with their geometry. Hidden layers are told as such and not walked into
 * objects; patterns and Type 3 glyphs count as a whole. True where everything was walked.
 */
export function walkPainted(
  doc: PDFDocument,
  walked: readonly WalkedPage[],
  pages: readonly ScenePage[],
  visitorOf: (page: ScenePage) => ObjectVisitor,
): boolean {
  const shared = createShared(doc)
  for (const page of walked) {
    const geometry = pages[page.index]
    if (geometry !== undefined)
      walkPage(page, geometry, { ...shared.parts, into: visitorOf(geometry), userUnit: geometry.userUnit })
  }
  return shared.complete()
}

function createShared(doc: PDFDocument) {
  const contents = new Map<PDFStream, Uint8Array | null>()
  let operations = 0
  let bytes = 0
  let complete = true
  const parts: Omit<PaintedParts, 'into' | 'userUnit'> = {
    spaces: createPaintSpaces(),
    layerOf: readLayers(doc),
    content(stream) {
      const known = contents.get(stream)
      if (known !== undefined) return known
      const decoded = decodeStream(stream, MAX_CONTENT_BYTES - bytes)
      bytes += decoded?.length ?? 0
      complete &&= decoded !== null
      contents.set(stream, decoded)
      return decoded
    },
    spend(count) {
      operations += count
      complete &&= operations <= MAX_OPERATIONS
      return operations <= MAX_OPERATIONS
    },
  }
  return { parts, complete: () => complete }
}

function walkPage(walked: WalkedPage, page: ScenePage, parts: PaintedParts): void {
  const { dict, attributes } = walked
  const resources = asDict(resolve(dict, attributes.get('Resources')))
  const family = familyOfGroup(dict, resources, parts.spaces)
  if (family !== null) parts.into.feature('group', `page ${family}`, null)
  const groups = family === null ? [] : [`page ${family}`]
  const visitor = createPaintedVisitor(parts, resources, groups)
  const black: PaintedColor = {
    space: parts.spaces.named(resources, 'DeviceGray'),
    components: null,
    look: null,
  }
  const begin = () => createRun({ visitor, resources, state: initialState(black, black, page.mediaBox) })
  walkContent(contentOf(dict, parts), begin())
  for (const { form, matrix } of printedAppearances(walked, parts.layerOf)) {
    const content = parts.content(form)
    if (content === null) continue
    const run = begin()
    run.state.ctm = matrix
    walkPaintedForm(run, form, content, parts, groups)
  }
  parts.into.end()
}

function contentOf(page: PDFDict, parts: PaintedParts): Uint8Array {
  const found = entry(page, 'Contents')
  const streams = found instanceof PDFArray ? found.asArray().map((item) => resolve(page, item)) : [found]
  const pieces: Uint8Array[] = []
  for (const stream of streams) {
    if (!(stream instanceof PDFStream)) continue
    if (nameEntry(stream.dict, 'Filter') === 'LZWDecode') parts.into.feature('filter_lzw', 'LZWDecode', null)
    const piece = parts.content(stream)
    if (piece !== null) pieces.push(piece)
  }
  return joinContent(pieces)
}
