/** `platen keys …`: makes, lists, rotates and revokes API keys. */
import { CLI } from '../../core/service/access/audit-store.ts'
import {
  isActive,
  KEY_TYPES,
  type KeyRecord,
  type KeyType,
  type TeamRecord,
} from '../../core/service/access/key.ts'
import { KEY_PREFIXES } from '../../core/service/access/key-form.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../../core/service/access/keys.ts'
import { SCOPES } from '../../core/service/access/scope.ts'
import { type Command, textOption, UsageError } from './command.ts'
import { findKey, findTeam } from './find.ts'
import { minute, parseDuration, table, timestamp } from './layout.ts'

const TEAM = { value: 'TEAM', says: 'id or name of the team, if there are several' }
const SHOWN_ONCE = 'This key is shown only once. Store it in a safe place now.'

const create: Command = {
  words: ['keys', 'create'],
  says: 'Create a key and show it once.',
  options: {
    type: { value: 'TYPE', says: 'secret, restricted or publishable' },
    scopes: { value: 'A,B', says: 'scopes of a restricted key' },
    team: TEAM,
    name: { value: 'NAME', says: 'name of the key' },
    expires: { value: 'SPAN', says: 'lifetime of the key, such as 90d; until revoked by default' },
  },
  async run(context, input) {
    const type = keyTypeOf(textOption(input, 'type'))
    const scopes = (textOption(input, 'scopes') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
    if (type === 'restricted' && scopes.length === 0) {
      throw new UsageError(`A restricted key needs --scopes. The scopes are:\n  ${SCOPES.join('\n  ')}`)
    }
    const expires = textOption(input, 'expires')
    const lifetimeMs = expires === undefined ? null : parseDuration(expires, '--expires')
    const team = await findTeam(context, textOption(input, 'team'))
    const name = textOption(input, 'name') ?? ''
    const made = await createKey(context, {
      request: { teamId: team.id, type, name, scopes, lifetimeMs },
      actor: CLI,
    })
    const ends = made.record.expiresAt
    return {
      text: [
        `A new ${describe(made.record)} for ${team.name}:`,
        '',
        `  ${made.key}`,
        '',
        ...(scopes.length > 0 ? [`Scopes: ${made.record.scopes.join(', ')}.`] : []),
        ends === null ? 'Valid until revoked.' : `Valid until ${minute(ends)} UTC.`,
        SHOWN_ONCE,
      ].join('\n'),
      json: { key: made.key, ...facts(made.record, context.clock.now()) },
    }
  },
}

const list: Command = {
  words: ['keys', 'list'],
  says: 'List the keys of a team, newest first.',
  options: { team: TEAM },
  async run(context, input) {
    const team = await findTeam(context, textOption(input, 'team'))
    const keys = await listKeys(context.store, team.id)
    const now = context.clock.now()
    return {
      text: keys.length === 0 ? `${team.name} has no keys yet.` : keyTable(team, keys, now),
      json: { data: keys.map((key) => facts(key, now)) },
    }
  },
}

const rotate: Command = {
  words: ['keys', 'rotate'],
  says: 'Rotate a key: create a new key and let the old one expire.',
  argument: 'KEY_ID',
  options: {
    overlap: { value: 'SPAN', says: 'time that the old key stays valid: 24h, or 0 to revoke it now' },
    team: TEAM,
  },
  async run(context, input) {
    // Decision: a day is enough to change a setting in a shop, and short enough for a key that has leaked.
    const overlapMs = parseDuration(textOption(input, 'overlap') ?? '24h', '--overlap')
    const old = await findKey(context, input.argument, textOption(input, 'team'))
    const made = await rotateKey(context, { teamId: old.teamId, id: old.id, overlapMs, actor: CLI })
    const now = context.clock.now()
    const end = made.replaced.expiresAt ?? now
    return {
      text: [
        `A new ${describe(made.record)} in place of ${old.id}:`,
        '',
        `  ${made.key}`,
        '',
        end <= now ? 'The old key is revoked.' : `The old key is valid until ${minute(end)} UTC.`,
        SHOWN_ONCE,
      ].join('\n'),
      json: { key: made.key, ...facts(made.record, now), replaced: facts(made.replaced, now) },
    }
  },
}

const revoke: Command = {
  words: ['keys', 'revoke'],
  says: 'Revoke a key now.',
  argument: 'KEY_ID',
  options: { team: TEAM },
  async run(context, input) {
    const key = await findKey(context, input.argument, textOption(input, 'team'))
    const revoked = await revokeKey(context, { teamId: key.teamId, id: key.id, actor: CLI })
    return {
      text: `The ${describe(revoked)} (${revoked.id}) is revoked. Requests with it are refused from now on.`,
      json: facts(revoked, context.clock.now()),
    }
  },
}

export const KEY_COMMANDS: readonly Command[] = [create, list, rotate, revoke]

function keyTypeOf(said: string | undefined): KeyType {
  const type = KEY_TYPES.find((one) => one === said)
  if (type !== undefined) return type
  const choice = `--type must be one of ${KEY_TYPES.join(', ')}`
  throw new UsageError(
    said === undefined ? `Give the type of the key: ${choice}.` : `${choice}, not "${said}".`,
  )
}

function describe(key: KeyRecord): string {
  return key.name === '' ? `${key.type} key` : `${key.type} key "${key.name}"`
}

function keyTable(team: TeamRecord, keys: readonly KeyRecord[], now: number): string {
  const rows = keys.map((key) => [
    key.id,
    hint(key),
    key.name,
    stateOf(key, now),
    minute(key.createdAt),
    key.lastUsedAt === null ? 'never' : minute(key.lastUsedAt),
    key.type === 'secret' ? 'everything' : key.scopes.join(', ') || 'browser only',
  ])
  const headings = ['id', 'key', 'name', 'state', 'made (utc)', 'last used', 'may']
  return `Keys of ${team.name}\n\n${table(headings, rows)}`
}

function stateOf(key: KeyRecord, now: number): string {
  if (key.revokedAt !== null) return 'revoked'
  if (!isActive(key, now)) return 'expired'
  return key.expiresAt === null ? 'active' : `until ${minute(key.expiresAt)}`
}

/** Enough of a key to tell it from others, and no more. */
function hint(key: KeyRecord): string {
  return `${KEY_PREFIXES[key.type]}…${key.last4}`
}

function facts(key: KeyRecord, now: number) {
  return {
    id: key.id,
    team_id: key.teamId,
    type: key.type,
    name: key.name,
    scopes: key.scopes,
    last4: key.last4,
    active: isActive(key, now),
    created_at: timestamp(key.createdAt),
    expires_at: timestamp(key.expiresAt),
    revoked_at: timestamp(key.revokedAt),
    last_used_at: timestamp(key.lastUsedAt),
  }
}
