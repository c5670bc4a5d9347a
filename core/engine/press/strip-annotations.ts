/** Decides which annotations of a page stay on the printed sheet, and what of them. */
import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRef } from '@cantoo/pdf-lib'
import type { Finding } from '../finding/finding.ts'
import { dictEntry, entry, nameEntry, resolve } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'

/** Form fields are the scene's; the others need a viewer to do something. */
const REMOVED = new Set([
  'Widget',
  'Link',
  'Popup',
  'RichMedia',
  'Movie',
  'Sound',
  'Screen',
  'FileAttachment',
  '3D',
])

/** Entries that determine the look of an annotation; actions, replies, pop-ups and dates do not. */
const KEPT_KEYS = [
  'Type',
  'Subtype',
  'Rect',
  'F',
  'AS',
  'OC',
  'C',
  'IC',
  'CA',
  'ca',
  'BM',
  'BS',
  'BE',
  'Border',
  'Contents',
  'NM',
  'MN',
  'Name',
]

export interface StrippedAnnotations {
  readonly kept: readonly PDFRef[]
  readonly findings: readonly Finding[]
}

/**
 * Stamps, watermarks, printer's marks and other annotations with an appearance stay, without actions. Decision:
 * one without an appearance goes, with a finding, because every RIP would draw it in its own way or not at all.
 */
export function stripAnnotations(page: WalkedPage): StrippedAnnotations {
  const kept: PDFRef[] = []
  let removed = 0
  const annotations = entry(page.dict, 'Annots')
  const items = annotations instanceof PDFArray ? annotations.asArray() : []
  for (const item of items) {
    const annotation = resolve(page.dict, item)
    if (!(annotation instanceof PDFDict)) continue
    const subtype = nameEntry(annotation, 'Subtype')
    if (subtype === null || REMOVED.has(subtype)) continue
    const normal = normalAppearance(annotation)
    if (normal === null) removed++
    else kept.push(copyOf(annotation, normal))
  }
  if (removed === 0) return { kept, findings: [] }
  const finding: Finding = {
    code: 'annotation_removed',
    severity: 'warn',
    page: page.index,
    found: removed,
  }
  return { kept, findings: [finding] }
}

function normalAppearance(annotation: PDFDict): PDFObject | null {
  const appearance = dictEntry(annotation, 'AP')
  if (appearance === null || entry(appearance, 'N') === null) return null
  return appearance.get(PDFName.of('N')) ?? null
}

function copyOf(annotation: PDFDict, normal: PDFObject): PDFRef {
  const { context } = annotation
  const copy = PDFDict.withContext(context)
  for (const key of KEPT_KEYS) {
    const value = annotation.get(PDFName.of(key))
    if (value !== undefined) copy.set(PDFName.of(key), value)
  }
  copy.set(PDFName.of('AP'), context.obj({ N: normal }))
  return context.register(copy)
}
