/** A storefront's order with its lines as they go over the wire. */
import { type Static, Type } from '@sinclair/typebox'
import { NO_FILL, type StorefrontLine } from '../../../core/service/storefront/line.ts'
import { LINE_STATES } from '../../../core/service/storefront/order.ts'
import type { OrderView } from '../../../core/service/storefront/staff.ts'
import { literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

export const STOREFRONT_LINE = Type.Object(
  {
    id: Type.String({ examples: ['sln_01kq3fd5y8b2d4f6h8k0m2p4r6'] }),
    object: Type.Literal('storefront_line'),
    external_line_id: Type.String(),
    fill_id: nullable(
      Type.String({
        description:
          'As sent by the platform. Not necessarily a valid fill id. Null where the line has no design.',
      }),
    ),
    printed_fill_id: nullable(
      Type.String({ description: 'Copy that prints because the fill belongs to another order.' }),
    ),
    external_product_id: Type.String(),
    external_variant_id: NULLABLE_TEXT,
    quantity: Type.Integer({ minimum: 0 }),
    state: literals(LINE_STATES),
    reason: nullable(
      Type.String({
        description: 'Reason of a failure, hold or note. `waiting` while it is retried.',
      }),
    ),
    message: nullable(Type.String({ description: 'The reason as a sentence.' })),
    render_id: NULLABLE_TEXT,
    render_status: NULLABLE_TEXT,
    attempts: Type.Integer({ minimum: 0, description: 'Failed attempts since the last success.' }),
    next_attempt_at: nullable(TIME),
    created_at: TIME,
    updated_at: TIME,
  },
  { title: 'StorefrontLine', additionalProperties: false },
)

export const STOREFRONT_ORDER = Type.Object(
  {
    id: Type.String({ examples: ['sor_01kq3fd5y8b2d4f6h8k0m2p4r6'] }),
    object: Type.Literal('storefront_order'),
    adapter: Type.String({ examples: ['rest'] }),
    shop: Type.String(),
    order_id: Type.String({ description: 'Id on the platform.' }),
    external_order_id: Type.String({ description: 'External order id of its fills.' }),
    name: nullable(Type.String({ description: 'Order number as shown to staff.' })),
    canceled_at: nullable(TIME),
    due_at: nullable(TIME),
    lines: Type.Array(STOREFRONT_LINE),
    created_at: TIME,
    updated_at: TIME,
  },
  { title: 'StorefrontOrder', additionalProperties: false },
)

export function storefrontOrderWire({ order, lines }: OrderView): Static<typeof STOREFRONT_ORDER> {
  return {
    id: order.id,
    object: 'storefront_order',
    adapter: order.adapter,
    shop: order.shop,
    order_id: order.orderId,
    external_order_id: order.reference,
    name: order.name,
    canceled_at: optionalTime(order.canceledAt),
    due_at: optionalTime(order.dueAt),
    lines: lines.map(lineWire),
    created_at: timeWire(order.createdAt),
    updated_at: timeWire(order.updatedAt),
  }
}

function lineWire(line: StorefrontLine): Static<typeof STOREFRONT_LINE> {
  return {
    id: line.id,
    object: 'storefront_line',
    external_line_id: line.line,
    fill_id: line.fillId === NO_FILL ? null : line.fillId,
    printed_fill_id: line.copyId?.startsWith('fill_') ? line.copyId : null,
    external_product_id: line.product,
    external_variant_id: line.variant,
    quantity: line.quantity,
    state: line.state,
    reason: line.reason,
    message: line.message,
    render_id: line.renderId,
    render_status: line.renderStatus,
    attempts: line.attempts,
    next_attempt_at: optionalTime(line.nextAttemptAt),
    created_at: timeWire(line.createdAt),
    updated_at: timeWire(line.updatedAt),
  }
}
