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
import { countOf, readCell, Table, teamRecords } from '../engine/table.ts'

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
  const users = new Table(db, 'users', USERS, userRow)
  return {
    ...teamRecords(users),
    findByEmail: (key) => users.find({ email_key: key }),
    list: (teamId, page) => users.page(users.rows({ team_id: teamId }), page),
    countJoined: (teamId) =>
      countOf(db, users.rows(teamId === null ? {} : { team_id: teamId }).whereNotNull('passphrase')),
    active: (teamId, roles) =>
      users.all(
        users
          .rows({ team_id: teamId })
          .whereIn('role', roles)
          .whereNull('disabled_at')
          .whereNotNull('passphrase')
          .orderBy('id')
          .limit(100),
      ),
    countOwners(teamId) {
      const owners = users.rows({ team_id: teamId, role: 'owner' }).whereNull('disabled_at')
      return countOf(db, owners.whereNotNull('passphrase'))
    },
  }
}

export function createConsoleSessions(db: Handle): ConsoleSessionStore {
  const sessions = new Table(db, 'console_sessions', SESSIONS)
  const ofUser = (teamId: string, userId: string) => sessions.rows({ team_id: teamId, user_id: userId })
  return {
    insert: (session) => sessions.insert(session),
    findByHash: (tokenHash) => sessions.find({ token_hash: tokenHash }),
    find: (teamId, id) => sessions.find({ team_id: teamId, id }),
    list: (teamId, userId, now, page) =>
      sessions.page(ofUser(teamId, userId).where('expires_at', '>', now), page),
    lastLanguage(teamId, userId) {
      const newest = ofUser(teamId, userId).orderBy('id', 'desc')
      return readCell(db, 'language', newest.limit(1).select('language'))
    },
    async touch(teamId, id, seenAt, expiresAt, address) {
      const changes = { seen_at: seenAt, expires_at: expiresAt, ...(address === null ? {} : { address }) }
      const older = sessions.rows({ team_id: teamId, id }).andWhere('seen_at', '<', seenAt)
      await db.change(older.update(changes))
    },
    async remove(teamId, id) {
      await sessions.remove(sessions.rows({ team_id: teamId, id }))
    },
    removeOf: (teamId, userId, exceptId) =>
      sessions.remove(ofUser(teamId, userId).andWhere('id', '<>', exceptId ?? '')),
    removeBefore: (expiresAt, limit) => removeOld(sessions, expiresAt, limit),
  }
}

export function createConsoleLinks(db: Handle): ConsoleLinkStore {
  const links = new Table(db, 'console_links', LINKS)
  return {
    insert: (link) => links.insert(link),
    findByHash: (tokenHash) => links.find({ token_hash: tokenHash }),
    async use(teamId, id, at) {
      const unused = links.rows({ team_id: teamId, id }).whereNull('used_at')
      return (await db.change(unused.update({ used_at: at }))).changed > 0
    },
    async removeUnused(teamId, userId) {
      await links.remove(links.rows({ team_id: teamId, user_id: userId }).whereNull('used_at'))
    },
    removeBefore: (expiresAt, limit) => removeOld(links, expiresAt, limit),
  }
}

function removeOld<R extends object>(table: Table<R>, before: number, limit: number): Promise<number> {
  const old = table.rows().where('expires_at', '<', before)
  return table.removeSome(old.orderBy('expires_at').limit(limit), 'id')
}
