/** Copies of one row in a database, thousands at once, with other values in some of its columns. */
import { readCatalogue } from '../../../server/store/engine/catalogue.ts'
import type { Handle } from '../../../server/store/engine/database.ts'

/**
 * `changes` gives columns as SQL in `n`, which counts from 0, for both databases alike. The row is the one with this
 * `id` in its column `key`; it stays.
 */
export async function copyRow(
  db: Handle,
  table: string,
  { key = 'id', id, count }: { readonly key?: string; readonly id: string; readonly count: number },
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const form = (await readCatalogue(db)).find(({ name }) => name === table)
  if (form === undefined) throw new Error(`There is no table ${table}.`)
  const names = form.columns.map((name) => `"${name}"`).join(', ')
  const values = form.columns.map((name) => changes[name] ?? `row."${name}"`).join(', ')
  await db.change(
    db.sql.raw(
      `insert into ${table} (${names})
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})
      select ${values} from numbers, (select * from ${table} where ${key} = :id limit 1) as row`,
      { id },
    ),
  )
}

/** SQL of an id that grows with `n`. */
export function nthId(prefix: string): string {
  return `'${prefix}_' || substr(cast(100000000000000 + n as text), 2) || 'aaaaaaaaaaaa'`
}

/** Rows of any number, some together: a statement has a bound of its values. */
export async function insertRows(
  db: Handle,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += TOGETHER)
    await db.change(db.sql(table).insert(rows.slice(at, at + TOGETHER)))
}

const TOGETHER = 20
