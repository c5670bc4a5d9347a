/** People of the console, their sessions and their one-time links in the database; of secrets only hashes are kept. */
import { emailKey } from '../../core/console/sign-in.ts'
import type {
  ConsoleLinkRecord,
  ConsoleLinkStore,
  ConsoleSessionRecord,
  ConsoleSessionStore,
  UserRecord,
  UserStore,
} from '../../core/console/user.ts'
import { type Columns, integer, rowOf, text } from './columns.ts'
import type { Handle } from './database.ts'
import { readPage } from './pages.ts'
import { countOf, readAll, readOne, updateOne } from './records.ts'

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
  return {
    async insert(user) {
      await db.change(db.sql('users').insert(userRow(user)))
    },
    async find(teamId, id) {
      return readOne(db, USERS, db.sql('users').where({ team_id: teamId, id }))
    },
    async findForUpdate(teamId, id) {
      return readOne(db, USERS, db.sql('users').where({ team_id: teamId, id }).forUpdate())
    },
    async findByEmail(key) {
      return readOne(db, USERS, db.sql('users').where({ email_key: key }))
    },
    async findMany(teamId, ids) {
      return readAll(db, USERS, db.sql('users').where({ team_id: teamId }).whereIn('id', ids))
    },
    list: (teamId, page) => readPage(db, db.sql('users').where({ team_id: teamId }), USERS, page),
    count: (teamId) => countOf(db, db.sql('users').where(teamId === null ? {} : { team_id: teamId })),
    countOwners: (teamId) =>
      countOf(
        db,
        db
          .sql('users')
          .where({ team_id: teamId, role: 'owner' })
          .whereNull('disabled_at')
          .whereNotNull('passphrase'),
      ),
    async update(teamId, id, changes) {
      const mine = db.sql('users').where({ team_id: teamId, id })
      const row = userRow(changes)
      return updateOne(db, USERS, mine, row)
    },
  }
}

export function createConsoleSessions(db: Handle): ConsoleSessionStore {
  return {
    async insert(session) {
      await db.change(db.sql('console_sessions').insert(rowOf(SESSIONS, session)))
    },
    async findByHash(tokenHash) {
      return readOne(db, SESSIONS, db.sql('console_sessions').where({ token_hash: tokenHash }))
    },
    async touch(teamId, id, seenAt, expiresAt) {
      await db.change(
        db
          .sql('console_sessions')
          .where({ team_id: teamId, id })
          .andWhere('seen_at', '<', seenAt)
          .update({ seen_at: seenAt, expires_at: expiresAt }),
      )
    },
    async remove(teamId, id) {
      await db.change(db.sql('console_sessions').where({ team_id: teamId, id }).delete())
    },
    async removeOf(teamId, userId, exceptId) {
      const others = db
        .sql('console_sessions')
        .where({ team_id: teamId, user_id: userId })
        .andWhere('id', '<>', exceptId ?? '')
      return (await db.change(others.delete())).changed
    },
    removeBefore: (expiresAt, limit) => removeOld(db, 'console_sessions', expiresAt, limit),
  }
}

export function createConsoleLinks(db: Handle): ConsoleLinkStore {
  return {
    async insert(link) {
      await db.change(db.sql('console_links').insert(rowOf(LINKS, link)))
    },
    async findByHash(tokenHash) {
      return readOne(db, LINKS, db.sql('console_links').where({ token_hash: tokenHash }))
    },
    async use(teamId, id, at) {
      const { changed } = await db.change(
        db.sql('console_links').where({ team_id: teamId, id }).whereNull('used_at').update({ used_at: at }),
      )
      return changed > 0
    },
    async removeUnused(teamId, userId) {
      await db.change(
        db.sql('console_links').where({ team_id: teamId, user_id: userId }).whereNull('used_at').delete(),
      )
    },
    removeBefore: (expiresAt, limit) => removeOld(db, 'console_links', expiresAt, limit),
  }
}

async function removeOld(db: Handle, table: string, before: number, limit: number): Promise<number> {
  const old = db.sql(table).where('expires_at', '<', before).orderBy('expires_at').limit(limit).select('id')
  return (await db.change(db.sql(table).whereIn('id', old).delete())).changed
}
