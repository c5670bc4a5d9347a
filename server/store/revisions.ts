/** The saved revisions of templates' scenes in the database; none is ever changed but for a note of its artwork. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import type { RevisionHead } from '../../core/template/revision-made.ts'
import type { RevisionRecord } from '../../core/template/template.ts'
import { createBoundedCache } from '../../core/text/bounded-cache.ts'
import { inTurns } from '../in-turns.ts'
import { type Columns, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { findOften } from './dialect.ts'

const COLUMNS: Columns<RevisionRecord> = {
  templateId: text('template_id'),
  teamId: text('team_id'),
  revision: integer('revision'),
  scene: json('scene'),
  plan: json('plan'),
  createdAt: integer('created_at'),
  artwork: json('artwork'),
  made: json('made'),
}

/** What lists show: scenes and plans may be large. */
const HEAD: Columns<RevisionHead> = {
  revision: integer('revision'),
  made: json('made'),
  createdAt: integer('created_at'),
}

const NOTE: Columns<Pick<RevisionRecord, 'artwork'>> = { artwork: COLUMNS.artwork }
const NOTE_OF =
  'select artwork from template_revisions where team_id = ? and template_id = ? and revision = ?'

/** Scenes and plans are read again and again, at each picture and each fill that is looked at; they never change. */
const KEPT_BYTES = 32 << 20

interface Kept {
  readonly record: RevisionRecord
  /** Of its texts in the database, which is about what they take in memory. */
  readonly bytes: number
}

export function createRevisions(knex: Knex): Store['revisions'] {
  // What a transaction reads may be its own, and be rolled back.
  const kept = knex.isTransaction === true ? null : createBoundedCache<Kept>(KEPT_BYTES, ({ bytes }) => bytes)
  return {
    async insert(revision) {
      await knex('template_revisions').insert(rowOf(COLUMNS, revision))
    },
    async keepArtwork(teamId, templateId, artwork) {
      await knex('template_revisions')
        .where({ team_id: teamId, template_id: templateId })
        .whereNull('artwork')
        .update({ artwork: JSON.stringify(artwork) })
    },
    async find(teamId, templateId, revision) {
      const key = `${teamId} ${templateId} ${revision}`
      const known = kept?.get(key)
      if (known !== undefined) {
        // The one note that may be added later, by any process.
        const noted = await findOften(knex, NOTE, NOTE_OF, [teamId, templateId, String(revision)])
        return noted === null ? null : { ...known.record, artwork: noted.artwork ?? null }
      }
      const query = knex('template_revisions').where({ team_id: teamId, template_id: templateId, revision })
      const [row]: Row[] = await query
      if (row === undefined) return null
      const record = recordOf(COLUMNS, row)
      kept?.set(key, { record, bytes: String(row.scene).length + String(row.plan).length })
      return record
    },
    async list(teamId, templateId, { limit, before }) {
      const query = knex<Row>('template_revisions')
        .select(...Object.values(HEAD).map(({ name }) => name))
        .where({ team_id: teamId, template_id: templateId })
      if (before !== null) query.where('revision', '<', before)
      const rows: Row[] = await query.orderBy('revision', 'desc').limit(limit + 1)
      return { items: rows.slice(0, limit).map((row) => recordOf(HEAD, row)), hasMore: rows.length > limit }
    },
    async findMany(teamId, wanted) {
      if (wanted.length === 0) return []
      const pairs = wanted.map(({ templateId, revision }) => [templateId, revision])
      const rows: Row[] = await knex('template_revisions')
        .where({ team_id: teamId })
        .whereIn(['template_id', 'revision'], pairs)
      // Scenes and plans may be megabytes of JSON each.
      return inTurns(rows, (row) => recordOf(COLUMNS, row))
    },
  }
}
