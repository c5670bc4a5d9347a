/** Opens the database that a URL names, with its form brought up to date. */
import type { Store } from '../../core/ports.ts'
import { connect, folderFault, lastingOf } from './dialect.ts'
import { migrate, refuseOutdated } from './migrate.ts'
import { createStore } from './store.ts'

export interface OpenStore extends Store {
  /** The migrations that opening has run; empty where the database was up to date. */
  readonly migrated: readonly string[]
  /** Throws where the database does not answer, or has not the form that this version needs. */
  ping(): Promise<void>
  /** The hash of the youngest template's body, which lies among the files; null where there is no template. */
  newestBody(): Promise<string | null>
  /** While what was committed last may still be lost with the power, a promise that it no longer is; null otherwise. */
  lasting(): Promise<void> | null
  /** Connections that are in use now. */
  connectionsInUse(): number
  close(): Promise<void>
}

/**
 * `databaseUrl` as in `connect`. Decision: the database of a running server may be opened by other processes, such
 * as the command line or more servers.
 */
export async function openStore(options: { readonly databaseUrl: string }): Promise<OpenStore> {
  const knex = await connect(options.databaseUrl)
  try {
    const migrated = await migrate(knex)
    return {
      ...createStore(knex),
      migrated,
      ping: async () => {
        await knex('teams').select('id').limit(1)
        await refuseOutdated(knex)
      },
      newestBody: async () => {
        const newest = knex('templates').orderBy('id', 'desc').limit(1).select('id')
        const revisions = knex('template_revisions').whereIn('template_id', newest)
        const row: { plan: string } | undefined = await revisions.orderBy('revision', 'desc').first('plan')
        return row === undefined ? null : (JSON.parse(row.plan).bodySha256 ?? null)
      },
      lasting: () => lastingOf(knex),
      connectionsInUse: () => knex.client.pool?.numUsed() ?? 0,
      close: () => knex.destroy(),
    }
  } catch (error) {
    await knex.destroy()
    throw (await folderFault(options.databaseUrl)) ?? error
  }
}
