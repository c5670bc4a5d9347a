/** A field as those see it who fill a template. */
import { type Static, Type } from '@sinclair/typebox'
import { FIELD_TYPES, type SceneField } from '../../core/scene/scene.ts'
import { literals, NULLABLE_TEXT, nullable } from './schema.ts'

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
