/** Idempotency keys in the database. */
import type { Knex } from 'knex'
import {
  IDEMPOTENCY_LIFE_MS,
  type IdempotencyFence,
  type IdempotencyRecord,
  type IdempotencyStore,
} from '../../core/access/idempotency.ts'
import { type Columns, firstOf, integer, type Row, rowOf, text } from './columns.ts'

const COLUMNS: Columns<IdempotencyRecord> = {
  teamId: text('team_id'),
  scope: text('scope'),
  requestHash: text('request_hash'),
  replyStatus: integer('reply_status'),
  replyBody: text('reply_body'),
  createdAt: integer('created_at'),
  lockedUntil: integer('locked_until'),
}
const TABLE = 'idempotency_keys'
/** How often a key may come free between the insert that it refused and the look at it. */
const TRIES = 5

export function createIdempotency(knex: Knex): IdempotencyStore {
  const fenced = ({ teamId, scope, createdAt }: IdempotencyFence) =>
    knex(TABLE).where({ team_id: teamId, scope, created_at: createdAt }).whereNull('reply_status')
  return {
    async begin(record, now) {
      const where = { team_id: record.teamId, scope: record.scope }
      for (let tries = 0; tries < TRIES; tries += 1) {
        await removeReplaceable(knex, record, now)
        const inserted: unknown[] = await knex(TABLE)
          .insert(rowOf(COLUMNS, record))
          .onConflict(['team_id', 'scope'])
          .ignore()
          .returning('scope')
        if (inserted.length === 1) return null
        const earlier = firstOf(COLUMNS, await knex<Row>(TABLE).where(where))
        if (earlier !== null) return earlier
      }
      throw new Error('An idempotency key came and went at every try.')
    },
    async extend(fence, lockedUntil) {
      await fenced(fence).update({ locked_until: lockedUntil })
    },
    async note(fence, made, objectIds) {
      const noted: number = await fenced(fence).update({ reply_body: made, object_ids: objectIds.join(' ') })
      return noted === 1
    },
    async takeOver({ lockedUntil: before, ...fence }, lockedUntil) {
      const taken: number = await fenced(fence)
        .where({ locked_until: before })
        .update({ locked_until: lockedUntil })
      return taken === 1
    },
    async finish(fence, replyStatus, replyBody, objectIds) {
      await fenced(fence).update({
        reply_status: replyStatus,
        reply_body: replyBody,
        object_ids: objectIds.join(' '),
      })
    },
    async forget(teamId, objectIds) {
      for (const id of objectIds)
        await knex(TABLE)
          .where({ team_id: teamId })
          // An id has no character that LIKE takes for a pattern but its underscore, which matches itself too.
          .where('object_ids', 'like', `%${id}%`)
          .update({ reply_body: null })
    },
    async release(fence) {
      await fenced(fence).delete()
    },
    async removeBefore(createdAt, limit) {
      const old = knex(TABLE)
        .select('team_id', 'scope')
        .where('created_at', '<', createdAt)
        .orderBy('created_at')
        .limit(limit)
      return knex(TABLE).whereIn(['team_id', 'scope'], old).delete()
    },
  }
}

/** The row of this key, where it died without a trace, is too old, or says that this very request is to be run again. */
async function removeReplaceable(knex: Knex, record: IdempotencyRecord, now: number): Promise<void> {
  await knex(TABLE)
    .where({ team_id: record.teamId, scope: record.scope })
    .where((either) =>
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
    )
    .delete()
}
