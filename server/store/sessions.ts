/** Embed sessions in the database; of their client secrets only hashes are kept. */
import type { SessionStore } from '../../core/embed/embed-store.ts'
import type { SessionRecord } from '../../core/embed/session.ts'
import { customerKey } from '../../core/fill/customer.ts'
import { type Columns, integer, json, text } from './columns.ts'
import { rowWithCustomer } from './customer-key.ts'
import type { Handle } from './database.ts'
import { readPage } from './pages.ts'
import { readAll, readOne, updateOne } from './records.ts'

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

export function createSessions(db: Handle): SessionStore {
  return {
    async insert(session) {
      await db.change(db.sql('embed_sessions').insert(rowWithCustomer(COLUMNS, session)))
    },
    async find(teamId, id) {
      return readOne(db, COLUMNS, db.sql('embed_sessions').where({ team_id: teamId, id }))
    },
    findBySecret: (secretHash) =>
      readOne(db, COLUMNS, db.sql('embed_sessions').where({ secret_hash: secretHash })),
    async list(teamId, page) {
      return readPage(db, db.sql('embed_sessions').where({ team_id: teamId }), COLUMNS, page)
    },
    async update(teamId, id, whenStatus, changes) {
      const fenced = db.sql('embed_sessions').where({ team_id: teamId, id }).whereIn('status', whenStatus)
      const row = rowWithCustomer<SessionRecord>(COLUMNS, changes)
      return updateOne(db, COLUMNS, fenced, row)
    },
    async active(teamId, of) {
      const whose = 'fillId' in of ? { fill_id: of.fillId } : { embed_application_id: of.applicationId }
      return readAll(
        db,
        COLUMNS,
        db
          .sql('embed_sessions')
          .where({ team_id: teamId, status: 'active', ...whose })
          .orderBy('id'),
      )
    },
    async ofCustomer(teamId, customerEmail, limit) {
      return readAll(
        db,
        COLUMNS,
        db
          .sql('embed_sessions')
          .where({ team_id: teamId, customer_key: customerKey(customerEmail) })
          .orderBy('id')
          .limit(limit),
      )
    },
    async unswept(teamId, updatedBefore, limit) {
      return readAll(
        db,
        COLUMNS,
        db
          .sql('embed_sessions')
          .where({ team_id: teamId })
          .whereRaw(UNSWEPT)
          .where('updated_at', '<', updatedBefore)
          .orderBy('updated_at')
          .limit(limit),
      )
    },
    async ofFill(teamId, fillId) {
      return readAll(db, COLUMNS, db.sql('embed_sessions').where({ team_id: teamId, fill_id: fillId }))
    },
    async due(now, limit) {
      return readAll(
        db,
        COLUMNS,
        db
          .sql('embed_sessions')
          .where({ status: 'active' })
          .andWhere('expires_at', '<=', now)
          .orderBy('expires_at')
          .orderBy('id')
          .limit(limit),
      )
    },
  }
}
