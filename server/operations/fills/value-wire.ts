/** Values of fields on the wire: text, and for a customer's own picture an object with its crop and turn. */
import { type Static, Type } from '@sinclair/typebox'
import { MOST_FIELDS } from '../../../core/engine/scene/most-fields.ts'
import { isCrop, ownPictureValue, readOwnPicture } from '../../../core/engine/scene/own-picture.ts'
import { ServiceError } from '../../../core/errors.ts'
import { closed, mapOf } from '../schema.ts'

const PART = Type.Integer({ minimum: 0, maximum: 1000 })
const TURN = Type.Unsafe<0 | 90 | 180 | 270>({ type: 'integer', enum: [0, 90, 180, 270] })

export const OWN_PICTURE = Type.Object(
  {
    picture: Type.String({ minLength: 1, maxLength: 100, examples: ['pic_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    crop: Type.Optional(
      Type.Object(
        { x: PART, y: PART, width: PART, height: PART },
        {
          description:
            'Printed part in thousandths of the upright image after turning, from its top left corner. ' +
            'Default: all of it.',
          ...closed(),
        },
      ),
    ),
    turn: Type.Optional(TURN),
  },
  { title: 'OwnPictureValue', description: "Beta. A customer's own image.", ...closed() },
)

/** Values by field id; a field's label is accepted as its key. */
export const FILL_VALUES = mapOf(Type.Union([Type.String({ maxLength: 5000 }), OWN_PICTURE]), {
  nameLength: 500,
  entries: MOST_FIELDS,
})
export type FillValuesWire = Static<typeof FILL_VALUES>

/** Throws `invalid_value` for a crop without an area, or outside of the picture. */
export function valuesOf(wire: FillValuesWire): Record<string, string> {
  return Object.fromEntries(Object.entries(wire).map(([key, value]) => [key, readValue(key, value)]))
}

function readValue(key: string, value: FillValuesWire[string]): string {
  if (typeof value === 'string') {
    // Equal views have equal texts, however they were written.
    const own = readOwnPicture(value)
    return own === null ? value : ownPictureValue(own)
  }
  const { picture: pictureId, crop = null, turn = 0 } = value
  if (crop !== null && !isCrop(crop))
    throw new ServiceError('invalid_value', {
      message:
        'The crop must have an area and lie within the image: x + width and y + height are at most 1000.',
      param: `values.${key}`,
    })
  if (readOwnPicture(pictureId)?.pictureId !== pictureId) return pictureId
  return ownPictureValue({ pictureId, crop, turn })
}

export function valuesWire(values: Readonly<Record<string, string>>): FillValuesWire {
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const own = readOwnPicture(value)
      if (own === null || value === own.pictureId) return [id, value]
      const { pictureId: picture, crop, turn } = own
      return [id, { picture, ...(crop === null ? {} : { crop: { ...crop } }), turn }]
    }),
  )
}
