/** Collects the widgets that stand on the pages and gathers them into form fields. */
import { PDFDict, PDFNumber } from '@cantoo/pdf-lib'
import { ServiceError } from '../../../errors.ts'
import { arrayEntry, asName, nameEntry } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import {
  type Ancestry,
  ancestryOf,
  type FieldTree,
  fromField,
  inherited,
  qualifiedName,
} from './read-field-tree.ts'

export interface Widget {
  /** Counts from 0. */
  readonly page: number
  readonly dict: PDFDict
  /** Begins with the widget. */
  readonly chain: Ancestry
}

export const FORM_FIELD_KINDS = ['text', 'choice', 'check', 'radio', 'push', 'signature', 'unknown'] as const
export type FormFieldKind = (typeof FORM_FIELD_KINDS)[number]

export interface FormField {
  /** Empty for a nameless field. */
  readonly name: string
  readonly kind: FormFieldKind
  /** Begins with the field itself. */
  readonly chain: Ancestry
  /** /Ff. */
  readonly flags: number
  readonly widgets: readonly Widget[]
}

/** Flags of buttons (ISO 32000-1 table 226). */
const RADIO = 1 << 15
const PUSH_BUTTON = 1 << 16

/** Decision: more than any form made by people, and few enough for every pair to be compared. */
const MAX_WIDGETS = 10_000

/**
 * Fields in the order in which their first widgets stand on the pages, then those of the tree without a widget on
 * any page. A widget that no field of the form names (an orphan) counts with its own chain of parents. Fields of
 * one name and kind are one field (ISO 32000-1 12.7.3.2). Throws `pdf_too_complex` above 10,000 widgets.
 */
export function readFormFields(pages: readonly WalkedPage[], tree: FieldTree): FormField[] {
  const fields = new Map<string | PDFDict, FormField & { widgets: Widget[] }>()
  const enter = (chain: Ancestry) => {
    const own = fromField(chain)
    const name = qualifiedName(own)
    const flags = flagsOf(chain)
    const kind = kindOf(chain, flags)
    const key = name === '' ? (own[0] ?? '') : `${kind} ${name}`
    const field = fields.get(key) ?? { name, kind, chain: own, flags, widgets: [] }
    fields.set(key, field)
    return field
  }
  const widgets = readWidgets(pages, tree)
  for (const widget of widgets) enter(widget.chain).widgets.push(widget)
  for (const dict of tree.terminals) enter(ancestryOf(dict, tree))
  return [...fields.values()]
}

function readWidgets(pages: readonly WalkedPage[], tree: FieldTree): Widget[] {
  const widgets: Widget[] = []
  const known = new Set<PDFDict>()
  for (const page of pages) {
    // A repeated page repeats its fields.
    const seen = page.isRepeated ? new Set<PDFDict>() : known
    for (const dict of arrayEntry(page.dict, 'Annots') ?? []) {
      if (!(dict instanceof PDFDict) || seen.has(dict) || nameEntry(dict, 'Subtype') !== 'Widget') continue
      seen.add(dict)
      widgets.push({ page: page.index, dict, chain: ancestryOf(dict, tree) })
      if (widgets.length > MAX_WIDGETS)
        throw new ServiceError('pdf_too_complex', {
          message: `The PDF has more than ${MAX_WIDGETS} form fields.`,
        })
    }
  }
  return widgets
}

function flagsOf(chain: Ancestry): number {
  const flags = inherited(chain, 'Ff')
  return flags instanceof PDFNumber ? Math.trunc(flags.asNumber()) | 0 : 0
}

function kindOf(chain: Ancestry, flags: number): FormFieldKind {
  const type = asName(inherited(chain, 'FT'))
  if (type === 'Tx') return 'text'
  if (type === 'Ch') return 'choice'
  if (type === 'Sig') return 'signature'
  if (type !== 'Btn') return 'unknown'
  if ((flags & PUSH_BUTTON) !== 0) return 'push'
  return (flags & RADIO) === 0 ? 'check' : 'radio'
}

/** The first statement of an attribute among the field's widgets and ancestors. */
export function fieldAttribute(field: FormField, key: string) {
  for (const { chain } of field.widgets) {
    const found = inherited(chain, key)
    if (found !== null) return found
  }
  return inherited(field.chain, key)
}
