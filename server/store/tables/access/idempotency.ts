/** Idempotency keys in the database. */

import { IDEMPOTENCY_LIFE_MS } from '../../../../core/service/access/idempotency.ts'
import type {
  IdempotencyFence,
  IdempotencyRecord,
  IdempotencyStore,
} from '../../../../core/service/access/idempotency-store.ts'
import { type Columns, integer, text } from '../../engine/columns.ts'
import type { Handle } from '../../engine/database.ts'
import { Table } from '../../engine/table.ts'

const COLUMNS: Columns<IdempotencyRecord> = {
  teamId: text('team_id'),
  scope: text('scope'),
  requestHash: text('request_hash'),
  replyStatus: integer('reply_status'),
  replyBody: text('reply_body'),
  createdAt: integer('created_at'),
  lockedUntil: integer('locked_until'),
}
/** How often a key may be released between its refused insert and the read. */
const TRIES = 5

export function createIdempotency(db: Handle): IdempotencyStore {
  const keys = new Table(db, 'idempotency_keys', COLUMNS)
  const fenced = ({ teamId, scope, createdAt }: IdempotencyFence) =>
    keys.rows({ team_id: teamId, scope, created_at: createdAt }).whereNull('reply_status')
  return {
    async begin(record, now) {
      const where = { team_id: record.teamId, scope: record.scope }
      for (let tries = 0; tries < TRIES; tries += 1) {
        await removeReplaceable(keys, record, now)
        const inserted = await db.change(
          keys.rows().insert(keys.rowOf(record)).onConflict(['team_id', 'scope']).ignore(),
        )
        if (inserted.changed === 1) return null
        const earlier = await keys.first(keys.rows(where))
        if (earlier !== null) return earlier
      }
      throw new Error('An idempotency key was inserted and deleted during each attempt.')
    },
    async extend(fence, lockedUntil) {
      await db.change(fenced(fence).update({ locked_until: lockedUntil }))
    },
    async note(fence, made, objectIds) {
      const noted = fenced(fence).update({ reply_body: made, object_ids: objectIds.join(' ') })
      return (await db.change(noted)).changed === 1
    },
    async takeOver({ lockedUntil: before, ...fence }, lockedUntil) {
      const taken = fenced(fence).where({ locked_until: before }).update({ locked_until: lockedUntil })
      return (await db.change(taken)).changed === 1
    },
    async finish(fence, replyStatus, replyBody, objectIds) {
      const finished = { reply_status: replyStatus, reply_body: replyBody, object_ids: objectIds.join(' ') }
      await db.change(fenced(fence).update(finished))
    },
    async forget(teamId, objectIds) {
      for (const id of objectIds)
        await db.change(
          keys
            .rows({ team_id: teamId })
            // The only pattern character of an id is its underscore, which matches itself too.
            .where('object_ids', 'like', `%${id}%`)
            .update({ reply_body: null }),
        )
    },
    async release(fence) {
      await keys.remove(fenced(fence))
    },
    removeBefore(createdAt, limit) {
      const old = keys.rows().where('created_at', '<', createdAt)
      return keys.removeSome(old.orderBy('created_at').limit(limit), 'team_id', 'scope')
    },
  }
}

/** The row of a key whose request died without a result, is expired, or may run again. */
async function removeReplaceable(
  keys: Table<IdempotencyRecord>,
  record: IdempotencyRecord,
  now: number,
): Promise<void> {
  await keys.remove(
    keys.rows({ team_id: record.teamId, scope: record.scope }).where((either) =>
      either
        .where('created_at', '<=', now - IDEMPOTENCY_LIFE_MS)
        .orWhere((dead) =>
          dead.whereNull('reply_status').whereNull('reply_body').where('locked_until', '<=', now),
        )
        .orWhere((unkept) =>
          unkept
            .whereNotNull('reply_status')
            .whereNull('reply_body')
            .where('request_hash', record.requestHash),
        ),
    ),
  )
}
