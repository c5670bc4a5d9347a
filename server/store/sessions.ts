/** Embed sessions in the database; of their client secrets only hashes are kept. */
import type { Knex } from 'knex'
import type { SessionStore } from '../../core/embed/embed-store.ts'
import type { SessionRecord } from '../../core/embed/session.ts'
import { customerKey } from '../../core/fill/customer.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, text } from './columns.ts'
import { rowWithCustomer } from './customer-key.ts'
import { findOften } from './dialect.ts'
import { readPage } from './pages.ts'

const COLUMNS: Columns<SessionRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  status: text('status'),
  source: text('source'),
  secretHash: text('secret_hash'),
  embedApplicationId: text('embed_application_id'),
  templateId: text('template_id'),
  productMappingId: text('product_mapping_id'),
  fillId: text('fill_id'),
  origin: text('origin'),
  externalProductId: text('external_product_id'),
  externalVariantId: text('external_variant_id'),
  externalCartId: text('external_cart_id'),
  customerEmail: text('customer_email'),
  customerName: text('customer_name'),
  values: json('field_values'),
  metadata: json('metadata'),
  lifetimeSeconds: integer('lifetime_seconds'),
  expiresAt: integer('expires_at'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  completedAt: integer('completed_at'),
  canceledAt: integer('canceled_at'),
}

/** The very words of the index: databases use it only where they read them. */
const UNSWEPT =
  "fill_id is null and status <> 'active' and (customer_key is not null or customer_name is not null " +
  "or field_values <> '{}' or metadata <> '{}')"

export function createSessions(knex: Knex): SessionStore {
  return {
    async insert(session) {
      await knex('embed_sessions').insert(rowWithCustomer(COLUMNS, session))
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>('embed_sessions').where({ team_id: teamId, id }))
    },
    findBySecret: (secretHash) =>
      findOften(knex, COLUMNS, 'select * from embed_sessions where secret_hash = ?', [secretHash]),
    async list(teamId, page) {
      return readPage(knex('embed_sessions').where({ team_id: teamId }), COLUMNS, page)
    },
    async update(teamId, id, whenStatus, changes) {
      const fenced = knex('embed_sessions').where({ team_id: teamId, id }).whereIn('status', whenStatus)
      const row = rowWithCustomer<SessionRecord>(COLUMNS, changes)
      return firstOf(
        COLUMNS,
        await (Object.keys(row).length === 0 ? fenced : fenced.update(row).returning('*')),
      )
    },
    async active(teamId, of) {
      const whose = 'fillId' in of ? { fill_id: of.fillId } : { embed_application_id: of.applicationId }
      const rows: Row[] = await knex('embed_sessions')
        .where({ team_id: teamId, status: 'active', ...whose })
        .orderBy('id')
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async ofCustomer(teamId, customerEmail, limit) {
      const rows: Row[] = await knex('embed_sessions')
        .where({ team_id: teamId, customer_key: customerKey(customerEmail) })
        .orderBy('id')
        .limit(limit)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async unswept(teamId, updatedBefore, limit) {
      const rows: Row[] = await knex('embed_sessions')
        .where({ team_id: teamId })
        .whereRaw(UNSWEPT)
        .where('updated_at', '<', updatedBefore)
        .orderBy('updated_at')
        .limit(limit)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async ofFill(teamId, fillId) {
      const rows: Row[] = await knex('embed_sessions').where({ team_id: teamId, fill_id: fillId })
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async due(now, limit) {
      const rows: Row[] = await knex('embed_sessions')
        .where({ status: 'active' })
        .andWhere('expires_at', '<=', now)
        .orderBy('expires_at')
        .orderBy('id')
        .limit(limit)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
  }
}
