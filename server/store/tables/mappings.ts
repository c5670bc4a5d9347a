/** Product mappings in the database. */
import type { MappingRecord } from '../../../core/service/mapping/mapping.ts'
import type { MappingStore } from '../../../core/service/mapping/mapping-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { readAll, readOne, teamRecords } from '../engine/records.ts'

const COLUMNS: Columns<MappingRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  externalProductId: text('external_product_id'),
  externalVariantId: {
    name: 'external_variant_id',
    write: (variantId) => variantId ?? '',
    read: (cell) => (cell === '' ? null : String(cell)),
  },
  templateId: text('template_id'),
  embedApplicationId: text('embed_application_id'),
  options: json('options'),
  status: text('status'),
  metadata: json('metadata'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  archivedAt: integer('archived_at'),
}

/** As in the partial indexes: databases use those only if the words match. */
const ACTIVE = "status = 'active'"

export function createMappings(db: Handle): MappingStore {
  const { sql } = db
  return {
    ...teamRecords(db, COLUMNS, 'product_mappings'),
    findActive: (teamId, productId, variantId) =>
      readOne(
        db,
        COLUMNS,
        sql('product_mappings')
          .where({
            team_id: teamId,
            external_product_id: productId,
            external_variant_id: variantId ?? '',
          })
          .whereRaw(ACTIVE),
      ),
    async list(teamId, filter, page) {
      const query = sql('product_mappings').where({ team_id: teamId }).whereRaw(ACTIVE)
      if (filter.externalProductId !== undefined)
        query.where({ external_product_id: filter.externalProductId })
      return readPage(db, query, COLUMNS, page)
    },
    ofTemplate: (teamId, templateId) =>
      readAll(
        db,
        COLUMNS,
        sql('product_mappings')
          .where({ team_id: teamId, template_id: templateId, status: 'active' })
          .orderBy('id', 'desc'),
      ),
  }
}
