/** E-mails in the database: those that wait, and for some time those that were sent. */
import type { MailRecord, MailStore } from '../../../core/service/mail/mail.ts'
import { type Columns, integer, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { changeOne, findOne, insertRow, readAll, readCell } from '../engine/records.ts'

const COLUMNS: Columns<MailRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  kind: text('kind'),
  cause: text('cause'),
  objectId: text('object_id'),
  userId: text('user_id'),
  address: text('address'),
  language: text('language'),
  sealedToken: text('sealed_token'),
  outcome: text('outcome'),
  lease: integer('lease'),
  leaseUntil: integer('lease_until'),
  createdAt: integer('created_at'),
  endedAt: integer('ended_at'),
}
const TABLE = 'mails'
/** Literal, because SQLite uses a partial index only if the words match. */
const WAITS = "outcome = 'waiting'"

export function createMails(db: Handle): MailStore {
  const { sql } = db
  return {
    insert: (mail) => insertRow(db, TABLE, rowOf(COLUMNS, mail)),
    find: (id) => findOne(db, COLUMNS, TABLE, { id }),
    async lastOf(cause) {
      const newest = sql(TABLE).where({ cause }).orderBy('created_at', 'desc').limit(1).select('created_at')
      const at = await readCell<number | string>(db, 'created_at', newest)
      return at === null ? null : Number(at)
    },
    begin: (id, now, leaseUntil) =>
      changeOne(
        db,
        COLUMNS,
        sql(TABLE)
          .where({ id })
          .whereRaw(WAITS)
          .where((free) => free.whereNull('lease_until').orWhere('lease_until', '<=', now))
          .update({ lease: sql.raw('lease + 1'), lease_until: leaseUntil }),
      ),
    update: (id, lease, changes) =>
      changeOne(db, COLUMNS, sql(TABLE).where({ id, lease }).update(rowOf<MailRecord>(COLUMNS, changes))),
    waiting: (before, afterId, limit) =>
      readAll(
        db,
        COLUMNS,
        sql(TABLE)
          .whereRaw(WAITS)
          .andWhere('id', '>', afterId)
          .andWhere('created_at', '<', before)
          .orderBy('id')
          .limit(limit),
      ),
    async removeBefore(createdAt, limit) {
      const old = sql(TABLE)
        .where('created_at', '<', createdAt)
        .orderBy('created_at')
        .limit(limit)
        .select('id')
      return (await db.change(sql(TABLE).whereIn('id', old).delete())).changed
    },
  }
}
