/** What migrations change the schema with: knex's table builder and our column types. */
import type { Knex } from 'knex'
import type { Reader, Statement, Tx } from './database.ts'

type Build = (table: Knex.CreateTableBuilder) => void

export interface Schema {
  readonly dialect: Reader['dialect']
  createTable(name: string, build: Build): Promise<void>
  alterTable(name: string, build: Build): Promise<void>
  /** The condition of a partial index; a query must repeat it word for word to use the index. */
  where(condition: string): Knex.QueryBuilder
  run(sql: string): Promise<void>
  /**
   * On PostgreSQL, drops the table's indexes, does the work and makes them anew, except those of constraints. There every
   * change of a row is a new entry in each index; SQLite changes only the indexes of changed columns.
   */
  withoutIndexes(table: string, work: () => Promise<void>): Promise<void>
  /** For migrations that change rows too. */
  readonly tx: Tx
}

export function createSchema(tx: Tx): Schema {
  const run = async (built: Knex.SchemaBuilder): Promise<void> => {
    // It is a list of statements; knex's types miss that.
    for (const statement of built.toSQL() as unknown as readonly Partial<Statement>[]) {
      if (typeof statement.sql !== 'string') throw new Error('A migration asks for what is no statement.')
      await tx.change({ sql: statement.sql, bindings: statement.bindings ?? [] })
    }
  }
  const kept = (build: Build) => (table: Knex.CreateTableBuilder) =>
    build(tx.dialect === 'postgres' ? withOwnTypes(table) : table)
  return {
    ...{ dialect: tx.dialect, tx },
    createTable: (name, build) => run(tx.sql.schema.createTable(name, kept(build))),
    alterTable: (name, build) => run(tx.sql.schema.alterTable(name, kept(build))),
    where: (condition) => tx.sql.queryBuilder().whereRaw(condition),
    run: async (sql) => void (await tx.change({ sql, bindings: [] })),
    async withoutIndexes(table, work) {
      const indexes = tx.dialect === 'postgres' ? await freeIndexes(tx, table) : []
      for (const { name } of indexes) await tx.change(tx.sql.raw('drop index ??', [name]))
      await work()
      for (const { sql } of indexes) await tx.change({ sql, bindings: [] })
    },
  }
}

function freeIndexes(tx: Tx, table: string): Promise<readonly { name: string; sql: string }[]> {
  return tx.read(
    tx.sql.raw(
      `select indexname as name, indexdef as sql from pg_indexes where schemaname = current_schema()
        and tablename = ? and indexname not in (select conname from pg_constraint) order by indexname`,
      [table],
    ),
  )
}

/**
 * On PostgreSQL ids and keys compare as bytes, whatever the database's collation (ICU and glibc put `a` before `B`), and
 * integers have 64 bits, as in SQLite.
 */
function withOwnTypes(table: Knex.CreateTableBuilder): Knex.CreateTableBuilder {
  const types = {
    text: (name: string) => table.specificType(name, 'text collate "C"'),
    integer: (name: string) => table.bigInteger(name),
  }
  return Object.assign(Object.create(table), types)
}
