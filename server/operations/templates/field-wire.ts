/** A field as customers and shops see it. */
import { type Static, Type } from '@sinclair/typebox'
import { ANCHORS, FIELD_TYPES, PICTURE_FITS, PICTURE_KINDS } from '../../../core/engine/scene/scene.ts'
import type { OfferedField } from '../../../core/service/template/catalogue.ts'
import { type AssetLinks, CATALOGUE_ENTRY, catalogueEntry } from '../library/asset-wire.ts'
import { closed, described, literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { TRANSLATIONS } from './translation-schema.ts'

const FRACTION = Type.Number({ minimum: 0, maximum: 1 })
const PLACE = Type.Object(
  { page: Type.Integer({ minimum: 0 }), left: FRACTION, top: FRACTION, width: FRACTION, height: FRACTION },
  {
    title: 'FieldPlace',
    description: 'Position of the field as fractions of the displayed page, from its top left corner.',
    ...closed(),
  },
)

const OPTION = Type.Object(
  {
    value: Type.String(),
    label: Type.String(),
    disabled: Type.Optional(Type.Literal(true, { description: 'Shown but not selectable.' })),
    asset_id: Type.Optional(Type.String({ description: 'Id of the image shown for the option.' })),
    image_url: Type.Optional(
      Type.String({ description: 'Link to the thumbnail of that image, valid for one hour.' }),
    ),
  },
  { title: 'FieldOption', additionalProperties: false },
)

const UPLOAD = Type.Object(
  {
    source: literals(['upload', 'both']),
    min_ppi: Type.Integer(),
    warn_ppi: Type.Integer(),
    kinds: Type.Array(literals(PICTURE_KINDS)),
    max_bytes: Type.Integer(),
    frames: Type.Array(
      Type.Object(
        {
          width_pt: Type.Number({ description: 'As printed, in points of 1/72 inch.' }),
          height_pt: Type.Number(),
          fit: literals(PICTURE_FITS),
          anchor: literals(ANCHORS),
        },
        closed(),
      ),
      { description: 'The frame of the image at each place of the field.' },
    ),
  },
  { title: 'FieldUpload', description: 'Beta. What customers can upload. Null for nothing.', ...closed() },
)

export const FIELD = Type.Object(
  {
    id: Type.String({ examples: ['fld_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    label: Type.String(),
    help: Type.Optional(described(NULLABLE_TEXT, 'Beta. Sentence for customers below the field.')),
    translations: Type.Optional(TRANSLATIONS),
    type: literals(FIELD_TYPES),
    default_value: Type.String(),
    max_length: nullable(Type.Integer({ description: 'In grapheme clusters (visible characters).' })),
    required: Type.Boolean(),
    locked: Type.Boolean({ description: 'Customers cannot change the value; the server of the shop can.' }),
    selection_set_id: NULLABLE_TEXT,
    options: Type.Union([Type.Array(OPTION), Type.Array(CATALOGUE_ENTRY), Type.Null()], {
      description:
        'Current options of a selection field, or the newest 500 images for an image field, ' +
        'whose ids are the values. Null for text.',
    }),
    multiline: Type.Boolean({ description: 'The text can have several lines.' }),
    ink: Type.Integer({ minimum: 1, description: 'Default ink of the field.' }),
    ink_choice: Type.Boolean({ description: 'Customers can choose the ink with an assignment.' }),
    places: Type.Array(PLACE),
    upload: Type.Optional(nullable(UPLOAD)),
  },
  { title: 'Field', additionalProperties: false },
)

/** Decision: options are null for text; an image field lists the catalogue, which is empty where none is set. */
export function fieldWire(
  { field, pictures, shown, places, frames, inkIndex }: OfferedField,
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
    help: field.help ?? null,
    translations: { ...field.translations },
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
    ...(field.type === 'image' ? { upload: uploadWire(field, frames) } : {}),
  }
}

function uploadWire(
  { ownPictures }: OfferedField['field'],
  frames: OfferedField['frames'],
): Static<typeof UPLOAD> | null {
  if (ownPictures == null) return null
  const { source, minPpi, warnPpi, kinds, maxBytes } = ownPictures
  return {
    ...{ source, min_ppi: minPpi, warn_ppi: warnPpi, max_bytes: maxBytes },
    kinds: [...kinds],
    frames: frames.map(({ widthPt, heightPt, fit, anchor }) => ({
      ...{ width_pt: widthPt, height_pt: heightPt, fit, anchor },
    })),
  }
}
