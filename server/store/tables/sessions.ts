/** Embed sessions in the database; client secrets are stored as hashes only. */
import type { SessionStore } from '../../../core/service/embed/embed-store.ts'
import type { SessionRecord } from '../../../core/service/embed/session.ts'
import { customerKey } from '../../../core/service/fill/customer.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { findOne, insertRow, readAll, updateOne } from '../engine/records.ts'
import { rowWithCustomer } from './customer-key.ts'

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

/** As in the partial index: databases use it only if the words match. */
const UNSWEPT =
  "fill_id is null and status <> 'active' and (customer_key is not null or customer_name is not null " +
  "or field_values <> '{}' or metadata <> '{}')"

export function createSessions(db: Handle): SessionStore {
  const { sql } = db
  return {
    insert: (session) => insertRow(db, 'embed_sessions', rowWithCustomer(COLUMNS, session)),
    find: (teamId, id) => findOne(db, COLUMNS, 'embed_sessions', { team_id: teamId, id }),
    findBySecret: (secretHash) => findOne(db, COLUMNS, 'embed_sessions', { secret_hash: secretHash }),
    list: (teamId, page) => readPage(db, sql('embed_sessions').where({ team_id: teamId }), COLUMNS, page),
    async update(teamId, id, whenStatus, changes) {
      const fenced = sql('embed_sessions').where({ team_id: teamId, id }).whereIn('status', whenStatus)
      const row = rowWithCustomer<SessionRecord>(COLUMNS, changes)
      return updateOne(db, COLUMNS, fenced, row)
    },
    async active(teamId, of) {
      const whose = 'fillId' in of ? { fill_id: of.fillId } : { embed_application_id: of.applicationId }
      return readAll(
        db,
        COLUMNS,
        sql('embed_sessions')
          .where({ team_id: teamId, status: 'active', ...whose })
          .orderBy('id'),
      )
    },
    async activityOf(teamId, applicationId) {
      const own = { team_id: teamId, embed_application_id: applicationId }
      const newest = sql('embed_sessions').where(own).orderBy('id', 'desc').limit(1).select('created_at')
      const [session] = await db.read(newest)
      const ordered = sql('fills')
        .where({ team_id: teamId })
        .whereNotNull('finalized_at')
        .whereIn('id', sql('embed_sessions').where(own).whereNotNull('fill_id').select('fill_id'))
        .orderBy('finalized_at', 'desc')
        .limit(1)
        .select('finalized_at')
      const [fill] = await db.read(ordered)
      return {
        lastSessionAt: session === undefined ? null : Number(session.created_at),
        lastOrderAt: fill === undefined ? null : Number(fill.finalized_at),
      }
    },
    ofCustomer: (teamId, customerEmail, limit) =>
      readAll(
        db,
        COLUMNS,
        sql('embed_sessions')
          .where({ team_id: teamId, customer_key: customerKey(customerEmail) })
          .orderBy('id')
          .limit(limit),
      ),
    unswept: (teamId, updatedBefore, limit) =>
      readAll(
        db,
        COLUMNS,
        sql('embed_sessions')
          .where({ team_id: teamId })
          .whereRaw(UNSWEPT)
          .where('updated_at', '<', updatedBefore)
          .orderBy('updated_at')
          .limit(limit),
      ),
    ofFill: (teamId, fillId) =>
      readAll(db, COLUMNS, sql('embed_sessions').where({ team_id: teamId, fill_id: fillId })),
    due: (now, limit) =>
      readAll(
        db,
        COLUMNS,
        sql('embed_sessions')
          .where({ status: 'active' })
          .andWhere('expires_at', '<=', now)
          .orderBy('expires_at')
          .orderBy('id')
          .limit(limit),
      ),
  }
}
