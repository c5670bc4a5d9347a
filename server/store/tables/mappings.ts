/** Product mappings in the database. */
import type { MappingRecord } from '../../../core/service/mapping/mapping.ts'
import type { MappingStore } from '../../../core/service/mapping/mapping-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table, teamRecords } from '../engine/table.ts'

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
  const mappings = new Table(db, 'product_mappings', COLUMNS)
  return {
    ...teamRecords(mappings),
    findActive(teamId, productId, variantId) {
      const product = { external_product_id: productId, external_variant_id: variantId ?? '' }
      return mappings.first(mappings.rows({ team_id: teamId, ...product }).whereRaw(ACTIVE))
    },
    list(teamId, filter, page) {
      const query = mappings.rows({ team_id: teamId }).whereRaw(ACTIVE)
      if (filter.externalProductId !== undefined)
        query.where({ external_product_id: filter.externalProductId })
      return mappings.page(query, page)
    },
    ofTemplate(teamId, templateId) {
      const active = mappings.rows({ team_id: teamId, template_id: templateId, status: 'active' })
      return mappings.all(active.orderBy('id', 'desc'))
    },
  }
}
