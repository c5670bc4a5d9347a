/** The records as they go over the wire: their schemas, and how they are made from the service's own. */
import { type Static, Type } from '@sinclair/typebox'
import { type Finding, preflightStatus, SEVERITIES } from '../../core/press/finding.ts'
import { RENDER_KINDS, RENDER_STATUSES, type RenderRecord } from '../../core/render/render.ts'
import { FIELD_TYPES, type SceneField } from '../../core/scene/scene.ts'
import { type RevisionRecord, TEMPLATE_STATUSES, type TemplateRecord } from '../../core/template/template.ts'
import type { Links } from './links.ts'
import { literals, METADATA, NULLABLE_TEXT, nullable, TIME } from './schema.ts'

const PREFLIGHT_STATUS = literals(['pass', 'warn', 'fail', 'pending'])

const FINDING = Type.Object(
  {
    code: Type.String(),
    severity: literals(SEVERITIES),
    message: Type.String(),
    page: nullable(Type.Integer()),
    bbox: nullable(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
    field_id: NULLABLE_TEXT,
    ink: NULLABLE_TEXT,
    found: nullable(Type.Union([Type.String(), Type.Number()])),
    expected: nullable(Type.Union([Type.String(), Type.Number()])),
    ref: NULLABLE_TEXT,
  },
  { title: 'Finding', additionalProperties: false },
)

const PAGE = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    width_pt: Type.Number(),
    height_pt: Type.Number(),
    bleed: Type.Boolean({ description: 'The bleed box is larger than the trim box.' }),
  },
  { title: 'TemplatePage', additionalProperties: false },
)

