/** Selection sets in the database. */
import type { Knex } from 'knex'
import type { SelectionSetRecord } from '../../core/selection/selection-set.ts'
import type { SelectionSetStore } from '../../core/selection/selection-store.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { readPage } from './pages.ts'

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

export function createSelectionSets(knex: Knex): SelectionSetStore {
  return {
    async insert(set) {
      await knex(TABLE).insert(rowOf(COLUMNS, set))
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>(TABLE).where({ team_id: teamId, id }))
    },
    async findForUpdate(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>(TABLE).where({ team_id: teamId, id }).forUpdate())
    },
    async findMany(teamId, ids) {
      if (ids.length === 0) return []
      const rows: Row[] = await knex<Row>(TABLE)
        .where({ team_id: teamId })
        .whereIn('id', [...ids])
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async list(teamId, page) {
      return readPage(knex(TABLE).where({ team_id: teamId }).whereNull('archived_at'), COLUMNS, page)
    },
    async update(teamId, id, changes) {
      const row = rowOf<SelectionSetRecord>(COLUMNS, changes)
      const changed = knex(TABLE).where({ team_id: teamId, id }).update(row)
      return firstOf(COLUMNS, await changed.returning('*'))
    },
  }
}
