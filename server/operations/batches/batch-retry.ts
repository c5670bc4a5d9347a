/** The operation that prints failed records of a batch again, corrected. */
import { type Static, Type } from '@sinclair/typebox'
import type { Correction } from '../../../core/service/batch/retry.ts'
import { operation } from '../../http/operation.ts'
import { VALUE_ERRORS } from '../fills/fill-input.ts'
import { given } from '../given.ts'
import { closed, EMAIL, ID_PARAM, nullable, REFERENCE, VALUES } from '../schema.ts'
import { MADE, QUANTITY, recallBatch } from './batch-create.ts'
import { batchWire } from './batch-wire.ts'

const CORRECTION = Type.Object(
  {
    index: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Of the failed record.' }),
    values: Type.Optional(VALUES),
    quantity: Type.Optional(QUANTITY),
    external_ref: Type.Optional(nullable(REFERENCE)),
    external_order_id: Type.Optional(nullable(REFERENCE)),
    external_cart_id: Type.Optional(nullable(REFERENCE)),
    customer_email: Type.Optional(nullable(EMAIL)),
  },
  closed(),
)

export const retryBatch = operation({
  tag: 'Batches',
  stability: 'beta',
  auth: 'secret',
  limit: 'key',
  scope: 'batches:write',
  needsSubscription: true,
  id: 'retryBatch',
  method: 'post',
  path: '/batches/{id}/retry',
  summary: 'Retry failed records of a batch with corrections',
  params: ID_PARAM,
  body: Type.Object(
    {
      items: Type.Array(CORRECTION, {
        minItems: 1,
        maxItems: 500,
        description: 'Members that are not sent stay as they are.',
      }),
    },
    closed(),
  ),
  replies: MADE,
  errors: ['not_found', 'batch_not_ready', 'template_archived', ...VALUE_ERRORS],
  async handle({ service, links }, { teamId, note }, { params, body }, reply) {
    const items = body.items.map(correctionOf)
    const batch = await service.batches.retry({
      teamId,
      id: params.id,
      items,
      ...(note === undefined ? {} : { note }),
    })
    return reply(201, { batch: batchWire(batch, links) })
  },
  recall: recallBatch,
})

function correctionOf(item: Static<typeof CORRECTION>): Correction {
  return {
    index: item.index,
    ...given({
      values: item.values,
      quantity: item.quantity,
      externalRef: item.external_ref,
      externalOrderId: item.external_order_id,
      externalCartId: item.external_cart_id,
      customerEmail: item.customer_email,
    }),
  }
}
