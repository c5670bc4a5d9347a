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

export const LINE_JOINS = ['miter', 'round', 'bevel'] as const

export type LineJoin = (typeof LINE_JOINS)[number]

/** The separable blend modes of ISO 32000-1 table 136, by their names in the API. */
export const BLEND_MODES = [
  ...(['normal', 'multiply', 'screen', 'overlay', 'darken', 'lighten'] as const),
  ...(['color_dodge', 'color_burn', 'hard_light', 'soft_light', 'difference', 'exclusion'] as const),
] as const

export type BlendMode = (typeof BLEND_MODES)[number]

/** The miter limit of ISO 32000-1 table 52. */
export const MITER_LIMIT = 10

/**
 * The outline of letters. Decision: it is painted after the fill, as PDF paints it, and shrinks with text that is set
 * smaller, so that letters keep their proportions.
 */
export interface TextStroke {
  /** At the designed size, in its units. */
  readonly widthPt: number
  /** An ink by its name; null for the ink of the field, whichever that is chosen to be. */
  readonly ink: string | null
  /** Null for the tint of the field. */
  readonly tint: number | null
  readonly join: LineJoin
  /** MITER_LIMIT where it is missing. */
  readonly miterLimit?: number
  readonly overprint: boolean
  /** Opacity of the stroke alone; by default that of the text. */
  readonly opacity?: number | null
  /** False for letters that are an outline alone, which prints in the ink of the field. */
  readonly filled: boolean
}

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
  /** Missing or null for letters without an outline. */
  readonly stroke?: TextStroke | null
  /** 0 < opacity <= 1; missing for opaque text. */
  readonly opacity?: number
  /** Missing for `normal`. */
  readonly blend?: BlendMode
}
