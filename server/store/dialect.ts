/** Which database a URL names, and what the databases do differently; the particulars are in the dialects' files. */
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Knex } from 'knex'
import { ServiceError } from '../../core/errors.ts'
import { diskFault } from '../files/disk-fault.ts'
import { type Columns, firstOf, type Row } from './columns.ts'
import {
  checkEncoding,
  connectPostgres,
  liftTimeLimit,
  lockByName,
  PostgresClient,
} from './dialect-postgres.ts'
import { connectSqlite, SqliteClient } from './dialect-sqlite.ts'
import { runWritten } from './written-out.ts'

/**
 * `databaseUrl` is postgres:// or postgresql://, a path, `sqlite:` and a path, or `:memory:`. A missing file is
 * made, with its folder; a PostgreSQL database has to be there. Throws plain errors that an operator understands.
 */
export async function connect(databaseUrl: string): Promise<Knex> {
  if (isPostgres(databaseUrl)) return reachPostgres(databaseUrl)
  const filename = fileOf(databaseUrl)
  if (filename !== ':memory:') await mkdir(dirname(filename), { recursive: true, mode: 0o700 })
  return connectSqlite(filename)
}

/** What keeps SQLite from writing beside its file, of which it only says that it cannot open it; null for nothing. */
export async function folderFault(databaseUrl: string): Promise<ServiceError | null> {
  if (isPostgres(databaseUrl) || fileOf(databaseUrl) === ':memory:') return null
  return access(dirname(fileOf(databaseUrl)), constants.W_OK).then(() => null, diskFault)
}

/** As `connect`, but a database that is not there is not made: null. */
export async function connectExisting(databaseUrl: string): Promise<Knex | null> {
  if (!isPostgres(databaseUrl)) {
    const there = await access(fileOf(databaseUrl)).then(
      () => true,
      () => false,
    )
    if (!there) return null
  }
  return connect(databaseUrl)
}

export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(?:ql)?:/i.test(databaseUrl)
}

/** The rows of a statement that is asked often and therefore written out; on SQLite without what knex does around it. */
export async function readOften(
  knex: Knex,
  sql: string,
  values: readonly (string | number)[],
): Promise<readonly Row[]> {
  const rows = knex.client instanceof SqliteClient ? knex.client.readNow(sql, values) : null
  return rows === null ? runWritten(knex, sql, values) : (rows as readonly Row[])
}

/**
 * The first row of a statement that is asked at nearly every request, as a record, or null. The statement is written
 * out, as to put it together would take longer than to run it; on SQLite its answer is kept while nothing changes.
 */
export function findOften<R extends object>(
  knex: Knex,
  columns: Columns<R>,
  sql: string,
  values: readonly string[],
): Promise<R | null> {
  const make = (rows: readonly unknown[]) => firstOf(columns, rows as readonly Row[])
  const { client } = knex
  const kept = client instanceof SqliteClient ? client.readKept(sql, values, make) : null
  return kept === null ? readOften(knex, sql, values).then(make) : kept
}

export function isOnPostgres(knex: Knex): boolean {
  return knex.client instanceof PostgresClient
}

export function isOnSqlite(knex: Knex): boolean {
  return knex.client instanceof SqliteClient
}

/**
 * A promise that what was committed last lasts, while that is not certain yet: what is read meanwhile may be lost with the
 * power, and nobody is to be told of it before. Null otherwise, and on PostgreSQL, which shows nothing before it lasts.
 */
export function lastingOf(knex: Knex): Promise<void> | null {
  return knex.client instanceof SqliteClient ? knex.client.lasting : null
}

async function reachPostgres(url: string): Promise<Knex> {
  const knex = connectPostgres(url)
  try {
    await checkEncoding(knex)
    return knex
  } catch (error) {
    await knex.destroy()
    if (!(error instanceof ServiceError)) throw error
    const reason = error.cause instanceof Error ? error.cause.message : String(error.cause)
    const message = `The database of DATABASE_URL cannot be used: ${reason}`
    throw new ServiceError('database_unavailable', { message, cause: error.cause })
  }
}

function fileOf(databaseUrl: string): string {
  const path = databaseUrl.replace(/^sqlite:(?:\/\/(?=\/))?/, '')
  if (path === ':memory:') return path
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(path)?.[1]
  if (scheme !== undefined) {
    throw new Error(
      `DATABASE_URL begins with "${scheme}:", which Platen cannot open. ` +
        'Give the path of a SQLite file, or postgres:// and a database.',
    )
  }
  if (path === '') throw new Error('DATABASE_URL is empty. Give the path of a SQLite file.')
  return resolve(path)
}

/** Among processes, one at a time between here and the end of the transaction. SQLite lets only one write anyway. */
export async function lock(transaction: Knex, name: string): Promise<void> {
  if (transaction.client instanceof PostgresClient) await lockByName(transaction, name)
}

/** Reads in one transaction that sees the database as it stands at its first statement; nobody waits for it. */
export async function readSnapshot<T>(knex: Knex, read: (snapshot: Knex) => Promise<T>): Promise<T> {
  return knex.transaction(
    async (transaction) => {
      if (transaction.isCompleted()) throw new Error('The transaction did not begin.')
      if (transaction.client instanceof PostgresClient) await liftTimeLimit(transaction)
      return read(transaction)
    },
    knex.client instanceof PostgresClient
      ? { isolationLevel: 'repeatable read', readOnly: true }
      : { readOnly: true },
  )
}

/** Writes everything in one transaction, which may take as long as it takes. */
export async function writeAtLength<T>(knex: Knex, write: (transaction: Knex) => Promise<T>): Promise<T> {
  return knex.transaction(async (transaction) => {
    if (transaction.isCompleted()) throw new Error('The transaction did not begin.')
    if (transaction.client instanceof PostgresClient) await liftTimeLimit(transaction)
    return write(transaction)
  })
}

/** What a transaction that changes the form of the database has to do first. */
export async function beginMigration(transaction: Knex): Promise<void> {
  if (transaction.client instanceof PostgresClient) await liftTimeLimit(transaction)
  await lock(transaction, 'migrations')
}
