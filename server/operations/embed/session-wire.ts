/** An embed session as it goes over the wire, and the reply to its opening, which alone holds its secret. */
import { type Static, Type } from '@sinclair/typebox'
import type { OpenedSession } from '../../../core/service/embed/open-session.ts'
import { SESSION_SOURCES, SESSION_STATUSES, type SessionRecord } from '../../../core/service/embed/session.ts'
import type { OfferedField } from '../../../core/service/template/catalogue.ts'
import type { RevisionRecord, TemplateRecord } from '../../../core/service/template/template.ts'
import type { AssetLinks } from '../library/asset-wire.ts'
import { literals, METADATA, NULLABLE_TEXT, nullable, VALUES } from '../schema.ts'
import { OPTIONS, optionsWire } from '../storefronts/mapping-wire.ts'
import { FIELD, fieldWire } from '../templates/field-wire.ts'
import { SCENE_SUMMARY, sceneSummaryWire } from '../templates/template-wire.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

export const SESSION = Type.Object(
  {
    id: Type.String({ examples: ['esn_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('embed_session'),
    status: literals(SESSION_STATUSES),
    source: literals(SESSION_SOURCES),
    embed_application_id: NULLABLE_TEXT,
    template_id: Type.String(),
    product_mapping_id: NULLABLE_TEXT,
    fill_id: NULLABLE_TEXT,
    origin: NULLABLE_TEXT,
    external_product_id: NULLABLE_TEXT,
    external_variant_id: NULLABLE_TEXT,
    external_cart_id: NULLABLE_TEXT,
    customer_email: NULLABLE_TEXT,
    customer_name: NULLABLE_TEXT,
    metadata: METADATA,
    expires_at: TIME,
    created_at: TIME,
    updated_at: TIME,
    completed_at: nullable(TIME),
    canceled_at: nullable(TIME),
  },
  { title: 'EmbedSession', additionalProperties: false },
)

export function sessionWire(session: SessionRecord): Static<typeof SESSION> {
  return {
    id: session.id,
    object: 'embed_session',
    status: session.status,
    source: session.source,
    embed_application_id: session.embedApplicationId,
    template_id: session.templateId,
    product_mapping_id: session.productMappingId,
    fill_id: session.fillId,
    origin: session.origin,
    external_product_id: session.externalProductId,
    external_variant_id: session.externalVariantId,
    external_cart_id: session.externalCartId,
    customer_email: session.customerEmail,
    customer_name: session.customerName,
    metadata: { ...session.metadata },
    expires_at: timeWire(session.expiresAt),
    created_at: timeWire(session.createdAt),
    updated_at: timeWire(session.updatedAt),
    completed_at: optionalTime(session.completedAt),
    canceled_at: optionalTime(session.canceledAt),
  }
}

/** All that an editor needs to know of the template that a fill is made of. */
export const FILLED_TEMPLATE = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    fields: Type.Array(FIELD),
    scene_summary: SCENE_SUMMARY,
  },
  { title: 'FilledTemplate', additionalProperties: false },
)

export function filledTemplateWire(
  { id, title }: Pick<TemplateRecord, 'id' | 'title'>,
  revision: RevisionRecord,
  fields: readonly OfferedField[],
  links: AssetLinks,
): Static<typeof FILLED_TEMPLATE> {
  return {
    id,
    title,
    fields: fields.map((field) => fieldWire(field, links)),
    scene_summary: sceneSummaryWire(revision),
  }
}

export const OPENED_SESSION = Type.Object(
  {
    embed_session: SESSION,
    client_secret: Type.String({ description: 'Returned only in this response.' }),
    template: FILLED_TEMPLATE,
    values: VALUES,
    options: OPTIONS,
    expires_at: TIME,
  },
  { title: 'OpenedEmbedSession', additionalProperties: false },
)

/** `values` are the first values of the fill, including defaults. */
export function openedSessionWire(
  opened: OpenedSession,
  fields: readonly OfferedField[],
  links: AssetLinks,
): Static<typeof OPENED_SESSION> {
  const { session, template, revision } = opened
  return {
    embed_session: sessionWire(session),
    client_secret: opened.clientSecret,
    template: filledTemplateWire(template, revision, fields, links),
    values: { ...session.values },
    options: optionsWire(opened.options),
    expires_at: timeWire(session.expiresAt),
  }
}

/** A session as a customer's browser receives it. */
export const SESSION_STATE = Type.Object(
  { id: Type.String(), status: literals(SESSION_STATUSES), expires_at: TIME },
  { title: 'EmbedSessionState', additionalProperties: false },
)

export function sessionStateWire(session: SessionRecord): Static<typeof SESSION_STATE> {
  return { id: session.id, status: session.status, expires_at: timeWire(session.expiresAt) }
}