export const TEMPLATE = Type.Object(
  {
    id: Type.String({ examples: ['tpl_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('template'),
    title: Type.String(),
    slug: Type.String(),
    status: literals(TEMPLATE_STATUSES),
    page_count: Type.Integer(),
    page_width_pt: Type.Number({ description: 'Of the first page as it is seen.' }),
    page_height_pt: Type.Number(),
    pages: Type.Array(PAGE),
    latest_revision: Type.Integer({ minimum: 1 }),
    live_revision: nullable(Type.Integer({ minimum: 1 })),
    field_count: Type.Integer(),
    source_sha256: Type.String(),
    size_bytes: Type.Integer(),
    preflight_status: PREFLIGHT_STATUS,
    findings: Type.Array(FINDING),
    hosted_url: NULLABLE_TEXT,
    preview_url: NULLABLE_TEXT,
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
    published_at: nullable(TIME),
    archived_at: nullable(TIME),
  },
  { title: 'Template', additionalProperties: false },
)
export type TemplateWire = Static<typeof TEMPLATE>

/** Facts of the page count and fields are those of `revision`, the one that is shown. */
export function templateWire(template: TemplateRecord, revision: RevisionRecord, links: Links): TemplateWire {
  const { pages, fields } = revision.scene
  return {
    id: template.id,
    object: 'template',
    title: template.title,
    slug: template.slug,
    status: template.status,
    page_count: pages.length,
    page_width_pt: pages[0]?.widthPt ?? 0,
    page_height_pt: pages[0]?.heightPt ?? 0,
    pages: pages.map((page) => ({
      index: page.index,
      width_pt: page.widthPt,
      height_pt: page.heightPt,
      bleed: page.bleedBox.some((edge, at) => Math.abs(edge - (page.trimBox[at] ?? edge)) > 0.01),
    })),
    latest_revision: template.latestRevision,
    live_revision: template.liveRevision,
    field_count: fields.length,
    source_sha256: template.sourceSha256,
    size_bytes: template.sizeBytes,
    preflight_status: preflightStatus(template.findings),
    findings: template.findings.map(findingWire),
    hosted_url: links.hostedUrl(template),
    preview_url: null,
    metadata: { ...template.metadata },
    created_at: timeWire(template.createdAt),
    updated_at: timeWire(template.updatedAt),
    published_at: optionalTime(template.publishedAt),
    archived_at: optionalTime(template.archivedAt),
  }
}

function findingWire(finding: Finding): Static<typeof FINDING> {
  return {
    code: finding.code,
    severity: finding.severity,
    message: finding.message,
    page: finding.page ?? null,
    bbox: finding.bbox === undefined ? null : [...finding.bbox],
    field_id: finding.fieldId ?? null,
    ink: finding.ink ?? null,
    found: finding.found ?? null,
    expected: finding.expected ?? null,
    ref: finding.ref ?? null,
  }
}

const SUMMARY_INK = Type.Object(
  { index: Type.Integer({ minimum: 1 }), key: Type.String(), name: Type.String(), hex: Type.String() },
  { title: 'SceneSummaryInk', additionalProperties: false },
)
export const SCENE_SUMMARY = Type.Object(
  {
    revision: Type.Integer({ minimum: 1 }),
    page_count: Type.Integer(),
    element_count: Type.Integer({ description: 'Places on the pages in which fields are printed.' }),
    field_count: Type.Integer(),
    inks: Type.Array(SUMMARY_INK),
    created_at: TIME,
  },
  { title: 'SceneSummary', additionalProperties: false },
)

export function sceneSummaryWire({
  revision,
  scene,
  createdAt,
}: RevisionRecord): Static<typeof SCENE_SUMMARY> {
  return {
    revision,
    page_count: scene.pages.length,
    element_count: scene.fields.reduce((count, field) => count + field.placements.length, 0),
    field_count: scene.fields.length,
    inks: scene.inks.map(({ index, key, name, hex }) => ({ index, key, name, hex })),
    created_at: timeWire(createdAt),
  }
}

export const FIELD = Type.Object(
  {
    id: Type.String({ examples: ['fld_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    label: Type.String(),
    type: literals(FIELD_TYPES),
    default_value: Type.String(),
    max_length: nullable(Type.Integer({ description: 'In characters as a reader counts them.' })),
    required: Type.Boolean(),
    selection_set_id: NULLABLE_TEXT,
    options: nullable(
      Type.Array(
        Type.Object({ value: Type.String(), label: Type.String() }, { additionalProperties: false }),
      ),
    ),
  },
  { title: 'Field', additionalProperties: false },
)

/** Decision: options are null for text; an image field lists the catalogue, which is empty where none is set. */
export function fieldWire(field: SceneField): Static<typeof FIELD> {
  const options = field.options?.map(({ value, label }) => ({ value, label })) ?? null
  return {
    id: field.id,
    label: field.label,
    type: field.type,
    default_value: field.defaultValue,
    max_length: field.maxLength,
    required: field.required,
    selection_set_id: null,
    options: options ?? (field.type === 'text' ? null : []),
  }
}

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
    kind: literals(RENDER_KINDS),
    status: literals(RENDER_STATUSES),
    signed_url: nullable(Type.String({ format: 'uri', description: 'The PDF, for one hour.' })),
    preflight_status: PREFLIGHT_STATUS,
    preflight_notes: Type.String({ description: 'JSON text.' }),
    page_count: Type.Integer(),
    size_bytes: Type.Integer(),
    content_sha256: NULLABLE_TEXT,
    attempt_count: Type.Integer(),
    error_code: NULLABLE_TEXT,
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
    completed_at: nullable(TIME),
  },
  { title: 'Render', additionalProperties: false },
)

/** Decision: the id is stored once and shown three times; the link is minted whenever a render is read. */
export function renderWire(
  render: RenderRecord,
  template: TemplateRecord,
  links: Links,
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
    kind: render.kind,
    status: render.status,
    signed_url: links.renderUrl(render),
    preflight_status: render.preflightStatus,
    preflight_notes: render.preflightNotes,
    page_count: template.plan.pages.length,
    size_bytes: render.sizeBytes,
    content_sha256: render.contentSha256,
    attempt_count: render.attempt,
    error_code: render.errorCode,
    metadata: { ...render.metadata },
    created_at: timeWire(render.createdAt),
    updated_at: timeWire(render.updatedAt),
    completed_at: optionalTime(render.completedAt),
  }
}

/** RFC 3339 in UTC with milliseconds. */
export function timeWire(ms: number): string {
  return new Date(ms).toISOString()
}

function optionalTime(ms: number | null): string | null {
  return ms === null ? null : timeWire(ms)
}
