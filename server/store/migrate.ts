/** Brings a database to the newest form by the numbered steps in `migrations/`, forward only. */
import type { Knex } from 'knex'
import * as teamsAndKeys from '../../migrations/0001-teams-and-keys.ts'
import * as templates from '../../migrations/0002-templates.ts'
import * as renders from '../../migrations/0003-renders.ts'
import * as fills from '../../migrations/0004-fills.ts'
import * as embed from '../../migrations/0005-embed.ts'
import * as webhooks from '../../migrations/0006-webhooks.ts'
import * as access from '../../migrations/0007-access.ts'
import { beginMigration } from './dialect.ts'

/** In order. A name, once released, stays; it is recorded without the file's ending, which packing changes. */
const MIGRATIONS: Readonly<Record<string, { up(knex: Knex): Promise<void> }>> = {
  '0001-teams-and-keys': teamsAndKeys,
  '0002-templates': templates,
  '0003-renders': renders,
  '0004-fills': fills,
  '0005-embed': embed,
  '0006-webhooks': webhooks,
  '0007-access': access,
}

/** Runs only what is missing, in one transaction with its record; gives the names of the steps that were run. */
export async function migrate(knex: Knex): Promise<readonly string[]> {
  const known = Object.keys(MIGRATIONS)
  // Looking takes no lock, so that opening a database that is up to date does not wait for its writers.
  const recorded = await recordedNames(knex)
  refuseNewerDatabase(recorded, known)
  if (recorded.length === known.length) return []
  // Inside one transaction a killed process leaves neither half a step nor knex's own lock row behind.
  return knex.transaction(async (transaction) => {
    if (transaction.isCompleted()) throw new Error('The transaction did not begin.')
    await beginMigration(transaction)
    const [, names] = await transaction.migrate.latest({
      migrationSource,
      disableTransactions: true,
      disableMigrationsListValidation: true,
    })
    return names
  })
}

const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(MIGRATIONS),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const step = MIGRATIONS[name]
    if (step === undefined) throw new Error(`There is no migration ${name}.`)
    const down = () => Promise.reject(new Error('Migrations go forward only; restore a backup instead.'))
    return { up: step.up, down }
  },
}

/** Throws where steps are missing that this version knows, as after a restored backup, or newer ones were taken. */
export async function refuseOutdated(knex: Knex): Promise<void> {
  const known = Object.keys(MIGRATIONS)
  const recorded = await recordedNames(knex)
  refuseNewerDatabase(recorded, known)
  const missing = known.filter((name) => !recorded.includes(name))
  if (missing.length > 0) throw new Error(`The database lacks migrations: ${missing.join(', ')}.`)
}

async function recordedNames(knex: Knex): Promise<readonly string[]> {
  if (!(await knex.schema.hasTable('knex_migrations'))) return []
  return knex('knex_migrations').orderBy('id').pluck('name')
}

function refuseNewerDatabase(recorded: readonly string[], known: readonly string[]): void {
  const unknown = recorded.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Error(
    `The database was written by a newer version of Platen (${unknown.join(', ')}). ` +
      'Run that version, or restore a backup from before the upgrade.',
  )
}
