/** PostgreSQL: connections, time limits and types. */

import knex from 'knex'
import pg from 'pg'
import { OperatorFault } from '../../operator-fault.ts'
import type { Answer, Row } from './columns.ts'
import { type Asked, compiled, type Database, type Reader, type Statement, type Tx } from './database.ts'
import { translated } from './postgres-errors.ts'

/**
 * Decision: a process has at most 10 connections and closes idle ones. A caller waits at most 5 s for a connection, and
 * a statement runs at most 5 s, waits for locks included; then the database counts as unavailable.
 */
const MOST_CONNECTIONS = 10
const CONNECTION_WAIT_MS = 5_000
const STATEMENT_MS = 5_000
/**
 * A stopped server does not enforce its own limit. This limit is a little longer, so that a running server ends its
 * statements itself. Decision: afterwards the outcome is unknown; the connection is closed, and the caller of a COMMIT is
 * asked to retry.
 */
const ANSWER_MS = STATEMENT_MS + 250
/** For long transactions, such as a migration of a large database. */
const LONG_ANSWER_MS = 3_600_000

/**
 * Set by statements, because poolers refuse unknown startup parameters. Decision: READ COMMITTED whatever the server's
 * default; a read before a write locks its row (`forUpdate`).
 */
const SESSION = `
  set default_transaction_isolation = 'read committed';
  set statement_timeout = ${STATEMENT_MS};
  set idle_in_transaction_session_timeout = ${STATEMENT_MS * 4}`

/** pg returns `int8` as text; ours fit a number (up to 2^53). */
export const TYPES = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Builds statements; it has no connection. */
const SQL = knex({ client: 'pg' })

/** `url` is postgres:// or postgresql://, as libpq reads it. Connects with the first statement. */
export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'platen',
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    types: TYPES,
    onConnect: async (client) => {
      // A lost connection rejects its running statement and leaves the pool.
      client.on('error', ignore)
      await client.query(SESSION)
    },
  })
  pool.on('error', ignore)

  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw translated(error)
    })

  async function run(asked: Asked): Promise<Answer> {
    const statement = compiled(asked)
    const client = await connect()
    // The pool drops a broken connection by this argument.
    return send(client, statement).finally(() => client.release(silent.has(client)))
  }

  async function transact<T>(
    begin: readonly string[],
    work: (tx: Tx) => Promise<T>,
    answerMs = ANSWER_MS,
  ): Promise<T> {
    const client = await connect()
    let isSound = true
    try {
      return await PostgresTransaction.run(client, begin, work, answerMs)
    } catch (error) {
      // The next caller must not continue in this transaction.
      isSound = await ask(client, plain('rollback')).then(
        () => true,
        () => false,
      )
      throw error
    } finally {
      client.release(!isSound)
    }
  }

  return {
    ...{ dialect: 'postgres', sql: SQL },
    read: async <R>(asked: Asked) => (await run(asked)).rows as readonly R[],
    change: run,
    transaction: (work) => transact(['begin'], work),
    transactionAtLength: (work) => transact(['begin', ...WITHOUT_LIMIT], work, LONG_ANSWER_MS),
    snapshot: (read) =>
      transact(['begin isolation level repeatable read, read only', ...WITHOUT_LIMIT], read, LONG_ANSWER_MS),
    connectionsInUse: () => pool.totalCount - pool.idleCount,
    close: () => pool.end(),
  }
}

/** Connections without an answer in time: a late answer must not reach the next caller. */
const silent = new WeakSet<pg.PoolClient>()

/** The single path of all statements. */
async function ask(
  client: pg.PoolClient,
  { sql, bindings, name }: Statement,
  answerMs = ANSWER_MS,
): Promise<pg.QueryResult> {
  try {
    if (silent.has(client)) throw new Error(NO_ANSWER)
    // pg accepts a limit for a single statement here; its types lack it.
    const config: pg.QueryConfig & { readonly query_timeout: number } = {
      ...{ name, text: sql, values: [...bindings], query_timeout: answerMs },
    }
    return await client.query(config)
  } catch (error) {
    if (error instanceof Error && error.message === NO_ANSWER) silent.add(client)
    throw translated(error)
  }
}

