// Packages that ship no types of their own; declared as far as the service uses them.

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next opportunity to break (UAX #14): `position` is the UTF-16 offset after which a line may end. */
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import type { Database } from 'better-sqlite3'
  import type { Knex } from 'knex'

  export default class BetterSqlite3Client extends Knex.Client {
    override acquireRawConnection(): Promise<Database>
    /** Runs one statement; `query`, which calls it, adds events and the statement to a message of error. */
    _query(connection: Database, statement: unknown): Promise<unknown>
    override queryCompiler(builder: unknown, formatter?: unknown): object
  }
}

declare module 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js' {
  import type { Knex } from 'knex'

  export default class SqliteTransaction {
    constructor(client: Knex.Client, container: unknown, config: unknown, outer: unknown)
    query(connection: unknown, sql: string): Promise<unknown>
    begin(connection: unknown): Promise<unknown>
  }
}

declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'
  import type { Client } from 'pg'

  export default class PostgresClient extends Knex.Client {
    override acquireRawConnection(): Promise<Client>
  }
}
