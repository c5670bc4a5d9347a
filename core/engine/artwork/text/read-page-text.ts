/** Reads the text of pages, those alone that can hold placeholders or text that cannot be read. */

import { PDFArray, type PDFDict, type PDFDocument, PDFStream } from '@cantoo/pdf-lib'
import { type Operand, readContent } from '../../pdf/content.ts'
import { createNamedResource } from '../../pdf/named-resources.ts'
import { readLayers } from '../../pdf/read-layers.ts'
import { asDict, asText, dictEntry, entry, nameEntry, resolve } from '../../pdf/read-object.ts'
import { nameOf } from '../../pdf/read-operands.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { readTextFont, type TextFont } from '../read-text-font.ts'
import { createPageChars } from './page-chars.ts'
import type { PageText, TextParts } from './page-text.ts'
import { actualTextOf } from './read-actual-text.ts'
import { readPageText } from './read-content-text.ts'
import type { ContentNode } from './text-char.ts'

/** As for reading marks: beyond this a file is built to waste time. */
const MAX_OPERATIONS = 10_000_000
const MAX_CONTENT_BYTES = 128 << 20
const MAX_NESTING = 16

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
  const search = (content: Uint8Array, resources: PDFDict | null, depth: number): boolean => {
    const find = createNamedResource(resources)
    const named = (category: string, operand: Operand | undefined) => find(category, nameOf(operand))
    let font: TextFont | null = null
    const saved: (TextFont | null)[] = []
    for (const { operator, operands } of readContent(content)) {
      if (!parts.spend(1)) return false
      if (operator === 'q') saved.push(font)
      else if (operator === 'Q') font = saved.pop() ?? font
      else if (operator === 'Tf') {
        const dict = asDict(named('Font', operands[0]))
        font = dict === null ? null : readTextFont(dict)
      } else if (operator === 'gs') {
        const state = asDict(named('ExtGState', operands[0]))
        const [dict] = state === null ? [] : ((entry(state, 'Font') as PDFArray | null)?.asArray?.() ?? [])
        const found = state === null ? null : asDict(resolve(state, dict))
        if (found !== null) font = readTextFont(found)
      } else if (font !== null && SHOWING.has(operator)) {
        if (operands.some((operand) => isTelling(operand, font as TextFont))) return true
      } else if (operator === 'BDC') {
        const list = asDict(named('Properties', operands[1]))
        const actual = list === null ? actualTextOf(operands[1]) : asText(entry(list, 'ActualText'))
        if (actual?.includes('{') === true) return true
      } else if (operator === 'Do') {
        const form = named('XObject', operands[0])
        if (form instanceof PDFStream && nameEntry(form.dict, 'Subtype') === 'Form') {
          const found = known.get(form)
          if (found === true) return true
          if (found === undefined && depth < MAX_NESTING) {
            known.set(form, false)
            const inner = parts.content(form)
            const own = dictEntry(form.dict, 'Resources') ?? resources
            const telling = inner !== null && search(inner, own, depth + 1)
            known.set(form, telling)
            if (telling) return true
          }
        }
      }
    }
    return false
  }
  return (content, resources) => search(content, resources, 0)
}

const SHOWING = new Set(['Tj', 'TJ', "'", '"'])

function isTelling(operand: Operand, font: TextFont): boolean {
  if (typeof operand !== 'object' || operand === null) return false
  if (operand.kind === 'array') return operand.items.some((item) => isTelling(item, font))
  if (operand.kind !== 'string') return false
  return font.glyphs(operand.bytes).some(({ text }) => text === null || text.includes('{'))
}
