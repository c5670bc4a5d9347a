/** The operations that end, reopen or erase a fill. */
import { type Static, Type } from '@sinclair/typebox'
import { FILL_REASONS } from '../../../core/service/fill/fill.ts'
import { STATUS_WORDS, type StatusChange } from '../../../core/service/fill/status.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { RENDER, renderWire } from '../renders/render-wire.ts'
import { closed, EMAIL, ID_PARAM, literals, REFERENCE } from '../schema.ts'
import { allowanceHeader } from '../team/allowance.ts'
import { CONTENT_ERRORS, FINALIZE, factsOf } from './fill-input.ts'
import { FILL, fillWire } from './fill-wire.ts'
import { valuesOf } from './value-wire.ts'

const SHARED = {
  tag: 'Fills',
  auth: 'secret',
  limit: 'key',
  stability: 'beta',
  scope: 'fills:write',
} as const

export const finalizeFill = operation({
  ...SHARED,
  id: 'finalizeFill',
  method: 'post',
  path: '/fills/{id}/finalize',
  summary: 'Finalize a fill and print it exactly once',
  showsAllowance: true,
  params: ID_PARAM,
  body: FINALIZE,
  replies: {
    200: Type.Object(
      {
        fill: FILL,
        render: RENDER,
        idempotent_replay: Type.Optional(Type.Literal(true)),
        warning: Type.Optional(Type.String()),
      },
      closed(),
    ),
  },
  errors: [
    'not_found',
    'fill_expired',
    'values_not_printable',
    'render_failed',
    'overloaded',
    ...CONTENT_ERRORS,
  ],
  async handle({ service, links }, caller, { params, body }, reply) {
    const request = {
      values: valuesOf(body.values ?? {}),
      facts: factsOf(body),
      numbered: body.assign_order_number ?? false,
    }
    const done = await service.fills.finalize({ ...ofRecord(caller, params.id), request })
    const { view, render, replayed, warning } = done
    const answer = {
      fill: fillWire(view, links),
      render: renderWire(render, view.template, links, view.printed),
      ...(replayed ? { idempotent_replay: true as const } : {}),
      ...(warning === null ? {} : { warning }),
    }
    return reply(200, answer, await allowanceHeader(service, caller.teamId))
  },
})

const STATUS_BODY = Type.Object(
  {
    status: literals(STATUS_WORDS),
    reason: Type.Optional(literals(FILL_REASONS)),
    external_order_id: Type.Optional(REFERENCE),
  },
  { ...closed(), examples: [{ status: 'canceled' }] },
)

function changeOf(body: Static<typeof STATUS_BODY>): StatusChange {
  const { status, reason = null, external_order_id: externalOrderId = null } = body
  return { status, reason, externalOrderId }
}

/** Decision: the fill-status endpoint answers PATCH and POST alike, and `PATCH /fills/{id}` with a status too. */
const STATUS = {
  ...SHARED,
  path: '/fills/{id}/status',
  summary: 'Update the status of a fill',
  params: ID_PARAM,
  body: STATUS_BODY,
  replies: { 200: Type.Object({ fill: FILL }, closed()) },
  errors: ['not_found', 'fill_status_conflict'],
} as const

export const patchFillStatus = operation({
  ...STATUS,
  id: 'patchFillStatus',
  method: 'patch',
  async handle({ service, links }, caller, { params, body }, reply) {
    const view = await service.fills.move({ ...ofRecord(caller, params.id), change: changeOf(body) })
    return reply(200, { fill: fillWire(view, links) })
  },
})

export const setFillStatus = operation({
  ...STATUS,
  id: 'setFillStatus',
  method: 'post',
  async handle({ service, links }, caller, { params, body }, reply) {
    const view = await service.fills.move({ ...ofRecord(caller, params.id), change: changeOf(body) })
    return reply(200, { fill: fillWire(view, links) })
  },
})

export const eraseFill = operation({
  ...SHARED,
  id: 'eraseFill',
  ownersOnly: true,
  method: 'post',
  path: '/fills/{id}/erase',
  summary: 'Erase the personal data of a fill permanently',
  params: ID_PARAM,
  replies: { 200: Type.Object({ fill: FILL }, closed()) },
  errors: ['not_found'],
  async handle({ service, links }, caller, { params }, reply) {
    const view = await service.fills.erase(ofRecord(caller, params.id))
    return reply(200, { fill: fillWire(view, links) })
  },
})

export const eraseCustomer = operation({
  ...SHARED,
  id: 'eraseCustomer',
  ownersOnly: true,
  method: 'post',
  path: '/fills/erase',
  summary: 'Erase all data of a customer permanently',
  query: Type.Object({ customer_email: EMAIL }, closed()),
  replies: {
    200: Type.Object(
      {
        erased_fills: Type.Integer(),
        erased_renders: Type.Integer({ description: 'Renders that were created without a fill.' }),
        erased_sessions: Type.Integer({ description: 'Sessions that were opened without a fill.' }),
        erased_batch_items: Type.Integer(),
      },
      closed(),
    ),
  },
  errors: [],
  async handle({ service }, caller, { query }, reply) {
    const erased = await service.fills.eraseCustomer({
      ...inTeam(caller),
      customerEmail: query.customer_email,
    })
    return reply(200, {
      erased_fills: erased.fills,
      erased_renders: erased.renders,
      erased_sessions: erased.sessions,
      erased_batch_items: erased.batchItems,
    })
  },
})
