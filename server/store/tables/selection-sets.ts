/** Selection sets in the database. */
import type { SelectionSetRecord } from '../../../core/service/selection/selection-set.ts'
import type { SelectionSetStore } from '../../../core/service/selection/selection-store.ts'
import { type Columns, integer, json, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { changeOne, findOne, insertRow, readAll, readOne } from '../engine/records.ts'

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
  const { sql } = db
  return {
    async insert(set) {
      await insertRow(db, TABLE, rowOf(COLUMNS, set))
    },
    find: (teamId, id) => findOne(db, COLUMNS, TABLE, { team_id: teamId, id }),
    findForUpdate: (teamId, id) =>
      readOne(db, COLUMNS, sql(TABLE).where({ team_id: teamId, id }).forUpdate()),
    async findMany(teamId, ids) {
      if (ids.length === 0) return []
      return readAll(
        db,
        COLUMNS,
        sql(TABLE)
          .where({ team_id: teamId })
          .whereIn('id', [...ids]),
      )
    },
    list: (teamId, page) =>
      readPage(db, sql(TABLE).where({ team_id: teamId }).whereNull('archived_at'), COLUMNS, page),
    async update(teamId, id, changes) {
      const row = rowOf<SelectionSetRecord>(COLUMNS, changes)
      const changed = sql(TABLE).where({ team_id: teamId, id }).update(row)
      return changeOne(db, COLUMNS, changed)
    },
  }
}
