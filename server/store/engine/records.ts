/** Runs statements whose rows are records. */
import type { Knex } from 'knex'
import { type Cell, type Columns, firstOf, recordOf, rowOf } from './columns.ts'
import { type Asked, type Handle, type Reader, textOnce } from './database.ts'

/** The first record of a statement, or null. */
export async function readOne<R extends object>(
  db: Reader,
  columns: Columns<R>,
  asked: Asked,
): Promise<R | null> {
  return firstOf(columns, await db.read(asked))
}

/** The record with these column values, or null. */
export function findOne<R extends object>(
  db: Reader,
  columns: Columns<R>,
  table: string,
  where: Readonly<Record<string, string | number>>,
): Promise<R | null> {
  const text = textOnce(db, `find ${table} ${Object.keys(where)}`, () => db.sql(table).where(where))
  return readOne(db, columns, { sql: text, bindings: Object.values(where) })
}

/** The statement depends on the columns alone, and those have few combinations. */
export async function insertRow(
  db: Handle,
  table: string,
  row: Readonly<Record<string, Cell>>,
): Promise<void> {
  // knex puts the columns into this order.
  const names = Object.keys(row).sort()
  const text = textOnce(db, `insert ${table} ${names}`, () => db.sql(table).insert(row))
  await db.change({ sql: text, bindings: names.map((name) => row[name]) })
}

export async function readAll<R extends object>(
  db: Reader,
  columns: Columns<R>,
  asked: Asked,
): Promise<readonly R[]> {
  return (await db.read(asked)).map((row) => recordOf(columns, row))
}

/** The record that an insert or update wrote or a delete removed; null if nothing changed. */
export async function changeOne<R extends object>(
  db: Handle,
  columns: Columns<R>,
  change: Knex.QueryBuilder,
): Promise<R | null> {
  return firstOf(columns, (await db.change(change.returning('*'))).rows)
}

/** The found record with the changes of `row`; unchanged if `row` is empty. */
export function updateOne<R extends object>(
  db: Handle,
  columns: Columns<R>,
  query: Knex.QueryBuilder,
  row: Readonly<Record<string, Cell>>,
): Promise<R | null> {
  if (Object.keys(row).length === 0) return readOne(db, columns, query)
  return changeOne(db, columns, query.update(row))
}

/** The value of a column in the first row, or null. */
export async function readCell<T extends Cell>(db: Reader, column: string, asked: Asked): Promise<T | null> {
  const [row] = await db.read(asked)
  return (row?.[column] ?? null) as T | null
}

/** The number of rows of a query. */
export function countOf(db: Reader, query: Knex.QueryBuilder): Promise<number> {
  return readCount(db, query.count({ count: '*' }))
}

/** The count in the first row of a statement. */
export async function readCount(db: Reader, asked: Asked): Promise<number> {
  const [row] = await db.read<{ count: number | string }>(asked)
  return Number(row?.count ?? 0)
}

/** The common part of all stores of a team's records. */
export function teamRecords<R extends object>(db: Handle, columns: Columns<R>, table: string) {
  return {
    insert: (record: R) => insertRow(db, table, rowOf(columns, record)),
    find: (teamId: string, id: string) => findOne(db, columns, table, { team_id: teamId, id }),
    findForUpdate: (teamId: string, id: string) =>
      readOne(db, columns, db.sql(table).where({ team_id: teamId, id }).forUpdate()),
    findMany: async (teamId: string, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : readAll(db, columns, db.sql(table).where({ team_id: teamId }).whereIn('id', ids)),
    update: (teamId: string, id: string, changes: Partial<R>) =>
      updateOne(db, columns, db.sql(table).where({ team_id: teamId, id }), rowOf<R>(columns, changes)),
  }
}
