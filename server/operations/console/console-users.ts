/** The operations on the people of a team; for owners, and for full secret keys. */
import { Type } from '@sinclair/typebox'
import type { UserRecord } from '../../../core/service/console/user.ts'
import type { Service } from '../../../core/service.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, EMAIL, ID_PARAM } from '../schema.ts'
import { LINK_TEXT, MAILED, ROLE, USER, userWire } from './console-wire.ts'

const SHARED = { tag: 'Console', stability: 'beta', auth: 'secret', scope: null, limit: 'key' } as const
const DEFAULT_LIMIT = 50
const shownUser = async (service: Service, user: UserRecord) => {
  const counts = await service.users.passkeyCounts(user.teamId, [user.id])
  return userWire(user, counts.get(user.id) ?? 0)
}
const INVITED = Type.Object({ user: USER, link: LINK_TEXT, mailed: MAILED }, closed())

export const listUsers = operation({
  ...SHARED,
  id: 'listUsers',
  method: 'get',
  path: '/console/users',
  summary: 'List users',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(USER) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.users.find(teamId, id))
    const { items, hasMore } = await service.users.list(teamId, page)
    const passkeys = await service.users.passkeyCounts(
      teamId,
      items.map(({ id }) => id),
    )
    return reply(
      200,
      listWire(
        items.map((user) => userWire(user, passkeys.get(user.id) ?? 0)),
        hasMore,
      ),
    )
  },
})

export const inviteUser = operation({
  ...SHARED,
  id: 'inviteUser',
  method: 'post',
  path: '/console/users',
  summary: 'Invite a user',
  body: Type.Object(
    { email: EMAIL, role: ROLE, name: Type.Optional(Type.String({ maxLength: 100 })) },
    { ...closed(), examples: [{ email: 'grace@printshop.example', role: 'editor' }] },
  ),
  replies: { 201: INVITED },
  errors: ['user_exists'],
  async handle({ service, links }, caller, { body }, reply) {
    const { name, ...rest } = body
    const invitation = { ...rest, ...(name === undefined ? {} : { name }) }
    const language = caller.language ?? null
    const { user, token, mailed } = await service.users.invite({ ...inTeam(caller), invitation, language })
    return reply(201, { user: await shownUser(service, user), link: links.joinUrl(token), mailed })
  },
  async recall({ service, links }, { teamId }, _input, reply, { id, secret = '' }) {
    const user = await shownUser(service, await service.users.find(teamId, id))
    return reply(201, { user, link: links.joinUrl(secret), mailed: service.console.sendsMail })
  },
})

export const retrieveUser = operation({
  ...SHARED,
  id: 'retrieveUser',
  method: 'get',
  path: '/console/users/{id}',
  summary: 'Retrieve a user',
  params: ID_PARAM,
  replies: { 200: Type.Object({ user: USER }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { user: await shownUser(service, await service.users.find(teamId, params.id)) })
  },
})

export const changeUser = operation({
  ...SHARED,
  id: 'changeUser',
  method: 'patch',
  path: '/console/users/{id}',
  summary: 'Update the role of a user, or disable or enable the user',
  params: ID_PARAM,
  body: Type.Object(
    { role: Type.Optional(ROLE), disabled: Type.Optional(Type.Boolean()) },
    { ...closed(), minProperties: 1 },
  ),
  replies: { 200: Type.Object({ user: USER }, closed()) },
  errors: ['not_found', 'last_owner'],
  async handle({ service }, caller, { params, body }, reply) {
    const changes = given({ role: body.role, disabled: body.disabled })
    const user = await service.users.change({ ...ofRecord(caller, params.id), changes })
    return reply(200, { user: await shownUser(service, user) })
  },
})

export const linkUser = operation({
  ...SHARED,
  id: 'linkUser',
  method: 'post',
  path: '/console/users/{id}/link',
  summary: 'Create a one-time link for a user',
  params: ID_PARAM,
  replies: { 201: INVITED },
  errors: ['not_found', 'user_disabled'],
  async handle({ service, links }, caller, { params }, reply) {
    const language = caller.language ?? null
    const { user, token, mailed } = await service.users.link({ ...ofRecord(caller, params.id), language })
    return reply(201, { user: await shownUser(service, user), link: links.joinUrl(token), mailed })
  },
  async recall({ service, links }, { teamId }, _input, reply, { id, secret = '' }) {
    const user = await shownUser(service, await service.users.find(teamId, id))
    return reply(201, { user, link: links.joinUrl(secret), mailed: service.console.sendsMail })
  },
})

export const endUserSessions = operation({
  ...SHARED,
  id: 'endUserSessions',
  method: 'delete',
  path: '/console/users/{id}/sessions',
  summary: 'Sign a user out of all sessions',
  params: ID_PARAM,
  replies: {
    200: Type.Object(
      { object: Type.Literal('console_session'), ended_sessions: Type.Integer({ minimum: 0 }) },
      closed(),
    ),
  },
  errors: ['not_found'],
  async handle({ service }, caller, { params }, reply) {
    const ended = await service.users.endSessions(ofRecord(caller, params.id))
    return reply(200, { object: 'console_session', ended_sessions: ended })
  },
})

export const removeUserPasskeys = operation({
  ...SHARED,
  id: 'removeUserPasskeys',
  method: 'delete',
  path: '/console/users/{id}/passkeys',
  summary: 'Delete all passkeys of a user',
  params: ID_PARAM,
  replies: {
    200: Type.Object(
      { object: Type.Literal('passkey'), removed_passkeys: Type.Integer({ minimum: 0 }) },
      closed(),
    ),
  },
  errors: ['not_found'],
  async handle({ service }, caller, { params }, reply) {
    const removed = await service.users.removePasskeys(ofRecord(caller, params.id))
    return reply(200, { object: 'passkey', removed_passkeys: removed })
  },
})
