/** Passkeys and open challenges in the database. */
import type { PasskeyRecord, PasskeyStore } from '../../../core/service/console/passkey.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { countOf, insertRow, Table, teamRecords } from '../engine/table.ts'

const COLUMNS: Columns<PasskeyRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  userId: text('user_id'),
  credentialId: text('credential_id'),
  publicKey: text('public_key'),
  counter: integer('counter'),
  transports: json('transports'),
  name: text('name'),
  createdAt: integer('created_at'),
  usedAt: integer('used_at'),
}
const CHALLENGES = 'passkey_challenges'

export function createPasskeys(db: Handle): PasskeyStore {
  const { sql } = db
  const passkeys = new Table(db, 'passkeys', COLUMNS)
  const { insert, find, update } = teamRecords(passkeys)
  const own = (teamId: string, userId: string) => passkeys.rows({ team_id: teamId, user_id: userId })
  return {
    insert,
    find,
    update,
    findByCredential: (credentialId) => passkeys.find({ credential_id: credentialId }),
    list: (teamId, userId, page) => passkeys.page(own(teamId, userId), page),
    count: (teamId, userId) => countOf(db, own(teamId, userId)),
    async counts(teamId, userIds) {
      const counted = passkeys
        .rows({ team_id: teamId })
        .whereIn('user_id', [...userIds])
        .groupBy('user_id')
      const rows = await db.read<{ user_id: string; count: number }>(
        counted.select('user_id').count('* as count'),
      )
      return new Map(rows.map((row) => [row.user_id, Number(row.count)]))
    },
    removeOf: (teamId, userId) => passkeys.remove(own(teamId, userId)),
    async remove(teamId, id) {
      await passkeys.remove(passkeys.rows({ team_id: teamId, id }))
    },
    insertChallenge: (hash, userId, expiresAt) =>
      insertRow(db, CHALLENGES, { hash, user_id: userId, expires_at: expiresAt }),
    async useChallenge(hash, userId, now) {
      const sent = sql(CHALLENGES).where({ hash, user_id: userId }).andWhere('expires_at', '>', now)
      return (await db.change(sent.delete())).changed > 0
    },
    async removeChallengesBefore(expiresAt, limit) {
      const old = sql(CHALLENGES).where('expires_at', '<', expiresAt).limit(limit).select('hash')
      return (await db.change(sql(CHALLENGES).whereIn('hash', old).delete())).changed
    },
  }
}
