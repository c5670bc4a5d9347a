/** Reads a table of records: the field of each column, and each row as an item or a fault. */

import { fieldByLabel, looksOf } from '../../engine/scene/field-by-label.ts'
import { MOST_FIELDS } from '../../engine/scene/most-fields.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { type ErrorCode, type ErrorDetail, ServiceError } from '../../errors.ts'
import { type Column, isReference, REFERENCES, type Reference } from './column.ts'
import { ERROR_COLUMN, originalCell } from './formula-cell.ts'
import { EMPTY_ITEM, type ItemContent, type ItemError } from './item.ts'
import type { MissingValues } from './missing-values.ts'
import { readQuantity } from './quantity.ts'

export interface TableRow {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Decision: cells as long as a request's values. */
const LONGEST_VALUE = 5000
const LONGEST_REFERENCE = 255
const LONGEST_EMAIL = 254

/** Decision: a column for each field that a template may have, and one for each reference. */
export const MOST_COLUMNS = MOST_FIELDS + Object.keys(REFERENCES).length

/** From a header to the field (its id or label) or reference that it stands for; null to leave the column out. */
export type ColumnNames = Readonly<Record<string, string | null>>

/**
 * A header is the label or the id of a field, or the name of a reference, unless `names` says what it stands for;
 * where a label is also a reference's name, it is the field. Throws, with a detail for each column: `unknown_field`,
 * `ambiguous_label`, `invalid_csv` for two columns of one meaning or too many, and `invalid_parameter` for a name
 * that no column has.
 */
export function readHeader(scene: Scene, header: TableRow, names: ColumnNames): readonly Column[] {
  refuseWide(header)
  const details: ErrorDetail[] = []
  const seen = new Map<string, string>()
  const headings = headingsOf(header)
  const columns = headings.map((heading): Column => {
    const { name } = heading
    const column = readColumn(scene, heading, names)
    if ('code' in column) {
      details.push(column)
      return { name, ignored: true }
    }
    const meaning = 'field' in column ? column.field : 'reference' in column ? column.reference : null
    const earlier = meaning === null ? undefined : seen.get(meaning)
    if (earlier !== undefined)
      details.push({
        code: 'invalid_csv',
        param: name,
        message:
          earlier === name
            ? `The column ${name} appears twice.`
            : `The columns ${earlier} and ${name} refer to the same field.`,
      })
    if (meaning !== null) seen.set(meaning, name)
    return column
  })
  for (const name of Object.keys(names))
    if (!headings.some((heading) => isNamed(heading, name)))
      details.push({
        code: 'invalid_parameter',
        param: `columns.${name}`,
        message: `The file has no column ${name}.`,
      })
  const [first] = details
  if (first !== undefined) throw refusedColumns(details, first)
  return columns
}

function refusedColumns(details: readonly ErrorDetail[], first: ErrorDetail): ServiceError {
  return new ServiceError(first.code as ErrorCode, {
    message: first.message,
    ...(first.param === undefined ? {} : { param: first.param }),
    details,
  })
}

/** More than this is no table of ours. Columns without a name are free: spreadsheets write thousands of them. */
export function refuseWide(header: TableRow): void {
  const named = header.cells.filter((cell) => looksOf(cell) !== '').length
  if (named > MOST_COLUMNS)
    throw invalidCsv(header.line, `it has ${named} columns; the limit is ${MOST_COLUMNS}`)
}

/** Without the apostrophes that the failed rows got when they were downloaded. */
function unescapedRow(columns: readonly Column[], row: TableRow): TableRow {
  if (!columns.some(({ name }) => name === ERROR_COLUMN)) return row
  return { ...row, cells: row.cells.map(originalCell) }
}

export interface Heading {
  /** Decision: a column without a name goes by its place, such as #4. */
  readonly name: string
  readonly isNameless: boolean
}

export function headingsOf(header: TableRow): readonly Heading[] {
  const hasReturned = header.cells.some((cell) => cell.trim() === ERROR_COLUMN)
  const cells = hasReturned ? header.cells.map(originalCell) : header.cells
  return cells.map((cell, at) => {
    const isNameless = looksOf(cell) === ''
    return { name: isNameless ? `#${at + 1}` : cell.trim(), isNameless }
  })
}

/** Whether a key of `columns` means this column; an empty key means each that has no name. */
function isNamed({ name, isNameless }: Heading, key: string): boolean {
  return key === name || (key === '' ? isNameless : looksOf(key) === looksOf(name))
}

/** Throws nothing: what is wrong with a column is its detail. */
export function readColumn(scene: Scene, heading: Heading, names: ColumnNames): Column | ErrorDetail {
  const { name, isNameless } = heading
  if (name === ERROR_COLUMN) return { name, ignored: true }
  const key = Object.hasOwn(names, name) ? name : Object.keys(names).find((one) => isNamed(heading, one))
  const said = key === undefined ? undefined : names[key]
  if (said === null) return { name, ignored: true }
  if (said === undefined && isNameless) return { name, nameless: true }
  const meaning = said ?? name
  const field = scene.fields.find(({ id }) => id === meaning) ?? fieldByLabel(scene, meaning)
  if (field === 'ambiguous')
    return {
      code: 'ambiguous_label',
      param: name,
      message: `Several fields have the label ${meaning}. Use the field id as the column name.`,
    }
  if (field !== null) return { name, field: field.id }
  const reference = looksOf(meaning).toLowerCase()
  if (isReference(reference)) return { name, reference }
  const message = `The column ${name} is not a field of the template${said === undefined ? '' : `: ${said}`}.`
  return { code: 'unknown_field', param: name, message }
}

/** Whether nothing is to be seen in any cell, as in the rows that spreadsheets leave at the end. */
export function isBlank({ cells }: TableRow): boolean {
  return cells.every((cell) => looksOf(cell) === '')
}

/** The first column without a name in which the row has a value. */
export function namelessValue(columns: readonly Column[], { cells }: TableRow): Column | null {
  return columns.find((column, at) => 'nameless' in column && looksOf(cells[at] ?? '') !== '') ?? null
}

/** Throws `unknown_field` for a value below no name: it may be what the reader of the table counts on. */
export function refuseNameless(columns: readonly Column[], row: TableRow): void {
  const column = namelessValue(columns, row)
  if (column === null) return
  const { name } = column
  const message = `Column ${name.slice(1)} has no name, but line ${row.line} has a value in it. Name the column, or leave it out.`
  const detail = { code: 'unknown_field', param: name, message } as const
  throw refusedColumns([detail], detail)
}

export interface ReadRow {
  /** As far as it can be read, where the row has an error. */
  readonly content: ItemContent
  /** Why the row cannot be printed, where its cells alone say so. */
  readonly error: ItemError | null
}

export interface RowRules {
  readonly columns: readonly Column[]
  readonly missing: MissingValues
  readonly mostCopies: number
}

/**
 * Null for a row without any text. Decision: an empty cell is an empty value, not the field's default, so that a gap
 * in the list is found and not printed over, unless `missing` says otherwise; a reference left empty is none. Cells left
 * out at the end are empty, and empty cells beyond the header are passed over, as spreadsheets write both.
 */
export function readRow({ columns, missing, mostCopies }: RowRules, came: TableRow): ReadRow | null {
  if (isBlank(came)) return null
  const row = unescapedRow(columns, came)
  const { cells } = row
  const values: Record<string, string> = {}
  for (const [field, prints] of Object.entries(missing)) if (prints === 'empty') values[field] = ''
  const references: { -readonly [name in keyof ItemContent]?: ItemContent[name] } = {}
  let error: ItemError | null = null
  if (!isBlank({ ...row, cells: cells.slice(columns.length) }))
    error = fault(
      'invalid_csv',
      null,
      `The row has ${cells.length} cell${cells.length === 1 ? '' : 's'}; the header has ${columns.length}.`,
    )
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? ''
    if ('field' in column) {
      if (cell.length > LONGEST_VALUE)
        error ??= fault(
          'value_too_long',
          column.name,
          `${column.name} must have at most ${LONGEST_VALUE} characters.`,
        )
      else if (cell.trim() !== '' || missing[column.field] !== 'default') values[column.field] = cell
    } else if ('reference' in column && cell.trim() !== '') {
      const found = readReference(column.reference, cell.trim(), mostCopies)
      if (found.wrong !== null) error ??= fault(found.code, column.name, `${column.name} ${found.wrong}.`)
      else Object.assign(references, { [REFERENCES[column.reference]]: found.value })
    }
  }
  return { content: { ...EMPTY_ITEM, ...references, values }, error }
}

