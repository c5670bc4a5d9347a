/** Where on a page marks below or within the artwork may stand: what has to be known of the artwork there. */
import { markBase } from '../layout/lay-text.ts'
import type { Scene } from '../scene/scene.ts'
import type { SlotArea } from './page-plates.ts'

/** By the scene alone, so that the same page serves every value: no mark has ink outside of its placement. */
export function slotAreas(scene: Scene, page: number): readonly SlotArea[] {
  return scene.fields.flatMap((field) =>
    field.placements.flatMap((placement): SlotArea[] => {
      if (placement.page !== page) return []
      const { slot, inPlace = null } = markBase(field, placement)
      return slot === 'above' ? [] : [{ slot, inPlace, box: placement.box }]
    }),
  )
}
