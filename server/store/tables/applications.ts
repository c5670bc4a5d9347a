/** Embed applications in the database; their origins have separate rows, for look-ups. */
import type { ApplicationRecord } from '../../../core/service/application/application.ts'
import type { ApplicationStore } from '../../../core/service/embed/embed-store.ts'
import { type Columns, flag, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { countOf, Table, teamRecords } from '../engine/table.ts'
import { admitOnDay } from './guest-days.ts'

const COLUMNS: Columns<ApplicationRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  name: text('name'),
  allowedOrigins: json('allowed_origins'),
  allowNoOrigin: flag('allow_no_origin'),
  sessionTtlSeconds: integer('session_ttl_seconds'),
  status: text('status'),
  accentColor: text('accent_color'),
  metadata: json('metadata'),
  keyCiphertext: text('key_ciphertext'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  archivedAt: integer('archived_at'),
}

export function createApplications(db: Handle): ApplicationStore {
  const applications = new Table(db, 'embed_applications', COLUMNS)
  const active = (teamId: string) => applications.rows({ team_id: teamId, status: 'active' })
  return {
    find: (teamId, id) => applications.find({ team_id: teamId, id }),
    insert: (application) =>
      db.transaction(async (tx) => {
        await new Table(tx, 'embed_applications', COLUMNS).insert(application)
        await writeOrigins(tx, application)
      }),
    list: (teamId, page) => applications.page(active(teamId), page),
    count: (teamId) => countOf(db, active(teamId)),
    admitGuest: (teamId, id, day, limit) =>
      admitOnDay(db, { table: 'guest_days', column: 'embed_application_id', teamId, id, day, limit }),
    byId: (id) => applications.find({ id }),
    byOrigin(origin) {
      const ids = db.sql('embed_application_origins').where({ origin }).select('embed_application_id')
      return applications.all(applications.rows({ status: 'active' }).whereIn('id', ids).orderBy('id'))
    },
    update: (teamId, id, changes) =>
      db.transaction(async (tx) => {
        const updated = await teamRecords(new Table(tx, 'embed_applications', COLUMNS)).update(
          teamId,
          id,
          changes,
        )
        if (updated !== null && changes.allowedOrigins !== undefined) {
          await tx.change(tx.sql('embed_application_origins').where({ embed_application_id: id }).delete())
          await writeOrigins(tx, updated)
        }
        return updated
      }),
  }
}

async function writeOrigins(db: Handle, { id, teamId, allowedOrigins }: ApplicationRecord): Promise<void> {
  const rows = [...new Set(allowedOrigins)].map((origin) => ({
    team_id: teamId,
    embed_application_id: id,
    origin,
  }))
  if (rows.length > 0) await db.change(db.sql('embed_application_origins').insert(rows))
}
