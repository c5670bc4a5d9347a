/** The wire form of a product mapping, and the part of it for shop pages. */
import { type Static, Type } from '@sinclair/typebox'
import { MOST_FIELDS } from '../../../core/engine/scene/most-fields.ts'
import type { ShownMapping } from '../../../core/service/mapping/map-product.ts'
import { MAPPING_STATUSES, type MappingOptions } from '../../../core/service/mapping/mapping.ts'
import type { Resolved } from '../../../core/service/mapping/resolve.ts'
import { TEMPLATE_STATUSES } from '../../../core/service/template/template.ts'
import { COLORS } from '../fills/palette-schema.ts'
import { given } from '../given.ts'
import type { Links } from '../links.ts'
import { closed, literals, METADATA, NULLABLE_TEXT, nullable, VALUES } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const LOCKED = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: MOST_FIELDS,
})

export const OPTIONS = Type.Object(
  {
    default_values: VALUES,
    locked_field_ids: LOCKED,
    colors: nullable(COLORS),
  },
  { title: 'ProductMappingOptions', additionalProperties: false },
)
/** In requests; members that a change leaves out stay. */
export const OPTIONS_DRAFT = Type.Object(
  {
    default_values: Type.Optional(VALUES),
    locked_field_ids: Type.Optional(LOCKED),
    colors: Type.Optional(nullable(COLORS)),
  },
  closed(),
)

export const MAPPING = Type.Object(
  {
    id: Type.String({ examples: ['pm_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('product_mapping'),
    external_product_id: Type.String(),
    external_variant_id: nullable(Type.String({ description: 'Null for all variants.' })),
    template_id: Type.String(),
    template_title: Type.String(),
    template_status: literals(TEMPLATE_STATUSES),
    embed_application_id: NULLABLE_TEXT,
    options: OPTIONS,
    status: literals(MAPPING_STATUSES),
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
    archived_at: nullable(TIME),
  },
  { title: 'ProductMapping', additionalProperties: false },
)

export function mappingWire({ mapping, template }: ShownMapping): Static<typeof MAPPING> {
  return {
    id: mapping.id,
    object: 'product_mapping',
    external_product_id: mapping.externalProductId,
    external_variant_id: mapping.externalVariantId,
    template_id: mapping.templateId,
    template_title: template.title,
    template_status: template.status,
    embed_application_id: mapping.embedApplicationId,
    options: optionsWire(mapping.options),
    status: mapping.status,
    metadata: { ...mapping.metadata },
    created_at: timeWire(mapping.createdAt),
    updated_at: timeWire(mapping.updatedAt),
    archived_at: optionalTime(mapping.archivedAt),
  }
}

export function optionsWire(options: MappingOptions): Static<typeof OPTIONS> {
  return {
    default_values: { ...options.defaultValues },
    locked_field_ids: [...options.lockedFieldIds],
    colors: options.colors === null ? null : options.colors.map((color) => ({ ...color })),
  }
}

export function optionsOf(draft: Static<typeof OPTIONS_DRAFT>): Partial<MappingOptions> {
  return given({
    defaultValues: draft.default_values,
    lockedFieldIds: draft.locked_field_ids,
    colors: draft.colors,
  })
}

/** Only what a button on a product's page needs, because this reply is public. */
export const RESOLVED = Type.Object(
  {
    resolved: Type.Literal(true),
    product_mapping: Type.Object(
      { id: Type.String(), external_product_id: Type.String(), external_variant_id: NULLABLE_TEXT },
      closed(),
    ),
    template: Type.Object(
      {
        id: Type.String(),
        title: Type.String(),
        status: literals(TEMPLATE_STATUSES),
        slug: Type.String(),
        page_count: Type.Integer(),
        preview_url: NULLABLE_TEXT,
      },
      closed(),
    ),
    personalizable: Type.Literal(true),
  },
  { title: 'ResolvedProduct', additionalProperties: false },
)

export function resolvedWire(
  { mapping, template, revision }: Resolved,
  links: Pick<Links, 'templatePreviewUrl'>,
): Static<typeof RESOLVED> {
  return {
    resolved: true,
    product_mapping: {
      id: mapping.id,
      external_product_id: mapping.externalProductId,
      external_variant_id: mapping.externalVariantId,
    },
    template: {
      id: template.id,
      title: template.title,
      status: template.status,
      slug: template.slug,
      page_count: revision.scene.pages.length,
      preview_url: links.templatePreviewUrl(template, revision.revision),
    },
    personalizable: true,
  }
}
