/** Databases for tests: a new PostgreSQL database on the server of the run, and the tests that go over both kinds. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { LONG } from '../run/file-kinds.ts'
import { leavePending } from '../run/leave-pending.ts'

/** Variables of the environment by which the run's setup tells where its server is, or why there is none. */
export const ADDRESS = 'PLATEN_TEST_POSTGRES'
export const REASON = 'PLATEN_TEST_POSTGRES_MISSING'

/** Set by `npm run test:quick`, which starts no PostgreSQL. */
export const QUICK = 'PLATEN_TEST_QUICK'

export type Database = 'sqlite' | 'postgres'

/** What a test server can keep its records in, as far as this run goes. */
export const DATABASES: readonly Database[] =
  process.env[QUICK] === 'true' ? ['sqlite'] : ['sqlite', 'postgres']

/** For the title of a suite on both, other than those of conformance and store: PostgreSQL is in the long run alone. */
export function longOn(database: Database): string {
  return database === 'postgres' ? `postgres ${LONG}` : database
}

/**
 * What a test server keeps its records in where its test does not say: SQLite, or PostgreSQL with
 * PLATEN_TEST_DATABASE=postgres, by which the tests that name no database run on the other one too.
 */
export function usualDatabase(): Database {
  return process.env.PLATEN_TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite'
}

/** Leaves the tests of the suite pending where the database cannot be had. For a `before` hook. */
export function needsDatabase(context: Mocha.Context, database: Database): void {
  if (!hasDatabase(database)) leavePending(context, 'PostgreSQL')
}

export function hasDatabase(database: Database): boolean {
  return database === 'sqlite' || process.env[ADDRESS] !== undefined
}

const ENGLISH = "encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en-US'"

/**
 * The URL of a new, empty database; it goes with its server. Its own order is that of English, in which `a` comes
 * before `B`, so that a column that does not ask for bytes is found out.
 */
export async function freshDatabase(options = ENGLISH): Promise<string> {
  return makeDatabase(`platen_${randomBytes(8).toString('hex')}`, `template template0 ${options}`)
}

/**
 * The URL of a new database; `options` as PostgreSQL's `create database` takes them. Files are copied as they are: by way
 * of the log, as is usual, it takes four times as long.
 */
export async function makeDatabase(name: string, options: string): Promise<string> {
  const url = serverUrl()
  await queryPostgres(url.href, `create database ${name} strategy file_copy ${options}`)
  url.pathname = name
  return url.href
}

/** One statement on a connection of its own, beside all that the service does. */
export async function queryPostgres(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function serverUrl(): URL {
  const address = process.env[ADDRESS]
  if (address === undefined)
    throw new Error(`There is no PostgreSQL: ${process.env[REASON] ?? 'not started'}`)
  return new URL(address)
}
