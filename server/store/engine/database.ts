/** The access to both databases: knex builds a statement, and the engine runs it. */
import type { Knex } from 'knex'
import type { Answer, Row } from './columns.ts'

/** SQL in the dialect of the driver. */
export interface Statement {
  readonly sql: string
  readonly bindings: readonly unknown[]
  /** PostgreSQL prepares a named statement once for each connection: with these, it finalizes 1.25 times as many fills. */
  readonly name?: string
}

/** A statement, or a knex builder that compiles to one. */
export type Asked = Statement | { toSQL(): { toNative(): Statement } }

export interface Reader {
  readonly dialect: 'sqlite' | 'postgres'
  /** knex's builder. It has no connection: pass its statements to `read` or `change`. */
  readonly sql: Knex
  /** Where it costs less than a read: a number that changes with every commit; undefined where it cannot be read. */
  version?(): number | undefined
  /** The rows of a statement that only reads. */
  read<R = Row>(asked: Asked): Promise<readonly R[]>
}

/** A database, or one transaction of it. */
export interface Handle extends Reader {
  /** Runs a statement that may write. */
  change(asked: Asked): Promise<Answer>
  /** Rolls back if `work` throws; within a transaction, rolls back to a savepoint. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Tx extends Handle {
  /** Calls `then` once the transaction is committed and on disk; never if it is rolled back. */
  whenCommitted(then: () => void): void
}

/**
 * A commit becomes visible only once it is on disk. Outside of transactions, a `read` sees the last commit and a
 * `change` is its own transaction.
 */
export interface Database extends Handle {
  /** A transaction without a time limit. */
  transactionAtLength<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads the state at the first statement, without blocking writers. */
  snapshot<T>(read: (snapshot: Reader) => Promise<T>): Promise<T>
  /**
   * Where a log beside the file keeps earlier states of rows: writes it to the file and empties it. False while a reader
   * prevents that.
   */
  truncateLog?(): Promise<boolean>
  /** Number of connections in use. */
  connectionsInUse(): number
  close(): Promise<void>
}

export function compiled(asked: Asked): Statement {
  return 'toSQL' in asked ? asked.toSQL().toNative() : asked
}

/**
 * Some statements come in many forms: an update names the columns that change. Above this number they are built each time
 * and have no name. None makes way for another, because a connection of PostgreSQL keeps each name until its end.
 */
const MOST_BUILT = 500

type Built = Required<Omit<Statement, 'bindings'>>

const built = { sqlite: new Map<string, Built>(), postgres: new Map<string, Built>() }

/**
 * The statement of `build` with these bindings, built once for each `key`. For the few statements of nearly every request:
 * building one takes longer than running it. A fixed list of columns, never `*`, because PostgreSQL refuses a prepared
 * statement once a migration has added a column to its rows.
 */
export function builtOnce(
  { dialect }: Reader,
  key: string,
  build: () => Asked,
  bindings: readonly unknown[],
): Statement {
  const ofDialect = built[dialect]
  let known = ofDialect.get(key)
  if (known === undefined) {
    const { sql } = compiled(build())
    if (ofDialect.size >= MOST_BUILT) return { sql, bindings }
    known = { sql, name: `platen_${ofDialect.size}` }
    ofDialect.set(key, known)
  }
  return { ...known, bindings }
}

/** As `builtOnce`, for SQL with `?` in place of its bindings. */
export function writtenOnce(db: Reader, sql: string, bindings: readonly unknown[]): Statement {
  return builtOnce(db, sql, () => db.sql.raw(sql, bindings as Knex.RawBinding[]), bindings)
}
