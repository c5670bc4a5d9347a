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
  import type Runner from 'knex/lib/execution/runner.js'
  import type { Asked, Built } from 'knex/lib/execution/runner.js'

  export default class BetterSqlite3Client extends Knex.Client {
    override acquireRawConnection(): Promise<Database>
    override destroyRawConnection(connection: Database): Promise<void>
    /** Runs one statement; `query`, which calls it, adds events and the statement to a message of error. */
    _query(connection: Database, statement: Asked): Promise<Asked>
    override queryCompiler(builder: unknown, formatter?: unknown): object
    override runner(builder: Built): Runner
  }
}

declare module 'knex/lib/execution/runner.js' {
  /** A statement as knex hands it on; what came of it is written into it. */
  export interface Asked {
    readonly sql: string
    readonly bindings?: readonly unknown[]
  }

  /** What is run: a query, a raw statement or a change of the form. */
  export interface Built {
    readonly _method?: string
    readonly _connection?: unknown
    toSQL(): Asked | readonly Asked[]
  }

  interface RunningClient {
    /** Of the client of a transaction. */
    readonly transacting?: boolean
    acquireConnection(): Promise<unknown>
    query(connection: unknown, asked: Asked): Promise<Asked>
    processResponse(asked: Asked, runner: Runner): unknown
    emit(event: 'query', asked: Asked): boolean
    readNow(sql: string, bindings: readonly unknown[]): readonly unknown[] | null
  }

  export default class Runner {
    readonly client: RunningClient
    readonly builder: Built
    constructor(client: unknown, builder: Built)
    run(): Promise<unknown>
  }
}

declare module 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js' {
  import type { Knex } from 'knex'

  export default class SqliteTransaction {
    readonly readOnly?: boolean
    constructor(client: Knex.Client, container: unknown, config: unknown, outer: unknown)
    /** `status` 1 ends the transaction well, with `value`; 2 ends it with `value` as its error. */
    query(connection: unknown, sql: string, status?: 1 | 2, value?: unknown): Promise<unknown>
    begin(connection: unknown): Promise<unknown>
    savepoint(connection: unknown): Promise<unknown>
    release(connection: unknown, value: unknown): Promise<unknown>
    rollbackTo(connection: unknown, error: unknown): Promise<unknown>
  }
}

declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'
  import type { Client } from 'pg'

  export default class PostgresClient extends Knex.Client {
    override acquireRawConnection(): Promise<Client>
    override query(connection: Client, statement: string | object): Promise<unknown>
    override stream(connection: Client, ...given: unknown[]): Promise<unknown>
  }
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  /** The half of pdf.js that parses. */
  export const WorkerMessageHandler: { initializeFromPort(port: object): void }
}

declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs' {
  interface DecoderOptions {
    readonly useWasm: boolean
    readonly useWorkerFetch: boolean
    readonly wasmUrl: string
    getHandler(): {
      sendWithPromise(action: string, asked: { readonly filename: string }): Promise<Uint8Array>
    }
  }

  /** JBIG2, and CCITT fax where options of it are given: 1 bit a pixel, rows of whole bytes, white as ones. */
  export class Jbig2Image {
    static readonly instance: Jbig2Image
    static setOptions(options: DecoderOptions): void
    decode(
      bytes: Uint8Array,
      width: number,
      height: number,
      globals: Uint8Array | null,
      fax?: {
        readonly K: number
        readonly EndOfLine: boolean
        readonly EncodedByteAlign: boolean
        readonly BlackIs1: boolean
        readonly Columns: number
        readonly Rows: number
      },
    ): Promise<Uint8Array>
  }

  export class JpxImage {
    static readonly instance: JpxImage
    /** One byte a component; `reducePower` halves the sides so many times. */
    decode(
      bytes: Uint8Array,
      options: {
        readonly numComponents: number
        readonly isIndexedColormap: boolean
        readonly smaskInData: boolean
        readonly reducePower: number
      },
    ): Promise<Uint8Array>
    static setOptions(options: DecoderOptions): void
  }
}
