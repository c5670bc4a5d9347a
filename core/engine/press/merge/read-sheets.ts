/** Reads from a compiled body what a merged PDF needs beyond the plan: the dictionaries of its pages. */
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { openSource } from '../../pdf/open-source.ts'
import { dictEntry, entry, nameEntry, resolve } from '../../pdf/read-object.ts'
import { type WalkedPage, walkPages } from '../../pdf/read-page-tree.ts'
import { dictText, type Sheet, type SheetForm, type Sheets, type SlotHolder } from './sheets.ts'

const KEPT_APART = ['Type', 'Parent', 'Resources', 'Annots'].map((key) => PDFName.of(key))
const X_OBJECT = PDFName.of('XObject')

/** `body` is a file that writeBody wrote; throws a plain Error for any other. */
export function readSheets(body: Uint8Array): Sheets {
  const { doc, findings } = openSource(body)
  const { context } = doc
  const catalog = context.lookup(context.trailerInfo.Root)
  const root = catalog instanceof PDFDict ? catalog.get(PDFName.of('Pages')) : null
  if (findings.length > 0 || !(catalog instanceof PDFDict) || !(root instanceof PDFRef))
    throw new Error('The file is no compiled body, or it is damaged.')
  const walked = walkPages(doc)
  return {
    pagesRoot: root.objectNumber,
    catalog: catalogOfMany(catalog),
    pages: walked.map(readSheet),
    forms: readForms(walked),
  }
}

function readSheet({ dict }: WalkedPage): Sheet {
  const annotations = entry(dict, 'Annots')
  return {
    entries: entriesOf(dict, KEPT_APART),
    ...holderOf(dict),
    annotations: (annotations instanceof PDFArray ? annotations.asArray() : []).flatMap((item) => {
      const annotation = resolve(dict, item)
      return annotation === null ? [] : [textOf(annotation)]
    }),
  }
}

function holderOf(dict: PDFDict): SlotHolder {
  const resources = dictEntry(dict, 'Resources')
  const xObjects = xObjectsOf(dict)
  return {
    resources: resources === null ? [] : entriesOf(resources, [X_OBJECT]),
    xObjects: xObjects === null ? [] : entriesOf(xObjects),
  }
}

function xObjectsOf(dict: PDFDict): PDFDict | null {
  const resources = dictEntry(dict, 'Resources')
  return resources === null ? null : dictEntry(resources, 'XObject')
}

/** Slots are forms without data, so what paints such a form, itself or through others, is of interest. */
function readForms(pages: readonly WalkedPage[]): ReadonlyMap<string, SheetForm> {
  const forms = new Map<string, SheetForm>()
  const holds = new Map<PDFObject, boolean>()
  const holdsSlots = (dict: PDFDict): boolean => {
    let found = false
    for (const value of xObjectsOf(dict)?.values() ?? []) {
      const form = resolve(dict, value)
      if (!(form instanceof PDFRawStream) || nameEntry(form.dict, 'Subtype') !== 'Form') continue
      if (!holds.has(form)) {
        // A form that paints itself would go round in circles.
        holds.set(form, false)
        const isSlot = form.contents.length === 0
        const around = !isSlot && holdsSlots(form.dict)
        holds.set(form, isSlot || around)
        if (around) {
          const entries = entriesOf(form.dict, [PDFName.of('Resources'), PDFName.of('Length')])
          forms.set(textOf(value), { entries, ...holderOf(form.dict), data: Uint8Array.from(form.contents) })
        }
      }
      found = holds.get(form) === true || found
    }
    return found
  }
  for (const { dict } of pages) holdsSlots(dict)
  return forms
}

/**
 * Page labels and the pages that a viewer is to print count the template's pages and would be wrong for many
 * records. Decision: both are left out. What else a compiled catalog holds speaks of no page.
 */
function catalogOfMany(catalog: PDFDict): string | null {
  const [labels, viewer, range] = ['PageLabels', 'ViewerPreferences', 'PrintPageRange'].map((key) =>
    PDFName.of(key),
  ) as [PDFName, PDFName, PDFName]
  const preferences = dictEntry(catalog, 'ViewerPreferences')
  if (!catalog.has(labels) && preferences?.has(range) !== true) return null
  const kept = [...entriesOf(catalog, [labels, viewer])]
  if (preferences !== null) kept.push(['/ViewerPreferences', dictText(entriesOf(preferences, [range]))])
  return dictText(kept)
}

function entriesOf(dict: PDFDict, without: readonly PDFName[] = []): [string, string][] {
  return dict
    .entries()
    .filter(([key]) => !without.includes(key))
    .map(([key, value]) => [key.asString(), textOf(value)])
}

/** As writeBody has it, but without line breaks of its own: some of it is repeated for every record. */
function textOf(object: PDFObject): string {
  if (object instanceof PDFArray) return `[${object.asArray().map(textOf).join(' ')}]`
  if (object instanceof PDFDict) return dictText(entriesOf(object))
  return object.toString()
}
