/** What becomes of the borders and backgrounds that a form draws around its fields. */

export const FORM_BORDERS = ['remove', 'keep'] as const
/** They are removed with the form, and a finding counts them; or they stay as part of the artwork. */
export type FormBorders = (typeof FORM_BORDERS)[number]

/** Decision: many forms draw borders for the screen only, so they are removed by default and counted. */
export const DEFAULT_BORDERS: FormBorders = 'remove'
