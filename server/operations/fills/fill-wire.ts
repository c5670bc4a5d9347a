/** A fill as it goes over the wire. */
import { type Static, Type } from '@sinclair/typebox'
import type { Problem } from '../../../core/engine/layout/mark.ts'
import {
  FILL_REASONS,
  FILL_SOURCES,
  FILL_STATUSES,
  type FillRecord,
  HELD_REASONS,
  heldReasonOf,
  PRODUCTION_STATUSES,
  productionStatusOf,
  REVIEW_STATUSES,
} from '../../../core/service/fill/fill.ts'
import type { FillView } from '../../../core/service/fill/view.ts'
import type { TemplateRecord } from '../../../core/service/template/template.ts'
import type { Links } from '../links.ts'
import { described, literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'
import { ASSIGNMENTS, COLORS, INKS_AND_PAPER, inksAndPaperWire, SUBSTRATE } from './palette-schema.ts'
import { FILL_VALUES, valuesWire } from './value-wire.ts'

const PROBLEM_CODES = [
  'text_does_not_fit',
  'glyph_missing',
  'required_value_missing',
  'asset_not_found',
  'forbidden_word',
  'picture_too_small',
] as const

export const PROBLEM = Type.Object(
  {
    code: literals(PROBLEM_CODES),
    message: Type.String(),
    field_id: Type.String(),
    page: nullable(Type.Integer({ minimum: 0 })),
    found: Type.Union([Type.String(), Type.Number()]),
    expected: Type.Union([Type.String(), Type.Number()]),
  },
  { title: 'FillProblem', additionalProperties: false },
)

export const REVIEW = Type.Object(
  {
    status: described(
      literals(REVIEW_STATUSES),
      'Beta. `requested` waits for the decision of staff, and nothing of it is printed before it is `approved`. ' +
        '`none` needs no review; `withdrawn` was refunded, canceled or erased before the decision.',
    ),
    reason: described(NULLABLE_TEXT, 'The reason that staff gave for a refusal.'),
    decided_at: nullable(TIME),
  },
  { title: 'FillReview', additionalProperties: false },
)

const STORED = {
  id: Type.String({ examples: ['fill_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
  object: Type.Literal('fill'),
  template_id: Type.String(),
  template_title: Type.String(),
  template_slug: Type.String(),
  scene_revision: Type.Integer({ minimum: 1 }),
  status: literals(FILL_STATUSES),
  status_reason: nullable(literals(FILL_REASONS)),
  source: literals(FILL_SOURCES),
  draft: Type.Boolean({ description: 'Beta. A customer has neither approved nor ordered it.' }),
  production_status: literals(PRODUCTION_STATUSES, {
    description:
      'Beta. Follows from approval, print file and what staff set. An approved fill waits for its print file; with ' +
      'it the fill is to_print.',
  }),
  held_reason: nullable(literals(HELD_REASONS)),
  approved_at: described(
    nullable(TIME),
    'Beta. When the customer completed the fill, or staff approved it, last. What was approved is what the fill holds, ' +
      'shows and prints until the customer approves a change.',
  ),
  changing_since: described(
    nullable(TIME),
    'Beta. Since when the customer has been changing the approved fill; null without such a change. It replaces the ' +
      'approved content when the customer approves it, and never after the fill is finalized. Only replies to the ' +
      'session of the customer have its values.',
  ),
  printed_at: described(nullable(TIME), 'Beta. When the fill was last set to done.'),
  notes: NULLABLE_TEXT,
  assignee: NULLABLE_TEXT,
  values: FILL_VALUES,
  colors: nullable(COLORS),
  assignments: ASSIGNMENTS,
  substrate: nullable(SUBSTRATE),
  external_order_id: NULLABLE_TEXT,
  external_cart_id: NULLABLE_TEXT,
  external_product_id: NULLABLE_TEXT,
  external_variant_id: NULLABLE_TEXT,
  line_ref: NULLABLE_TEXT,
  quantity: Type.Integer({ minimum: 1 }),
  refunded_quantity: Type.Integer({
    minimum: 0,
    description: 'Beta. How many of the quantity were refunded after the print file was created.',
  }),
  due_at: nullable(TIME),
  customer_email: NULLABLE_TEXT,
  customer_name: NULLABLE_TEXT,
  embed_session_id: NULLABLE_TEXT,
  last_render_id: NULLABLE_TEXT,
  review: REVIEW,
  preview_url: NULLABLE_TEXT,
  proof_url: described(
    NULLABLE_TEXT,
    'Beta. Link to a PDF of the design as previews show it, with the same expiry as preview_url. Null if nothing can be drawn.',
  ),
  metadata: METADATA,
  expires_at: nullable(TIME),
  created_at: TIME,
  updated_at: TIME,
  finalized_at: nullable(TIME),
  expired_at: nullable(TIME),
  erased_at: nullable(TIME),
}

export const FILL = Type.Object(
  {
    ...STORED,
    ...INKS_AND_PAPER,
    printable: Type.Boolean({ description: 'The values fit their fields and can be printed.' }),
    problems: Type.Array(PROBLEM),
  },
  { title: 'Fill', additionalProperties: false },
)
const STORED_FILL = Type.Object(STORED)

/** Decision: each read says whether the fill is printable, and lists its problems. */
export function fillWire(
  { fill, template, printable, problems, printed }: FillView,
  links: Pick<Links, 'fillPreviewUrl' | 'fillProofUrl'>,
  /** What its links show, where the customer of the view is changing it. */
  shown: FillRecord = fill,
): Static<typeof FILL> {
  const gone = fill.status === 'expired' || fill.erasedAt !== null
  return {
    ...storedFillWire(fill, template),
    preview_url: gone ? null : links.fillPreviewUrl(shown),
    proof_url: gone ? null : links.fillProofUrl(shown),
    ...inksAndPaperWire(printed),
    printable,
    problems: problems.map(problemWire),
  }
}

/** Without links and layout results, which belong to replies and not to events. */
export function storedFillWire(fill: FillRecord, template: TemplateRecord): Static<typeof STORED_FILL> {
  return {
    id: fill.id,
    object: 'fill',
    template_id: fill.templateId,
    template_title: template.title,
    template_slug: template.slug,
    scene_revision: fill.revision,
    status: fill.status,
    status_reason: fill.status === 'open' ? null : fill.statusReason,
    source: fill.source,
    draft: fill.draft !== 'none',
    production_status: productionStatusOf(fill),
    held_reason: heldReasonOf(fill),
    approved_at: optionalTime(fill.approvedAt),
    changing_since: optionalTime(changingSince(fill)),
    printed_at: optionalTime(fill.printedAt),
    notes: fill.notes,
    assignee: fill.assignee,
    values: valuesWire(fill.values),
    colors: fill.colors === null ? null : fill.colors.map((color) => ({ ...color })),
    assignments: { ...fill.assignments },
    substrate: fill.substrate,
    external_order_id: fill.externalOrderId,
    external_cart_id: fill.externalCartId,
    external_product_id: fill.externalProductId,
    external_variant_id: fill.externalVariantId,
    line_ref: fill.lineRef,
    quantity: fill.quantity,
    refunded_quantity: fill.refundedQuantity,
    due_at: optionalTime(fill.dueAt),
    customer_email: fill.customerEmail,
    customer_name: fill.customerName,
    embed_session_id: fill.embedSessionId,
    last_render_id: fill.lastRenderId,
    review: {
      status: fill.review,
      reason: fill.reviewReason,
      decided_at: optionalTime(fill.reviewedAt),
    },
    preview_url: null,
    proof_url: null,
    metadata: { ...fill.metadata },
    expires_at: optionalTime(fill.expiresAt),
    created_at: timeWire(fill.createdAt),
    updated_at: timeWire(fill.updatedAt),
    finalized_at: optionalTime(fill.finalizedAt),
    expired_at: optionalTime(fill.expiredAt),
    erased_at: optionalTime(fill.erasedAt),
  }
}

/** Of an open fill alone: what came too late changes nothing any more. */
function changingSince({ status, pendingChange }: FillRecord): number | null {
  return status === 'open' ? (pendingChange?.startedAt ?? null) : null
}

export function problemWire(problem: Problem): Static<typeof PROBLEM> {
  const { code, message, page, found, expected } = problem
  return { code, message, field_id: problem.fieldId, page, found, expected }
}
