/** Statements of a SQLite connection, prepared once: to read one anew costs several times what it takes to run it. */
import type { Database, Statement } from 'better-sqlite3'

/** Statements have few forms; those with lists of values have some more, of which the last used are kept. */
const MOST = 300

export interface Ran {
  /** Of a statement that gives any; undefined otherwise. */
  readonly rows: readonly unknown[] | undefined
  readonly changes: number
  readonly lastId: number | bigint
  /** False of one that only reads, and of the ends of transactions; BEGIN IMMEDIATE counts as one that writes. */
  readonly isWrite: boolean
}

const ofConnection = new WeakMap<Database, Map<string, Statement>>()

/** Runs one statement; SQLite itself reads it anew where the form of the database has changed. */
export function runStatement(database: Database, sql: string, bindings: readonly unknown[]): Ran {
  const statement = prepared(database, sql)
  const isWrite = !statement.readonly
  if (statement.reader) return { rows: statement.all(...bindings.map(bound)), changes: 0, lastId: 0, isWrite }
  const { changes, lastInsertRowid } = statement.run(...bindings.map(bound))
  return { rows: undefined, changes, lastId: lastInsertRowid, isWrite }
}

function prepared(database: Database, sql: string): Statement {
  let kept = ofConnection.get(database)
  if (kept === undefined) {
    kept = new Map()
    ofConnection.set(database, kept)
  }
  const found = kept.get(sql)
  const statement = found ?? database.prepare(sql)
  // The one used last stands last, and the first goes.
  if (found !== undefined) kept.delete(sql)
  kept.set(sql, statement)
  if (kept.size > MOST) for (const [oldest] of kept.entries().take(1)) kept.delete(oldest)
  return statement
}

/** As knex binds them: booleans as 1 and 0, times as milliseconds since 1970. */
function bound(value: unknown): unknown {
  return typeof value === 'boolean' || value instanceof Date ? Number(value) : value
}
