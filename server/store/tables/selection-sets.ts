/** Selection sets in the database. */
import type { SelectionSetRecord } from '../../../core/service/selection/selection-set.ts'
import type { SelectionSetStore } from '../../../core/service/selection/selection-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table, teamRecords } from '../engine/table.ts'

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

export function createSelectionSets(db: Handle): SelectionSetStore {
  const sets = new Table(db, 'selection_sets', COLUMNS)
  return {
    ...teamRecords(sets),
    list: (teamId, page) => sets.page(sets.rows({ team_id: teamId }).whereNull('archived_at'), page),
  }
}
