/** The access to both databases: knex builds a statement, and the engine runs it. */
import type { Knex } from 'knex'
import type { Answer, Row } from './columns.ts'

/** SQL in the dialect of the driver. */
export interface Statement {
  readonly sql: string
  readonly bindings: readonly unknown[]
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
  /** Number of connections in use. */
  connectionsInUse(): number
  close(): Promise<void>
}

export function compiled(asked: Asked): Statement {
  return 'toSQL' in asked ? asked.toSQL().toNative() : asked
}

const texts = new Map<string, string>()

/**
 * The SQL of `build`, built once for each `name`. For the few statements of nearly every request: building one takes
 * longer than running it.
 */
export function textOnce({ dialect }: Reader, name: string, build: () => Asked): string {
  const key = `${dialect} ${name}`
  let text = texts.get(key)
  if (text === undefined) {
    text = compiled(build()).sql
    texts.set(key, text)
  }
  return text
}
