/** The operation by which staff approve or refuse a design before it is printed. */
import { Type } from '@sinclair/typebox'
import { ServiceError } from '../../../core/errors.ts'
import { DECISIONS } from '../../../core/service/review.ts'
import { operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { RENDER, renderWire } from '../renders/render-wire.ts'
import { closed, ID_PARAM, literals, nullable } from '../schema.ts'
import { FILL, fillWire } from './fill-wire.ts'

export const reviewFill = operation({
  tag: 'Fills',
  auth: 'secret',
  limit: 'key',
  stability: 'beta',
  scope: 'fills:write',
  id: 'reviewFill',
  method: 'post',
  path: '/fills/{id}/review',
  summary: 'Approve or refuse a fill that waits for review',
  params: ID_PARAM,
  body: Type.Object(
    {
      decision: literals(DECISIONS),
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '^(?:\\P{C}|\\n)*$',
          description: 'For a refusal: shown in the orders of the shop.',
        }),
      ),
    },
    { ...closed(), examples: [{ decision: 'approve' }] },
  ),
  replies: {
    200: Type.Object(
      { fill: FILL, last_render: nullable(RENDER), idempotent_replay: Type.Optional(Type.Literal(true)) },
      closed(),
    ),
  },
  errors: ['not_found', 'fill_not_in_review', 'fill_review_decided'],
  async handle({ service, links }, caller, { params, body }, reply) {
    const { decision, reason = null } = body
    if (decision === 'approve' && reason !== null)
      throw new ServiceError('invalid_parameter', {
        message: 'reason is allowed only with the decision refuse.',
        param: 'reason',
      })
    const request = { ...ofRecord(caller, params.id), decision, reason: reason?.trim() || null }
    const { view, lastRender, replayed } = await service.fills.review(request)
    return reply(200, {
      fill: fillWire(view, links),
      last_render: lastRender === null ? null : renderWire(lastRender, view.template, links, view.printed),
      ...(replayed ? { idempotent_replay: true as const } : {}),
    })
  },
})