/** The driver's message after `query_timeout`. */
const NO_ANSWER = 'Query read timeout'

function plain(sql: string): Statement {
  return { sql, bindings: [] }
}

async function send(client: pg.PoolClient, statement: Statement, answerMs?: number): Promise<Answer> {
  const { rows, rowCount } = await ask(client, statement, answerMs)
  return { rows: rows as readonly Row[], changed: rowCount ?? 0 }
}

class PostgresTransaction implements Tx {
  readonly dialect = 'postgres'
  readonly sql = SQL
  readonly #client: pg.PoolClient
  readonly #committed: (() => void)[] = []
  readonly #answerMs: number
  #isOver = false

  private constructor(client: pg.PoolClient, answerMs: number) {
    this.#client = client
    this.#answerMs = answerMs
  }

  static async run<T>(
    client: pg.PoolClient,
    begin: readonly string[],
    work: (tx: Tx) => Promise<T>,
    answerMs: number,
  ): Promise<T> {
    const tx = new PostgresTransaction(client, answerMs)
    for (const sql of begin) await tx.#execute(sql)
    const value = await work(tx).finally(() => {
      tx.#isOver = true
    })
    await tx.#commit()
    for (const then of tx.#committed) then()
    return value
  }

  async read<R>(asked: Asked): Promise<readonly R[]> {
    return (await this.change(asked)).rows as readonly R[]
  }

  async change(asked: Asked): Promise<Answer> {
    if (this.#isOver) throw new Error('This transaction is over.')
    return send(this.#client, compiled(asked), this.#answerMs)
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('This transaction is over.')
    const inner = new PostgresTransaction(this.#client, this.#answerMs)
    await this.#execute('savepoint within')
    try {
      const value = await work(inner)
      await this.#execute('release savepoint within')
      this.#committed.push(...inner.#committed)
      return value
    } catch (error) {
      await ask(this.#client, plain('rollback to savepoint within')).catch(ignore)
      await ask(this.#client, plain('release savepoint within')).catch(ignore)
      throw error
    } finally {
      inner.#isOver = true
    }
  }

  whenCommitted(then: () => void): void {
    this.#committed.push(then)
  }

  #execute(sql: string): Promise<Answer> {
    return send(this.#client, plain(sql), this.#answerMs)
  }

  /** After a failed statement PostgreSQL answers COMMIT with a rollback, and only its command tag says so. */
  async #commit(): Promise<void> {
    const { command } = await ask(this.#client, plain('commit'), this.#answerMs)
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back because a statement in it failed.')
  }
}

/** Throws if the encoding would change text: it belongs to the database and cannot be changed later. */
export async function checkEncoding(database: Reader): Promise<void> {
  const [found] = await database.read<{ server_encoding: string }>(SQL.raw('show server_encoding'))
  const encoding = found?.server_encoding
  if (encoding !== 'UTF8')
    throw new OperatorFault(
      `The database has the encoding ${encoding}. Create a database with ENCODING 'UTF8'.`,
    )
}

/** First half of the service's advisory lock keys; the second half comes from the name. */
const LOCKS = 0x504c4154

/** Waits until no other transaction holds the name, then holds it until the end of this one. */
export async function lockByName(tx: Tx, name: string): Promise<void> {
  await tx.read(SQL.raw('select pg_advisory_xact_lock(?, hashtext(?))', [LOCKS, name]))
}

/** Migrations, full reads and full loads take long and wait for others. */
const WITHOUT_LIMIT = ['set local statement_timeout = 0', 'set local idle_in_transaction_session_timeout = 0']

function ignore(): void {}
