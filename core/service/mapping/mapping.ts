/** A product mapping: which template a storefront's product or variant is printed from. */
import type { PaletteInk } from '../../engine/ink/palette.ts'

export const MAPPING_STATUSES = ['active', 'archived'] as const
export type MappingStatus = (typeof MAPPING_STATUSES)[number]

export interface MappingOptions {
  readonly defaultValues: Readonly<Record<string, string>>
  readonly lockedFieldIds: readonly string[]
  /** The palette that a fill begins with; null for the template's own inks. */
  readonly colors: readonly PaletteInk[] | null
}

export const NO_OPTIONS: MappingOptions = { defaultValues: {}, lockedFieldIds: [], colors: null }

/** Unique per (team, product, variant) while active; a variant's mapping wins over the product's. */
export interface MappingRecord {
  readonly id: string
  readonly teamId: string
  readonly externalProductId: string
  /** Null for all variants. */
  readonly externalVariantId: string | null
  readonly templateId: string
  readonly embedApplicationId: string | null
  readonly options: MappingOptions
  readonly status: MappingStatus
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt: number | null
}
