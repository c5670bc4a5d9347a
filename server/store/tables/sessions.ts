/** Embed sessions in the database; client secrets are stored as hashes only. */
import type { SessionStore } from '../../../core/service/embed/embed-store.ts'
import type { SessionRecord } from '../../../core/service/embed/session.ts'
import { customerKey } from '../../../core/service/fill/customer.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { Table, teamRecords } from '../engine/table.ts'
import { withCustomer } from './customer-key.ts'

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
  const sessions = new Table(db, 'embed_sessions', COLUMNS, withCustomer(COLUMNS))
  const { insert, find } = teamRecords(sessions)
  return {
    insert,
    find,
    findBySecret: (secretHash) => sessions.find({ secret_hash: secretHash }),
    list: (teamId, page) => sessions.page(sessions.rows({ team_id: teamId }), page),
    update: (teamId, id, whenStatus, changes) =>
      sessions.update(sessions.rows({ team_id: teamId, id }).whereIn('status', whenStatus), changes),
    active(teamId, of) {
      const whose = 'fillId' in of ? { fill_id: of.fillId } : { embed_application_id: of.applicationId }
      return sessions.all(sessions.rows({ team_id: teamId, status: 'active', ...whose }).orderBy('id'))
    },
    async activityOf(teamId, applicationId) {
      const own = () => sessions.rows({ team_id: teamId, embed_application_id: applicationId })
      const newest = own().orderBy('id', 'desc').limit(1).select('created_at')
      const [session] = await db.read(newest)
      const ordered = db
        .sql('fills')
        .where({ team_id: teamId })
        .whereNotNull('finalized_at')
        .whereIn('id', own().whereNotNull('fill_id').select('fill_id'))
        .orderBy('finalized_at', 'desc')
        .limit(1)
        .select('finalized_at')
      const [fill] = await db.read(ordered)
      return {
        lastSessionAt: session === undefined ? null : Number(session.created_at),
        lastOrderAt: fill === undefined ? null : Number(fill.finalized_at),
      }
    },
    ofCustomer(teamId, customerEmail, limit) {
      const own = sessions.rows({ team_id: teamId, customer_key: customerKey(customerEmail) })
      return sessions.all(own.orderBy('id').limit(limit))
    },
    unswept: (teamId, updatedBefore, limit) =>
      sessions.oldest(
        sessions.rows({ team_id: teamId }).whereRaw(UNSWEPT),
        'updated_at',
        updatedBefore,
        limit,
      ),
    ofFill: (teamId, fillId) => sessions.all(sessions.rows({ team_id: teamId, fill_id: fillId })),
    due(now, limit) {
      const over = sessions.rows({ status: 'active' }).where('expires_at', '<=', now)
      return sessions.all(over.orderBy('expires_at').orderBy('id').limit(limit))
    },
  }
}
