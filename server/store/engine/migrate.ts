/** Runs the numbered migrations in `migrations/`, forward only. */
import * as teamsAndKeys from '../../../migrations/0001-teams-and-keys.ts'
import * as templates from '../../../migrations/0002-templates.ts'
import * as renders from '../../../migrations/0003-renders.ts'
import * as fills from '../../../migrations/0004-fills.ts'
import * as embed from '../../../migrations/0005-embed.ts'
import * as webhooks from '../../../migrations/0006-webhooks.ts'
import * as access from '../../../migrations/0007-access.ts'
import * as jobs from '../../../migrations/0008-jobs.ts'
import * as batches from '../../../migrations/0009-batches.ts'
import * as hotFolders from '../../../migrations/0010-hot-folders.ts'
import * as limits from '../../../migrations/0011-limits.ts'
import * as indexes from '../../../migrations/0012-indexes.ts'
import * as teamResources from '../../../migrations/0013-team-resources.ts'
import * as templateProfiles from '../../../migrations/0014-template-profiles.ts'
import * as printFileParts from '../../../migrations/0015-print-file-parts.ts'
import * as storefronts from '../../../migrations/0016-storefronts.ts'
import * as previews from '../../../migrations/0017-previews.ts'
import * as hostedPages from '../../../migrations/0018-hosted-pages.ts'
import * as console from '../../../migrations/0019-console.ts'
import * as revisionNotes from '../../../migrations/0020-revision-notes.ts'
import * as revisionArtwork from '../../../migrations/0021-revision-artwork.ts'
import * as hookList from '../../../migrations/0024-hook-list.ts'
import * as interruptions from '../../../migrations/0025-interruptions.ts'
import * as shopActivity from '../../../migrations/0030-shop-activity.ts'
import * as branding from '../../../migrations/0032-branding.ts'
import * as drafts from '../../../migrations/0033-drafts.ts'
import * as ownPictures from '../../../migrations/0037-own-pictures.ts'
import * as review from '../../../migrations/0039-review.ts'
import * as production from '../../../migrations/0040-production.ts'
import * as refundedQuantity from '../../../migrations/0041-refunded-quantity.ts'
import * as pictureBytes from '../../../migrations/0042-picture-bytes.ts'
import * as outputProfiles from '../../../migrations/0043-output-profiles.ts'
import * as output from '../../../migrations/0044-output.ts'
import * as mails from '../../../migrations/0045-mails.ts'
import * as brandColors from '../../../migrations/0046-brand-colors.ts'
import * as sessionDevices from '../../../migrations/0047-session-devices.ts'
import * as passkeys from '../../../migrations/0048-passkeys.ts'
import * as folderLogins from '../../../migrations/0049-folder-logins.ts'
import * as fillOrders from '../../../migrations/0050-fill-orders.ts'
import * as apiRequests from '../../../migrations/from-0051/0051-api-requests.ts'
import * as templateCopies from '../../../migrations/from-0051/0052-template-copies.ts'
import * as convert from '../../../migrations/from-0051/0053-convert.ts'
import * as shopDefaults from '../../../migrations/from-0051/0054-shop-defaults.ts'
import * as brandColorLab from '../../../migrations/from-0051/0055-brand-color-lab.ts'
import * as deliveriesOfEvent from '../../../migrations/from-0051/0056-deliveries-of-event.ts'
import * as batchOutput from '../../../migrations/from-0051/0057-batch-output.ts'
import * as readablePublishableKeys from '../../../migrations/from-0051/0058-readable-publishable-keys.ts'
import * as logTruncation from '../../../migrations/from-0051/0059-log-truncation.ts'
import * as pendingChanges from '../../../migrations/from-0051/0060-pending-changes.ts'
import * as batchRetries from '../../../migrations/from-0051/0061-batch-retries.ts'
import * as wholeOrders from '../../../migrations/from-0051/0062-whole-orders.ts'
import * as storefrontShops from '../../../migrations/from-0051/0063-storefront-shops.ts'
import { OperatorFault } from '../../operator-fault.ts'
import { hasTable } from './catalogue.ts'
import type { Database, Reader } from './database.ts'
import { lock } from './dialect.ts'
import { createSchema, type Schema } from './schema.ts'

