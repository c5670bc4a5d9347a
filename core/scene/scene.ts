/** The scene model: what a template's pages carry, which inks the artwork paints and which fields can be filled. */

/** A rectangle as PDF writes it, in default user space units: [left, bottom, right, top]. */
export type Box = readonly [number, number, number, number]

/** A quarter turn, counterclockwise, in degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270

/**
 * A page's geometry. All boxes are in default user space, before /Rotate and with the page's own origin;
 * one unit is `userUnit`/72 inch. Missing boxes are resolved by ISO 32000-1 14.11.2 (crop <- media, bleed and
 * trim <- crop).
 */
export interface ScenePage {
  readonly index: number
  readonly mediaBox: Box
  readonly cropBox: Box
  readonly bleedBox: Box
  readonly trimBox: Box
  /** True where the file states a TrimBox (or an ArtBox), false where the trim is assumed. */
  readonly trimStated: boolean
  /** /Rotate, clockwise as PDF counts it, normalized to 0, 90, 180 or 270. */
  readonly rotate: QuarterTurn
  readonly userUnit: number
  /** Size of the page as a person sees it (crop box, rotated, user unit applied), in points. */
  readonly widthPt: number
  readonly heightPt: number
}

/** An ink of the palette. `index` counts from 1; index 1 is the primary ink and the default of every field. */
export interface SceneInk {
  readonly index: number
  readonly key: string
  /** The plate's name, byte for byte (UTF-8). */
  readonly name: string
  /** Screen colour, `#rrggbb`. */
  readonly hex: string
  /** Cutting, varnish, white and the like: never a default for text. */
  readonly technical: boolean
}

export const FIELD_TYPES = ['text', 'selection', 'image'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export interface FieldOption {
  readonly value: string
  readonly label: string
}

/** Which font a text is set in. `key` names a typeface of the font library. */
export interface FontChoice {
  /** The name the PDF asked for, without subset tag. */
  readonly requested: string
  readonly key: string
  /** True where `key` stands in for a font that is not at hand. */
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
  /** Single lines stand by their cap height: a middle-aligned `H` is centred in the box. */
  readonly verticalAlign: VerticalAlignment
  /** May the text take several lines; a value's own line breaks count as such. */
  readonly wrap: boolean
  readonly maxLines: number | null
  /** Number of equal cells, one grapheme each, or null. */
  readonly comb: number | null
  /** OpenType features in HarfBuzz notation, such as `liga=0` or `ss01`. */
  readonly features: readonly string[]
}

export const MARK_SHAPES = ['check', 'cross', 'circle', 'diamond', 'square', 'star'] as const
export type MarkShape = (typeof MARK_SHAPES)[number]

/** One place where a field's value is painted: a widget of the form, or a spot of the artwork. */
export interface Placement {
  readonly page: number
  /** In default user space of the page, before /Rotate. */
  readonly box: Box
  /** Turn of the content inside the box, counterclockwise (a widget's /MK /R). */
  readonly turn: QuarterTurn
  /** Distance of the text from the box's edges where room allows, user space units. */
  readonly insetPt: number
  readonly style: TextStyle
  /** For check boxes and radio buttons: the option that this place belongs to, and the mark it shows. */
  readonly option: string | null
  readonly mark: MarkShape | null
}

export const SLOT_KINDS = ['below', 'above'] as const
/** Where marks are painted: below the artwork or above it. */
export type SlotKind = (typeof SLOT_KINDS)[number]

export interface SceneField {
  /** `fld_…`, stable over revisions and never reused for another field. */
  readonly id: string
  readonly label: string
  /** The fully qualified name in the form, by which a field is found again in a new upload. */
  readonly sourceName: string
  readonly type: FieldType
  readonly defaultValue: string
  readonly required: boolean
  /** In graphemes. */
  readonly maxLength: number | null
  readonly options: readonly FieldOption[] | null
  /** Name of the scene's ink that the artwork gives the field, or null for the primary ink. */
  readonly ink: string | null
  /** 0 < tint <= 1; 1 is solid. */
  readonly tint: number
  readonly overprint: boolean
  readonly slot: SlotKind
  readonly placements: readonly Placement[]
}

export const TEXT_OUTPUTS = ['live', 'outlines'] as const
export type TextOutput = (typeof TEXT_OUTPUTS)[number]

export interface Scene {
  readonly version: 1
  readonly pages: readonly ScenePage[]
  readonly inks: readonly SceneInk[]
  readonly fields: readonly SceneField[]
  /** Live text with an embedded subset, or outlines (for cut, foil and engraving). */
  readonly textOutput: TextOutput
}
