/** Reads the text of pages, those alone that can hold placeholders or text that cannot be read. */

import { PDFArray, type PDFDict, type PDFDocument, PDFStream } from '@cantoo/pdf-lib'
import type { Operand } from '../../pdf/content.ts'
import { readLayers } from '../../pdf/read-layers.ts'
import { asDict, asText, entry, resolve } from '../../pdf/read-object.ts'
import { nameOf } from '../../pdf/read-operands.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { createRun, initialState, runOfForm } from '../content/content-run.ts'
import type { ContentVisitor } from '../content/content-visitor.ts'
import { walkContent } from '../content/walk-content.ts'
import { readTextFont, type TextFont } from '../read-text-font.ts'
import { createPageChars } from './page-chars.ts'
import type { PageText, TextParts } from './page-text.ts'
import { actualTextOf } from './read-actual-text.ts'
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
 * Pages on which a brace or an unreadable text is shown, each with its text, and those that are wanted anyhow, by
 * their index; the others cannot hold placeholders. One page after the other: the characters of a book's pages take
 * hundreds of megabytes together.
 */
export function* readTexts(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  isWanted: (page: number) => boolean = () => false,
): Generator<ReadPage> {
  const layerOf = readLayers(doc)
  const contents = new Map<PDFStream, Uint8Array | null>()
  let operations = 0
  const parts: TextParts = {
    content(stream) {
      const known = contents.get(stream)
      if (known !== undefined) return known
      const content = decodeStream(stream, MAX_CONTENT_BYTES)
      contents.set(stream, content)
      return content
    },
    layerOf,
    spend(count) {
      operations += count
      return operations <= MAX_OPERATIONS
    },
  }
  const worthReading = createSearch(parts)
  for (const page of pages) {
    const resources = asDict(resolve(page.dict, page.attributes.get('Resources')))
    const content = contentOf(page, parts)
    if (content === null) continue
    if (!isWanted(page.index) && !worthReading(content, resources)) continue
    const node: ContentNode = { stream: null, content, resources, painted: null }
    const read: ReadPage = { page, node, chars: createPageChars(), boxes: [] }
    readPageText(node, parts, read)
    yield read
  }
}

/** The streams of an array read as one, with white space between them (7.8.2); null where one cannot be decoded. */
function contentOf({ dict }: WalkedPage, parts: TextParts): Uint8Array | null {
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

/** Looks for an opening brace and for unreadable glyphs, in each form once, without placing anything. */
function createSearch(parts: TextParts): (content: Uint8Array, resources: PDFDict | null) => boolean {
  const known = new Map<PDFStream, boolean>()
  let found = false
  const visitor: ContentVisitor<null> = {
    ...NOTHING_SEEN,
    spend: (operations) => !found && parts.spend(operations),
    layerOf: parts.layerOf,
    showText({ state }, items) {
      const { font } = state.text
      if (font !== null) found ||= items.some((item) => isTelling(item, readTextFont(font)))
      return 0
    },
    beginMarked({ named }, { list }) {
      const listed = asDict(named('Properties', nameOf(list)))
      const actual = listed === null ? actualTextOf(list) : asText(entry(listed, 'ActualText'))
      found ||= actual?.includes('{') === true
    },
    paintForm(run, form) {
      const content = known.has(form) ? null : parts.content(form)
      const inner = content === null ? null : runOfForm(run, form)
      known.set(form, known.get(form) ?? false)
      if (content !== null && inner !== null) {
        walkContent(content, inner)
        known.set(form, found)
      }
      found ||= known.get(form) === true
    },
  }
  return (content, resources) => {
    found = false
    walkContent(content, createRun({ visitor, resources, state: initialState(null, null) }))
    return found
  }
}

const NOTHING_SEEN = {
  color: () => null,
  paintPath() {},
  paintImage() {},
  paintInlineImage() {},
  paintShading() {},
}

function isTelling(operand: Operand, font: TextFont): boolean {
  if (typeof operand !== 'object' || operand === null) return false
  if (operand.kind === 'array') return operand.items.some((item) => isTelling(item, font))
  if (operand.kind !== 'string') return false
  return font.glyphs(operand.bytes).some(({ text }) => text === null || text.includes('{'))
}
