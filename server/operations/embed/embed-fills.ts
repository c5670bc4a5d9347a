/** The operations on fills for a customer's browser, with the client secret of its session. */
import { type Static, Type } from '@sinclair/typebox'
import type { BegunFill, FilledSession } from '../../../core/service/embed/fill-session.ts'
import { type Core, operation } from '../../http/operation.ts'
import { CONTENT, CONTENT_ERRORS, contentOf } from '../fills/fill-input.ts'
import { FILL, fillWire } from '../fills/fill-wire.ts'
import { given } from '../given.ts'
import { closed, EMAIL, ID_PARAM } from '../schema.ts'
import { OPTIONS, optionsWire } from '../storefronts/mapping-wire.ts'
import { callingSession } from './page.ts'
import { FILLED_TEMPLATE, filledTemplateWire, SESSION_STATE, sessionStateWire } from './session-wire.ts'

const SHARED = { tag: 'Embed fills', stability: 'beta', auth: 'session', scope: null } as const
/** Decision: beside the header the secret is taken from the query of all four operations, as it always was. */
export const SECRET_QUERY = {
  client_secret: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'For compatibility. Prefer the header, which keeps the secret out of logs.',
    }),
  ),
}
const QUERY = Type.Object(SECRET_QUERY, closed())
const FILLED = Type.Object({ fill: FILL, embed_session: SESSION_STATE }, closed())
/** Decision: the reply contains the template, so that a page needs only a session and its secret. */
const BEGUN = Type.Object(
  { fill: FILL, embed_session: SESSION_STATE, template: FILLED_TEMPLATE, options: OPTIONS },
  closed(),
)

/** 410, with the code of the state in which the session has ended, and 409 for a fill that has. */
export const CLOSED_ERRORS = [
  'not_found',
  'embed_session_expired',
  'embed_session_canceled',
  'embed_session_completed',
] as const
export const FILL_ERRORS = ['fill_not_open', 'fill_expired'] as const

export const saveEmbedFill = operation({
  ...SHARED,
  id: 'saveEmbedFill',
  method: 'post',
  path: '/embed/fills',
  summary: 'Create or continue the fill of a session',
  limit: 'browser',
  query: QUERY,
  body: Type.Object({ embed_session: Type.String({ minLength: 1, maxLength: 100 }), ...CONTENT }, closed()),
  replies: { 200: BEGUN, 201: BEGUN },
  errors: [...CLOSED_ERRORS, ...FILL_ERRORS, ...CONTENT_ERRORS, 'template_not_live'],
  async handle(core, caller, { body }, reply) {
    const { embed_session: sessionId, ...patch } = body
    const saved = await core.service.sessions.saveFill({
      session: callingSession(caller),
      sessionId,
      patch: contentOf(patch),
    })
    return reply(saved.created ? 201 : 200, await begunWire(core, saved))
  },
})

export const changeEmbedFill = operation({
  ...SHARED,
  id: 'changeEmbedFill',
  method: 'patch',
  path: '/embed/fills/{id}',
  summary: 'Update the fill of a session',
  limit: 'session',
  params: ID_PARAM,
  query: QUERY,
  body: Type.Object(CONTENT, closed()),
  replies: { 200: FILLED },
  errors: [...CLOSED_ERRORS, ...FILL_ERRORS, ...CONTENT_ERRORS],
  async handle(core, caller, { params, body }, reply) {
    const session = callingSession(caller)
    const changed = await core.service.sessions.changeFill({
      session,
      fillId: params.id,
      patch: contentOf(body),
    })
    return reply(200, filledWire(core, changed))
  },
})

export const discardEmbedChange = operation({
  ...SHARED,
  id: 'discardEmbedChange',
  method: 'delete',
  path: '/embed/fills/{id}/change',
  summary: 'Restore the approved content of a fill that its customer is changing',
  limit: 'session',
  params: ID_PARAM,
  query: QUERY,
  replies: { 200: FILLED },
  errors: [...CLOSED_ERRORS, ...FILL_ERRORS],
  async handle(core, caller, { params }, reply) {
    const session = callingSession(caller)
    const kept = await core.service.sessions.discardChange({ session, fillId: params.id })
    return reply(200, filledWire(core, kept))
  },
})

export const completeEmbedFill = operation({
  ...SHARED,
  id: 'completeEmbedFill',
  method: 'post',
  path: '/embed/fills/{id}/complete',
  summary: 'Complete an embed session',
  limit: 'session',
  params: ID_PARAM,
  query: QUERY,
  body: Type.Object(
    {
      customer_name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Sent by hosted pages that ask for it.' }),
      ),
      customer_email: Type.Optional(EMAIL),
    },
    closed(),
  ),
  replies: {
    200: Type.Object(
      {
        fill: FILL,
        embed_session: SESSION_STATE,
        resume_token: Type.Optional(
          Type.String({
            description: 'Used by the widget to continue the fill in a guest session.',
          }),
        ),
      },
      closed(),
    ),
  },
  errors: [...CLOSED_ERRORS, ...FILL_ERRORS, 'fill_not_printable'],
  async handle(core, caller, { params, body }, reply) {
    const toFrame = caller.browser?.own ?? false
    const { customer_name: customerName, customer_email: customerEmail } = body
    const done = await core.service.sessions.complete({
      session: callingSession(caller),
      fillId: params.id,
      toFrame,
      customer: given({ customerName, customerEmail }),
    })
    const wire = filledWire(core, done)
    return reply(200, done.resumeToken === null ? wire : { ...wire, resume_token: done.resumeToken })
  },
})

function filledWire({ links }: Core, { view, fill, session }: FilledSession): Static<typeof FILLED> {
  return {
    fill: fillWire(view, links, fill),
    embed_session: sessionStateWire(session),
  }
}

async function begunWire(core: Core, begun: BegunFill): Promise<Static<typeof BEGUN>> {
  const fields = await core.service.templates.fields(begun.revision)
  return {
    ...filledWire(core, begun),
    template: filledTemplateWire(begun.view.template, begun.revision, fields, core.links),
    options: optionsWire(begun.options),
  }
}
