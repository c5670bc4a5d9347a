/** Takes placeholders out of the content that shows them, and puts empty slots where they stood. */

import {
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFRef,
} from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import { entry, resolve } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { name as nameText, real } from '../../pdf/syntax.ts'
import { advanceOf } from './shown-text.ts'
import type { PlaceSlot, TakenText } from './taken-text.ts'
import type { ContentNode, ShowOperation } from './text-char.ts'

export interface WrittenSlot {
  readonly ref: PDFRef
  /** The forms that it stands in, the outermost first. */
  readonly within: readonly PDFRef[]
}

/** The pages as they are to be read from now on, and the slots of each page by its index. */
export interface TakenOut {
  readonly pages: WalkedPage[]
  readonly slots: ReadonlyMap<number, readonly WrittenSlot[]>
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** One content stream with what changes in it. */
interface Change {
  readonly edits: Edit[]
  /** Names that the edits refer to. */
  readonly xObjects: Map<PDFName, PDFRef>
}

/**
 * Rewrites the content of the pages named in `taken`, and nothing else: what is not taken out keeps its place to a
 * hundred-thousandth of an em. A form with placeholders is copied for each of its paintings, since each prints a
 * place of its own.
 */
export function takeOutText(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  boxes: readonly Box[],
  taken: readonly TakenText[],
): TakenOut {
  const slots = new Map<number, readonly WrittenSlot[]>()
  const changed = pages.map((page) => {
    const text = taken.find((one) => one.page === page.index)
    const box = boxes[page.index]
    if (text === undefined || box === undefined) return page
    const rewriting = createRewriting(doc.context, text)
    slots.set(page.index, rewriting.addSlots(box))
    return rewriting.finish(page)
  })
  return { pages: changed, slots }
}

function createRewriting(context: PDFContext, text: TakenText) {
  const changes = new Map<ContentNode, Change>()
  const changeOf = (node: ContentNode): Change => {
    const known = changes.get(node)
    if (known !== undefined) return known
    const change: Change = { edits: [], xObjects: new Map() }
    changes.set(node, change)
    return change
  }
  for (const [show, items] of text.items)
    changeOf(show.object.node).edits.push({ start: show.start, end: show.end, text: without(show, items) })

  /** The copies of forms, by the painting that each belongs to. */
  const copies = new Map<ContentNode, PDFRef>()
  const copyRef = (node: ContentNode): PDFRef => {
    const ref = copies.get(node) ?? context.nextRef()
    copies.set(node, ref)
    return ref
  }
  const formsAround = (node: ContentNode): PDFRef[] =>
    node.painted === null ? [] : [...formsAround(node.painted.by), copyRef(node)]

  /** A name that the node's resources do not have, and its text as an operand. */
  const nameIn = (node: ContentNode, stem: string, ref: PDFRef): string => {
    const { xObjects } = changeOf(node)
    const own = node.resources === null ? null : entry(node.resources, 'XObject')
    for (let count = 1; ; count += 1) {
      const key = PDFName.of(`${stem}${count}`)
      if (xObjects.has(key) || (own instanceof PDFDict && own.has(key))) continue
      xObjects.set(key, ref)
      return key.asString()
    }
  }

  const addSlot = ({ object, layers, matrix }: PlaceSlot, box: Box): WrittenSlot => {
    const ref = context.register(
      context.stream(new Uint8Array(), {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [...box],
        Resources: {},
      }),
    )
    const name = nameIn(object.node, 'PlatenPlace', ref)
    const opening = layers.map((layer) => `/OC ${layerName(layer)} BDC `).join('')
    // Marks set their own colour and graphics state; the state of text would reach them from here.
    const undo = matrix.map((value) => real(value, 12)).join(' ')
    const paint = `q ${undo} cm 0 Tc 0 Tw 100 Tz 0 Ts 0 Tr ${name} Do Q`
    const at = object.end
    changeOf(object.node).edits.push({
      start: at,
      end: at,
      text: ` ${object.closed ? '' : 'ET '}${opening}${paint}${' EMC'.repeat(layers.length)}\n`,
    })
    return { ref, within: formsAround(object.node) }
  }

  return {
    addSlots: (box: Box): WrittenSlot[] => text.slots.map((slot) => addSlot(slot, box)),
    finish(page: WalkedPage): WalkedPage {
      // A form's change is one of what paints it, up to the page.
      const pending = [...changes.keys()]
      for (let node = pending.pop(); node !== undefined; node = pending.pop())
        if (node.painted !== null && !changes.has(node.painted.by)) {
          changeOf(node.painted.by)
          pending.push(node.painted.by)
        }
      const deepest = [...changes.keys()].sort((one, other) => depthOf(other) - depthOf(one))
      for (const node of deepest) {
        const change = changeOf(node)
        if (node.painted === null || node.stream === null) continue
        const { by, start, end } = node.painted
        const ref = copyRef(node)
        context.assign(ref, copyOf(context, node, change))
        const name = nameIn(by, 'PlatenForm', ref)
        changeOf(by).edits.push({ start, end, text: `${name} Do` })
      }
      return withContent(context, page, text.node, changeOf(text.node))
    },
  }
}

function depthOf(node: ContentNode): number {
  return node.painted === null ? 0 : 1 + depthOf(node.painted.by)
}

const OF_THE_DATA = ['Length', 'Filter', 'DecodeParms', 'DL']

function copyOf(context: PDFContext, node: ContentNode, change: Change) {
  const stream = context.flateStream(rewritten(node, change))
  for (const [key, value] of node.stream?.dict.entries() ?? [])
    if (!OF_THE_DATA.some((entryOfData) => key === PDFName.of(entryOfData))) stream.dict.set(key, value)
  stream.dict.set(PDFName.of('Resources'), resourcesWith(context, node.resources, change))
  return stream
}

function withContent(context: PDFContext, page: WalkedPage, node: ContentNode, change: Change): WalkedPage {
  page.dict.set(PDFName.of('Contents'), context.register(context.flateStream(rewritten(node, change))))
  const resources = resourcesWith(context, node.resources, change)
  return {
    ...page,
    attributes: new Map<string, PDFObject>([
      ...page.attributes,
      ['Resources', resources],
    ]) as WalkedPage['attributes'],
  }
}

/** The source's dictionaries may be shared: both levels are copied. */
function resourcesWith(context: PDFContext, resources: PDFDict | null, { xObjects }: Change): PDFDict {
  const copy = PDFDict.withContext(context)
  for (const [key, value] of resources?.entries() ?? []) copy.set(key, value)
  const found = resources === null ? null : resolve(resources, resources.get(PDFName.of('XObject')))
  const named = PDFDict.withContext(context)
  if (found instanceof PDFDict) for (const [key, value] of found.entries()) named.set(key, value)
  for (const [key, ref] of xObjects) named.set(key, ref)
  copy.set(PDFName.of('XObject'), named)
  return copy
}

function rewritten({ content }: ContentNode, { edits }: Change): Uint8Array {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    pieces.push(content.subarray(at, start), Buffer.from(text, 'latin1'))
    at = end
  }
  pieces.push(content.subarray(at))
  return Buffer.concat(pieces)
}

