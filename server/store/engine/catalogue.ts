/** The tables of a database by its own catalogue, independent of the migrations that made them. */
import type { Reader } from './database.ts'

export interface TableForm {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
  /** Columns of the primary key, in order. */
  readonly key: readonly string[]
  /** Tables that its foreign keys refer to. */
  readonly refersTo: readonly string[]
}

/** The tables of the service's schema by name, without those that record migrations. */
export async function readCatalogue(reader: Reader): Promise<readonly TableForm[]> {
  const tables = reader.dialect === 'postgres' ? await ofPostgres(reader) : await ofSqlite(reader)
  return tables.filter(({ name }) => !name.startsWith('knex_migrations'))
}

export async function hasTable(reader: Reader, name: string): Promise<boolean> {
  const [table, column, more] =
    reader.dialect === 'postgres'
      ? ['pg_class', 'relname', 'relnamespace = current_schema()::regnamespace']
      : ['sqlite_master', 'name', "type = 'table'"]
  const found = reader.sql(table).where(column, name).whereRaw(more).select(column)
  return (await reader.read(found)).length > 0
}

/** Each table after those that it refers to. Throws if references form a circle. */
export function inLoadOrder(tables: readonly TableForm[]): readonly TableForm[] {
  const ordered: TableForm[] = []
  const waiting = new Set(tables)
  const names = new Set(tables.map((table) => table.name))
  while (waiting.size > 0) {
    const placed = new Set(ordered.map((table) => table.name))
    const free = [...waiting].filter((table) =>
      table.refersTo.every((name) => placed.has(name) || !names.has(name)),
    )
    if (free.length === 0) throw new Error('The tables of the database refer to each other in a circle.')
    for (const table of free) waiting.delete(table)
    ordered.push(...free)
  }
  return ordered
}

async function ofSqlite(reader: Reader): Promise<readonly TableForm[]> {
  const { sql } = reader
  const read: Reader['read'] = (asked) => reader.read(asked)
  const found = await read<{ name: string }>(
    sql('sqlite_master')
      .where({ type: 'table' })
      .whereRaw("name not like 'sqlite\\_%' escape '\\'")
      .orderBy('name')
      .select('name'),
  )
  const tables: TableForm[] = []
  for (const { name } of found) {
    const columns = await read<{ name: string; pk: number }>(
      sql.raw('select name, pk from pragma_table_info(?) order by cid', [name]),
    )
    const others = await read<{ table: string }>(
      sql.raw('select distinct "table" from pragma_foreign_key_list(?) order by "table"', [name]),
    )
    const key = columns.filter((column) => column.pk > 0).sort((a, b) => a.pk - b.pk)
    tables.push({
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      refersTo: others.map((other) => other.table).filter((other) => other !== name),
    })
  }
  return tables
}

/** PostgreSQL manual, chapter 52: pg_class holds tables, pg_attribute columns, pg_index keys, pg_constraint references. */
const POSTGRES_TABLES = `
  select t.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey::int2[])
      where i.indrelid = t.oid and i.indisprimary) as key,
    (select array_agg(distinct o.relname::text) from pg_constraint c join pg_class o on o.oid = c.confrelid
      where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as others
  from pg_class t
  where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace
  order by t.relname collate "C"`

async function ofPostgres(reader: Reader): Promise<readonly TableForm[]> {
  const found = await reader.read<{
    name: string
    columns: string[]
    key: string[] | null
    others: string[] | null
  }>({ sql: POSTGRES_TABLES, bindings: [] })
  return found.map(({ name, columns, key, others }) => ({
    name,
    columns,
    key: key ?? [],
    refersTo: others ?? [],
  }))
}
