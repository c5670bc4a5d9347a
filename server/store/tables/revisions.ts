/** Revisions of templates in the database; immutable except for a note about the artwork. */

import { createBoundedCache } from '../../../core/engine/pdf/bounded-cache.ts'
import type { RevisionHead, RevisionRecord } from '../../../core/service/template/template.ts'
import type { Store } from '../../../core/store.ts'
import { mapInSlices } from '../../map-in-slices.ts'
import { type Columns, columnList, integer, json, recordOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table } from '../engine/table.ts'

const COLUMNS: Columns<RevisionRecord> = {
  templateId: text('template_id'),
  teamId: text('team_id'),
  revision: integer('revision'),
  scene: json('scene'),
  plan: json('plan'),
  createdAt: integer('created_at'),
  artwork: json('artwork'),
  origin: json('made'),
}

/** The columns of lists: scenes and plans may be large. */
const HEAD: Columns<RevisionHead> = {
  revision: integer('revision'),
  origin: json('made'),
  createdAt: integer('created_at'),
}

const NOTE: Columns<Pick<RevisionRecord, 'artwork'>> = { artwork: COLUMNS.artwork }

/** Every preview and every opened fill reads scenes and plans, and they never change. */
const KEPT_BYTES = 32 << 20

interface CachedRevision {
  readonly record: RevisionRecord
  /** Size of its texts in the database, about their size in memory. */
  readonly bytes: number
}

/** Caches only committed data: a transaction may read its own changes and roll them back. */
export function createRevisions(db: Handle, keeps: boolean): Store['revisions'] {
  const revisions = new Table(db, 'template_revisions', COLUMNS)
  const heads = new Table(db, 'template_revisions', HEAD)
  const notes = new Table(db, 'template_revisions', NOTE)
  const kept = keeps ? createBoundedCache<CachedRevision>(KEPT_BYTES, ({ bytes }) => bytes) : null
  return {
    insert: (revision) => revisions.insert(revision),
    async keepArtwork(teamId, templateId, artwork) {
      const unnoted = revisions.rows({ team_id: teamId, template_id: templateId }).whereNull('artwork')
      await db.change(unnoted.update({ artwork: JSON.stringify(artwork) }))
    },
    async find(teamId, templateId, revision) {
      const key = `${teamId} ${templateId} ${revision}`
      const where = { team_id: teamId, template_id: templateId, revision }
      const known = kept?.get(key)
      if (known !== undefined) {
        // The only column that changes later, by any process.
        const noted = await notes.find(where)
        return noted === null ? null : { ...known.record, artwork: noted.artwork ?? null }
      }
      const [found] = await db.read(revisions.rows(where))
      if (found === undefined) return null
      const record = recordOf(COLUMNS, found)
      kept?.set(key, { record, bytes: String(found.scene).length + String(found.plan).length })
      return record
    },
    list(teamId, templateId, { limit, before }) {
      const query = heads.rows({ team_id: teamId, template_id: templateId })
      if (before !== null) query.where('revision', '<', before)
      return heads.pageOf(query.select(columnList(HEAD).names).orderBy('revision', 'desc'), limit)
    },
    async findMany(teamId, wanted) {
      if (wanted.length === 0) return []
      const pairs = wanted.map(({ templateId, revision }) => [templateId, revision])
      const rows = await db.read(
        revisions.rows({ team_id: teamId }).whereIn(['template_id', 'revision'], pairs),
      )
      // Scenes and plans may be megabytes of JSON each.
      return mapInSlices(rows, (row) => recordOf(COLUMNS, row))
    },
  }
}
