/** Refusals of customers' pictures: each names the field, the limit and what was found. */
import type { SceneField } from '../../engine/scene/scene.ts'
import { CATALOGUE, ServiceError } from '../../errors.ts'

type PictureCode =
  | 'picture_too_small'
  | 'picture_too_large'
  | 'picture_kind'
  | 'picture_unreadable'
  | 'picture_pixels'
  | 'picture_quota'

export function refusedPicture(
  code: PictureCode,
  { id, label }: SceneField,
  limit: number | string | null,
  found: number | string | null,
  cause?: ServiceError,
): ServiceError {
  const said = { ...(limit === null ? {} : { expected: limit }), ...(found === null ? {} : { found }) }
  const message = `“${label}”: ${CATALOGUE[code].says}${numbersOf(code, limit, found)}`
  const detail = { code, message, param: 'file', field_id: id, ...said }
  const extra = { field: id, limit, found }
  return new ServiceError(code, { message, param: 'file', details: [detail], extra, cause })
}

function numbersOf(code: PictureCode, limit: number | string | null, found: number | string | null): string {
  const unit =
    { picture_too_small: ' ppi', picture_too_large: ' bytes', picture_pixels: ' pixels' }[code as string] ??
    ''
  const said = [
    ...(limit === null ? [] : [`${code === 'picture_too_small' ? 'Minimum' : 'Accepted'}: ${limit}${unit}.`]),
    ...(found === null ? [] : [`Found: ${found}${typeof found === 'number' ? unit : ''}.`]),
  ]
  return said.length === 0 ? '' : ` ${said.join(' ')}`
}
