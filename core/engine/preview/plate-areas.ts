/** Where on a page marks may stand of which the page itself has to be asked: what their plates are to be known of. */

import type { Box } from '../geometry/box.ts'
import { mapBox } from '../geometry/matrix.ts'
import { markBase } from '../layout/lay-text.ts'
import { contentSize, fieldMatrix } from '../layout/matrix.ts'
import type { Placement, Scene } from '../scene/scene.ts'
import { placedUnit } from './appearance-plates.ts'
import type { PlateArea } from './page-plates.ts'

/**
 * Places below or within the artwork, and what the form draws for its choices. By the scene alone, so that the same page
 * serves every value: no mark has ink outside of its placement.
 */
export function plateAreas(scene: Scene, page: number): readonly PlateArea[] {
  return scene.fields.flatMap((field) =>
    field.placements.flatMap((placement): PlateArea[] => {
      if (placement.page !== page) return []
      const { slot, inPlace = null } = markBase(field, placement)
      const box = placement.appearance == null ? placement.box : withRim(placement.box)
      const area: PlateArea[] = slot === 'above' ? [] : [{ slot, inPlace, box }]
      return placement.appearance == null ? area : [...area, drawnArea(placement, placement.appearance)]
    }),
  )
}

/** A form draws up to the edges of its places, where an area ends with the last pixel that lies in it whole. */
function withRim([left, bottom, right, top]: Box): Box {
  return [left - RIM_PT, bottom - RIM_PT, right + RIM_PT, top + RIM_PT]
}

const RIM_PT = 4

function drawnArea(
  placement: Placement,
  { number, oneColor }: NonNullable<Placement['appearance']>,
): PlateArea {
  const { width, height } = contentSize(placement)
  const matrix = placedUnit(fieldMatrix(placement), [0, 0, width, height])
  return { appearance: number, oneColor, matrix, box: mapBox(fieldMatrix(placement), [0, 0, width, height]) }
}
