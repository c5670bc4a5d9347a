/** Reads the text of pages, those alone that can hold placeholders or text that cannot be read. */

import { PDFArray, type PDFDict, type PDFDocument, PDFStream } from '@cantoo/pdf-lib'
import type { Operand } from '../../pdf/content.ts'
import { readLayers } from '../../pdf/read-layers.ts'
import { asDict, entry, resolve } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { createRun, initialState, runOfForm } from '../content/content-run.ts'
import { type ContentVisitor, NOTHING_PAINTED } from '../content/content-visitor.ts'
import { walkContent } from '../content/walk-content.ts'
import { readTextFont, type TextFont } from '../read-text-font.ts'
import { bracesIn } from './braces.ts'
import { createPageChars } from './page-chars.ts'
import type { PageText, TextParts } from './page-text.ts'
import { statedText } from './read-actual-text.ts'
import { readPageText } from './read-content-text.ts'
import type { ContentNode } from './text-char.ts'

/** As for reading marks: beyond this a file is built to waste time. */
const MAX_OPERATIONS = 10_000_000
const MAX_CONTENT_BYTES = 128 << 20

export interface ReadPage extends PageText {
  readonly page: WalkedPage
  readonly node: ContentNode
}

/**
 * Pages on which two braces or an unreadable glyph are shown, each with its text, and those that are wanted anyhow, by
 * their index; the others cannot hold placeholders. One page after the other: the characters of a book's pages take
 * hundreds of megabytes together.
 */
export function* readTexts(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  isWanted: (page: number) => boolean = () => false,
): Generator<ReadPage> {
  const parts = createTextParts(doc)
  const worthReading = createSearch(parts)
  for (const page of pages) {
    const resources = asDict(resolve(page.dict, page.attributes.get('Resources')))
    const content = pageContent(page, parts)
    if (content === null) continue
    if (!isWanted(page.index) && !worthReading(content, resources)) continue
    const node: ContentNode = { stream: null, content, resources, painted: null }
    const read: ReadPage = { page, node, chars: createPageChars(), boxes: [] }
    readPageText(node, parts, read)
    yield read
  }
}

/** Each stream is decoded once. */
export function createTextParts(doc: PDFDocument): TextParts {
  const contents = new Map<PDFStream, Uint8Array | null>()
  let operations = 0
  return {
    content(stream) {
      const known = contents.get(stream)
      if (known !== undefined) return known
      const content = decodeStream(stream, MAX_CONTENT_BYTES)
      contents.set(stream, content)
      return content
    },
    layerOf: readLayers(doc),
    spend(count) {
      operations += count
      return operations <= MAX_OPERATIONS
    },
  }
}

/** The streams of an array read as one, with white space between them (7.8.2); null where one cannot be decoded. */
export function pageContent({ dict }: WalkedPage, parts: TextParts): Uint8Array | null {
  const found = entry(dict, 'Contents')
  const streams = found instanceof PDFArray ? found.asArray().map((item) => resolve(dict, item)) : [found]
  const pieces: Uint8Array[] = []
  for (const stream of streams) {
    if (!(stream instanceof PDFStream)) continue
    const piece = parts.content(stream)
    if (piece === null) return null
    pieces.push(piece, Buffer.from('\n'))
  }
  return Buffer.concat(pieces)
}

/** A placeholder opens with two braces. */
const ENOUGH = 2

/** Counts opening braces, in each form once, until they are enough or a glyph is unreadable; places nothing. */
function createSearch(parts: TextParts): (content: Uint8Array, resources: PDFDict | null) => boolean {
  const known = new Map<PDFStream, number>()
  let braces = 0
  const visitor: ContentVisitor<null> = {
    ...NOTHING_PAINTED,
    color: () => null,
    spend: (operations) => braces < ENOUGH && parts.spend(operations),
    layerOf: parts.layerOf,
    showText({ state }, items) {
      const { font } = state.text
      if (font !== null) for (const item of items) braces += bracesShown(item, readTextFont(font))
      return 0
    },
    beginMarked(run, { list }) {
      const actual = statedText(run, list)
      if (actual !== null) braces += bracesIn(actual)
    },
    paintForm(run, form) {
      const content = known.has(form) ? null : parts.content(form)
      const inner = content === null ? null : runOfForm(run, form)
      const before = braces
      braces = known.get(form) ?? 0
      known.set(form, braces)
      if (content !== null && inner !== null) {
        walkContent(content, inner)
        known.set(form, braces)
      }
      braces += before
    },
  }
  return (content, resources) => {
    braces = 0
    walkContent(content, createRun({ visitor, resources, state: initialState(null, null) }))
    return braces >= ENOUGH
  }
}

/** An unreadable glyph is enough by itself. */
function bracesShown(item: Operand, font: TextFont): number {
  if (typeof item !== 'object' || item?.kind !== 'string') return 0
  let found = 0
  for (const { text, braces } of font.glyphs(item.bytes)) found += text === null ? ENOUGH : braces
  return found
}
