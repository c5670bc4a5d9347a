/** The rows of a table, read page by page; and their form in a backup, one line of JSON each, on every database. */
import type { TableForm } from '../store/engine/catalogue.ts'
import type { Row } from '../store/engine/columns.ts'
import type { Reader } from '../store/engine/database.ts'

/** Tables of which only this moment has a use: what waits in them is found again by the sweep. */
export const LEFT_OUT: readonly string[] = [
  'jobs',
  'idempotency_keys',
  'rate_limits',
  // Sessions that ended since must not come back, so everyone signs in again.
  'console_sessions',
  'console_links',
]

/** How many rows are read at once: of long rows fewer, so that a page takes a few megabytes. */
const FIRST_PAGE = 20
const MOST_ROWS = 200
const PAGE_BYTES = 4 * 2 ** 20

/** A page of rows and their lines. */
export interface RowPage {
  readonly rows: readonly Row[]
  readonly lines: string
}

/** In the order of the primary key, which a table must have. */
export async function* readRows(snapshot: Reader, table: TableForm): AsyncGenerator<RowPage> {
  const { name, key } = table
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`)
  const names = key.map(() => '??').join(', ')
  const marks = key.map(() => '?').join(', ')
  let after: Row | undefined
  let limit = FIRST_PAGE
  do {
    const query = snapshot
      .sql(name)
      .select(...table.columns)
      .orderBy([...key])
      .limit(limit)
    const last = after
    if (last !== undefined)
      query.whereRaw(`(${names}) > (${marks})`, [...key, ...key.map((column) => last[column] as string)])
    const rows = await snapshot.read(query)
    if (rows.length === 0) return
    const lines = rows.map((row) => `${lineOf(name, row)}\n`).join('')
    yield { rows, lines }
    after = rows.length < limit ? undefined : rows.at(-1)
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((PAGE_BYTES * rows.length) / lines.length)))
  } while (after !== undefined)
}

/** Columns by name; bytes as `{"base64":"…"}`. Throws for a value that would not come back as it was. */
function lineOf(table: string, row: Row): string {
  const cells = Object.entries(row).map(([column, cell]: [string, unknown]) => {
    if (cell instanceof Uint8Array) return [column, { base64: Buffer.from(cell).toString('base64') }]
    if (typeof cell === 'boolean') return [column, cell ? 1 : 0]
    if (cell === null || typeof cell === 'string' || Number.isFinite(cell)) return [column, cell]
    throw new Error(`${table}.${column} contains a ${typeof cell}, which a backup cannot store.`)
  })
  return JSON.stringify(Object.fromEntries(cells))
}

/** The row of a line. Throws where it is none. */
export function rowOfLine(line: string): Row {
  const cells = Object.entries(
    JSON.parse(line) as Record<string, string | number | null | { base64: string }>,
  )
  return Object.fromEntries(
    cells.map(([column, cell]) => [
      column,
      typeof cell === 'object' && cell !== null ? Buffer.from(cell.base64, 'base64') : cell,
    ]),
  )
}
