/** The plates that a render prints on, for its report. */

import type { Mix } from '../../ink/process-mix.ts'
import type { Plate, Separation } from '../../layout/separation.ts'

/** Plates that carry marks, then those that only the artwork prints on, under a name of the order's choice. */
export function printedPlates({ plates, rebound }: Separation): readonly Plate[] {
  const known = new Map([...plates, ...rebound.map(({ plate }) => plate)].map((plate) => [plate.name, plate]))
  return [...known.values()].filter(({ mix }) => mix === null)
}

/** The process mixes that marks of a render are set in. */
export function printedMixes({ plates }: Separation): readonly (Plate & { readonly mix: Mix })[] {
  return plates.flatMap((plate) => (plate.mix === null ? [] : [{ ...plate, mix: plate.mix }]))
}
