/** Customers' own pictures as they go over the wire, and how they are sent. */
import { type Static, Type } from '@sinclair/typebox'
import { ServiceError } from '../../../core/errors.ts'
import type { OwnPictureRecord } from '../../../core/service/asset/own-picture.ts'
import type { FillRecord } from '../../../core/service/fill/fill.ts'
import type { Links } from '../links.ts'
import { closed, described, nullable } from '../schema.ts'
import { optionalTime, TIME } from '../time-wire.ts'

export const PICTURE = Type.Object(
  {
    id: Type.String({ description: 'Value of the field.', examples: ['pic_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('picture'),
    field: Type.String({ description: 'Id of the field that it is for.' }),
    kind: Type.String({ examples: ['jpeg'] }),
    width: Type.Integer({ minimum: 1, description: 'In px, upright.' }),
    height: Type.Integer({ minimum: 1, description: 'In px, upright.' }),
    bytes: Type.Integer({ description: 'Size of the upload.' }),
    preview_url: Type.String({
      description: 'Link to a JPEG or WebP for screens, upright and without metadata, valid for one hour.',
    }),
    expires_at: nullable(
      described(TIME, 'The image is deleted then, with its fill. Null once the fill is finalized.'),
    ),
  },
  { title: 'OwnPicture', additionalProperties: false },
)

export const ONE_PICTURE = Type.Object({ picture: PICTURE }, closed())
export const PICTURES = Type.Object({ pictures: Type.Array(PICTURE) }, closed())
export const PICTURE_PARAMS = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100 }),
    picture: Type.String({ minLength: 1, maxLength: 100 }),
  },
  closed(),
)

export const PICTURE_UPLOAD = {
  file: 'file',
  mediaType: 'image/*',
  description:
    'The image: at most 40 MB and 100 million pixels. Send `field` before the file, so that a refusal can name it.',
  maxBytes: 40 * 1024 * 1024,
  tooLarge: (limit: number, found: number, { field }: Readonly<Record<string, string>>) =>
    new ServiceError('picture_too_large', {
      message: `The file of the image is too large; the limit is ${limit / 1048576} MB.`,
      param: 'file',
      extra: { limit, found, ...(field === undefined ? {} : { field }) },
    }),
} as const
export const PICTURE_BODY = Type.Object(
  { field: Type.String({ minLength: 1, maxLength: 500, description: 'Id or label of the image field.' }) },
  closed(),
)

export const PICTURE_ERRORS = [
  'unknown_field',
  'ambiguous_label',
  'picture_too_small',
  'picture_too_large',
  'picture_kind',
  'picture_unreadable',
  'picture_pixels',
  'picture_quota',
  'renderer_not_configured',
] as const

export function pictureWire(
  picture: OwnPictureRecord,
  { expiresAt, finalizedAt }: Pick<FillRecord, 'expiresAt' | 'finalizedAt'>,
  links: Pick<Links, 'ownPictureUrl'>,
): Static<typeof PICTURE> {
  return {
    id: picture.id,
    object: 'picture',
    field: picture.fieldId,
    kind: picture.kind,
    width: picture.widthPx,
    height: picture.heightPx,
    bytes: picture.uploadBytes,
    preview_url: links.ownPictureUrl(picture),
    expires_at: finalizedAt === null ? optionalTime(expiresAt) : null,
  }
}
