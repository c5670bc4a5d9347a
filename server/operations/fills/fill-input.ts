/** Reads a fill from requests: content, references, customer, times and filters. */
import { type Static, Type } from '@sinclair/typebox'
import { ServiceError } from '../../../core/errors.ts'
import { MOST_COPIES } from '../../../core/service/batch/quantity.ts'
import type { ContentPatch } from '../../../core/service/fill/content.ts'
import type { FillFacts } from '../../../core/service/fill/create.ts'
import {
  FILL_SOURCES,
  FILL_STATUSES,
  PRODUCTION_STATUSES,
  REVIEW_STATUSES,
} from '../../../core/service/fill/fill.ts'
import { FILL_ORDERS, type FillFilter } from '../../../core/service/fill/fill-store.ts'
import { type FillPlan, PLANNED_STATUSES } from '../../../core/service/fill/plan.ts'
import { pageQuery } from '../lists.ts'
import { closed, described, EMAIL, literals, METADATA, nullable, REFERENCE } from '../schema.ts'
import { TIME } from '../time-wire.ts'
import { ASSIGNMENTS, COLORS, SUBSTRATE } from './palette-schema.ts'
import { FILL_VALUES, valuesOf } from './value-wire.ts'

export const DEFAULT_LIMIT = 50
const ID = Type.String({ minLength: 1, maxLength: 100 })
const NAME = Type.String({ minLength: 1, maxLength: 200 })

/** The codes with which values of fields are refused. */
export const VALUE_ERRORS = [
  'unknown_field',
  'ambiguous_label',
  'invalid_option',
  'asset_not_found',
  'value_too_long',
  'invalid_value',
] as const

/** The codes with which a fill's content is refused. */
export const CONTENT_ERRORS = [
  ...VALUE_ERRORS,
  'invalid_colors',
  'invalid_assignments',
  'invalid_substrate',
] as const

export const CONTENT = {
  values: Type.Optional(FILL_VALUES),
  colors: Type.Optional(nullable(COLORS)),
  assignments: Type.Optional(ASSIGNMENTS),
  substrate: Type.Optional(nullable(SUBSTRATE)),
}

const JOB = {
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_COPIES })),
  line_ref: Type.Optional(REFERENCE),
  due_at: Type.Optional(TIME),
  metadata: Type.Optional(METADATA),
}

/** Accepted at creation and in edits; null removes an earlier value. */
export const FACTS = {
  external_order_id: Type.Optional(nullable(REFERENCE)),
  external_cart_id: Type.Optional(nullable(REFERENCE)),
  external_product_id: Type.Optional(nullable(REFERENCE)),
  external_variant_id: Type.Optional(nullable(REFERENCE)),
  customer_email: Type.Optional(nullable(EMAIL)),
  customer_name: Type.Optional(nullable(NAME)),
  ...JOB,
  line_ref: Type.Optional(nullable(REFERENCE)),
  due_at: Type.Optional(nullable(TIME)),
}

/**
 * Decision: `external_order_id` is the caller's own, and nothing is made up for a caller who leaves it out; the shop's own
 * number is given to whom asks for it.
 */
export const NUMBERED = Type.Optional(
  Type.Boolean({
    description:
      'Beta. `true` gives the fill the next order number of the team (`order_prefix` of its settings) as its ' +
      'external_order_id, unless it has one, has a cart reference or comes from a storefront.',
  }),
)

/** Taken for every fill, open or not. */
export const PLAN = {
  production_status: Type.Optional(
    literals(PLANNED_STATUSES, {
      description:
        'Beta. An open fill can be approved or held, a finalized one to_print, printing, done or held.',
    }),
  ),
  notes: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 2000 }))),
  assignee: Type.Optional(nullable(NAME)),
  refunded_quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MOST_COPIES,
      description: 'Beta. How many copies were refunded after the print file was created.',
    }),
  ),
}

export const FINALIZE = Type.Object(
  {
    values: Type.Optional(FILL_VALUES),
    customer_email: Type.Optional(EMAIL),
    customer_name: Type.Optional(NAME),
    external_order_id: Type.Optional(REFERENCE),
    assign_order_number: NUMBERED,
    ...JOB,
  },
  closed(),
)

