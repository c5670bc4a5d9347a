/** What a shop sets once: the output of new templates, the languages of hosted pages, and the numbers of its orders. */

export interface ShopDefaults {
  /** Of new templates; null for plain PDF. */
  readonly outputProfileId: string | null
  /** Of hosted pages, the first for customers who prefer none of them; empty for all. */
  readonly languages: readonly string[]
  /** What order numbers begin with; null gives none. */
  readonly orderPrefix: string | null
}

export const NO_DEFAULTS: ShopDefaults = { outputProfileId: null, languages: [], orderPrefix: null }
/** Of a new team. */
export const FIRST_ORDER = 1001
export const LARGEST_ORDER = 999_999_999