/** In order. A released name never changes; it is recorded without the file extension, which packing changes. */
const MIGRATIONS: Readonly<Record<string, { up(schema: Schema): Promise<void> }>> = {
  '0001-teams-and-keys': teamsAndKeys,
  '0002-templates': templates,
  '0003-renders': renders,
  '0004-fills': fills,
  '0005-embed': embed,
  '0006-webhooks': webhooks,
  '0007-access': access,
  '0008-jobs': jobs,
  '0009-batches': batches,
  '0010-hot-folders': hotFolders,
  '0011-limits': limits,
  '0012-indexes': indexes,
  '0013-team-resources': teamResources,
  '0014-template-profiles': templateProfiles,
  '0015-print-file-parts': printFileParts,
  '0016-storefronts': storefronts,
  '0017-previews': previews,
  '0018-hosted-pages': hostedPages,
  '0019-console': console,
  '0020-revision-notes': revisionNotes,
  '0021-revision-artwork': revisionArtwork,
  '0024-hook-list': hookList,
  '0025-interruptions': interruptions,
  '0030-shop-activity': shopActivity,
  '0032-branding': branding,
  '0033-drafts': drafts,
  '0037-own-pictures': ownPictures,
  '0039-review': review,
  '0040-production': production,
  '0041-refunded-quantity': refundedQuantity,
  '0042-picture-bytes': pictureBytes,
  '0043-output-profiles': outputProfiles,
  '0044-output': output,
  '0045-mails': mails,
  '0046-brand-colors': brandColors,
  '0047-session-devices': sessionDevices,
  '0048-passkeys': passkeys,
  '0049-folder-logins': folderLogins,
  '0050-fill-orders': fillOrders,
  '0051-api-requests': apiRequests,
  '0052-template-copies': templateCopies,
  '0053-convert': convert,
  '0054-shop-defaults': shopDefaults,
  '0055-brand-color-lab': brandColorLab,
  '0056-deliveries-of-event': deliveriesOfEvent,
  '0057-batch-output': batchOutput,
  '0058-readable-publishable-keys': readablePublishableKeys,
  '0059-log-truncation': logTruncation,
  '0060-pending-changes': pendingChanges,
  '0061-batch-retries': batchRetries,
  '0062-whole-orders': wholeOrders,
  '0063-storefront-shops': storefrontShops,
}

/** The table of the migrations that a database has run. */
const RECORD = 'knex_migrations'

/** The names of all migrations of this version, in order. */
export function knownMigrations(): readonly string[] {
  return Object.keys(MIGRATIONS)
}

/**
 * Runs the missing migrations and returns their names. They run in one transaction with their records, so that a killed
 * process leaves no half of it. `known` is all migrations or the first ones: the older schema into which a backup is loaded.
 * `save` runs before the first change of a database that is not new, while nobody else writes.
 */
export async function migrate(
  database: Database,
  known = knownMigrations(),
  save: (missing: readonly string[]) => Promise<void> = async () => {},
): Promise<readonly string[]> {
  // Without a lock, so that opening an up-to-date database does not wait for its writers.
  const recorded = await recordedNames(database)
  refuseNewerDatabase(recorded, known)
  if (recorded.length === known.length) return []
  return database.transactionAtLength(async (tx) => {
    await lock(tx, 'migrations')
    const schema = createSchema(tx)
    const taken = await recordedNames(tx)
    const missing = known.filter((name) => !taken.includes(name))
    if (missing.length > 0 && taken.length > 0) await save(missing)
    await makeRecord(schema)
    for (const name of missing) {
      await MIGRATIONS[name]?.up(schema)
      await tx.change(tx.sql(RECORD).insert({ name, batch: 1, migration_time: new Date() }))
    }
    return missing
  })
}

/** With knex's table and columns, as earlier versions created it. */
async function makeRecord(schema: Schema): Promise<void> {
  if (await hasTable(schema.tx, RECORD)) return
  await schema.createTable(RECORD, (table) => {
    table.increments()
    table.string('name')
    table.integer('batch')
    table.timestamp('migration_time')
  })
}

/** Throws if migrations are missing, as after a restored backup, or if newer ones have run. */
export async function refuseOutdated(database: Reader): Promise<void> {
  const known = Object.keys(MIGRATIONS)
  const recorded = await recordedNames(database)
  refuseNewerDatabase(recorded, known)
  const missing = known.filter((name) => !recorded.includes(name))
  if (missing.length > 0) throw new OperatorFault(`The database lacks migrations: ${missing.join(', ')}.`)
}

/** The migrations that have run, in order; none in an empty database. */
export async function recordedNames(reader: Reader): Promise<readonly string[]> {
  if (!(await hasTable(reader, RECORD))) return []
  const rows = await reader.read<{ name: string }>(reader.sql(RECORD).orderBy('id').select('name'))
  return rows.map(({ name }) => name)
}

/** Throws if a migration has run that is not among the `known` ones. */
export function refuseNewerDatabase(recorded: readonly string[], known: readonly string[]): void {
  const unknown = recorded.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new OperatorFault(
    `The database was written by a newer version of Platen (${unknown.join(', ')}). ` +
      'Run that version or restore a backup from before the upgrade.',
  )
}