const FACTS_BODY = Type.Object(FACTS)
const CONTENT_BODY = Type.Object(CONTENT)

export function contentOf(body: Static<typeof CONTENT_BODY>): ContentPatch {
  const { values, colors, assignments, substrate } = body
  return given({ values: values && valuesOf(values), colors, assignments, substrate })
}

/** Only the members of the body. Throws `invalid_parameter` for an invalid time. */
export function factsOf(body: Static<typeof FACTS_BODY>): Partial<FillFacts> {
  return given({
    externalOrderId: body.external_order_id,
    externalCartId: body.external_cart_id,
    externalProductId: body.external_product_id,
    externalVariantId: body.external_variant_id,
    customerEmail: body.customer_email,
    customerName: body.customer_name,
    quantity: body.quantity,
    lineRef: body.line_ref,
    dueAt: body.due_at === undefined || body.due_at === null ? body.due_at : readTime('due_at', body.due_at),
    metadata: body.metadata,
  })
}

const PLAN_BODY = Type.Object({ ...PLAN, due_at: FACTS.due_at })

/** Only what the body names. */
export function planOf(body: Static<typeof PLAN_BODY>): FillPlan {
  return given({
    productionStatus: body.production_status,
    notes: body.notes,
    assignee: body.assignee,
    refundedQuantity: body.refunded_quantity,
    dueAt: body.due_at === undefined ? undefined : (factsOf({ due_at: body.due_at }).dueAt ?? null),
  })
}

export const FILL_QUERY = Type.Object(
  {
    template_id: Type.Optional(ID),
    status: Type.Optional(literals(FILL_STATUSES)),
    source: Type.Optional(literals(FILL_SOURCES)),
    draft: Type.Optional(
      Type.Boolean({
        description:
          'Beta. `true` lists the drafts of customers: started, and neither approved nor ordered. `false` leaves ' +
          'them out. Default: all fills.',
      }),
    ),
    review: Type.Optional(
      literals(REVIEW_STATUSES, { description: 'Beta. `requested` lists the fills that wait for review.' }),
    ),
    external_order_id: Type.Optional(REFERENCE),
    external_cart_id: Type.Optional(REFERENCE),
    customer_email: Type.Optional(EMAIL),
    production_status: Type.Optional(literals(PRODUCTION_STATUSES, { description: 'Beta.' })),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Beta. Words, each the beginning of one in the order or cart reference, the customer, the values or the ' +
          'title of the template. Capitals and accents make no difference. With very many fills, a page may hold fewer ' +
          'than `limit`, or none, while has_more is true: go on with next_starting_after.',
      }),
    ),
    since: Type.Optional(TIME),
    until: Type.Optional(described(TIME, 'Beta. Upper bound of created_at, exclusive.')),
    order: Type.Optional(
      literals(FILL_ORDERS, {
        description:
          'Beta. Newest first (created), oldest first, or by due date or customer name, where fills without one stand ' +
          'last. Default: created. Search results are always newest first.',
      }),
    ),
    ...pageQuery(DEFAULT_LIMIT),
  },
  closed(),
)

export function filterOf(query: Static<typeof FILL_QUERY>): FillFilter {
  return given({
    templateId: query.template_id,
    status: query.status,
    source: query.source,
    draft: query.draft,
    review: query.review,
    externalOrderId: query.external_order_id,
    externalCartId: query.external_cart_id,
    customerEmail: query.customer_email,
    productionStatus: query.production_status,
    search: query.search,
    since: query.since === undefined ? undefined : readTime('since', query.since),
    order: orderOf(query),
    until: query.until === undefined ? undefined : readTime('until', query.until),
  })
}

function orderOf({ order, search }: Static<typeof FILL_QUERY>): FillFilter['order'] {
  if (search === undefined || order === undefined || order === 'created') return order
  throw new ServiceError('invalid_parameter', {
    message: 'Search results are always newest first. Leave out order or search.',
    param: 'order',
  })
}

/** Milliseconds since 1970. The format allows a leap second and days that no month has; those are refused here. */
export function readTime(param: string, text: string): number {
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw new ServiceError('invalid_parameter', { message: `${param} is not a valid time.`, param })
  return ms
}

/** The given members. */
type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}
