/** The operations on passkeys: of the signed-in user, and the sign-in with one; for the console's page alone. */
import { Type } from '@sinclair/typebox'
import type { PasskeyRecord } from '../../../core/service/console/passkey.ts'
import { operation } from '../../http/operation.ts'
import { actorOf } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'
import { shown, signedInOf } from './console-sessions.ts'
import { CONSOLE_SESSION, PASSPHRASE } from './console-wire.ts'

const SHARED = { tag: 'Console', stability: 'beta', scope: null, limit: 'none' } as const
const BEFORE = { ...SHARED, auth: 'sign_in' } as const
const WITHIN = { ...SHARED, auth: 'console' } as const
const DEFAULT_LIMIT = 50
const NAME = Type.String({ maxLength: 100 })

const PASSKEY = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('passkey'),
    name: Type.String(),
    created_at: TIME,
    last_used_at: nullable(TIME),
  },
  { title: 'Passkey', ...closed() },
)
const ONE = Type.Object({ passkey: PASSKEY }, closed())
const OPTIONS = Type.Object(
  {
    options: Type.Record(Type.String(), Type.Unknown(), {
      description: 'For the WebAuthn API of the browser.',
    }),
  },
  closed(),
)
const FROM_BROWSER = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The JSON of the credential that the browser returned.',
})

function passkeyWire({ id, name, createdAt, usedAt }: PasskeyRecord) {
  return {
    ...{ id, object: 'passkey' as const, name },
    created_at: timeWire(createdAt),
    last_used_at: optionalTime(usedAt),
  }
}

const beginPasskey = operation({
  ...WITHIN,
  id: 'beginPasskey',
  method: 'post',
  path: '/console/passkeys/options',
  summary: 'Create a challenge for a new passkey',
  body: Type.Object({ current_passphrase: PASSPHRASE }, closed()),
  replies: { 200: OPTIONS },
  errors: ['passkey_limit_exceeded', 'overloaded'],
  async handle({ service }, caller, { body }, reply) {
    const signedIn = signedInOf(caller)
    await caller.countSignIn?.(signedIn.user.email)
    const options = await service.passkeys.begin({ signedIn, passphrase: body.current_passphrase })
    return reply(200, { options })
  },
})

const createPasskey = operation({
  ...WITHIN,
  id: 'createPasskey',
  method: 'post',
  path: '/console/passkeys',
  summary: 'Create a passkey of the signed-in user',
  body: Type.Object({ name: NAME, credential: FROM_BROWSER }, closed()),
  replies: { 201: ONE },
  errors: ['invalid_passkey', 'passkey_exists', 'passkey_limit_exceeded'],
  async handle({ service }, caller, { body }, reply) {
    const request = { signedIn: signedInOf(caller), actor: actorOf(caller) }
    const passkey = await service.passkeys.add({ ...request, name: body.name, reply: body.credential })
    return reply(201, { passkey: passkeyWire(passkey) })
  },
})

const listPasskeys = operation({
  ...WITHIN,
  id: 'listPasskeys',
  method: 'get',
  path: '/console/passkeys',
  summary: 'List the passkeys of the signed-in user',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(PASSKEY) },
  errors: ['invalid_cursor'],
  async handle({ service }, caller, { query }, reply) {
    const signedIn = signedInOf(caller)
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.passkeys.find(signedIn, id))
    const { items, hasMore } = await service.passkeys.list(signedIn, page)
    return reply(200, listWire(items.map(passkeyWire), hasMore))
  },
})

const renamePasskey = operation({
  ...WITHIN,
  id: 'renamePasskey',
  method: 'patch',
  path: '/console/passkeys/{id}',
  summary: 'Update the name of a passkey',
  params: ID_PARAM,
  body: Type.Object({ name: NAME }, closed()),
  replies: { 200: ONE },
  errors: ['not_found'],
  async handle({ service }, caller, { params, body }, reply) {
    const request = { signedIn: signedInOf(caller), id: params.id, name: body.name }
    return reply(200, { passkey: passkeyWire(await service.passkeys.rename(request)) })
  },
})

const removePasskey = operation({
  ...WITHIN,
  id: 'removePasskey',
  method: 'delete',
  path: '/console/passkeys/{id}',
  summary: 'Delete a passkey',
  params: ID_PARAM,
  replies: { 200: ONE },
  errors: ['not_found'],
  async handle({ service }, caller, { params }, reply) {
    const request = { signedIn: signedInOf(caller), id: params.id, actor: actorOf(caller) }
    return reply(200, { passkey: passkeyWire(await service.passkeys.remove(request)) })
  },
})

const beginPasskeySignIn = operation({
  ...BEFORE,
  id: 'beginPasskeySignIn',
  method: 'post',
  path: '/console/sessions/passkey/options',
  summary: 'Create a challenge for signing in with a passkey',
  replies: { 200: OPTIONS },
  errors: ['rate_limited'],
  async handle({ service }, caller, _input, reply) {
    await caller.countSignIn?.(null)
    return reply(200, { options: await service.passkeys.beginSignIn() })
  },
})

const signInWithPasskey = operation({
  ...BEFORE,
  id: 'signInWithPasskey',
  method: 'post',
  path: '/console/sessions/passkey',
  summary: 'Sign in to the console with a passkey',
  body: Type.Object({ credential: FROM_BROWSER }, closed()),
  replies: { 201: CONSOLE_SESSION },
  errors: ['invalid_passkey', 'rate_limited'],
  async handle({ service, cookie }, caller, { body }, reply) {
    await caller.countSignIn?.(null)
    const { requestId, device } = caller
    const begun = await service.passkeys.signIn({ reply: body.credential, requestId, device })
    return reply(201, await shown(service, begun), { 'Set-Cookie': cookie.begin(begun.token) })
  },
})

export const PASSKEY_OPERATIONS = [
  beginPasskey,
  createPasskey,
  listPasskeys,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn,
  signInWithPasskey,
] as const
