/** The expected plates of a page: the place of each mark of a render, and the permitted plates. */

import { PROCESS_PLATES, platesOfMix } from '../../ink/process-mix.ts'
import { hasLook, type Mark, type TextLook } from '../../layout/mark.ts'
import type { Plate, Separation } from '../../layout/separation.ts'
import type { Plan } from '../../press/plan.ts'
import type { Scene } from '../../scene/scene.ts'
import type { PlatedPlace, PrintedPage } from './check-plates.ts'

export interface ExpectedPlates extends Pick<PrintedPage, 'renamed' | 'expected'> {
  placesOn(page: number): readonly PlatedPlace[]
}

/** Of a plate: less cannot be told from soft edges in a drawing. */
const FAINT = 0.12

type Place = Omit<PlatedPlace, 'plate' | 'faint'>

/** How much of their inks letters and their outline leave for certain, 0 to 1. */
interface InkShares {
  readonly fill: number
  readonly line: number
}

const PLAIN: InkShares = { fill: 1, line: 1 }

/** The ink that a blend mode leaves depends on the ground, and an outline may hide thin letters completely. */
function sharesOf({ opacity = 1, blend, stroke }: TextLook): InkShares {
  if (blend !== undefined) return { fill: 0, line: 0 }
  if (stroke === undefined) return { fill: opacity, line: 0 }
  const isHidden = stroke.filled && stroke.ink !== null && !stroke.overprint
  // Plates are drawn a pixel a point.
  const line = stroke.tint * stroke.opacity * Math.min(1, stroke.width)
  return { fill: isHidden ? 0 : stroke.filled ? opacity : line, line }
}

/** A mix stands on each of its plates. */
function placesOf(plate: Plate | null, tint: number, place: Place, isFaint: boolean): PlatedPlace[] {
  const faint = (is: boolean) => (is ? { faint: true as const } : {})
  const mix = plate?.mix ?? null
  if (mix === null) return [{ plate: plate?.name ?? null, ...place, ...faint(isFaint) }]
  const tints = platesOfMix(mix)
  if (tints === null) return [{ plate: null, ...place }]
  return tints.flatMap((part, axis) => {
    const name = PROCESS_PLATES[axis]
    if (name === undefined || part === 0) return []
    return [{ plate: name, ...place, ...faint(part * tint < FAINT) }]
  })
}

export function expectedPlates(
  { fields }: Pick<Scene, 'fields'>,
  plan: Pick<Plan, 'inks' | 'appearances'>,
  { plates, slots, rebound }: Separation,
): ExpectedPlates {
  const labels = new Map(fields.map(({ id, label }) => [id, label]))
  const names = [
    ...plan.inks,
    ...plates.filter(({ mix }) => mix === null),
    ...rebound.map(({ plate }) => plate),
  ].map(({ name }) => name)
  const renamed = new Map(rebound.map(({ artwork, plate }) => [artwork, plate.name]))
  /** Plates of the artwork on which a mark in its own colours prints. */
  const inksOf = (mark: Mark): readonly string[] => {
    if (mark.kind !== 'appearance' || mark.oneColor) return []
    return (plan.appearances?.[mark.appearance]?.inks ?? []).map((name) => renamed.get(name) ?? name)
  }
  return {
    renamed,
    expected: new Set(names),
    placesOn: (page) =>
      slots
        .filter((slot) => slot.page === page)
        .flatMap(({ marks }) =>
          marks.flatMap(({ mark, plate, strokePlate }): PlatedPlace[] => {
            const place = {
              inks: inksOf(mark),
              box: mark.inkBox,
              fieldId: mark.fieldId,
              label: labels.get(mark.fieldId) ?? mark.fieldId,
            }
            const { fill, line } = mark.kind === 'text' && hasLook(mark) ? sharesOf(mark) : PLAIN
            const places = placesOf(plate, mark.tint * fill, place, fill < FAINT)
            if (strokePlate === undefined || strokePlate === plate) return places
            return [...places, ...placesOf(strokePlate, line, place, line < FAINT)]
          }),
        ),
  }
}
