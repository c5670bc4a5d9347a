/** Everything that is particular to PostgreSQL: the connections, their waits, its types and the meaning of its errors. */
import knex, { type Knex } from 'knex'
import KnexPostgresClient from 'knex/lib/dialects/postgres/index.js'
import pg from 'pg'
import { ServiceError } from '../../core/errors.ts'
import { UniqueViolation } from '../../core/ports.ts'
import { refusedByDisk } from '../files/disk-fault.ts'
import { answered, bePatient, hurry, STATEMENT_MS } from './answers-postgres.ts'
import type { Answer } from './columns.ts'
import { asOne, type Statement, withPlaces } from './together-postgres.ts'

/**
 * Decision: a process has at most 10 connections and keeps none that it does not use. A caller waits 2 s for one, and
 * 5 s for what it asks there; then the database counts as unavailable.
 */
const MOST_CONNECTIONS = 10
const CONNECTION_WAIT_MS = 2_000

/**
 * Set by statements, not at the start of the connection: poolers refuse what they do not know there. Decision:
 * READ COMMITTED whatever the server's default; who reads in order to write locks the row (`forUpdate`).
 */
const SESSION = `
  set default_transaction_isolation = 'read committed';
  set statement_timeout = ${STATEMENT_MS};
  set idle_in_transaction_session_timeout = ${STATEMENT_MS * 4}`

export class PostgresClient extends KnexPostgresClient {
  /**
   * Ids and keys compare as bytes, whatever the database's own order (ICU and glibc put `a` before `B`), and whole
   * numbers have 64 bits as they have in SQLite.
   */
  override columnCompiler(table: unknown, column: unknown): object {
    const type = (name: string) => () => name
    return Object.assign(super.columnCompiler(table, column), {
      text: type('text collate "C"'),
      varchar: (length = 255) => `varchar(${Number(length)}) collate "C"`,
      integer: type('bigint'),
    })
  }

  override async acquireRawConnection(): Promise<pg.Client> {
    const connection = await super.acquireRawConnection()
    try {
      await answered(connection, () => connection.query(SESSION))
      return connection
    } catch (error) {
      await connection.end().catch(ignore)
      throw error
    }
  }

  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection()
    } catch (error) {
      throw translated(error)
    }
  }

  override releaseConnection(connection: pg.Client): Promise<void> {
    hurry(connection)
    return super.releaseConnection(connection)
  }

  override async query(connection: pg.Client, statement: string | object): Promise<unknown> {
    const text = typeof statement === 'string' ? statement : ''
    await settle(connection, text)
    try {
      const kind = text.startsWith('ROLLBACK') ? 'rollback' : 'statement'
      return await answered(connection, () => super.query(connection, statement), kind)
    } catch (error) {
      throw translated(error)
    }
  }

  override async stream(connection: pg.Client, ...given: unknown[]): Promise<unknown> {
    await settle(connection)
    return super.stream(connection, ...given)
  }

  /** Of the client of a transaction: runs a statement with a `?` for each value, without what knex does around it. */
  async runWithin({ sql, values }: Statement): Promise<Answer> {
    const connection = (await this.acquireConnection()) as pg.Client
    await settle(connection)
    const { rows, rowCount } = await send(connection, withPlaces(sql), values)
    return { rows, changed: rowCount ?? 0 }
  }

  /**
   * Of the client of a transaction: runs the statement, of which nobody wants the rows, before the next one or the end,
   * as one with its neighbours. What is wrong with it is thrown by that one.
   */
  async putOff(statement: Statement): Promise<void> {
    const connection = (await this.acquireConnection()) as pg.Client
    // One statement cannot write the same row twice, as two of one text may want to.
    const mayMeet = UPSERT.test(statement.sql)
    if (mayMeet && putOff.get(connection)?.some(({ sql }) => sql === statement.sql)) await settle(connection)
    putOff.set(connection, [...(putOff.get(connection) ?? []), statement])
  }
}

const UPSERT = /\bon conflict\b/

/** What a connection's transaction has yet to write. */
const putOff = new WeakMap<pg.Client, Statement[]>()

