/** Copies of one row in a database, thousands at once, with other values in some of its columns. */
import type { Knex } from 'knex'
import { readCatalogue } from '../../server/store/catalogue.ts'

/**
 * `changes` gives columns as SQL in `n`, which counts from 0, for both databases alike. The row is the one with this
 * `id` in its column `key`; it stays.
 */
export async function copyRow(
  knex: Knex,
  table: string,
  { key = 'id', id, count }: { readonly key?: string; readonly id: string; readonly count: number },
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const form = (await readCatalogue(knex)).find(({ name }) => name === table)
  if (form === undefined) throw new Error(`There is no table ${table}.`)
  const names = form.columns.map((name) => `"${name}"`).join(', ')
  const values = form.columns.map((name) => changes[name] ?? `row."${name}"`).join(', ')
  await knex.raw(
    `insert into ${table} (${names})
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})
      select ${values} from numbers, (select * from ${table} where ${key} = :id limit 1) as row`,
    { id },
  )
}

/** SQL of an id that grows with `n`. */
export function nthId(prefix: string): string {
  return `'${prefix}_' || substr(cast(100000000000000 + n as text), 2) || 'aaaaaaaaaaaa'`
}
