/** Walks the pages of a document for every object they paint, in painting order, for checks that need each one. */
import { PDFArray, type PDFDict, type PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { concat, IDENTITY } from '../../geometry/matrix.ts'
import { printedAppearances } from '../../pdf/read-annotations.ts'
import { readLayers } from '../../pdf/read-layers.ts'
import { asDict, dictEntry, entry, nameEntry, resolve } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { createPaintSpaces, entryPlace, nameOfSpace } from '../../pdf/space/read-paint-space.ts'
import type { ScenePage } from '../../scene/scene.ts'
import { type ExtState, readExtState } from '../content/read-ext-state.ts'
import { readTextFont } from '../read-text-font.ts'
import type { ObjectVisitor } from './painted-object.ts'
import { walkContent, walkForm } from './read-painted-content.ts'
import { createPaintedRun, initialState, type PaintedParts } from './read-painted-run.ts'

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
    if (geometry !== undefined) walkPage(page, geometry, { ...shared.parts, visitor: visitorOf(geometry) })
  }
  return shared.complete()
}

function createShared(doc: PDFDocument) {
  const states = new Map<PDFDict, ExtState>()
  const contents = new Map<PDFStream, Uint8Array | null>()
  let operations = 0
  let bytes = 0
  let complete = true
  const parts: Omit<PaintedParts, 'visitor'> = {
    spaces: createPaintSpaces(),
    layerOf: readLayers(doc),
    font: readTextFont,
    extState: (dict) => remembered(states, dict, readExtState),
    content: (stream) =>
      remembered(contents, stream, () => {
        const decoded = decodeStream(stream, MAX_CONTENT_BYTES - bytes)
        bytes += decoded?.length ?? 0
        complete &&= decoded !== null
        return decoded
      }),
    spend(count) {
      operations += count
      complete &&= operations <= MAX_OPERATIONS
      return operations <= MAX_OPERATIONS
    },
  }
  return { parts, complete: () => complete }
}

function remembered<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make(key)
  known.set(key, made)
  return made
}

function walkPage(walked: WalkedPage, page: ScenePage, parts: PaintedParts): void {
  const { dict, attributes } = walked
  const resources = asDict(resolve(dict, attributes.get('Resources')))
  const group = dictEntry(dict, 'Group')
  const space = group === null ? null : parts.spaces.at(resources, entryPlace(group, PDFName.of('CS')))
  const family = space && nameOfSpace(space)
  if (family !== null) parts.visitor.feature('group', `page ${family}`, null)
  const run = createPaintedRun(parts, {
    resources,
    state: initialState(page.mediaBox),
    userUnit: page.userUnit,
    groups: family === null ? [] : [`page ${family}`],
    above: new Set<PDFStream>(),
    hidden: 0,
    steps: 0,
  })
  walkContent(contentOf(dict, parts), run)
  for (const { form, matrix } of printedAppearances(walked, parts.layerOf)) {
    const content = parts.content(form)
    if (content === null) continue
    run.state = { ...initialState(page.mediaBox), ctm: concat(matrix, IDENTITY) }
    walkForm(run, form, content)
  }
  parts.visitor.end()
}

/** The streams of an array read as one, with white space between them (7.8.2). */
function contentOf(page: PDFDict, parts: PaintedParts): Uint8Array {
  const found = entry(page, 'Contents')
  const streams = found instanceof PDFArray ? found.asArray().map((item) => resolve(page, item)) : [found]
  const pieces: Uint8Array[] = []
  for (const stream of streams) {
    if (!(stream instanceof PDFStream)) continue
    if (nameEntry(stream.dict, 'Filter') === 'LZWDecode')
      parts.visitor.feature('filter_lzw', 'LZWDecode', null)
    const piece = parts.content(stream)
    if (piece !== null) pieces.push(piece, NEW_LINE)
  }
  return Buffer.concat(pieces)
}

const NEW_LINE = Uint8Array.of(0x0a)
