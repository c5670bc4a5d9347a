/** Values of a fill or render: which keys name which field, what a field accepts, and what it prints by default. */
import { type ErrorCode, type ErrorDetail, ServiceError } from '../../errors.ts'
import { graphemesOf } from '../text/graphemes.ts'
import { plainText } from '../text/plain-text.ts'
import { fieldByLabel } from './field-by-label.ts'
import { isOffered, optionName, optionOf } from './option-of.ts'
import type { FieldOption, Scene, SceneField } from './scene.ts'

/** Values by field id. */
export type Values = Readonly<Record<string, string>>

/**
 * A sparse patch as a map by field id. Keys are field ids or labels; where id and label of one field both stand,
 * the id wins, and two labels of one field are refused. `standing` is what was chosen before, by field id: such a choice may stay although it is offered no
 * more. Throws, with one detail for each fault and the first fault's code: `unknown_field`, `ambiguous_label`,
 * `invalid_option`, `asset_not_found`, `value_too_long`, `invalid_value`.
 */
export function readValues(scene: Scene, given: Values, standing: Values = {}): Values {
  const details: ErrorDetail[] = []
  const values: Record<string, string> = {}
  const byId = new Map(scene.fields.map((field) => [field.id, field]))
  const keys = new Map<string, string>()
  for (const [key, raw] of Object.entries(given)) {
    const found = byId.get(key) ?? fieldByLabel(scene, key)
    if (found === 'ambiguous' || found === null) {
      details.push(keyFault(key, found))
      continue
    }
    if (found.id !== key && Object.hasOwn(given, found.id)) continue
    const earlier = keys.get(found.id)
    if (earlier !== undefined) {
      details.push(twiceNamed(key, earlier, found))
      continue
    }
    keys.set(found.id, key)
    const value = keptValue(found, raw)
    const fault = valueFault(found, value, standing[found.id])
    if (fault === null) values[found.id] = value
    else
      details.push({
        ...fault,
        param: `values.${key}`,
        field_id: found.id,
        page: found.placements[0]?.page ?? null,
      })
  }
  const first = details[0]
  if (first === undefined) return values
  throw new ServiceError(first.code as ErrorCode, {
    message: first.message,
    ...(first.param === undefined ? {} : { param: first.param }),
    details,
  })
}

/** Every field's value: the patch where it says something, else the field's default. */
export function completeValues(scene: Scene, patch: Values): Values {
  const values: Record<string, string> = {}
  for (const field of scene.fields) values[field.id] = patch[field.id] ?? keptValue(field, field.defaultValue)
  return values
}

/** As it is kept: plain text, and of a selection the code of the option. */
function keptValue(field: SceneField, raw: string): string {
  const option = field.type === 'selection' && raw !== '' ? optionOf(field, raw) : null
  return option === null || option === 'ambiguous' ? plainText(raw) : option.value
}

function keyFault(key: string, found: 'ambiguous' | null): ErrorDetail {
  const param = `values.${key}`
  return found === 'ambiguous'
    ? { code: 'ambiguous_label', param, message: `Several fields have the label ${key}. Use the field id.` }
    : { code: 'unknown_field', param, message: `The template has no field ${key}.` }
}

/** Labels that differ in case or in what nobody sees. */
function twiceNamed(key: string, earlier: string, field: SceneField): ErrorDetail {
  return {
    code: 'ambiguous_label',
    param: `values.${key}`,
    message: `${earlier} and ${key} are the same field, “${field.label}”. Send one of them.`,
    field_id: field.id,
  }
}

function valueFault(field: SceneField, value: string, standing: string | undefined): ErrorDetail | null {
  if (!value.isWellFormed() || /[^\P{Cc}\n\t]/u.test(value))
    return {
      code: 'invalid_value',
      message: `“${field.label}” contains control characters or invalid Unicode.`,
    }
  if (value !== '' && (field.options !== null || field.type === 'image')) {
    const option = field.options?.find((one) => one.value === value)
    const offered = option !== undefined && isOffered(option)
    if (!offered && (option === undefined || value !== standing)) return notOffered(field, value)
  }
  if (field.maxLength === null || field.type !== 'text') return null
  const length = graphemesOf(value).length
  if (length <= field.maxLength) return null
  return {
    code: 'value_too_long',
    message: `“${field.label}” can have at most ${field.maxLength} characters.`,
    found: length,
    expected: field.maxLength,
  }
}

function notOffered(field: SceneField, value: string): ErrorDetail {
  if (field.type === 'image')
    return {
      code: 'asset_not_found',
      message: `${value} is not an image that “${field.label}” accepts.`,
      found: value,
    }
  const offered = (field.options ?? []).filter(isOffered)
  return {
    code: 'invalid_option',
    message:
      optionOf(field, value) === 'ambiguous'
        ? `Several options of “${field.label}” are named ${value}. Use the code of one: ${listed(offered)}`
        : `${value} is not an option of “${field.label}”. Options: ${listed(offered)}`,
    found: value,
    expected: offered.map((option) => option.value).join(', '),
  }
}

/** A sentence names no more. */
const MOST_NAMED = 20

function listed(options: readonly FieldOption[]): string {
  const named = options.slice(0, MOST_NAMED).map(optionName).join(', ')
  return options.length <= MOST_NAMED ? `${named}.` : `${named} and ${options.length - MOST_NAMED} more.`
}
