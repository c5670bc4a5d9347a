/** What becomes of the borders and backgrounds that a form draws around its fields. */

export const FORM_BORDERS = ['remove', 'keep'] as const
/** They go with the form, which is told with their number; or they stay as part of the artwork. */
export type FormBorders = (typeof FORM_BORDERS)[number]

/** Decision: many forms draw borders for the screen alone; so they go as they always did, and it is said how many. */
export const DEFAULT_BORDERS: FormBorders = 'remove'
