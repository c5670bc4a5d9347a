/** Why a row cannot be printed, with lengths in the unit of the user. */
import { Said } from '../parts/said.tsx'
import { lengthText, toPoints, toUnit, type Unit, useUnit } from '../units.ts'
import type { SaidBy } from '../words/said.ts'
import { phrase, useLanguage, useWords } from '../words.ts'

export function RowError({
  one,
  class: name,
}: {
  readonly one: SaidBy
  readonly class?: string | undefined
}) {
  const words = useWords('batches')
  const unit = useUnit()
  const language = useLanguage()
  const { code, found, expected, message } = one
  // The figures of lines and cells are counts.
  const way = / pt (wide|high)\.?$/.exec(message)?.[1]
  if (code !== 'text_does_not_fit' || way === undefined) return <Said one={one} class={name} />
  if (typeof found !== 'number' || typeof expected !== 'number') return <Said one={one} class={name} />
  const length = lengthText(roundedUp(found - expected, unit), unit, language)
  return <span class={name}>{phrase(way === 'wide' ? words.tooLong : words.tooHigh, { length })}</span>
}

/** As exactly as somebody shortens a text by it. */
function roundedUp(points: number, unit: Unit): number {
  const length = toUnit(points, unit)
  const steps = unit === 'inch' ? 100 : length < 10 ? 10 : 1
  return toPoints(Math.ceil(length * steps) / steps, unit)
}
