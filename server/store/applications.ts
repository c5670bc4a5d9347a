/** Embed applications in the database; their origins stand in rows of their own too, by which they are found. */
import type { Knex } from 'knex'
import type { ApplicationRecord } from '../../core/embed/application.ts'
import type { ApplicationStore } from '../../core/embed/embed-store.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { admitOnDay } from './guest-days.ts'
import { readPage } from './pages.ts'

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
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  archivedAt: integer('archived_at'),
}

export function createApplications(knex: Knex): ApplicationStore {
  const find: ApplicationStore['find'] = async (teamId, id) =>
    firstOf(COLUMNS, await knex<Row>('embed_applications').where({ team_id: teamId, id }))

  return {
    find,
    insert: (application) =>
      knex.transaction(async (transaction) => {
        await transaction('embed_applications').insert(rowOf(COLUMNS, application))
        await writeOrigins(transaction, application)
      }),
    async list(teamId, page) {
      return readPage(knex('embed_applications').where({ team_id: teamId, status: 'active' }), COLUMNS, page)
    },
    async count(teamId) {
      const active = knex('embed_applications').where({ team_id: teamId, status: 'active' })
      const [row] = await active.count({ count: '*' })
      return Number(row?.count ?? 0)
    },
    admitGuest: (teamId, id, day, limit) =>
      admitOnDay(knex, { table: 'guest_days', column: 'embed_application_id', teamId, id, day, limit }),
    async byId(id) {
      return firstOf(COLUMNS, await knex<Row>('embed_applications').where({ id }))
    },
    async byOrigin(origin) {
      const ids = knex('embed_application_origins').where({ origin }).select('embed_application_id')
      const rows: Row[] = await knex('embed_applications')
        .where({ status: 'active' })
        .whereIn('id', ids)
        .orderBy('id')
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async update(teamId, id, changes) {
      const row = rowOf<ApplicationRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) return find(teamId, id)
      return knex.transaction(async (transaction) => {
        const rows = await transaction('embed_applications')
          .where({ team_id: teamId, id })
          .update(row)
          .returning('*')
        const updated = firstOf(COLUMNS, rows)
        if (updated !== null && changes.allowedOrigins !== undefined) {
          await transaction('embed_application_origins').where({ embed_application_id: id }).delete()
          await writeOrigins(transaction, updated)
        }
        return updated
      })
    },
  }
}

async function writeOrigins(knex: Knex, { id, teamId, allowedOrigins }: ApplicationRecord): Promise<void> {
  const rows = [...new Set(allowedOrigins)].map((origin) => ({
    team_id: teamId,
    embed_application_id: id,
    origin,
  }))
  if (rows.length > 0) await knex('embed_application_origins').insert(rows)
}
