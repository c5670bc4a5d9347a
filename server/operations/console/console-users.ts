/** The operations on the people of a team; for owners, and for full secret keys. */
import { Type } from '@sinclair/typebox'
import { operation } from '../../http/operation.ts'
import { actorOf } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, EMAIL, ID_PARAM } from '../schema.ts'
import { LINK_TEXT, ROLE, USER, userWire } from './console-wire.ts'

const GROUND = { tag: 'Console', stability: 'beta', auth: 'secret', scope: null, limit: 'key' } as const
const DEFAULT_LIMIT = 50
const INVITED = Type.Object({ user: USER, link: LINK_TEXT }, closed())

export const listUsers = operation({
  ...GROUND,
  id: 'listUsers',
  method: 'get',
  path: '/console/users',
  summary: 'List the people of the team, newest first, disabled ones too.',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(USER) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.users.find(teamId, id))
    const { items, hasMore } = await service.users.list(teamId, page)
    return reply(200, listWire(items.map(userWire), hasMore))
  },
})

export const inviteUser = operation({
  ...GROUND,
  id: 'inviteUser',
  method: 'post',
  path: '/console/users',
  summary: 'Invite somebody; the reply has the one-time link, which nobody but you sends them.',
  body: Type.Object(
    { email: EMAIL, role: ROLE, name: Type.Optional(Type.String({ maxLength: 100 })) },
    { ...closed(), examples: [{ email: 'grace@printshop.example', role: 'editor' }] },
  ),
  replies: { 201: INVITED },
  errors: ['user_exists'],
  async handle({ service, links }, caller, { body }, reply) {
    const { name, ...rest } = body
    const invitation = { ...rest, ...(name === undefined ? {} : { name }) }
    const { user, token } = await service.users.invite({
      teamId: caller.teamId,
      invitation,
      actor: actorOf(caller),
      note: caller.note,
    })
    return reply(201, { user: userWire(user), link: links.joinUrl(token) })
  },
  async recall({ service, links }, { teamId }, _input, reply, { id, secret = '' }) {
    return reply(201, { user: userWire(await service.users.find(teamId, id)), link: links.joinUrl(secret) })
  },
})

export const retrieveUser = operation({
  ...GROUND,
  id: 'retrieveUser',
  method: 'get',
  path: '/console/users/{id}',
  summary: 'Retrieve somebody of the team.',
  params: ID_PARAM,
  replies: { 200: Type.Object({ user: USER }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { user: userWire(await service.users.find(teamId, params.id)) })
  },
})

export const changeUser = operation({
  ...GROUND,
  id: 'changeUser',
  method: 'patch',
  path: '/console/users/{id}',
  summary:
    'Give somebody another role, or disable and enable them; who is disabled is signed out everywhere.',
  params: ID_PARAM,
  body: Type.Object(
    { role: Type.Optional(ROLE), disabled: Type.Optional(Type.Boolean()) },
    { ...closed(), minProperties: 1 },
  ),
  replies: { 200: Type.Object({ user: USER }, closed()) },
  errors: ['not_found', 'last_owner'],
  async handle({ service }, caller, { params, body }, reply) {
    const changes = {
      ...(body.role === undefined ? {} : { role: body.role }),
      ...(body.disabled === undefined ? {} : { disabled: body.disabled }),
    }
    const user = await service.users.change({
      teamId: caller.teamId,
      id: params.id,
      changes,
      actor: actorOf(caller),
    })
    return reply(200, { user: userWire(user) })
  },
})

export const linkUser = operation({
  ...GROUND,
  id: 'linkUser',
  method: 'post',
  path: '/console/users/{id}/link',
  summary: 'Make a new one-time link: for an invitation that ran out, or a forgotten passphrase.',
  params: ID_PARAM,
  replies: { 201: INVITED },
  errors: ['not_found', 'user_disabled'],
  async handle({ service, links }, caller, { params }, reply) {
    const { user, token } = await service.users.link({
      teamId: caller.teamId,
      id: params.id,
      actor: actorOf(caller),
      note: caller.note,
    })
    return reply(201, { user: userWire(user), link: links.joinUrl(token) })
  },
  async recall({ service, links }, { teamId }, _input, reply, { id, secret = '' }) {
    return reply(201, { user: userWire(await service.users.find(teamId, id)), link: links.joinUrl(secret) })
  },
})