/** Bytes of a layer's name, one character each, as an operand. */
function layerName(layer: string): string {
  const plain = nameText('').slice(0, 1)
  return (
    plain +
    layer.replace(/[^A-Za-z0-9]/g, (char) => `#${(char.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`)
  )
}

/**
 * The operation without some of its glyphs: numbers move the pen as far as they did (ISO 32000-1 9.4.4), in
 * thousandths of the size. The scale of Tz is applied to both alike.
 */
function without(show: ShowOperation, items: ReadonlySet<number>): string {
  let written = ''
  let string = ''
  let moved = 0
  const flush = () => {
    if (string !== '') written += `<${string}>`
    string = ''
  }
  for (const [index, item] of show.items.entries()) {
    if (typeof item === 'number') moved += item
    else if (items.has(index)) moved -= (advanceOf(show, item) / show.size) * 1000
    else {
      if (moved !== 0) {
        flush()
        written += real(moved, 5)
        moved = 0
      }
      string += item.code.toString(16).padStart(2 * item.codeBytes, '0')
    }
  }
  flush()
  if (moved !== 0) written += real(moved, 5)
  const line = show.operator === "'" || show.operator === '"' ? 'T* ' : ''
  const spacing =
    show.spacing === null ? '' : `${real(show.spacing[0], 6)} Tw ${real(show.spacing[1], 6)} Tc `
  return `${spacing}${line}[${written}] TJ`
}
