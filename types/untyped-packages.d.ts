// Packages that ship no types of their own; declared as far as the service uses them.

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next opportunity to break (UAX #14): `position` is the UTF-16 offset after which a line may end. */
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import type { Knex } from 'knex'
  export default class BetterSqlite3Client extends (Object as unknown as typeof Knex.Client) {
    acquireRawConnection(): Promise<unknown>
  }
}

declare module 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js' {
  export default class SqliteTransaction {
    constructor(...args: unknown[])
    query(connection: unknown, sql: string): Promise<unknown>
    begin(connection: unknown): Promise<unknown>
  }
}
