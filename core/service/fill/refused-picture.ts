/** Refusals of customers' pictures: each names the field, the limit and what was found. */
import type { SceneField } from '../../engine/scene/scene.ts'
import { CATALOGUE, type ErrorDetail, ServiceError } from '../../errors.ts'

type PictureCode =
  | 'picture_too_small'
  | 'picture_too_large'
  | 'picture_kind'
  | 'picture_unreadable'
  | 'picture_pixels'
  | 'picture_quota'

interface Refused {
  /** The limit that was passed, in the unit of its code. */
  readonly limit?: number
  /** The accepted formats. */
  readonly kinds?: readonly string[]
  /** What the file has instead. */
  readonly found: number | string | null
  /** Says more than the code and the numbers. */
  readonly message?: string
}

export function refusedPicture(
  code: PictureCode,
  { id, label }: SceneField,
  { limit, kinds, found, message: more }: Refused,
  cause?: ServiceError,
): ServiceError {
  const expected = limit ?? kinds?.join(', ')
  const said = { ...(expected === undefined ? {} : { expected }), ...(found === null ? {} : { found }) }
  const message = `“${label}”: ${more ?? `${CATALOGUE[code].says}${numbersOf(code, said)}`}`
  const detail = { code, message, param: 'file', field_id: id, ...said }
  const extra = {
    field: id,
    ...(limit === undefined ? {} : { limit }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(found === null ? {} : { found }),
  }
  return new ServiceError(code, { message, param: 'file', details: [detail], extra, cause })
}

const UNITS: Partial<Record<PictureCode, string>> = {
  picture_too_small: ' ppi',
  picture_too_large: ' bytes',
  picture_pixels: ' pixels',
}

function numbersOf(code: PictureCode, { expected, found }: Pick<ErrorDetail, 'expected' | 'found'>): string {
  const unit = UNITS[code] ?? ''
  const numbers = [
    ...(expected === undefined
      ? []
      : [`${code === 'picture_too_small' ? 'Minimum' : 'Accepted'}: ${expected}${unit}.`]),
    ...(found === undefined ? [] : [`Found: ${found}${typeof found === 'number' ? unit : ''}.`]),
  ]
  return numbers.length === 0 ? '' : ` ${numbers.join(' ')}`
}
