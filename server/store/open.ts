/** Opens the database that a URL names, with its form brought up to date. */
import type { RootStore } from '../../core/store.ts'
import { connect, folderFault, serve } from './engine/dialect.ts'
import { migrate, refuseOutdated } from './engine/migrate.ts'
import { createStore } from './store.ts'

export interface OpenStore extends RootStore {
  /** The migrations that opening has run; empty where the database was up to date. */
  readonly migrated: readonly string[]
  /** Throws where the database does not answer, or has not the form that this version needs. */
  ping(): Promise<void>
  /** The hash of the youngest template's body, which lies among the files; null where there is no template. */
  newestBody(): Promise<string | null>
  /** Connections that are in use now. */
  connectionsInUse(): number
  close(): Promise<void>
}

export interface OpenOptions {
  /** As in `connect`. */
  readonly databaseUrl: string
  /** Is this the server, of which a SQLite file has one? The command line works beside it. */
  readonly serves?: boolean
}

/** Throws plain errors that an operator understands. */
export async function openStore({ databaseUrl, serves = false }: OpenOptions): Promise<OpenStore> {
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
    const migrated = await migrate(database)
    const { sql } = database
    return {
      ...createStore(database),
      migrated,
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
    throw (await folderFault(databaseUrl)) ?? error
  }
}
