/** Builds small PDFs with forms from PDF syntax, so that a test shows just the entries it is about. */

export interface FormPdf {
  /** Entries of each page's dictionary; one page of 300 x 200 where missing. /Annots is added. */
  readonly pages?: readonly string[]
  /** Fields that are their own widgets, or parents and widgets apart; by default all stand on the first page. */
  readonly fields?: readonly (string | FormPdfField)[]
  /** Further entries of the AcroForm dictionary, such as `/DR << … >>`; null leaves the whole form out. */
  readonly form?: string | null
  /** Further objects by name: fonts, colour spaces, appearance streams. */
  readonly objects?: Readonly<Record<string, string>>
  /** Replaces the root of the page tree; it may refer to `@page0`, `@page1`, … */
  readonly pageTree?: string
  /** Further entries of the catalog. */
  readonly catalog?: string
}

export interface FormPdfField {
  readonly entries: string
  /** Name by which other objects refer to it as `@name`. */
  readonly name?: string
  /** Index of the page whose /Annots lists it, null for none. */
  readonly page?: number | null
  /** Is it listed in the form's /Fields; children and orphans are not. */
  readonly listed?: boolean
}

/** Entries that put the field on a page at [left bottom right top], as a text field unless another /FT is given. */
export function textField(name: string, rect: string, entries = ''): string {
  const type = entries.includes('/FT') ? '' : '/FT /Tx '
  return `/Type /Annot /Subtype /Widget ${type}/T (${name}) /Rect [${rect}] /F 4 ${entries}`
}

/** The text of a stream object, data taken as Latin-1. */
export function streamObject(data: string, entries = ''): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`
}

/**
 * The file's bytes. Everywhere `@name` stands for a reference: to one of `objects` or a named field, and to
 * `@page0`, `@pages`, `@catalog` and `@form`. Text is written as Latin-1.
 */
export function formPdf(parts: FormPdf): Uint8Array {
  const { pages = ['/MediaBox [0 0 300 200]'], form = '', objects = {}, catalog = '' } = parts
  const fields = (parts.fields ?? []).map((field, index) => ({
    page: 0 as number | null,
    listed: true,
    name: `field${index}`,
    ...(typeof field === 'string' ? { entries: field } : field),
  }))
  const listed = fields.filter((field) => field.listed).map((field) => `@${field.name}`)
  const kids = pages.map((_, index) => `@page${index}`).join(' ')
  const all = new Map<string, string>([
    ['catalog', `<< /Type /Catalog /Pages @pages ${form === null ? '' : '/AcroForm @form'} ${catalog} >>`],
    ['pages', parts.pageTree ?? `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`],
  ])
  for (const [index, entries] of pages.entries()) {
    const annots = fields.filter((field) => field.page === index).map((field) => `@${field.name}`)
    const parent = entries.includes('/Parent') ? '' : '/Parent @pages'
    all.set(`page${index}`, `<< /Type /Page ${parent} ${entries} /Annots [${annots.join(' ')}] >>`)
  }
  if (form !== null) all.set('form', `<< /Fields [${listed.join(' ')}] ${form} >>`)
  for (const field of fields) all.set(field.name, `<< ${field.entries} >>`)
  for (const [name, text] of Object.entries(objects)) all.set(name, text)
  return writePdf(all)
}

/** A PDF of these objects with a classic cross-reference table; `catalog` is its root. */
function writePdf(objects: ReadonlyMap<string, string>): Uint8Array {
  const numbers = new Map([...objects.keys()].map((name, index) => [name, index + 1]))
  const refer = (text: string) =>
    text.replace(/@([A-Za-z]\w*)/g, (_, name: string) => {
      const number = numbers.get(name)
      if (number === undefined) throw new Error(`The PDF has no object @${name}.`)
      return `${number} 0 R`
    })
  let file = '%PDF-1.7\n'
  let table = '0000000000 65535 f \n'
  for (const [index, text] of [...objects.values()].entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${refer(text)}\nendobj\n`
  }
  const size = objects.size + 1
  const trailer = refer(`<< /Size ${size} /Root @catalog >>`)
  file += `xref\n0 ${size}\n${table}trailer\n${trailer}\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
