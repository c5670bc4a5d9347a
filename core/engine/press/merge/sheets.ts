/** The sheets of a compiled body: facts of its pages that a merged PDF needs beyond the plan. */

/** Texts are PDF syntax, one character (0 to 255) a byte; object numbers are the body's. */
export interface Sheets {
  /** Number of the root of the body's page tree. */
  readonly pagesRoot: number
  /** The catalog without entries about single pages, or null if it has none. */
  readonly catalog: string | null
  readonly pages: readonly Sheet[]
  /** The forms that slots stand in, by their references (`7 0 R`). */
  readonly forms: ReadonlyMap<string, SheetForm>
}

/** Keys and values of a dictionary, in their order; a key begins with its slash. */
export type SheetEntries = readonly (readonly [key: string, value: string])[]

/** The painter of slots: a page, or a form within its artwork. */
export interface SlotHolder {
  /** Its resources but the XObjects. */
  readonly resources: SheetEntries
  /** The XObjects by name, among them slots and forms that slots stand in. */
  readonly xObjects: SheetEntries
}

export interface Sheet extends SlotHolder {
  /** The page's entries but /Type, /Parent, /Resources and /Annots. */
  readonly entries: SheetEntries
  /** Dictionaries of the annotations that are printed. */
  readonly annotations: readonly string[]
}

export interface SheetForm extends SlotHolder {
  /** The form's entries but /Resources and /Length. */
  readonly entries: SheetEntries
  /** As it stands in the body, with its filters. */
  readonly data: Uint8Array
}

export function dictText(entries: SheetEntries): string {
  return `<<${entries.map(([key, value]) => `${key} ${value}`).join(' ')}>>`
}
