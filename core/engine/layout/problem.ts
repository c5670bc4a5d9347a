/** Problems of values that cannot be printed, with the numbers that matter to a printer. */
import { ServiceError } from '../../errors.ts'
import type { Placement, SceneField } from '../scene/scene.ts'
import type { Typeface } from '../text/font.ts'
import type { Shortfall } from '../text/place.ts'
import type { Problem } from './mark.ts'

/** Rejects values that cannot be printed, with one detail for each problem. */
export function refuseUnprintable(
  code: 'values_not_printable' | 'fill_not_printable',
  problems: readonly Problem[],
): void {
  const details = problems.map(({ fieldId, ...problem }) => ({
    ...problem,
    param: `values.${fieldId}`,
    field_id: fieldId,
  }))
  const [first] = details
  if (first !== undefined)
    throw new ServiceError(code, { message: first.message, param: first.param, details })
}

export function valueMissing(field: SceneField): Problem {
  return {
    code: 'required_value_missing',
    fieldId: field.id,
    page: null,
    message: `“${field.label}” requires a value.`,
    found: '',
    expected: 'a value',
  }
}

export function assetNotFound(field: SceneField, value: string): Problem {
  return {
    code: 'asset_not_found',
    fieldId: field.id,
    page: field.placements[0]?.page ?? null,
    message: `The image in “${field.label}” does not exist.`,
    found: value,
    expected: 'an image in the library',
  }
}

/** `found` and `expected` are printed pixels per inch. */
export function pictureTooSmall(
  field: SceneField,
  { page }: Placement,
  ppi: number,
  minPpi: number,
): Problem {
  const found = Math.floor(ppi * 10) / 10
  return {
    code: 'picture_too_small',
    fieldId: field.id,
    page,
    message: `The picture in “${field.label}” is too small to print: it has ${found} ppi at this size; the minimum is ${minPpi} ppi. Show more of it, or choose a larger picture.`,
    found,
    expected: minPpi,
  }
}

/** `found` lists the characters with their code points, such as `U+4E2D 中`; the message has the characters alone. */
export function glyphMissing(
  field: SceneField,
  placement: Placement,
  typeface: Typeface,
  codePoints: readonly number[],
): Problem {
  const found = codePoints.map(nameOf).join(', ')
  return {
    code: 'glyph_missing',
    fieldId: field.id,
    page: placement.page,
    message: `“${field.label}” contains characters that the font ${typeface.info.family} does not have: ${codePoints.map((point) => String.fromCodePoint(point)).join(' ')}`,
    found,
    expected: `characters of ${typeface.info.postScriptName}`,
  }
}

/** `found` and `expected` are points (counts for lines and cells), rounded away from each other to hundredths. */
export function doesNotFit(
  field: SceneField,
  placement: Placement,
  shortfall: Shortfall,
  userUnit: number,
): Problem {
  const { what } = shortfall
  const measured = what === 'width' || what === 'height'
  const unit = measured ? userUnit : 1
  const found = Math.ceil(shortfall.found * unit * 100) / 100
  const expected = Math.floor(shortfall.expected * unit * 100) / 100
  const size = hundredths(shortfall.sizePt * userUnit)
  return {
    code: 'text_does_not_fit',
    fieldId: field.id,
    page: placement.page,
    message: `“${field.label}” does not fit: ${REASONS[what](found, expected, size)}.`,
    found,
    expected,
  }
}

const REASONS: Readonly<
  Record<Shortfall['what'], (found: number, expected: number, size: number) => string>
> = {
  width: (found, expected, size) => `at ${size} pt it is ${found} pt wide; its box is ${expected} pt wide`,
  height: (found, expected, size) => `at ${size} pt it is ${found} pt high; its box is ${expected} pt high`,
  lines: (found, expected, size) => `at ${size} pt it takes ${found} lines; its box has room for ${expected}`,
  cells: (found, expected) => `it has ${found} characters; its box has ${expected} cells`,
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

function nameOf(codePoint: number): string {
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  const character = String.fromCodePoint(codePoint)
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? code : `${code} ${character}`
}
