/** The expected plates of a page: the place of each mark of a render, and the permitted plates. */

import { PROCESS_PLATES, platesOfMix } from '../../ink/process-mix.ts'
import type { Mark } from '../../layout/mark.ts'
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

/** A mix stands on each of its plates. */
function placesOf(plate: Plate | null, tint: number, place: Place): PlatedPlace[] {
  const faint = (share: number) => (share < FAINT ? { faint: true as const } : {})
  const mix = plate?.mix ?? null
  if (mix === null) return [{ plate: plate?.name ?? null, ...place, ...(tint === 0 ? faint(tint) : {}) }]
  const tints = platesOfMix(mix)
  if (tints === null) return [{ plate: null, ...place }]
  return tints.flatMap((part, axis) => {
    const name = PROCESS_PLATES[axis]
    if (name === undefined || part === 0) return []
    return [{ plate: name, ...place, ...faint(part * tint) }]
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
            const { opacity = 1, blend, stroke = null } = mark.kind === 'text' ? mark : {}
            // What a blend mode leaves of an ink depends on what lies below.
            const share = blend === undefined ? opacity : 0
            const fill = placesOf(plate, mark.tint * share, place)
            if (strokePlate === undefined || stroke === null || strokePlate === plate) return fill
            const lineShare = blend === undefined ? stroke.opacity : 0
            return [...fill, ...placesOf(strokePlate, stroke.tint * lineShare, place)]
          }),
        ),
  }
}
