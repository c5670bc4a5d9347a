/** Statements that stand written out: for those that every order runs, putting them together takes longer than running them. */
import type { Knex } from 'knex'
import type { Answer, Row } from './columns.ts'
import { PostgresClient } from './dialect-postgres.ts'

type Cells = readonly Row[string][]

/** The rows that a statement with a `?` for each value gives; in a transaction, without what knex does around it. */
export async function runWritten(knex: Knex, sql: string, values: Cells): Promise<readonly Row[]> {
  const { client } = knex
  if (isOpenTransaction(knex)) return (await runWithin(knex, sql, values)).rows
  const result = await knex.raw(sql, values as Knex.RawBinding[])
  return client instanceof PostgresClient ? result.rows : result
}

/** As runWritten, of a statement that changes rows and gives none: how many it changed. */
export async function changeWritten(knex: Knex, sql: string, values: Cells): Promise<number> {
  if (isOpenTransaction(knex)) return (await runWithin(knex, sql, values)).changed
  const { changes, rowCount } = await knex.raw(sql, values as Knex.RawBinding[])
  return changes ?? rowCount
}

function runWithin({ client }: Knex, sql: string, values: Cells): Promise<Answer> {
  return client instanceof PostgresClient ? client.runWithin({ sql, values }) : client.runWithin(sql, values)
}

/** Behind a reading statement: nobody else changes these rows until the transaction ends. SQLite lets only one write. */
export function forUpdate(knex: Knex): string {
  return knex.client instanceof PostgresClient ? ' for update' : ''
}

/** The operator that finds null the same as null. */
export function sameAs(knex: Knex): string {
  return knex.client instanceof PostgresClient ? 'is not distinct from' : 'is'
}

/**
 * As runWritten, of a statement that writes and gives no rows. In a transaction on PostgreSQL it is sent with the next
 * one, or with the end, and throws there: only what nobody catches by itself may be put off.
 */
export async function writeLater(knex: Knex, sql: string, values: Cells): Promise<void> {
  const { client } = knex
  if (client instanceof PostgresClient && isOpenTransaction(knex)) await client.putOff({ sql, values })
  else await runWritten(knex, sql, values)
}

/** As insertRow, when writeLater may. */
export async function insertRowLater(knex: Knex, table: string, row: Row): Promise<void> {
  await writeLater(knex, insertion(table, Object.keys(row)), Object.values(row))
}

/** Adds a row. A table is given rows of few forms, of which each statement is put together once. */
export async function insertRow(knex: Knex, table: string, row: Row): Promise<void> {
  await runWritten(knex, insertion(table, Object.keys(row)), Object.values(row))
}

const insertions = new Map<string, string>()

function insertion(table: string, columns: readonly string[]): string {
  const key = `${table} ${columns}`
  let sql = insertions.get(key)
  if (sql === undefined) {
    sql = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
    insertions.set(key, sql)
  }
  return sql
}

/** One that is over must not write into the next, which has the same connection: knex says so. */
function isOpenTransaction(knex: Knex): boolean {
  return knex.isTransaction === true && !(knex as Knex.Transaction).isCompleted()
}
