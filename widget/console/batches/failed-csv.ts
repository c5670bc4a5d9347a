/** The failed rows of a batch as a table that spreadsheets open: the columns as they came, and the error of each row. */
import { ERROR_COLUMN, harmlessCell } from '../../../core/service/batch/formula-cell.ts'
import { api } from '../api.ts'
import type { FieldWire } from '../orders/wire.ts'
import type { BatchItemWire, BatchWire } from './wire.ts'

const AT_ONCE = 500
/** So that Excel reads the table as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

type Fields = readonly Pick<FieldWire, 'id' | 'label'>[]

/** Semicolons where numbers have a decimal comma, as spreadsheets expect there. */
function separatorOf(language: string): string {
  return (1.1).toLocaleString(language).includes(',') ? ';' : ','
}

export async function failedCsv(
  batch: BatchWire,
  address: string,
  fields: Fields,
  language: string,
): Promise<Blob> {
  const items: BatchItemWire[] = []
  for (let after: string | null = null; ; ) {
    const page: { data: readonly BatchItemWire[]; next_starting_after?: string | null } = await api.get(
      `${address}/items`,
      { status: 'failed', limit: AT_ONCE, starting_after: after },
    )
    items.push(...page.data)
    after = page.next_starting_after ?? null
    if (after === null) break
  }
  const rows = [[...headerOf(batch, fields), ERROR_COLUMN]]
  for (const item of items) rows.push([...cellsOf(batch, fields, item), errorOf(item)])
  return new Blob([csvOf(rows, separatorOf(language))], { type: 'text/csv;charset=utf-8' })
}

export function csvOf(rows: readonly (readonly string[])[], separator: string): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(harmlessCell(cell))).join(separator))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

/** The labels of a batch that came as JSON. */
function headerOf({ columns }: BatchWire, fields: Fields): readonly string[] {
  return columns?.map(({ name }) => (/^#\d+$/.test(name) ? '' : name)) ?? fields.map(({ label }) => label)
}

function cellsOf(
  { columns }: BatchWire,
  fields: Fields,
  { cells, values }: BatchItemWire,
): readonly string[] {
  if (columns != null) return cells ?? []
  return fields.map(({ id, label }) => values?.[id] ?? values?.[label] ?? '')
}

function errorOf({ error }: BatchItemWire): string {
  if (error === null) return ''
  const messages = error.details.flatMap(({ message }) => message ?? [])
  return messages.length === 0 ? error.message : messages.join(' ')
}
