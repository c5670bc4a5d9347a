/** Finds the option of a selection that a value names: by its code, or by the label that people see. */
import { composed } from '../text/plain-text.ts'
import { looksOf } from './field-by-label.ts'
import type { FieldOption, SceneField } from './scene.ts'

/**
 * Null where no option is meant, `ambiguous` where several are. Decision: a code comes before a label, and what is the
 * same to the letter before what looks the same or differs in case; labels name only options that are offered.
 */
export function optionOf(
  { options }: Pick<SceneField, 'options'>,
  value: string,
): FieldOption | 'ambiguous' | null {
  if (options === null) return null
  const offered = options.filter(isOffered)
  const caseless = (text: string) => looksOf(text).toLowerCase()
  const ways: readonly (() => readonly FieldOption[])[] = [
    () => options.filter((option) => option.value === value),
    () => options.filter((option) => composed(option.value) === composed(value)),
    () => offered.filter((option) => composed(option.label) === composed(value)),
    () => offered.filter((option) => looksOf(option.value) === looksOf(value)),
    () => offered.filter((option) => looksOf(option.label) === looksOf(value)),
    () =>
      offered.filter((option) =>
        [option.value, option.label].some((text) => caseless(text) === caseless(value)),
      ),
  ]
  for (const find of ways) {
    const [first, second] = find()
    if (first !== undefined) return second === undefined ? first : 'ambiguous'
  }
  return null
}

export function isOffered({ disabled, retired }: FieldOption): boolean {
  return disabled !== true && retired !== true
}

/** As people read it, with the code where that is another word. */
export function optionName({ value, label }: FieldOption): string {
  return label === '' || label === value ? value : `${label} (${value})`
}
