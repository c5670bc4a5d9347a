/** Passkeys and open challenges in the database. */
import type { PasskeyRecord, PasskeyStore } from '../../../core/service/console/passkey.ts'
import { type Columns, integer, json, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { countOf, findOne, insertRow, updateOne } from '../engine/records.ts'

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
const TABLE = 'passkeys'
const CHALLENGES = 'passkey_challenges'

export function createPasskeys(db: Handle): PasskeyStore {
  const { sql } = db
  const own = (teamId: string, userId: string) => sql(TABLE).where({ team_id: teamId, user_id: userId })
  const one = (teamId: string, id: string) => sql(TABLE).where({ team_id: teamId, id })
  return {
    insert: (passkey) => insertRow(db, TABLE, rowOf(COLUMNS, passkey)),
    find: (teamId, id) => findOne(db, COLUMNS, TABLE, { team_id: teamId, id }),
    findByCredential: (credentialId) => findOne(db, COLUMNS, TABLE, { credential_id: credentialId }),
    list: (teamId, userId, page) => readPage(db, own(teamId, userId), COLUMNS, page),
    count: (teamId, userId) => countOf(db, own(teamId, userId)),
    update: (teamId, id, changes) =>
      updateOne(db, COLUMNS, one(teamId, id), rowOf<PasskeyRecord>(COLUMNS, changes)),
    async remove(teamId, id) {
      await db.change(one(teamId, id).delete())
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
