/** A field as those see it who fill a template. */
import { type Static, Type } from '@sinclair/typebox'
import { FIELD_TYPES } from '../../../core/engine/scene/scene.ts'
import type { OfferedField } from '../../../core/service/template/catalogue.ts'
import { type AssetLinks, CATALOGUE_ENTRY, catalogueEntry } from '../library/asset-wire.ts'
import { closed, literals, NULLABLE_TEXT, nullable } from '../schema.ts'

const FRACTION = Type.Number({ minimum: 0, maximum: 1 })
const PLACE = Type.Object(
  { page: Type.Integer({ minimum: 0 }), left: FRACTION, top: FRACTION, width: FRACTION, height: FRACTION },
  {
    title: 'FieldPlace',
    description:
      'Where the field stands, in fractions of the page as it is seen, from its upper left corner.',
    ...closed(),
  },
)

const OPTION = Type.Object(
  {
    value: Type.String(),
    label: Type.String(),
    disabled: Type.Optional(Type.Literal(true, { description: 'Shown, and not to be chosen now.' })),
    asset_id: Type.Optional(Type.String({ description: 'The picture that it is shown with.' })),
    image_url: Type.Optional(Type.String({ description: 'The thumbnail of that picture, for an hour.' })),
  },
  { title: 'FieldOption', additionalProperties: false },
)

export const FIELD = Type.Object(
  {
    id: Type.String({ examples: ['fld_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    label: Type.String(),
    type: literals(FIELD_TYPES),
    default_value: Type.String(),
    max_length: nullable(Type.Integer({ description: 'In characters as a reader counts them.' })),
    required: Type.Boolean(),
    locked: Type.Boolean({ description: "Shoppers may not change its value; the shop's own server may." }),
    selection_set_id: NULLABLE_TEXT,
    options: Type.Union([Type.Array(OPTION), Type.Array(CATALOGUE_ENTRY), Type.Null()], {
      description:
        'Of a selection its options as they are now; of an image field the newest 500 pictures of its catalogue, ' +
        'whose ids are its values; null for text.',
    }),
    multiline: Type.Boolean({ description: 'Its text may take several lines.' }),
    ink: Type.Integer({ minimum: 1, description: "The scene's ink that it prints in by itself." }),
    ink_choice: Type.Boolean({ description: 'A shopper may choose its ink, by an assignment.' }),
    places: Type.Array(PLACE),
  },
  { title: 'Field', additionalProperties: false },
)

/** Decision: options are null for text; an image field lists the catalogue, which is empty where none is set. */
export function fieldWire(
  { field, pictures, shown, places, inkIndex }: OfferedField,
  links: AssetLinks,
): Static<typeof FIELD> {
  const options = (field.options ?? [])
    .filter(({ retired }) => retired !== true)
    .map(({ value, label, disabled, assetId }) => {
      const picture = assetId === undefined ? undefined : shown.get(assetId)
      return {
        value,
        label,
        ...(disabled === true ? { disabled } : {}),
        ...(assetId === undefined ? {} : { asset_id: assetId }),
        ...(picture === undefined ? {} : { image_url: links.assetUrl(picture, 'thumbnail') }),
      }
    })
  return {
    id: field.id,
    label: field.label,
    type: field.type,
    default_value: field.defaultValue,
    max_length: field.maxLength,
    required: field.required,
    locked: field.locked ?? false,
    selection_set_id: field.selectionSetId ?? null,
    options:
      field.type === 'image'
        ? pictures.map((picture) => catalogueEntry(picture, links))
        : field.type === 'text' && field.options === null
          ? null
          : options,
    multiline:
      field.type === 'text' && field.placements.some(({ style }) => style.wrap && style.maxLines !== 1),
    ink: inkIndex,
    ink_choice: field.inkChoice ?? false,
    places: places.map((place) => ({ ...place })),
  }
}
