/** People of the console, their sessions and their one-time links in the database; of secrets only hashes are kept. */
import type { Knex } from 'knex'
import { emailKey } from '../../core/console/sign-in.ts'
import type {
  ConsoleLinkRecord,
  ConsoleLinkStore,
  ConsoleSessionRecord,
  ConsoleSessionStore,
  UserRecord,
  UserStore,
} from '../../core/console/user.ts'
import { type Columns, firstOf, integer, type Row, recordOf, rowOf, text } from './columns.ts'
import { readOften } from './dialect.ts'
import { readPage } from './pages.ts'

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

export function createUsers(knex: Knex): UserStore {
  const counted = async (query: Knex.QueryBuilder): Promise<number> => {
    const [row] = await query.count({ count: '*' })
    return Number(row?.count ?? 0)
  }
  return {
    async insert(user) {
      await knex('users').insert(userRow(user))
    },
    async find(teamId, id) {
      const sql = 'select * from users where team_id = ? and id = ?'
      return firstOf(USERS, await readOften(knex, sql, [teamId, id]))
    },
    async findForUpdate(teamId, id) {
      return firstOf(USERS, await knex<Row>('users').where({ team_id: teamId, id }).forUpdate())
    },
    async findByEmail(key) {
      return firstOf(USERS, await knex<Row>('users').where({ email_key: key }))
    },
    async findMany(teamId, ids) {
      const rows: Row[] = await knex('users').where({ team_id: teamId }).whereIn('id', ids)
      return rows.map((row) => recordOf(USERS, row))
    },
    list: (teamId, page) => readPage(knex('users').where({ team_id: teamId }), USERS, page),
    countJoined: (teamId) =>
      counted(
        knex('users')
          .where(teamId === null ? {} : { team_id: teamId })
          .whereNotNull('passphrase'),
      ),
    countOwners: (teamId) =>
      counted(
        knex('users')
          .where({ team_id: teamId, role: 'owner' })
          .whereNull('disabled_at')
          .whereNotNull('passphrase'),
      ),
    async update(teamId, id, changes) {
      const mine = knex('users').where({ team_id: teamId, id })
      const row = userRow(changes)
      return firstOf(USERS, await (Object.keys(row).length === 0 ? mine : mine.update(row).returning('*')))
    },
  }
}

export function createConsoleSessions(knex: Knex): ConsoleSessionStore {
  return {
    async insert(session) {
      await knex('console_sessions').insert(rowOf(SESSIONS, session))
    },
    async findByHash(tokenHash) {
      const sql = 'select * from console_sessions where token_hash = ?'
      return firstOf(SESSIONS, await readOften(knex, sql, [tokenHash]))
    },
    async touch(teamId, id, seenAt, expiresAt) {
      await knex('console_sessions')
        .where({ team_id: teamId, id })
        .andWhere('seen_at', '<', seenAt)
        .update({ seen_at: seenAt, expires_at: expiresAt })
    },
    async remove(teamId, id) {
      await knex('console_sessions').where({ team_id: teamId, id }).delete()
    },
    removeOf: (teamId, userId, exceptId) =>
      knex('console_sessions')
        .where({ team_id: teamId, user_id: userId })
        .andWhere('id', '<>', exceptId ?? '')
        .delete(),
    removeBefore: (expiresAt, limit) => removeOld(knex, 'console_sessions', expiresAt, limit),
  }
}

export function createConsoleLinks(knex: Knex): ConsoleLinkStore {
  return {
    async insert(link) {
      await knex('console_links').insert(rowOf(LINKS, link))
    },
    async findByHash(tokenHash) {
      return firstOf(LINKS, await knex<Row>('console_links').where({ token_hash: tokenHash }))
    },
    async use(teamId, id, at) {
      const changed = await knex('console_links')
        .where({ team_id: teamId, id })
        .whereNull('used_at')
        .update({ used_at: at })
      return changed > 0
    },
    async removeUnused(teamId, userId) {
      await knex('console_links').where({ team_id: teamId, user_id: userId }).whereNull('used_at').delete()
    },
    removeBefore: (expiresAt, limit) => removeOld(knex, 'console_links', expiresAt, limit),
  }
}

async function removeOld(knex: Knex, table: string, before: number, limit: number): Promise<number> {
  const ids = await knex(table)
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .limit(limit)
    .pluck('id')
  return ids.length === 0 ? 0 : knex(table).whereIn('id', ids).delete()
}
