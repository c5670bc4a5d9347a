/** Opens the database of a URL and runs missing migrations. */
import type { Traces } from '../../core/service/traces.ts'
import type { RootStore } from '../../core/store.ts'
import { OperatorFault } from '../operator-fault.ts'
import { connect, folderFault, serve, sqliteFile } from './engine/dialect.ts'
import { migrate, refuseOutdated } from './engine/migrate.ts'
import { saveBeforeMigration } from './save-before-migration.ts'
import { createStore } from './store.ts'
import { openTraces } from './traces.ts'

export interface OpenStore extends RootStore {
  /** The migrations that opening ran; empty if the database was up to date. */
  readonly migrated: readonly string[]
  /** The copy from before these migrations; null if none was made. */
  readonly savedCopy: string | null
  /** Does nothing but this process, and the command line beside it, use the database? */
  readonly isOnlyServer: boolean
  readonly traces: Traces
  /** Throws if the database does not answer or lacks the schema of this version. */
  ping(): Promise<void>
  /** The hash of the newest template's body, a stored file; null if there is no template. */
  newestBody(): Promise<string | null>
  /** Number of connections in use. */
  connectionsInUse(): number
  close(): Promise<void>
}

export interface OpenOptions {
  /** As in `connect`. */
  readonly databaseUrl: string
  /** True for the server, of which a SQLite file allows one; the command line runs beside it. */
  readonly serves?: boolean
  /** Folder for the copy of a SQLite database from before a migration; none is made where it is not said. */
  readonly copies?: string | null
}

/** Throws plain errors, written for operators. */
export async function openStore({
  databaseUrl,
  serves = false,
  copies = null,
}: OpenOptions): Promise<OpenStore> {
  const database = await connect(databaseUrl).catch(async (error: unknown) => {
    throw (await folderFault(databaseUrl)) ?? error
  })
  let served: ReturnType<typeof serve> = null
  const close = async (): Promise<void> => {
    await database.close()
    served?.release()
  }
  try {
    if (serves) served = serve(databaseUrl)
    const file = sqliteFile(databaseUrl)
    let savedCopy: string | null = null
    const migrated = await migrate(database, undefined, async (missing) => {
      if (file !== null && copies !== null) savedCopy = await saveBeforeMigration(file, copies, missing)
    })
    const { sql } = database
    return {
      ...createStore(database),
      traces: await openTraces(database, Date.now()),
      migrated,
      savedCopy,
      isOnlyServer: served !== null,
      ping: async () => {
        await database.read(sql('teams').select('id').limit(1))
        await refuseOutdated(database)
      },
      newestBody: async () => {
        const newest = sql('templates').orderBy('id', 'desc').limit(1).select('id')
        const revisions = sql('template_revisions').whereIn('template_id', newest)
        const [row] = await database.read<{ plan: string }>(revisions.orderBy('revision', 'desc').limit(1))
        return row === undefined ? null : (JSON.parse(row.plan).bodySha256 ?? null)
      },
      connectionsInUse: database.connectionsInUse,
      close,
    }
  } catch (error) {
    await close()
    // The reason for the missing copy was printed before.
    throw error instanceof OperatorFault ? error : ((await folderFault(databaseUrl)) ?? error)
  }
}
