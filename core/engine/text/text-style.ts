/** How a text is set: its font, size, alignment and spacing. */

/** Which font a text is set in. `key` names a typeface of the font library. */
export interface FontChoice {
  /** The name the PDF asked for, without subset tag. */
  readonly requested: string
  readonly key: string
  /** True if `key` replaces a missing font. */
  readonly substitute: boolean
}

export const ALIGNMENTS = ['left', 'center', 'right'] as const

export type Alignment = (typeof ALIGNMENTS)[number]

export const VERTICAL_ALIGNMENTS = ['top', 'middle', 'bottom'] as const

export type VerticalAlignment = (typeof VERTICAL_ALIGNMENTS)[number]

/** How text is set in a placement. Sizes are in user space units (points where the page's user unit is 1). */
export interface TextStyle {
  readonly font: FontChoice
  /** The designed size; for a DA of size 0 the size that fits the box's height, with `autoSize`. */
  readonly sizePt: number
  readonly autoSize: boolean
  readonly minSizePt: number
  /** Distance of baselines as a multiple of the size. */
  readonly leading: number
  /** Letter spacing in em, as designed and the tightest the fit may use (0 or negative). */
  readonly tracking: number
  readonly minTracking: number
  readonly align: Alignment
  /** Single lines align by cap height: a middle-aligned `H` is centred in the box. */
  readonly verticalAlign: VerticalAlignment
  /** May the text take several lines; a value's own line breaks count as such. */
  readonly wrap: boolean
  readonly maxLines: number | null
  /** Number of equal cells, one grapheme each, or null. */
  readonly comb: number | null
  /** OpenType features in HarfBuzz notation, such as `liga=0` or `ss01`. */
  readonly features: readonly string[]
  /** The fonts, in this order, that may set characters which the font lacks; missing or none for no such fonts. */
  readonly fallbacks?: readonly FontChoice[]
}
