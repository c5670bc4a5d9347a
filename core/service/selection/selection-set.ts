/** A named list of options that fields of many templates share. */
import type { FieldOption } from '../../engine/scene/scene.ts'

export interface SetOption {
  readonly value: string
  /** The printed text. It never changes for a value, or earlier fills would print something else. */
  readonly label: string
  /** Shown but not selectable. */
  readonly disabled: boolean
  /** Id of the picture shown for the option. */
  readonly assetId: string | null
  /** Was removed: it is neither shown nor chosen, and fills that chose it print it. */
  readonly retired: boolean
}

/** Times are milliseconds since 1970. */
export interface SelectionSetRecord {
  readonly id: string
  readonly teamId: string
  readonly name: string
  /** All that there ever were; the present ones first, in their order. */
  readonly options: readonly SetOption[]
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt: number | null
}

/** As the fields of a scene have them. */
export function fieldOptions(set: SelectionSetRecord): readonly FieldOption[] {
  return set.options.map(({ value, label, disabled, assetId, retired }) => ({
    value,
    label,
    ...(disabled ? { disabled } : {}),
    ...(assetId === null ? {} : { assetId }),
    ...(retired ? { retired } : {}),
  }))
}
