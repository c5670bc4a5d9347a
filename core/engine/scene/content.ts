/** What is set on a scene: its values, the inks that were chosen, and the paper below. */
import type { PaletteInk, Substrate } from '../ink/palette.ts'

export interface FillContent {
  /** Sparse, by field id. */
  readonly values: Readonly<Record<string, string>>
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Readonly<Record<string, number>>
  readonly substrate: Substrate | null
}

export const EMPTY_CONTENT: FillContent = { values: {}, colors: null, assignments: {}, substrate: null }
