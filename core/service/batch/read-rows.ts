/** Reads a table of records: the field of each column, and each row as an item or a fault. */

import { MOST_FIELDS } from '../../engine/scene/most-fields.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { fieldByLabel } from '../../engine/scene/values.ts'
import { type ErrorCode, type ErrorDetail, ServiceError } from '../../errors.ts'
import { EMPTY_ITEM, type ItemContent, type ItemError } from './item.ts'

export interface TableRow {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Decision: cells as long as a request's values. */
const LONGEST_VALUE = 5000
const LONGEST_REFERENCE = 255
const LONGEST_EMAIL = 254

/** Columns for references instead of fields. */
const REFERENCES = {
  external_ref: 'externalRef',
  external_order_id: 'externalOrderId',
  external_cart_id: 'externalCartId',
  customer_email: 'customerEmail',
} as const
type Reference = keyof typeof REFERENCES

/** Decision: a column for each field that a template may have, and one for each reference. */
export const MOST_COLUMNS = MOST_FIELDS + Object.keys(REFERENCES).length

export type Column = { readonly name: string } & (
  | { readonly field: string }
  | { readonly reference: Reference }
  | { readonly ignored: true }
)

/** From a header to the field (its id or label) or reference that it stands for; null to leave the column out. */
export type ColumnNames = Readonly<Record<string, string | null>>

/**
 * A header is the label or the id of a field, or the name of a reference, unless `names` says what it stands for;
 * where a label is also a reference's name, it is the field. Throws, with a detail for each column: `unknown_field`,
 * `ambiguous_label`, `invalid_csv` for two columns of one meaning or too many, and `invalid_parameter` for a name
 * that no column has.
 */
export function readHeader(scene: Scene, header: TableRow, names: ColumnNames): readonly Column[] {
  if (header.cells.length > MOST_COLUMNS)
    throw invalidCsv(header.line, `it has ${header.cells.length} columns; the limit is ${MOST_COLUMNS}`)
  const details: ErrorDetail[] = []
  const seen = new Map<string, string>()
  const columns = header.cells.map((cell): Column => {
    const name = cell.trim()
    const column = readColumn(scene, name, names)
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
  const present = new Set(columns.map(({ name }) => name))
  for (const name of Object.keys(names))
    if (!present.has(name))
      details.push({
        code: 'invalid_parameter',
        param: `columns.${name}`,
        message: `The file has no column ${name}.`,
      })
  const [first] = details
  if (first === undefined) return columns
  throw new ServiceError(first.code as ErrorCode, {
    message: first.message,
    ...(first.param === undefined ? {} : { param: first.param }),
    details,
  })
}

/** Throws nothing: what is wrong with a column is its detail. */
export function readColumn(scene: Scene, name: string, names: ColumnNames): Column | ErrorDetail {
  const said = Object.hasOwn(names, name) ? names[name] : undefined
  if (said === null) return { name, ignored: true }
  const meaning = said ?? name
  const field = scene.fields.find(({ id }) => id === meaning) ?? fieldByLabel(scene, meaning)
  if (field === 'ambiguous')
    return {
      code: 'ambiguous_label',
      param: name,
      message: `Several fields have the label ${meaning}. Use the field id as the column name.`,
    }
  if (field !== null) return { name, field: field.id }
  if (Object.hasOwn(REFERENCES, meaning)) return { name, reference: meaning as Reference }
  const message =
    meaning === ''
      ? 'A column has no name.'
      : `The column ${name} is not a field of the template${said === undefined ? '' : `: ${said}`}.`
  return { code: 'unknown_field', param: name, message }
}

export interface ReadRow {
  readonly content: ItemContent
  /** Why the row cannot be printed, where its cells alone say so. */
  readonly error: ItemError | null
}

/**
 * Null for a row without any text, which spreadsheets leave at the end. Decision: an empty cell is an empty value,
 * not the field's default, so that a gap in the list is found and not printed over; a reference left empty is none.
 */
export function readRow(columns: readonly Column[], row: TableRow): ReadRow | null {
  const { cells } = row
  if (cells.every((cell) => cell.trim() === '')) return null
  if (cells.length !== columns.length)
    return faulty(
      'invalid_csv',
      null,
      `The row has ${cells.length} cell${cells.length === 1 ? '' : 's'}; the header has ${columns.length}.`,
    )
  const values: Record<string, string> = {}
  const references: Partial<Record<(typeof REFERENCES)[Reference], string>> = {}
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? ''
    if ('ignored' in column) continue
    if ('field' in column) {
      if (cell.length > LONGEST_VALUE)
        return faulty(
          'value_too_long',
          column.name,
          `${column.name} must have at most ${LONGEST_VALUE} characters.`,
        )
      values[column.field] = cell
      continue
    }
    const text = cell.trim()
    const fault = text === '' ? null : referenceFault(column.reference, text)
    if (fault !== null) return faulty(fault[0], column.name, `${column.name} ${fault[1]}.`)
    if (text !== '') references[REFERENCES[column.reference]] = text
  }
  return { content: { ...EMPTY_ITEM, ...references, values }, error: null }
}

function referenceFault(reference: Reference, text: string): readonly [ErrorCode, string] | null {
  if (/\p{Cc}/u.test(text)) return ['invalid_value', 'contains control characters']
  if (reference !== 'customer_email')
    return text.length > LONGEST_REFERENCE
      ? ['value_too_long', `must have at most ${LONGEST_REFERENCE} characters`]
      : null
  return text.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+$/.test(text)
    ? null
    : ['invalid_value', 'must be an e-mail address']
}

function faulty(code: ErrorCode, param: string | null, message: string): ReadRow {
  return { content: EMPTY_ITEM, error: { code, message, param, details: [] } }
}

/** `line` counts from 1. */
export function invalidCsv(line: number | null, why: string): ServiceError {
  return line === null
    ? new ServiceError('invalid_csv', { message: `The file cannot be read: ${why}.` })
    : new ServiceError('invalid_csv', { message: `Line ${line} cannot be read: ${why}.`, extra: { line } })
}