type ReadReference =
  | { readonly wrong: null; readonly value: string | number }
  | { readonly wrong: string; readonly code: ErrorCode }

function readReference(reference: Reference, text: string, mostCopies: number): ReadReference {
  const refused = (code: ErrorCode, wrong: string) => ({ wrong, code })
  if (reference === 'quantity') {
    const value = readQuantity(text, mostCopies)
    return value === null
      ? refused('invalid_value', `must be a whole number from 1 to ${mostCopies.toLocaleString('en')}`)
      : { wrong: null, value }
  }
  if (/\p{Cc}/u.test(text)) return refused('invalid_value', 'contains control characters')
  const isEmail = reference === 'customer_email'
  if (!isEmail && text.length > LONGEST_REFERENCE)
    return refused('value_too_long', `must have at most ${LONGEST_REFERENCE} characters`)
  if (isEmail && (text.length > LONGEST_EMAIL || !/^[^\s@]+@[^\s@]+$/.test(text)))
    return refused('invalid_value', 'must be an e-mail address')
  return { wrong: null, value: text }
}

function fault(code: ErrorCode, param: string | null, message: string): ItemError {
  return { code, message, param, details: [] }
}

/** `line` counts from 1. */
export function invalidCsv(line: number | null, why: string): ServiceError {
  return line === null
    ? new ServiceError('invalid_csv', { message: `The file cannot be read: ${why}.` })
    : new ServiceError('invalid_csv', { message: `Line ${line} cannot be read: ${why}.`, extra: { line } })
}
