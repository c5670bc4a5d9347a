/** Walks the page tree of a PDF: its pages in order, each with the attributes it inherits. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { ServiceError } from '../../errors.ts'
import { MAX_OBJECTS } from '../limits.ts'
import type { Appearance } from './read-annotations.ts'
import { dictEntry, entry, numberEntry, resolve } from './read-object.ts'

/**
 * ISO 32000-1 table 30 lets a page inherit the first four. Decision: the others are taken from above too, because
 * real files put them there and mean it.
 */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate', 'BleedBox', 'TrimBox', 'ArtBox'] as const
export type InheritedKey = (typeof INHERITED)[number]

export interface WalkedPage {
  /** Counts from 0. */
  readonly index: number
  /** Null for a page that is a direct object in its /Kids, which is forbidden but occurs. */
  readonly ref: PDFRef | null
  readonly dict: PDFDict
  /** The page's own attributes or else those of its nearest ancestor, as they stand (often references). */
  readonly attributes: ReadonlyMap<InheritedKey, PDFObject>
  /** The parts of its form that print beside its content, from bottom to top. */
  readonly appearances?: readonly Appearance[]
  /** The tree names the page more than once, and this is not the first time. */
  readonly isRepeated?: true
}

interface OpenNode {
  readonly dict: PDFDict
  readonly kids: PDFArray
  next: number
  readonly attributes: ReadonlyMap<InheritedKey, PDFObject>
}

/**
 * All pages in order. Throws `invalid_pdf` where there is no page, where the tree runs in a circle or names its parts
 * without end, and where an entry of it is no dictionary, or a node of it without /Kids.
 *
 * Decision: a page that is named twice is two equal pages, as readers show it. Each has a dictionary of its own, so
 * that they can be printed on apart; a field of the page is one field that stands on both.
 */
export function walkPages(doc: PDFDocument): WalkedPage[] {
  const { context } = doc
  const catalog = context.lookup(context.trailerInfo.Root)
  const root = catalog instanceof PDFDict ? dictEntry(catalog, 'Pages') : null
  if (!(catalog instanceof PDFDict) || root === null) throw invalid('The PDF has no pages.')

  const pages: WalkedPage[] = []
  const open: OpenNode[] = []
  const around = new Set<PDFDict>()
  const known = new Set<PDFDict>()
  let visits = 0
  const visit = (dict: PDFDict, ref: PDFRef | null, above: ReadonlyMap<InheritedKey, PDFObject>) => {
    if (around.has(dict)) throw invalid('The page tree of the PDF runs in a circle.')
    visits += 1
    if (visits > MAX_OBJECTS) throw invalid('The page tree of the PDF names its parts too often.')
    const attributes = withOwn(dict, above)
    const kids = entry(dict, 'Kids')
    const index = pages.length
    if (kids instanceof PDFArray && !isPage(dict)) {
      around.add(dict)
      open.push({ dict, kids, next: 0, attributes })
    } else if (!isTree(dict)) {
      const page = known.has(dict)
        ? { index, ref: null, dict: dict.clone(context), attributes, isRepeated: true as const }
        : { index, ref, dict, attributes }
      known.add(dict)
      pages.push(page)
    }
    // Its pages are missing: without this error, fewer sheets would print unnoticed.
    else if (numberEntry(dict, 'Count') !== 0)
      throw invalid(`Page ${pages.length + 1} of the PDF and the pages after it cannot be found.`)
  }

  const rootRef = catalog.get(PDFName.of('Pages'))
  visit(root, rootRef instanceof PDFRef ? rootRef : null, new Map())
  for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
    if (node.next === node.kids.size()) {
      open.pop()
      around.delete(node.dict)
      continue
    }
    const kid = node.kids.get(node.next++)
    const dict = resolve(root, kid)
    if (!(dict instanceof PDFDict)) throw invalid(`Page ${pages.length + 1} of the PDF cannot be read.`)
    visit(dict, kid instanceof PDFRef ? kid : null, node.attributes)
  }
  if (pages.length === 0) throw invalid('The PDF has no pages.')
  return pages
}

function withOwn(dict: PDFDict, above: ReadonlyMap<InheritedKey, PDFObject>) {
  const attributes = new Map(above)
  for (const key of INHERITED) {
    const own = dict.get(PDFName.of(key))
    if (own !== undefined && resolve(dict, own) !== null) attributes.set(key, own)
  }
  return attributes
}

const isPage = (dict: PDFDict) => entry(dict, 'Type') === PDFName.of('Page')
const isTree = (dict: PDFDict) => entry(dict, 'Type') === PDFName.of('Pages')

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_pdf', { message })
}
