/** The state of a field: problems of its value that the service reports or the editor finds. */
import { plainText } from '../../core/engine/text/plain-text.ts'
import { type Content, valueText } from './content.ts'
import { countGraphemes } from './graphemes.ts'
import type { FieldWire, FillWire, ProblemWire } from './wire.ts'

export type Trouble =
  | { readonly kind: 'missing' }
  | { readonly kind: 'over'; readonly count: number }
  /** `count`: about how many characters are too many; 0 where that cannot be said. */
  | { readonly kind: 'does_not_fit'; readonly count: number }
  | { readonly kind: 'glyphs'; readonly characters: string }
  /** A choice that is offered no more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'characters' }
  /** The word; empty where the shop does not say which. */
  | { readonly kind: 'forbidden'; readonly word: string }
  | { readonly kind: 'not_taken' }
  /** An image is on its way. */
  | { readonly kind: 'uploading' }
  /** The image has too few pixels for the size that it is printed at. */
  | { readonly kind: 'small' }

export type Fit = 'fits' | 'checking' | 'unknown'

export interface FieldState {
  readonly trouble: Trouble | null
  readonly fit: Fit
}

/** A value that the service has refused, with its code. */
export interface Refusal {
  readonly value: string
  readonly code: string
}

export interface Grounds {
  readonly content: Content
  /** As the service has it. */
  readonly fill: FillWire | null
  readonly refusals: Readonly<Record<string, Refusal>>
  /** What the editor itself has found, by field. */
  readonly holds: Readonly<Record<string, Trouble>>
}

export function valueIn(field: FieldWire, content: Content): string {
  return content.values[field.id] ?? field.default_value
}

/** Longer than its field allows, by how much; 0 where it is not. */
export function tooMany(field: FieldWire, value: string): number {
  if (field.type !== 'text' || field.max_length === null) return 0
  return Math.max(0, countGraphemes(value) - field.max_length)
}

export function fieldState(field: FieldWire, { content, fill, refusals, holds }: Grounds): FieldState {
  const value = valueIn(field, content)
  const over = tooMany(field, value)
  if (over > 0) return { trouble: { kind: 'over', count: over }, fit: 'unknown' }
  const hold = holds[field.id]
  if (hold !== undefined) return { trouble: hold, fit: 'unknown' }
  const refusal = refusals[field.id]
  if (refusal?.value === value) return { trouble: troubleOfCode(refusal.code), fit: 'unknown' }
  if (value === '' && field.required) return { trouble: { kind: 'missing' }, fit: 'unknown' }
  if (fill === null || !isSame(valueText(fill.values[field.id] ?? field.default_value), value))
    return { trouble: null, fit: 'checking' }
  const problem = fill.problems.find(({ field_id }) => field_id === field.id)
  if (problem !== undefined) return { trouble: troubleOf(problem, value), fit: 'unknown' }
  return { trouble: null, fit: value === '' ? 'unknown' : 'fits' }
}

function troubleOf({ code, found, expected }: ProblemWire, value: string): Trouble {
  if (code === 'text_does_not_fit') return { kind: 'does_not_fit', count: surplus(value, found, expected) }
  if (code === 'glyph_missing') return { kind: 'glyphs', characters: charactersOf(String(found ?? '')) }
  if (code === 'forbidden_word') return { kind: 'forbidden', word: String(found ?? '') }
  return troubleOfCode(code)
}

export function troubleOfCode(code: string): Trouble {
  switch (code) {
    case 'required_value_missing':
      return { kind: 'missing' }
    case 'asset_not_found':
    case 'invalid_option':
      return { kind: 'gone' }
    case 'invalid_value':
      return { kind: 'characters' }
    case 'forbidden_word':
      return { kind: 'forbidden', word: '' }
    case 'text_does_not_fit':
      return { kind: 'does_not_fit', count: 0 }
    case 'picture_too_small':
      return { kind: 'small' }
    default:
      return { kind: 'not_taken' }
  }
}

/** What is measured grows with the text, nearly enough to say how much of it has to go. */
function surplus(value: string, found: ProblemWire['found'], expected: ProblemWire['expected']): number {
  if (typeof found !== 'number' || typeof expected !== 'number' || !(found > expected) || expected < 0)
    return 0
  return Math.max(1, Math.ceil(countGraphemes(value) * (1 - expected / found)))
}

/** The service lists them as `U+4E2D 中, U+0301`: those that have a form are shown, numbers say nothing to a customer. */
function charactersOf(found: string): string {
  return found
    .split(/, (?=U\+)/)
    .map((one) => one.replace(/^U\+[0-9A-F]+ ?/, ''))
    .filter((one) => one !== '')
    .join(' ')
}

function isSame(one: string, other: string): boolean {
  return one === other || plainText(one) === plainText(other)
}
