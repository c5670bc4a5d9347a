/** The operations by which people come in to the console and go: for its own page alone. */
import { Type } from '@sinclair/typebox'
import { ServiceError } from '../../../core/errors.ts'
import type { SignedIn } from '../../../core/service/console/sign-in.ts'
import type { Service } from '../../../core/service.ts'
import { type Caller, operation } from '../../http/operation.ts'
import { actorOf } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, EMAIL, ID_PARAM } from '../schema.ts'
import {
  CONSOLE_SESSION,
  LANGUAGE,
  PASSPHRASE,
  SEEN_LINK,
  SIGN_IN,
  sessionWire,
  signInWire,
} from './console-wire.ts'

const SHARED = { tag: 'Console', stability: 'beta', scope: null, limit: 'none' } as const
const BEFORE = { ...SHARED, auth: 'sign_in' } as const
const WITHIN = { ...SHARED, auth: 'console' } as const
const TOKEN = Type.String({ minLength: 1, maxLength: 100 })
const NAME = Type.String({ maxLength: 100 })
const DEFAULT_LIMIT = 50

export async function shown(service: Service, signedIn: SignedIn) {
  const { teamId, id } = signedIn.user
  const team = await service.console.team(teamId)
  const passkeys = await service.users.passkeyCounts(teamId, [id])
  return sessionWire(signedIn, team?.name ?? '', passkeys.get(id) ?? 0)
}

/** The console's own operations need a signed-in user. */
export function signedInOf(caller: Caller): SignedIn {
  if (caller.console === undefined) throw new ServiceError('invalid_console_session')
  return caller.console
}

export const signInToConsole = operation({
  ...BEFORE,
  id: 'signInToConsole',
  method: 'post',
  path: '/console/sessions',
  summary: 'Sign in to the console',
  body: Type.Object(
    { email: EMAIL, passphrase: PASSPHRASE },
    {
      ...closed(),
      examples: [{ email: 'ada@printshop.example', passphrase: 'seven grey geese by the lake' }],
    },
  ),
  replies: { 201: CONSOLE_SESSION },
  errors: ['invalid_sign_in', 'rate_limited', 'overloaded'],
  async handle({ service, cookie }, caller, { body }, reply) {
    await caller.countSignIn?.(body.email)
    const begun = await service.console.signIn({
      email: body.email,
      passphrase: body.passphrase,
      requestId: caller.requestId,
      device: caller.device,
    })
    return reply(201, await shown(service, begun), { 'Set-Cookie': cookie.begin(begun.token) })
  },
})

export const retrieveConsoleSession = operation({
  ...WITHIN,
  id: 'retrieveConsoleSession',
  method: 'get',
  path: '/console/session',
  summary: 'Retrieve the signed-in user',
  replies: { 200: CONSOLE_SESSION },
  errors: [],
  async handle({ service }, caller, _input, reply) {
    return reply(200, await shown(service, signedInOf(caller)))
  },
})

export const changeConsoleSession = operation({
  ...WITHIN,
  id: 'changeConsoleSession',
  method: 'patch',
  path: '/console/session',
  summary: 'Update the signed-in user',
  body: Type.Object(
    {
      name: Type.Optional(NAME),
      language: Type.Optional(LANGUAGE),
      passphrase: Type.Optional(PASSPHRASE),
      current_passphrase: Type.Optional(PASSPHRASE),
    },
    { ...closed(), minProperties: 1, dependentRequired: { passphrase: ['current_passphrase'] } },
  ),
  replies: { 200: CONSOLE_SESSION },
  errors: ['overloaded'],
  async handle({ service }, caller, { body }, reply) {
    const signedIn = signedInOf(caller)
    const { passphrase: next, current_passphrase: current } = body
    const renews = next !== undefined && current !== undefined
    if (renews) await caller.countSignIn?.(signedIn.user.email)
    const changes = {
      ...given({ name: body.name, language: body.language }),
      ...(renews ? { passphrase: { current, next } } : {}),
    }
    const user = await service.console.change({ signedIn, changes, actor: actorOf(caller) })
    return reply(200, await shown(service, { ...signedIn, user }))
  },
})

const ENDED = Type.Object(
  { object: Type.Literal('console_session'), ended_sessions: Type.Integer({ minimum: 0 }) },
  closed(),
)

export const signOutOfConsole = operation({
  ...WITHIN,
  id: 'signOutOfConsole',
  method: 'delete',
  path: '/console/session',
  summary: 'Sign out',
  replies: { 200: ENDED },
  errors: [],
  async handle({ service, cookie }, caller, _input, reply) {
    await service.console.signOut({ signedIn: signedInOf(caller), actor: actorOf(caller) })
    return reply(200, { object: 'console_session', ended_sessions: 1 }, { 'Set-Cookie': cookie.end })
  },
})

