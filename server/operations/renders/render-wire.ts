/** A render as it goes over the wire. */
import { type Static, Type } from '@sinclair/typebox'
import { OUTPUT_FORMATS } from '../../../core/engine/press/output.ts'
import type { InksAndPaper } from '../../../core/engine/scene/inks-and-paper.ts'
import type { FillRecord } from '../../../core/service/fill/fill.ts'
import { RENDER_KINDS, RENDER_STATUSES, type RenderRecord } from '../../../core/service/render/render.ts'
import type { TemplateRecord } from '../../../core/service/template/template.ts'
import { INKS_AND_PAPER, inksAndPaperWire } from '../fills/palette-schema.ts'
import type { Links } from '../links.ts'
import { PREFLIGHT_STATUS } from '../previews/finding-wire.ts'
import { literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

/** Decision: a refunded or canceled order keeps its print file; the list says that it is not to be printed. */
const ORDER_STATUSES = ['active', 'canceled'] as const

export const RENDER = Type.Object(
  {
    id: Type.String({ examples: ['rnd_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    render_id: Type.String(),
    generation_id: Type.String(),
    object: Type.Literal('render'),
    template_id: Type.String(),
    template_title: Type.String(),
    project_name: Type.String(),
    scene_revision: Type.Integer({ minimum: 1 }),
    fill_id: NULLABLE_TEXT,
    customer_email: NULLABLE_TEXT,
    external_order_id: NULLABLE_TEXT,
    external_cart_id: NULLABLE_TEXT,
    quantity: nullable(
      Type.Integer({ minimum: 1, description: 'Beta. Copies of a batch record; null for others.' }),
    ),
    order_status: Type.Optional(
      literals(ORDER_STATUSES, { description: 'In lists of final renders: status of the order.' }),
    ),
    kind: literals(RENDER_KINDS),
    status: literals(RENDER_STATUSES),
    signed_url: nullable(Type.String({ format: 'uri', description: 'Link to the PDF, valid for one hour.' })),
    preflight_status: PREFLIGHT_STATUS,
    preflight_notes: Type.String({ description: 'JSON text.' }),
    page_count: Type.Integer(),
    size_bytes: Type.Integer(),
    content_sha256: NULLABLE_TEXT,
    inks: Type.Optional(INKS_AND_PAPER.inks),
    paper: Type.Optional(INKS_AND_PAPER.paper),
    output: nullable(
      literals(OUTPUT_FORMATS, {
        description:
          'Beta. `pdfx4`: the print file is labelled PDF/X-4. Null without a print file, and for print files of earlier versions.',
      }),
    ),
    attempt_count: Type.Integer(),
    error_code: NULLABLE_TEXT,
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
    completed_at: nullable(TIME),
  },
  { title: 'Render', additionalProperties: false },
)

/**
 * Decision: the id is stored once and shown three times; the link is minted whenever a render is read. Inks and paper
 * stand in replies; events, which are written beside the order, do not read the template for them.
 */
export function renderWire(
  render: RenderRecord,
  template: TemplateRecord,
  links: Pick<Links, 'renderUrl'>,
  printed: InksAndPaper | null = null,
): Static<typeof RENDER> {
  return {
    id: render.id,
    render_id: render.id,
    generation_id: render.id,
    object: 'render',
    template_id: render.templateId,
    template_title: template.title,
    project_name: render.metadata.project_name ?? template.title,
    scene_revision: render.revision,
    fill_id: render.fillId,
    customer_email: render.customerEmail,
    external_order_id: render.externalOrderId,
    external_cart_id: render.externalCartId,
    quantity: render.quantity,
    kind: render.kind,
    status: render.status,
    signed_url: links.renderUrl(render),
    preflight_status: render.preflightStatus,
    preflight_notes: render.preflightNotes,
    page_count: template.plan.pages.length,
    size_bytes: render.sizeBytes,
    content_sha256: render.contentSha256,
    ...(printed === null ? {} : inksAndPaperWire(printed)),
    output: render.output,
    attempt_count: render.attempt,
    error_code: render.errorCode,
    metadata: { ...render.metadata },
    created_at: timeWire(render.createdAt),
    updated_at: timeWire(render.updatedAt),
    completed_at: optionalTime(render.completedAt),
  }
}

/** Additional members in lists for a render of a fill. */
export function orderStatusWire(fill: FillRecord | undefined): {
  readonly order_status?: (typeof ORDER_STATUSES)[number]
} {
  if (fill === undefined) return {}
  return { order_status: fill.status === 'expired' ? 'canceled' : 'active' }
}
