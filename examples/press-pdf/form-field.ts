/** Form fields of a press file: what a shop can ask a shopper for, and where and how the answer is printed. */
import type { Separation } from './ink.ts'
import type { Path } from './path.ts'
import type { TypefaceName } from './typeface.ts'

/** [left, bottom, right, top] in points from the trim's lower left corner. */
export type Box = readonly [number, number, number, number]

interface FieldBase {
  /** Name in the form: letters, digits and underscores. */
  readonly name: string
  /** What a person is asked for (/TU). */
  readonly label: string
  readonly box: Box
  readonly ink: Separation
  /** Prints over the artwork below instead of knocking it out. */
  readonly overprint?: boolean
}

interface Lettered extends FieldBase {
  readonly typeface: TypefaceName
  readonly size: number
  readonly align: 'left' | 'center' | 'right'
  /** Letter spacing in points (Tc). */
  readonly spacing?: number
  readonly value: string
}

export interface TextField extends Lettered {
  readonly kind: 'text'
  readonly maxLength: number
  readonly required?: boolean
  /** Takes several lines. */
  readonly multiline?: true
  /** One character in each of `maxLength` equal cells. */
  readonly comb?: boolean
  /** Reads upwards (90), as /MK /R says it. */
  readonly turn?: 90
}

export interface ChoiceField extends Lettered {
  readonly kind: 'choice'
  readonly options: readonly string[]
}

export interface CheckField extends FieldBase {
  readonly kind: 'check'
  readonly checked: boolean
  /** The mark, in points from the box's lower left corner. */
  readonly mark: Path
}

export type FormField = TextField | ChoiceField | CheckField

/** Free room between the box and its text, as form viewers leave it: twice the width of a border, seen or not. */
export const FIELD_PADDING = 2
/** Distance of baselines as a multiple of the size. */
export const LEADING = 1.2

// Field flags (ISO 32000-1 tables 221, 228 and 230), bits counted from 1.
const flag = (bit: number): number => 2 ** (bit - 1)
const REQUIRED = flag(2)
const MULTILINE = flag(13)
const COMBO = flag(18)
const DO_NOT_SCROLL = flag(24)
const COMB = flag(25)

export function fieldFlags(field: FormField): number {
  if (field.kind === 'check') return 0
  if (field.kind === 'choice') return COMBO
  return (
    (field.required ? REQUIRED : 0) +
    (field.multiline ? MULTILINE : 0) +
    (field.comb ? COMB : 0) +
    // A printed line has an end: viewers must not let the text run on behind the box.
    DO_NOT_SCROLL
  )
}
