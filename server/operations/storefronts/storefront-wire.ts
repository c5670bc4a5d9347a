/** A storefront's order with its lines as they go over the wire. */
import { type Static, Type } from '@sinclair/typebox'
import { NO_FILL, type StorefrontLine } from '../../../core/service/storefront/line.ts'
import { LINE_ACTIONS } from '../../../core/service/storefront/line-actions.ts'
import { type LineStock, NO_STOCK } from '../../../core/service/storefront/line-stock.ts'
import { LINE_STATES, ORDER_STATUSES } from '../../../core/service/storefront/order.ts'
import { isSettled, type OrderView } from '../../../core/service/storefront/staff.ts'
import { LINE_TONES, lineWords } from '../../../core/service/storefront/words.ts'
import { PREFLIGHT_STATUS } from '../previews/finding-wire.ts'
import { closed, literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const NAMED_COLOR = Type.Object(
  { name: Type.String(), hex: Type.String({ description: 'Colour on screens, #rrggbb.' }) },
  { title: 'NamedColor', ...closed() },
)
const ACTION = Type.Object(
  {
    action: literals(LINE_ACTIONS, {
      description: '`add_design` is done in the shop; the others are operations of the line.',
    }),
    label: Type.String({ examples: ['Print 4 more'] }),
  },
  { title: 'StorefrontLineAction', ...closed() },
)

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
    quantity: Type.Integer({ minimum: 0, description: 'As ordered.' }),
    refunded_quantity: Type.Integer({ minimum: 0, description: 'Of these, refunded.' }),
    printed_quantity: Type.Integer({
      minimum: 0,
      description: 'Sent to print in all print files of the line.',
    }),
    quantity_label: Type.String({
      description: 'The quantities in words.',
      examples: ['3 ordered, 1 refunded, 2 sent to print'],
    }),
    state: literals(LINE_STATES),
    label: Type.String({ description: 'The state in words.', examples: ['4 more to print'] }),
    tone: literals(LINE_TONES, { description: '`warning` and `critical` need attention.' }),
    reason: nullable(
      Type.String({
        description: 'Reason of a failure, hold or note. `waiting` while it is retried.',
      }),
    ),
    message: nullable(
      Type.String({
        description:
          'What happened, what it means for the print and what to do. Null if the label says everything.',
      }),
    ),
    actions: Type.Array(ACTION, { description: 'What can be done about the line now.' }),
    render_id: NULLABLE_TEXT,
    render_status: NULLABLE_TEXT,
    preflight_status: nullable(PREFLIGHT_STATUS),
    inks: Type.Array(NAMED_COLOR, { description: 'Inks of the print file.' }),
    paper: nullable(NAMED_COLOR),
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
    status: literals(ORDER_STATUSES, { description: '`open` orders are not printed yet.' }),
    settled: Type.Boolean({
      description: 'Nothing about the order changes until the shop or staff change something.',
    }),
    changed_at: nullable(
      Type.String({ ...TIME, description: 'When the shop changed it last, by the last hook that counts.' }),
    ),
    canceled_at: nullable(TIME),
    due_at: nullable(TIME),
    lines: Type.Array(STOREFRONT_LINE),
    created_at: TIME,
    updated_at: TIME,
  },
  { title: 'StorefrontOrder', additionalProperties: false },
)

export function storefrontOrderWire(
  { order, lines, stock }: OrderView,
  locale: string,
): Static<typeof STOREFRONT_ORDER> {
  return {
    id: order.id,
    object: 'storefront_order',
    adapter: order.adapter,
    shop: order.shop,
    order_id: order.orderId,
    external_order_id: order.reference,
    name: order.name,
    status: order.status,
    settled: isSettled(lines),
    changed_at: optionalTime(order.changedAt),
    canceled_at: optionalTime(order.canceledAt),
    due_at: optionalTime(order.dueAt),
    lines: lines.map((line) => lineWire(line, stock.get(line.id) ?? NO_STOCK, locale)),
    created_at: timeWire(order.createdAt),
    updated_at: timeWire(order.updatedAt),
  }
}

function lineWire(line: StorefrontLine, stock: LineStock, locale: string): Static<typeof STOREFRONT_LINE> {
  const { inks, paper, preflightStatus } = stock
  const words = lineWords(line, locale)
  return {
    id: line.id,
    object: 'storefront_line',
    external_line_id: line.line,
    fill_id: line.fillId === NO_FILL ? null : line.fillId,
    printed_fill_id: line.copyId?.startsWith('fill_') ? line.copyId : null,
    external_product_id: line.product,
    external_variant_id: line.variant,
    quantity: line.quantity,
    refunded_quantity: line.refunded,
    printed_quantity: line.printed,
    quantity_label: words.quantity,
    state: line.state,
    label: words.label,
    tone: words.tone,
    reason: line.reason,
    message: words.message,
    actions: words.actions.map((action) => ({ ...action })),
    render_id: line.renderId,
    render_status: line.renderStatus,
    preflight_status: preflightStatus,
    inks: inks.map((ink) => ({ ...ink })),
    paper: paper === null ? null : { ...paper },
    attempts: line.attempts,
    next_attempt_at: optionalTime(line.nextAttemptAt),
    created_at: timeWire(line.createdAt),
    updated_at: timeWire(line.updatedAt),
  }
}
