/** Brand colours in the database. */
import type { BrandColorRecord, BrandColorStore } from '../../../core/service/color/brand-color-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { teamRecords } from '../engine/records.ts'

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
const TABLE = 'brand_colors'

export function createBrandColors(db: Handle): BrandColorStore {
  const { sql } = db
  return {
    ...teamRecords(db, COLUMNS, TABLE),
    list: (teamId, page) => readPage(db, sql(TABLE).where({ team_id: teamId }), COLUMNS, page),
    async remove(teamId, id) {
      return (await db.change(sql(TABLE).where({ team_id: teamId, id }).delete())).changed > 0
    },
  }
}
