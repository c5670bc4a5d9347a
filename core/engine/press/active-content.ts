/** Finds active content in a document (scripts, actions) and attached files. */
import { PDFDict, type PDFObject } from '@cantoo/pdf-lib'
import { arrayEntry, dictEntry, entry, nameEntry } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'

const CATALOG_KEYS = ['OpenAction', 'AA', 'AF', 'Collection']
const NAME_TREES = ['JavaScript', 'EmbeddedFiles', 'Renditions']
/** A jump inside the document is no more than a bookmark; these reach beyond it. */
const HARMLESS_ACTIONS = new Set(['GoTo', 'Named', 'URI'])
const ACTIVE_ANNOTATIONS = new Set(['RichMedia', 'Movie', 'Sound', 'Screen', 'FileAttachment', '3D'])

/**
 * Scripts, actions, attachments and media anywhere but in the outlines. Decision: plain links are not reported,
 * though they are removed, because any brochure has them.
 */
export function hasActions(catalog: PDFDict, pages: readonly WalkedPage[]): boolean {
  if (CATALOG_KEYS.some((key) => isActive(entry(catalog, key)))) return true
  const names = dictEntry(catalog, 'Names')
  if (names !== null && NAME_TREES.some((key) => entry(names, key) !== null)) return true
  const form = dictEntry(catalog, 'AcroForm')
  const fields = form === null ? [] : (arrayEntry(form, 'Fields') ?? [])
  return fields.some(actsOnItsOwn) || pages.some(({ dict }) => pageActs(dict))
}

function pageActs(page: PDFDict): boolean {
  if (entry(page, 'AA') !== null || entry(page, 'AF') !== null) return true
  return (arrayEntry(page, 'Annots') ?? []).some(
    (annotation) =>
      actsOnItsOwn(annotation) ||
      (annotation instanceof PDFDict && ACTIVE_ANNOTATIONS.has(nameEntry(annotation, 'Subtype') ?? '')),
  )
}

function actsOnItsOwn(object: PDFObject | null): boolean {
  return object instanceof PDFDict && (entry(object, 'AA') !== null || isActive(entry(object, 'A')))
}

/** An array is a destination: it shows a page and does nothing. */
function isActive(object: PDFObject | null): boolean {
  if (!(object instanceof PDFDict)) return false
  return entry(object, 'Next') !== null || !HARMLESS_ACTIONS.has(nameEntry(object, 'S') ?? '')
}
