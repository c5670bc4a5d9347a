/** Selection sets in the database. */
import type { SelectionSetRecord } from '../../../core/service/selection/selection-set.ts'
import type { SelectionSetStore } from '../../../core/service/selection/selection-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { teamRecords } from '../engine/records.ts'

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
    ...teamRecords(db, COLUMNS, TABLE),
    list: (teamId, page) =>
      readPage(db, sql(TABLE).where({ team_id: teamId }).whereNull('archived_at'), COLUMNS, page),
  }
}
