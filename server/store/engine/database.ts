/** What the tables are read and changed through: knex builds a statement, and one of the two engines runs it. */
import type { Knex } from 'knex'
import type { Answer, Row } from './columns.ts'

/** As the driver takes it. */
export interface Statement {
  readonly sql: string
  readonly bindings: readonly unknown[]
}

/** A statement, or what knex's builder compiles into one. */
export type Asked = Statement | { toSQL(): { toNative(): Statement } }

export interface Reader {
  readonly dialect: 'sqlite' | 'postgres'
  /** knex's builder. It has no connection: what it builds is given to `read` or `change`. */
  readonly sql: Knex
  /** The rows of a statement that only reads. */
  read<R = Row>(asked: Asked): Promise<readonly R[]>
  /** Changes with every commit, whoever makes it; null where that cannot be told without asking a server. */
  dataVersion(): number | null
}

/** A database, or one transaction of it. */
export interface Handle extends Reader {
  /** Runs a statement that may write. */
  change(asked: Asked): Promise<Answer>
  /** What `work` throws takes back its changes; within a transaction, those alone. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Tx extends Handle {
  /** Calls `then` once all of this is committed and lasts; never where it is taken back. */
  whenCommitted(then: () => void): void
}

/**
 * Nobody sees a commit before it lasts. Outside of transactions, a `read` sees what was committed last and a `change`
 * is a transaction of its own.
 */
export interface Database extends Handle {
  /** A transaction that may take as long as it takes. */
  transactionAtLength<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads the database as it stands at the first statement; nobody waits for it. */
  snapshot<T>(read: (snapshot: Reader) => Promise<T>): Promise<T>
  /** Connections that are in use now. */
  connectionsInUse(): number
  close(): Promise<void>
}

export function compiled(asked: Asked): Statement {
  return 'toSQL' in asked ? asked.toSQL().toNative() : asked
}

const texts = new Map<string, string>()

/**
 * The text of what `build` gives, built once for each `name`: for statements of few forms that nearly every request runs,
 * as to build one takes longer than to run it.
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
