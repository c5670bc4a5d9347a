/** Brand colours in the database. */
import type { BrandColorRecord, BrandColorStore } from '../../../core/service/color/brand-color-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table, teamRecords } from '../engine/table.ts'

const COLUMNS: Columns<BrandColorRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  name: text('name'),
  nameKey: text('name_key'),
  cmyk: json('cmyk'),
  lab: json('lab'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}

export function createBrandColors(db: Handle): BrandColorStore {
  const colors = new Table(db, 'brand_colors', COLUMNS)
  return {
    ...teamRecords(colors),
    list: (teamId, page) => colors.page(colors.rows({ team_id: teamId }), page),
    remove: async (teamId, id) => (await colors.remove(colors.rows({ team_id: teamId, id }))) > 0,
  }
}
