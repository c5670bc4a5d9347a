/** Console users, their sessions and one-time links in the database; secrets are stored as hashes only. */
import { emailKey } from '../../../core/service/console/sign-in.ts'
import type {
  ConsoleLinkRecord,
  ConsoleLinkStore,
  ConsoleSessionRecord,
  ConsoleSessionStore,
  UserRecord,
  UserStore,
} from '../../../core/service/console/user.ts'
import { type Columns, integer, rowOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { countOf, findOne, insertRow, readAll, readCell, readOne, updateOne } from '../engine/records.ts'

const USERS: Columns<UserRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  email: text('email'),
  name: text('name'),
  role: text('role'),
  language: text('language'),
  passphrase: text('passphrase'),
  disabledAt: integer('disabled_at'),
  signedInAt: integer('signed_in_at'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}
const SESSIONS: Columns<ConsoleSessionRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  userId: text('user_id'),
  tokenHash: text('token_hash'),
  userAgent: text('user_agent'),
  address: text('address'),
  language: text('language'),
  createdAt: integer('created_at'),
  seenAt: integer('seen_at'),
  expiresAt: integer('expires_at'),
  endsAt: integer('ends_at'),
}
const LINKS: Columns<ConsoleLinkRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  tokenHash: text('token_hash'),
  userId: text('user_id'),
  createdAt: integer('created_at'),
  expiresAt: integer('expires_at'),
  usedAt: integer('used_at'),
}

function userRow(user: Partial<UserRecord>) {
  return { ...rowOf(USERS, user), ...(user.email === undefined ? {} : { email_key: emailKey(user.email) }) }
}

export function createUsers(db: Handle): UserStore {
  const { sql } = db
  return {
    insert: (user) => insertRow(db, 'users', userRow(user)),
    find: (teamId, id) => findOne(db, USERS, 'users', { team_id: teamId, id }),
    findForUpdate: (teamId, id) =>
      readOne(db, USERS, sql('users').where({ team_id: teamId, id }).forUpdate()),
    findByEmail: (key) => findOne(db, USERS, 'users', { email_key: key }),
    findMany: (teamId, ids) => readAll(db, USERS, sql('users').where({ team_id: teamId }).whereIn('id', ids)),
    list: (teamId, page) => readPage(db, sql('users').where({ team_id: teamId }), USERS, page),
    countJoined: (teamId) =>
      countOf(
        db,
        sql('users')
          .where(teamId === null ? {} : { team_id: teamId })
          .whereNotNull('passphrase'),
      ),
    active: (teamId, roles) =>
      readAll(
        db,
        USERS,
        sql('users')
          .where({ team_id: teamId })
          .whereIn('role', roles)
          .whereNull('disabled_at')
          .whereNotNull('passphrase')
          .orderBy('id')
          .limit(100),
      ),
    countOwners: (teamId) =>
      countOf(
        db,
        sql('users')
          .where({ team_id: teamId, role: 'owner' })
          .whereNull('disabled_at')
          .whereNotNull('passphrase'),
      ),
    async update(teamId, id, changes) {
      const mine = sql('users').where({ team_id: teamId, id })
      const row = userRow(changes)
      return updateOne(db, USERS, mine, row)
    },
  }
}

export function createConsoleSessions(db: Handle): ConsoleSessionStore {
  const { sql } = db
  return {
    insert: (session) => insertRow(db, 'console_sessions', rowOf(SESSIONS, session)),
    findByHash: (tokenHash) => findOne(db, SESSIONS, 'console_sessions', { token_hash: tokenHash }),
    find: (teamId, id) => findOne(db, SESSIONS, 'console_sessions', { team_id: teamId, id }),
    list(teamId, userId, now, page) {
      const own = sql('console_sessions').where({ team_id: teamId, user_id: userId })
      return readPage(db, own.where('expires_at', '>', now), SESSIONS, page)
    },
    lastLanguage(teamId, userId) {
      const newest = sql('console_sessions').where({ team_id: teamId, user_id: userId }).orderBy('id', 'desc')
      return readCell(db, 'language', newest.limit(1).select('language'))
    },
    async touch(teamId, id, seenAt, expiresAt, address) {
      await db.change(
        sql('console_sessions')
          .where({ team_id: teamId, id })
          .andWhere('seen_at', '<', seenAt)
          .update({ seen_at: seenAt, expires_at: expiresAt, ...(address === null ? {} : { address }) }),
      )
    },
    async remove(teamId, id) {
      await db.change(sql('console_sessions').where({ team_id: teamId, id }).delete())
    },
    async removeOf(teamId, userId, exceptId) {
      const others = sql('console_sessions')
        .where({ team_id: teamId, user_id: userId })
        .andWhere('id', '<>', exceptId ?? '')
      return (await db.change(others.delete())).changed
    },
    removeBefore: (expiresAt, limit) => removeOld(db, 'console_sessions', expiresAt, limit),
  }
}

export function createConsoleLinks(db: Handle): ConsoleLinkStore {
  const { sql } = db
  return {
    insert: (link) => insertRow(db, 'console_links', rowOf(LINKS, link)),
    findByHash: (tokenHash) => findOne(db, LINKS, 'console_links', { token_hash: tokenHash }),
    async use(teamId, id, at) {
      const { changed } = await db.change(
        sql('console_links').where({ team_id: teamId, id }).whereNull('used_at').update({ used_at: at }),
      )
      return changed > 0
    },
    async removeUnused(teamId, userId) {
      await db.change(
        sql('console_links').where({ team_id: teamId, user_id: userId }).whereNull('used_at').delete(),
      )
    },
    removeBefore: (expiresAt, limit) => removeOld(db, 'console_links', expiresAt, limit),
  }
}

async function removeOld(db: Handle, table: string, before: number, limit: number): Promise<number> {
  const { sql } = db
  const old = sql(table).where('expires_at', '<', before).orderBy('expires_at').limit(limit).select('id')
  return (await db.change(sql(table).whereIn('id', old).delete())).changed
}
