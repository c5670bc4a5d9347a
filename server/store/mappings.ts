/** Product mappings in the database. */
import type { Knex } from 'knex'
import type { MappingRecord } from '../../core/storefront/mapping.ts'
import type { MappingStore } from '../../core/storefront/mapping-store.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { readPage } from './pages.ts'

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

/** The very words of the indexes: databases use them only where they read them. */
const ACTIVE = "status = 'active'"

export function createMappings(knex: Knex): MappingStore {
  const find: MappingStore['find'] = async (teamId, id) =>
    firstOf(COLUMNS, await knex<Row>('product_mappings').where({ team_id: teamId, id }))

  return {
    find,
    async insert(mapping) {
      await knex('product_mappings').insert(rowOf(COLUMNS, mapping))
    },
    async findActive(teamId, productId, variantId) {
      const rows = await knex<Row>('product_mappings')
        .where({
          team_id: teamId,
          external_product_id: productId,
          external_variant_id: variantId ?? '',
        })
        .whereRaw(ACTIVE)
      return firstOf(COLUMNS, rows)
    },
    async list(teamId, filter, page) {
      const query = knex('product_mappings').where({ team_id: teamId }).whereRaw(ACTIVE)
      if (filter.externalProductId !== undefined)
        query.where({ external_product_id: filter.externalProductId })
      return readPage(query, COLUMNS, page)
    },
    async ofTemplate(teamId, templateId) {
      const rows: Row[] = await knex('product_mappings')
        .where({ team_id: teamId, template_id: templateId, status: 'active' })
        .orderBy('id', 'desc')
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async update(teamId, id, changes) {
      const row = rowOf<MappingRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) return find(teamId, id)
      return firstOf(
        COLUMNS,
        await knex('product_mappings').where({ team_id: teamId, id }).update(row).returning('*'),
      )
    },
  }
}
