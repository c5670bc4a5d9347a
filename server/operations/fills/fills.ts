/** The operations on fills; those that end one are in fill-moves.ts. */
import { Type } from '@sinclair/typebox'
import { ServiceError } from '../../../core/errors.ts'
import { FILL_REASONS } from '../../../core/service/fill/fill.ts'
import { STATUS_WORDS } from '../../../core/service/fill/status.ts'
import { operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { listOf, listWire, pageRequest } from '../lists.ts'
import { RENDER, renderWire } from '../renders/render-wire.ts'
import { closed, ID_PARAM, literals, nullable } from '../schema.ts'
import {
  CONTENT,
  CONTENT_ERRORS,
  contentOf,
  DEFAULT_LIMIT,
  FACTS,
  FILL_QUERY,
  factsOf,
  filterOf,
  NUMBERED,
  PLAN,
  planOf,
} from './fill-input.ts'
import { FILL, fillWire } from './fill-wire.ts'

const SHARED = { tag: 'Fills', auth: 'secret', limit: 'key', stability: 'beta' } as const

export const listFills = operation({
  ...SHARED,
  id: 'listFills',
  method: 'get',
  path: '/fills',
  summary: 'List fills',
  scope: 'fills:read',
  query: FILL_QUERY,
  replies: { 200: listOf(FILL) },
  errors: ['invalid_cursor'],
  async handle({ service, links }, caller, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.fills.find(caller.teamId, id))
    const { items, hasMore, resumeAfter } = await service.fills.list(caller.teamId, filterOf(query), page)
    return reply(
      200,
      listWire(
        items.map((view) => fillWire(view, links)),
        hasMore,
        resumeAfter,
      ),
    )
  },
})

export const createFill = operation({
  ...SHARED,
  id: 'createFill',
  method: 'post',
  path: '/fills',
  summary: 'Create a fill',
  scope: 'fills:write',
  body: Type.Object(
    {
      template_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      ...CONTENT,
      ...FACTS,
      assign_order_number: NUMBERED,
    },
    closed(),
  ),
  replies: { 201: Type.Object({ fill: FILL }, closed()) },
  errors: ['not_found', 'mapping_not_found', 'template_not_live', ...CONTENT_ERRORS],
  async handle({ service, links }, caller, { body }, reply) {
    const draft = {
      templateId: body.template_id ?? null,
      source: 'api',
      content: contentOf(body),
      facts: factsOf(body),
      numbered: body.assign_order_number ?? false,
    } as const
    const view = await service.fills.create({ teamId: caller.teamId, draft, note: caller.note })
    return reply(201, { fill: fillWire(view, links) })
  },
  async recall({ service, links }, { teamId }, _input, reply, { id }) {
    return reply(201, { fill: fillWire(await service.fills.retrieve(teamId, id), links) })
  },
})

export const copyFill = operation({
  ...SHARED,
  id: 'copyFill',
  method: 'post',
  path: '/fills/{id}/copy',
  summary: 'Create a copy of a fill at its own revision, even if its template is paused',
  scope: 'fills:write',
  params: ID_PARAM,
  replies: { 201: Type.Object({ fill: FILL }, closed()) },
  errors: ['not_found', 'fill_status_conflict', ...CONTENT_ERRORS],
  async handle({ service, links }, caller, { params }, reply) {
    const view = await service.fills.copy({ teamId: caller.teamId, id: params.id, note: caller.note })
    return reply(201, { fill: fillWire(view, links) })
  },
  async recall({ service, links }, { teamId }, _input, reply, { id }) {
    return reply(201, { fill: fillWire(await service.fills.retrieve(teamId, id), links) })
  },
})

export const retrieveFill = operation({
  ...SHARED,
  id: 'retrieveFill',
  method: 'get',
  path: '/fills/{id}',
  summary: 'Retrieve a fill',
  scope: 'fills:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ fill: FILL, last_render: nullable(RENDER) }, closed()) },
  errors: ['not_found'],
  async handle({ service, links }, caller, { params }, reply) {
    const view = await service.fills.retrieve(caller.teamId, params.id)
    const { lastRender, template } = view
    const render = lastRender === null ? null : renderWire(lastRender, template, links, view.printed)
    return reply(200, { fill: fillWire(view, links), last_render: render })
  },
})

export const changeFill = operation({
  ...SHARED,
  id: 'changeFill',
  method: 'patch',
  path: '/fills/{id}',
  summary: 'Update a fill',
  scope: 'fills:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      ...CONTENT,
      ...FACTS,
      ...PLAN,
      status: Type.Optional(literals(STATUS_WORDS)),
      reason: Type.Optional(literals(FILL_REASONS)),
    },
    { ...closed(), examples: [{ values: { fld_01kq3fc2d5f7g9h1j3k5m7n9p1: 'Annabel' } }] },
  ),
  replies: { 200: Type.Object({ fill: FILL }, closed()) },
  errors: ['not_found', 'fill_expired', 'fill_not_open', 'fill_status_conflict', ...CONTENT_ERRORS],
  async handle({ service, links }, caller, { params, body }, reply) {
    const { status, reason, external_order_id, ...edits } = body
    if (status === undefined && reason !== undefined) throw alone('reason', 'is allowed only with a status')
    if (status === undefined) {
      // Decision: production data can change in every status of the fill, so it has a request of its own.
      const plan = planOf(body)
      const { due_at: _due, ...others } = edits
      const planned = Object.keys(others).filter((name) => name in PLAN)
      const [edited] = Object.keys(body).filter((name) => name !== 'due_at' && !(name in PLAN))
      if (planned.length > 0 && edited !== undefined)
        throw alone(edited, `cannot be changed in the same request as ${planned[0]}`)
      if (planned.length > 0 || (edited === undefined && body.due_at !== undefined)) {
        const view = await service.fills.plan({ teamId: caller.teamId, id: params.id, plan })
        return reply(200, { fill: fillWire(view, links) })
      }
      const edit = { content: contentOf(body), facts: factsOf(body) }
      return reply(200, {
        fill: fillWire(await service.fills.edit({ teamId: caller.teamId, id: params.id, edit }), links),
      })
    }
    // Decision: a move and an edit are two requests, so that neither can half succeed.
    const [other] = Object.keys(edits)
    if (other !== undefined) throw alone(other, 'cannot be changed in the same request as the status')
    const change = { status, reason: reason ?? null, externalOrderId: external_order_id ?? null }
    const view = await service.fills.move({ ...ofRecord(caller, params.id), change })
    return reply(200, { fill: fillWire(view, links) })
  },
})

function alone(param: string, said: string): ServiceError {
  return new ServiceError('invalid_parameter', { message: `${param} ${said}.`, param })
}
