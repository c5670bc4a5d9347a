/** What a migration changes the form of the database with: knex's builder of tables, and the types that columns have. */
import type { Knex } from 'knex'
import type { Reader, Statement, Tx } from './database.ts'

type Build = (table: Knex.CreateTableBuilder) => void

export interface Schema {
  readonly dialect: Reader['dialect']
  createTable(name: string, build: Build): Promise<void>
  alterTable(name: string, build: Build): Promise<void>
  /** The condition of a partial index, which databases use only where they read the very words. */
  where(condition: string): Knex.QueryBuilder
  run(sql: string): Promise<void>
  /** For steps that change rows too. */
  readonly tx: Tx
}

export function createSchema(tx: Tx): Schema {
  const run = async (built: Knex.SchemaBuilder): Promise<void> => {
    // A list of statements, which knex's types do not say.
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
  }
}

/**
 * On PostgreSQL ids and keys compare as bytes, whatever the database's own order is (ICU and glibc put `a` before `B`),
 * and whole numbers have 64 bits as they have in SQLite.
 */
function withOwnTypes(table: Knex.CreateTableBuilder): Knex.CreateTableBuilder {
  const types = {
    text: (name: string) => table.specificType(name, 'text collate "C"'),
    integer: (name: string) => table.bigInteger(name),
  }
  return Object.assign(Object.create(table), types)
}
