/** What keeps an upload from becoming PDF/X-4, each with its place. */

import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import type { InnerContents } from '../artwork/check/inner-contents.ts'
import type { PdfxClaim } from '../artwork/check/pdfx.ts'
import type { FindingCode } from '../finding/codes.ts'
import type { Finding, Sentence } from '../finding/finding.ts'
import { codeOf, type Fact } from '../finding/measure.ts'
import { dictEntry, entry, nameEntry, numberEntry } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import { decodeStream } from '../pdf/read-stream.ts'
import { readPaintedModel } from './painted-model.ts'

/** Findings that no part of compiling mends, with the sentence that says what to do. */
const FORBIDDEN = {
  box_nesting: 'pdfx_hindrance.boxes',
  font_not_embedded: 'pdfx_hindrance.fonts',
  filter_lzw: 'pdfx_hindrance.lzw',
  transfer_function: 'pdfx_hindrance.transfer',
  halftone_named: 'pdfx_hindrance.halftone',
  opi: 'pdfx_hindrance.opi',
  postscript_xobject: 'pdfx_hindrance.postscript',
  annotation_prints: 'pdfx_hindrance.annotations',
  spot_name_ambiguous: 'pdfx_hindrance.spots',
  check_incomplete: 'pdfx_hindrance.unread',
  pdf_object_unreadable: 'pdfx_hindrance.unread',
  page_content_unreadable: 'pdfx_hindrance.unread',
  page_content_missing: 'pdfx_hindrance.unread',
  artwork_unreadable: 'pdfx_hindrance.unread',
  artwork_missing: 'pdfx_hindrance.unread',
  pages_missing: 'pdfx_hindrance.unread',
} as const satisfies Partial<Record<FindingCode, Sentence>>

export interface HindranceInput {
  readonly doc: PDFDocument
  readonly walked: readonly WalkedPage[]
  /** All that was found in the upload. */
  readonly facts: readonly Fact[]
  readonly claim: PdfxClaim | null
  /** Pages that paint with transparency. */
  readonly transparent: ReadonlySet<number>
  readonly profile: Uint8Array
  /** What patterns and drawn letters bring, which `facts` do not tell. */
  readonly inner: InnerContents
  /** Names that have Separations of different colours. */
  readonly ambiguous: readonly string[]
}

/** One finding for each rule and page; none where the whole list holds. To be called before anything is stripped. */
export function pdfx4Hindrances(input: HindranceInput): Finding[] {
  const found = new Map<string, Finding>()
  const add = (says: Sentence, cause: string, at: Partial<Finding> = {}) => {
    const { page, bbox, found: what } = at
    const key = `${says} ${page}`
    if (found.has(key)) return
    found.set(key, {
      ...{ code: 'pdfx_hindrance', severity: 'warn', says, found: what ?? cause, expected: 'PDF/X-4' },
      ...(page === undefined ? {} : { page }),
      ...(bbox === undefined ? {} : { bbox }),
    })
  }
  const { claim } = input
  if (claim !== null && (claim.part === 'X-1a' || claim.part === 'X-3'))
    add('pdfx_hindrance.claim', claim.label, { found: claim.label })
  for (const fact of input.facts) {
    const code = codeOf(fact)
    const says = (FORBIDDEN as Partial<Record<FindingCode, Sentence>>)[code]
    if (says === undefined) continue
    const [bbox] = 'rule' in fact ? fact.boxes : [fact.bbox]
    const what = 'rule' in fact ? fact.what : (fact.found ?? fact.ink)
    add(says, code, {
      ...(fact.page === undefined ? {} : { page: fact.page }),
      ...(bbox === undefined ? {} : { bbox }),
      ...(what === undefined ? {} : { found: what }),
    })
  }
  for (const [code, what] of input.inner.found) {
    const says = (FORBIDDEN as Partial<Record<FindingCode, Sentence>>)[code]
    if (says !== undefined) add(says, code, { found: what })
  }
  for (const { dict, index } of input.walked) {
    const group = dictEntry(dict, 'Group')
    const model = group === null ? null : readPaintedModel(group, entry(group, 'CS'))
    if (input.transparent.has(index) && model !== null && model !== 'cmyk')
      add('pdfx_hindrance.blend', 'Group', { page: index, found: model })
  }
  for (const name of input.ambiguous) add('pdfx_hindrance.spots', 'Separation', { found: name })
  if (hasSameProfile(input.doc, input.profile)) add('pdfx_hindrance.profile', 'ICCBased')
  if (hasExternalData(input.doc)) add('pdfx_hindrance.external', 'F')
  return [...found.values()]
}

/** PDF/X-4 wants colours in the profile of the press itself as DeviceCMYK, since they would overprint otherwise. */
function hasSameProfile({ context }: PDFDocument, profile: Uint8Array): boolean {
  const known = new Map<PDFObject | undefined, boolean>()
  const isSame = (object: PDFObject | undefined): boolean => {
    if (!(object instanceof PDFStream) || numberEntry(object.dict, 'N') !== 4) return false
    const found = known.get(object)
    if (found !== undefined) return found
    const bytes = decodeStream(object, profile.length)
    const same = bytes?.length === profile.length && Buffer.compare(bytes, profile) === 0
    known.set(object, same)
    return same
  }
  // An output intent may have it: the file was made for the same press.
  const paintsIn = (object: PDFObject, depth: number): boolean => {
    if (depth > MAX_NESTING) return false
    if (object instanceof PDFArray) {
      if (object.get(0) === ICC_BASED) return isSame(context.lookup(object.get(1)))
      return object.asArray().some((item) => paintsIn(item, depth + 1))
    }
    const dict = object instanceof PDFStream ? object.dict : object
    return dict instanceof PDFDict && dict.values().some((value) => paintsIn(value, depth + 1))
  }
  return context.enumerateIndirectObjects().some(([, object]) => paintsIn(object, 0))
}

const ICC_BASED = PDFName.of('ICCBased')
const MAX_NESTING = 24

/** Content outside the file, which compiling cuts off: what it was is missing then. */
function hasExternalData(doc: PDFDocument): boolean {
  return doc.context.enumerateIndirectObjects().some(([, object]) => {
    if (object instanceof PDFStream) return object.dict.has(PDFName.of('F'))
    return (
      object instanceof PDFDict && nameEntry(object, 'Type') === 'XObject' && object.has(PDFName.of('Ref'))
    )
  })
}