/** Writes what was put off, before `next`; a transaction that is given up has nothing to write. */
async function settle(connection: pg.Client, next = ''): Promise<void> {
  const waiting = putOff.get(connection)
  if (waiting === undefined) return
  putOff.delete(connection)
  if (next.startsWith('ROLLBACK')) return
  const { sql, values } = asOne(waiting)
  try {
    await send(connection, sql, values)
  } catch (error) {
    // knex takes an end that failed for the end all the same, which it is not where it was never sent.
    const [, point] = /^RELEASE (SAVEPOINT \S+);/.exec(next) ?? []
    const back = point === undefined ? 'ROLLBACK' : `ROLLBACK TO ${point}`
    if (point !== undefined || next.startsWith('COMMIT'))
      await answered(connection, () => connection.query(back)).catch(ignore)
    throw error
  }
}

async function send(
  connection: pg.Client,
  sql: string,
  values: Statement['values'],
): Promise<pg.QueryResult> {
  try {
    return await answered(connection, () => connection.query(sql, [...values]))
  } catch (error) {
    throw translated(error)
  }
}

/** `int8` comes as text, which a number of up to 2^53 need not. */
export const TYPES = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** `url` is postgres:// or postgresql://, as libpq reads it. Nothing is connected before the first statement. */
export function connectPostgres(url: string): Knex {
  return knex({
    client: PostgresClient,
    connection: {
      connectionString: url,
      application_name: 'platen',
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      keepAlive: true,
      types: TYPES,
    },
    pool: { min: 0, max: MOST_CONNECTIONS },
    acquireConnectionTimeout: CONNECTION_WAIT_MS,
    // Messages of errors name the statement without the values, which may be a customer's.
    compileSqlOnError: false,
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  } as Knex.Config)
}

/** Throws where text would not be kept as it is: the encoding belongs to the database and cannot be changed later. */
export async function checkEncoding(connected: Knex): Promise<void> {
  const { rows } = await connected.raw('show server_encoding')
  const encoding: unknown = rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new Error(`The database keeps text as ${encoding}; Platen needs one made with ENCODING 'UTF8'.`)
}

/** First half of the keys of this service's advisory locks; the second is the name's. */
const LOCKS = 0x504c4154

/** Waits until no other transaction holds this name, and holds it until the end of this one. */
export async function lockByName(transaction: Knex, name: string): Promise<void> {
  await transaction.raw('select pg_advisory_xact_lock(?, hashtext(?))', [LOCKS, name])
}

/** Changing the form, reading everything and loading everything may take their time, and wait for others. */
export async function liftTimeLimit(transaction: Knex): Promise<void> {
  await transaction.raw('set local statement_timeout = 0')
  await transaction.raw('set local idle_in_transaction_session_timeout = 0')
  bePatient(await transaction.client.acquireConnection())
}

function ignore(): void {}

/**
 * Codes after which a later try may succeed. SQLSTATE (PostgreSQL manual, appendix A): 08 connection, 28 login,
 * 3D no such database, 40 deadlock, 53 resources, 55P03 lock not available, 57 cancelled or shutting down, 58 disk.
 * The others are the network's.
 */
const UNAVAILABLE =
  /^(?:(?:08|28|3D|40|53|57|58)\w{3}|55P03|25006|25P03|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT)$/

/** What the driver says, without a code, of a connection that ended or never began. */
const DISCONNECTED =
  /(?:Connection terminated|timeout expired|not queryable|connection error|connection is closed)/

const UNIQUE_VIOLATION = '23505'
const DISK_FULL = '53100'

function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '' } = error as { code?: string }
  if (code === UNIQUE_VIOLATION) return violation(error)
  withoutValues(error)
  if (code === DISK_FULL) return refusedByDisk('disk_full', error)
  const waitedInVain = error.name === 'KnexTimeoutError'
  const disconnected = code === '' && DISCONNECTED.test(error.message)
  if (!waitedInVain && !disconnected && !UNAVAILABLE.test(code)) return error
  return new ServiceError('database_unavailable', { cause: error, retryAfterSeconds: 1 })
}

/** PostgreSQL names the columns in the detail: `Key (team_id, source_sha256)=(…, …) already exists.` */
function violation(error: pg.DatabaseError | Error): UniqueViolation {
  const { table = '', detail = '' } = error as Partial<pg.DatabaseError>
  const listed = /\(([^()]+)\)=\(/.exec(detail)?.[1] ?? ''
  withoutValues(error)
  return new UniqueViolation(table, error, listed === '' ? [] : listed.split(', '))
}

/** The detail repeats rows, which may hold a customer's data; a log of the error must not. */
function withoutValues(error: Error): void {
  for (const property of ['detail', 'where', 'internalQuery'])
    if (property in error) Reflect.deleteProperty(error, property)
}
