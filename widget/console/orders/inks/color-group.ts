/** Inks and paper of a job as they are edited: the customer's, or those of its print file, and what a form changes. */
import type { ColorGroup } from '../../../editor/content.ts'
import type { InkTemplate } from '../../../editor/inks.ts'
import type { FillWire, PrintedWire, RenderWire } from '../wire.ts'

/** What the template offers, with the fields whose ink can be chosen. */
export interface OfferedInks extends InkTemplate {
  readonly fields: readonly {
    readonly id: string
    readonly label: string
    readonly ink: number
    readonly ink_choice: boolean
  }[]
}

/** Nothing chosen yet: the template's inks, on the first of its papers, as the customer's editor begins. */
export function firstGroup(offered: OfferedInks | null): ColorGroup {
  const [paper = null] = offered?.scene_summary.papers ?? []
  return { colors: null, assignments: {}, substrate: paper === null ? null : { ...paper } }
}

/** `paper` of the fill stands in for a choice that was never made. */
export function groupOfFill({ colors, assignments, substrate, paper }: FillWire): ColorGroup {
  return { colors, assignments, substrate: substrate ?? paper }
}

/** Assignments by label, as programs may send them, become those of fields. */
export function groupOfRender(
  { inks = [], paper = null }: Pick<RenderWire, 'inks' | 'paper'>,
  { colors, assignments, substrate }: PrintedWire,
): ColorGroup {
  const resolved = inks.flatMap(({ index, field_ids }) => field_ids.map((id) => [id, index] as const))
  return {
    colors,
    assignments: { ...assignments, ...Object.fromEntries(resolved) },
    substrate: substrate ?? paper,
  }
}

/** The members of a request that differ; null where none does. */
export function changedGroup(from: ColorGroup, to: ColorGroup): Partial<ColorGroup> | null {
  const changes = {
    ...(isSame(from.colors, to.colors) ? {} : { colors: to.colors }),
    ...(isSame(from.assignments, to.assignments) ? {} : { assignments: to.assignments }),
    ...(isSame(from.substrate, to.substrate) ? {} : { substrate: to.substrate }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

/** For a request that takes no null. */
export function sentGroup({ colors, assignments, substrate }: ColorGroup) {
  return {
    ...(colors === null ? {} : { colors }),
    ...(Object.keys(assignments).length === 0 ? {} : { assignments }),
    ...(substrate === null ? {} : { substrate }),
  }
}

/** The parts come from one place each, so that their members stand in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
