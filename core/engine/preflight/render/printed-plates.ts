/** The plates that a render prints on, for its report. */
import type { Plate, Separation } from '../../layout/separation.ts'

/** Plates that carry marks, then those that only the artwork prints on, under a name of the order's choice. */
export function printedPlates({ plates, rebound }: Separation): readonly Plate[] {
  const known = new Map([...plates, ...rebound.map(({ plate }) => plate)].map((plate) => [plate.name, plate]))
  return [...known.values()]
}
