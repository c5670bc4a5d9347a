/** The databases' own judgement of their files: every page, index and reference. */
import Sqlite from 'better-sqlite3'
import { queryPostgres } from '../database/postgres.ts'

/** Empty where the file is whole. No service may have it open. */
export function sqliteFaults(path: string): readonly string[] {
  const database = new Sqlite(path, { fileMustExist: true })
  try {
    const rows = database.pragma('integrity_check') as { integrity_check: string }[]
    const faults = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
    const orphans = database.pragma('foreign_key_check') as { table: string; parent: string }[]
    return [...faults, ...orphans.map(({ table, parent }) => `${table} refers to a missing row of ${parent}`)]
  } finally {
    database.close()
  }
}

/** Every B-tree against its table, and every table's pages, by PostgreSQL's own `amcheck`. */
export async function postgresFaults(url: string): Promise<readonly string[]> {
  await queryPostgres(url, 'create extension if not exists amcheck')
  const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relpersistence = 'p'`
  const relations = `pg_class c join pg_namespace n on n.oid = c.relnamespace`
  const pages = await queryPostgres(
    url,
    `select c.relname, f.msg from ${relations}, verify_heapam(c.oid) f where c.relkind = 'r' and ${ours}`,
  )
  const faults = pages.map((row) => `${row.relname}: ${row.msg}`)
  try {
    await queryPostgres(
      url,
      `select bt_index_check(c.oid, true) from ${relations} join pg_am a on a.oid = c.relam
       where a.amname = 'btree' and c.relkind = 'i' and ${ours}`,
    )
  } catch (error) {
    faults.push((error as Error).message)
  }
  return faults
}