export const signOutEverywhere = operation({
  ...WITHIN,
  id: 'signOutEverywhere',
  method: 'delete',
  path: '/console/sessions',
  summary: 'Sign out of all sessions',
  query: Type.Object(
    {
      keep_current: Type.Optional(
        Type.Boolean({ description: 'true keeps the session of the request. Default false.' }),
      ),
    },
    closed(),
  ),
  replies: { 200: ENDED },
  errors: [],
  async handle({ service, cookie }, caller, { query }, reply) {
    const keepsCurrent = query.keep_current === true
    const ended = await service.console.signOutEverywhere({
      ...{ signedIn: signedInOf(caller), actor: actorOf(caller), keepsCurrent },
    })
    const headers: Record<string, string> = keepsCurrent ? {} : { 'Set-Cookie': cookie.end }
    return reply(200, { object: 'console_session', ended_sessions: ended }, headers)
  },
})

export const listOwnSessions = operation({
  ...WITHIN,
  id: 'listOwnSessions',
  method: 'get',
  path: '/console/sessions',
  summary: 'List the sessions of the signed-in user',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(SIGN_IN) },
  errors: ['invalid_cursor'],
  async handle({ service }, caller, { query }, reply) {
    const signedIn = signedInOf(caller)
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.console.session(signedIn, id))
    const { items, hasMore } = await service.console.sessions(signedIn, page)
    return reply(
      200,
      listWire(
        items.map((session) => signInWire(session, signedIn.session.id)),
        hasMore,
      ),
    )
  },
})

export const endOwnSession = operation({
  ...WITHIN,
  id: 'endOwnSession',
  method: 'delete',
  path: '/console/sessions/{id}',
  summary: 'Sign out of one session',
  params: ID_PARAM,
  replies: { 200: ENDED },
  errors: ['not_found'],
  async handle({ service, cookie }, caller, { params }, reply) {
    const signedIn = signedInOf(caller)
    await service.console.endSession({ signedIn, id: params.id, actor: actorOf(caller) })
    const isCurrent = params.id === signedIn.session.id
    const headers: Record<string, string> = isCurrent ? { 'Set-Cookie': cookie.end } : {}
    return reply(200, { object: 'console_session', ended_sessions: 1 }, headers)
  },
})

export const checkConsoleLink = operation({
  ...BEFORE,
  id: 'checkConsoleLink',
  method: 'post',
  path: '/console/join/check',
  summary: 'Retrieve the purpose of a one-time link',
  body: Type.Object({ token: TOKEN }, closed()),
  replies: { 200: SEEN_LINK },
  errors: ['signed_url_invalid', 'signed_url_expired', 'rate_limited'],
  async handle({ service }, caller, { body }, reply) {
    await caller.countSignIn?.(null)
    const { teamName, ...seen } = await service.console.seeLink(body.token)
    return reply(200, { object: 'console_link', team_name: teamName, ...seen })
  },
})

export const requestPassphraseLink = operation({
  ...BEFORE,
  id: 'requestPassphraseLink',
  method: 'post',
  path: '/console/passphrase-links',
  summary: 'Send a link for a forgotten passphrase by e-mail',
  body: Type.Object({ email: EMAIL }, { ...closed(), examples: [{ email: 'ada@printshop.example' }] }),
  replies: {
    202: Type.Object(
      { object: Type.Literal('passphrase_link_request') },
      { ...closed(), description: 'The same whether a user has this address or not.' },
    ),
  },
  errors: ['mail_disabled', 'rate_limited'],
  async handle({ service }, caller, { body: { email } }, reply) {
    if (!service.console.sendsMail) throw new ServiceError('mail_disabled')
    await caller.countSignIn?.(email)
    await service.console.forgetPassphrase({ email, language: caller.language ?? null })
    return reply(202, { object: 'passphrase_link_request' })
  },
})

export const joinConsole = operation({
  ...BEFORE,
  id: 'joinConsole',
  method: 'post',
  path: '/console/join',
  summary: 'Redeem a one-time link and sign in',
  body: Type.Object(
    {
      token: TOKEN,
      name: Type.Optional(NAME),
      email: Type.Optional(EMAIL),
      passphrase: PASSPHRASE,
      remove_passkeys: Type.Optional(
        Type.Boolean({ description: 'true removes all passkeys of the user. Default false.' }),
      ),
    },
    closed(),
  ),
  replies: { 201: CONSOLE_SESSION },
  errors: ['signed_url_invalid', 'signed_url_expired', 'user_exists', 'rate_limited', 'overloaded'],
  async handle({ service, cookie }, caller, { body }, reply) {
    await caller.countSignIn?.(null)
    const { token, passphrase, name = null, email = null, remove_passkeys: removePasskeys = false } = body
    const begun = await service.console.join({
      request: { token, passphrase, name, email, removePasskeys },
      requestId: caller.requestId,
      device: caller.device,
    })
    return reply(201, await shown(service, begun), { 'Set-Cookie': cookie.begin(begun.token) })
  },
})
