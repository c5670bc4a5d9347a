/** E-mails in the database: those that wait, and for some time those that were sent. */
import type { MailRecord, MailStore } from '../../../core/service/mail/mail.ts'
import { type Columns, integer, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { free, lease } from '../engine/leases.ts'
import { readCell, Table } from '../engine/table.ts'

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
/** Literal, because SQLite uses a partial index only if the words match. */
const WAITS = "outcome = 'waiting'"

export function createMails(db: Handle): MailStore {
  const mails = new Table(db, 'mails', COLUMNS)
  return {
    insert: (mail) => mails.insert(mail),
    find: (id) => mails.find({ id }),
    async lastOf(cause) {
      const newest = mails.rows({ cause }).orderBy('created_at', 'desc').limit(1).select('created_at')
      const at = await readCell<number | string>(db, 'created_at', newest)
      return at === null ? null : Number(at)
    },
    begin: (id, now, leaseUntil) => lease(mails, free(mails.rows({ id }).whereRaw(WAITS), now), leaseUntil),
    update: (id, lease, changes) => mails.update(mails.rows({ id, lease }), changes),
    waiting: (before, afterId, limit) =>
      mails.after(mails.rows().whereRaw(WAITS).where('created_at', '<', before), afterId, limit),
    removeBefore(createdAt, limit) {
      const old = mails.rows().where('created_at', '<', createdAt)
      return mails.removeSome(old.orderBy('created_at').limit(limit), 'id')
    },
  }
}
