/** Embed applications in the database; their origins have separate rows, for look-ups. */
import type { ApplicationRecord } from '../../../core/service/application/application.ts'
import type { ApplicationStore } from '../../../core/service/embed/embed-store.ts'
import { type Columns, integer, json, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { countOf, findOne, readAll, updateOne } from '../engine/records.ts'
import { admitOnDay } from './guest-days.ts'

const COLUMNS: Columns<ApplicationRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  name: text('name'),
  allowedOrigins: json('allowed_origins'),
  allowNoOrigin: {
    name: 'allow_no_origin',
    write: (allowed) => (allowed ? 1 : 0),
    read: (cell) => Number(cell) === 1,
  },
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
  const { sql } = db
  return {
    find: (teamId, id) => findOne(db, COLUMNS, 'embed_applications', { team_id: teamId, id }),
    insert: (application) =>
      db.transaction(async (tx) => {
        await tx.change(tx.sql('embed_applications').insert(rowOf(COLUMNS, application)))
        await writeOrigins(tx, application)
      }),
    list: (teamId, page) =>
      readPage(db, sql('embed_applications').where({ team_id: teamId, status: 'active' }), COLUMNS, page),
    async count(teamId) {
      const active = sql('embed_applications').where({ team_id: teamId, status: 'active' })
      return countOf(db, active)
    },
    admitGuest: (teamId, id, day, limit) =>
      admitOnDay(db, { table: 'guest_days', column: 'embed_application_id', teamId, id, day, limit }),
    byId: (id) => findOne(db, COLUMNS, 'embed_applications', { id }),
    async byOrigin(origin) {
      const ids = sql('embed_application_origins').where({ origin }).select('embed_application_id')
      return readAll(
        db,
        COLUMNS,
        sql('embed_applications').where({ status: 'active' }).whereIn('id', ids).orderBy('id'),
      )
    },
    async update(teamId, id, changes) {
      const row = rowOf<ApplicationRecord>(COLUMNS, changes)
      return db.transaction(async (tx) => {
        const own = tx.sql('embed_applications').where({ team_id: teamId, id })
        const updated = await updateOne(tx, COLUMNS, own, row)
        if (updated !== null && changes.allowedOrigins !== undefined) {
          await tx.change(tx.sql('embed_application_origins').where({ embed_application_id: id }).delete())
          await writeOrigins(tx, updated)
        }
        return updated
      })
    },
  }
}

async function writeOrigins(db: Handle, { id, teamId, allowedOrigins }: ApplicationRecord): Promise<void> {
  const { sql } = db
  const rows = [...new Set(allowedOrigins)].map((origin) => ({
    team_id: teamId,
    embed_application_id: id,
    origin,
  }))
  if (rows.length > 0) await db.change(sql('embed_application_origins').insert(rows))
}
