/** Selection sets in the database. */
import type { SelectionSetRecord } from '../../core/selection/selection-set.ts'
import type { SelectionSetStore } from '../../core/selection/selection-store.ts'
import { type Columns, integer, json, rowOf, text } from './columns.ts'
import type { Handle } from './database.ts'
import { readPage } from './pages.ts'
import { changeOne, readAll, readOne } from './records.ts'

const COLUMNS: Columns<SelectionSetRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  name: text('name'),
  options: json('options'),
  metadata: json('metadata'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  archivedAt: integer('archived_at'),
}
const TABLE = 'selection_sets'

export function createSelectionSets(db: Handle): SelectionSetStore {
  return {
    async insert(set) {
      await db.change(db.sql(TABLE).insert(rowOf(COLUMNS, set)))
    },
    async find(teamId, id) {
      return readOne(db, COLUMNS, db.sql(TABLE).where({ team_id: teamId, id }))
    },
    async findForUpdate(teamId, id) {
      return readOne(db, COLUMNS, db.sql(TABLE).where({ team_id: teamId, id }).forUpdate())
    },
    async findMany(teamId, ids) {
      if (ids.length === 0) return []
      return readAll(
        db,
        COLUMNS,
        db
          .sql(TABLE)
          .where({ team_id: teamId })
          .whereIn('id', [...ids]),
      )
    },
    async list(teamId, page) {
      return readPage(db, db.sql(TABLE).where({ team_id: teamId }).whereNull('archived_at'), COLUMNS, page)
    },
    async update(teamId, id, changes) {
      const row = rowOf<SelectionSetRecord>(COLUMNS, changes)
      const changed = db.sql(TABLE).where({ team_id: teamId, id }).update(row)
      return changeOne(db, COLUMNS, changed)
    },
  }
}
