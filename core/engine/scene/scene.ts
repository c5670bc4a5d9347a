/** The scene model: what a template's pages carry, which inks the artwork paints and which fields can be filled. */

import type { Box, QuarterTurn } from '../geometry/box.ts'
import type { ProcessMix } from '../ink/process-mix.ts'
import type { FontChoice, TextStyle } from '../text/text-style.ts'
import type { FieldTranslation } from './field-words.ts'
import type { PlaceablePicture } from './picture.ts'

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

/** An ink that a customer can choose instead of another one: a separation, or a process mix. */
export interface InkOffer extends ProcessMix {
  readonly key: string
  /** The plate's name, byte for byte (UTF-8). */
  readonly name: string
  /** Screen colour, `#rrggbb`. */
  readonly hex: string
}

/** A paper that the job can be printed on; it changes previews and never a press file. */
export interface PaperOffer {
  readonly key: string
  readonly name: string
  /** `#rrggbb`. */
  readonly hex: string
}

/**
 * An ink of the palette, a separation or a process mix. `index` counts from 1; index 1 is the primary ink and the
 * default of every field.
 */
export interface SceneInk extends ProcessMix {
  readonly index: number
  readonly key: string
  /** The plate's name, byte for byte (UTF-8). */
  readonly name: string
  /** Screen colour, `#rrggbb`. */
  readonly hex: string
  /** Cutting, varnish, white and the like: never a default for text. */
  readonly technical: boolean
  /** The separations of the artwork that print as this ink, whatever the customer's choice; missing means none. */
  readonly binding?: readonly string[] | null
  /** The customer's choices in its place, besides itself; missing means none. */
  readonly offers?: readonly InkOffer[]
}

export const FIELD_TYPES = ['text', 'selection', 'image'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export interface FieldOption {
  readonly value: string
  /** What is printed for it. */
  readonly label: string
  /** Shown but not selectable. */
  readonly disabled?: boolean
  /** Id of the picture shown for the option. */
  readonly assetId?: string
  /** Neither shown nor chosen any more; fills that chose it print it. */
  readonly retired?: boolean
  /** Of image fields: what is placed on the page. */
  readonly picture?: PlaceablePicture
}

export const PICTURE_SOURCES = ['catalogue', 'upload', 'both'] as const
/** Where the pictures of a field come from. */
export type PictureSource = (typeof PICTURE_SOURCES)[number]

export const PICTURE_KINDS = ['jpeg', 'png', 'webp', 'avif', 'heic'] as const
export type PictureKindName = (typeof PICTURE_KINDS)[number]

/** What of their own customers may put into an image field. */
export interface OwnPictureSetting {
  readonly source: Exclude<PictureSource, 'catalogue'>
  /** Pixels per inch as printed: what has fewer than `minPpi` is refused, than `warnPpi` told. */
  readonly minPpi: number
  readonly warnPpi: number
  readonly kinds: readonly PictureKindName[]
  readonly maxBytes: number
}

/** Decision: HEIC is taken only where a shop asks for it, as it takes a decoder that is not delivered. */
export const DEFAULT_OWN_PICTURES: Omit<OwnPictureSetting, 'source'> = {
  minPpi: 150,
  warnPpi: 225,
  kinds: ['jpeg', 'png', 'webp', 'avif'],
  maxBytes: 40 * 1024 * 1024,
}

export const PICTURE_FITS = ['fit', 'fill'] as const
/** `fit` shows the whole picture inside its place, `fill` covers the place and crops what is too much. */
export type PictureFit = (typeof PICTURE_FITS)[number]

export const ANCHORS = [
  ...(['top_left', 'top', 'top_right'] as const),
  ...(['left', 'center', 'right'] as const),
  ...(['bottom_left', 'bottom', 'bottom_right'] as const),
] as const
export type Anchor = (typeof ANCHORS)[number]

/** How a picture stands in a placement. */
export interface PictureSetting {
  readonly fit: PictureFit
  /** Which part of a cropped picture is kept, and where one that leaves room stands. */
  readonly anchor: Anchor
}

export const DEFAULT_PICTURE: PictureSetting = { fit: 'fit', anchor: 'center' }

export const MARK_SHAPES = ['check', 'cross', 'circle', 'diamond', 'square', 'star'] as const
export type MarkShape = (typeof MARK_SHAPES)[number]

/** A rectangle of content that is turned freely, slanted, mirrored or scaled in one direction. */
export interface Frame {
  /** Matrix from the content, with its lower left corner at the origin, to default user space. */
  readonly matrix: readonly [number, number, number, number, number, number]
  readonly widthPt: number
  readonly heightPt: number
}

/** A piece of a line of text: fixed words, or the value of a field. One of `text` and `source` is null. */
export interface LinePart {
  readonly text: string | null
  /** The source name of the field whose value stands here. */
  readonly source: string | null
  /** Null for the placement's own font. */
  readonly font: FontChoice | null
  /** Its size as a multiple of the placement's. */
  readonly scale: number
  /** The ink that fixed words have by themselves; null for that of the field they stand with. */
  readonly ink: string | null
}

/** A line that is set as one, so that its fixed words make room for the values. */
export interface TextLine {
  readonly parts: readonly LinePart[]
  /** Are the fixed words printed while all values are empty. */
  readonly keepWhenEmpty: boolean
  /**
   * Of justified text: how far each word space may be widened, in em, for the line to fill its box between the insets;
   * a line that would take more is left ragged. Missing for text that is not justified.
   */
  readonly stretchEm?: number | null
}

/**
 * One place where a field's value is painted: a widget of the form, or a spot of the artwork. What is optional is
 * missing in scenes that were read before there were placeholders, which means null.
 */
export interface Placement {
  readonly page: number
  /** In default user space of the page, before /Rotate. Around the frame, where there is one. */
  readonly box: Box
  /** Turn of the content inside the box, counterclockwise (a widget's /MK /R). */
  readonly turn: QuarterTurn
  /** Distance of the text from the box's edges where room allows, user space units. */
  readonly insetPt: number
  readonly style: TextStyle
  /** For check boxes and radio buttons: the option that this place belongs to, and the mark it shows. */
  readonly option: string | null
  readonly mark: MarkShape | null
  /**
   * Height of the baseline above the content's lower edge: the first line's in a text aligned at the top, the last
   * one's at the bottom, the middle of both otherwise. Null where capitals are aligned in the box.
   */
  readonly baselinePt?: number | null
  /** Stands instead of box and turn. */
  readonly frame?: Frame | null
  /** The words around the value. The first available field of a line paints it. */
  readonly line?: TextLine | null
  /** Which of the page's places within the artwork its marks are painted in, counting from 0. */
  readonly inPlace?: number | null
  /** What the form draws for the option; it is printed in place of the mark. */
  readonly appearance?: PlacedAppearance | null
  /** Of image fields; DEFAULT_PICTURE where it is missing. */
  readonly picture?: PictureSetting | null
}

/** An appearance of the plan, which fills the content of its place. */
export interface PlacedAppearance {
  readonly number: number
  /** It prints in the ink of its field, with its tints; else in its own colours, whatever ink the field has. */
  readonly oneColor: boolean
}

export const SLOT_KINDS = ['below', 'in_place', 'above'] as const
/**
 * Where marks are painted: below the artwork, above it, or where the artwork had the text that a field was made of.
 * A placement without a place within the artwork is painted above it.
 */
export type SlotKind = (typeof SLOT_KINDS)[number]

export interface SceneField {
  /** `fld_…`, stable over revisions and never reused for another field. */
  readonly id: string
  readonly label: string
  /** A sentence for customers below the field; missing means none. */
  readonly help?: string | null
  /** Label and help in other languages, by language tag; missing means none. */
  readonly translations?: Readonly<Record<string, FieldTranslation>>
  /** The fully qualified name in the form, by which a field is found again in a new upload. */
  readonly sourceName: string
  readonly type: FieldType
  readonly defaultValue: string
  readonly required: boolean
  /** Shoppers see its value and may not give it another; the shop's own server may. Missing means no. */
  readonly locked?: boolean
  /** Its places stay where they are while it is edited. Missing means no; it is nothing to the press. */
  readonly positionLocked?: boolean
  /** In graphemes. */
  readonly maxLength: number | null
  readonly options: readonly FieldOption[] | null
  /**
   * The team's set that a selection takes its options from. They are none in the scene as it is stored, and filled in
   * where it is used (see present.ts).
   */
  readonly selectionSetId?: string | null
  /** Of image fields: the tag of the pictures to choose from; missing for all of the team's. */
  readonly assetTag?: string | null
  /** Of image fields: pictures with colours are printed in the field's ink too, as those without always are. */
  readonly oneColor?: boolean
  /** Of image fields: what of their own customers may bring; missing for pictures of the catalogue alone. */
  readonly ownPictures?: OwnPictureSetting | null
  /** The name that fields share whose texts are to end at one size; missing for a field by itself. */
  readonly group?: string | null
  /** Name of the scene's ink that the artwork gives the field, or null for the primary ink. */
  readonly ink: string | null
  /** Can a customer choose its ink from the palette? Missing means no. */
  readonly inkChoice?: boolean
  /** 0 < tint <= 1; 1 is solid. */
  readonly tint: number
  readonly overprint: boolean
  readonly slot: SlotKind
  readonly placements: readonly Placement[]
}

export const TEXT_OUTPUTS = ['live', 'outlines'] as const
export type TextOutput = (typeof TEXT_OUTPUTS)[number]

/** Can `colors` of this scene be RGB: it says so, or has such an ink itself. */
export function allowsRgb({ allowRgb, inks }: Pick<Scene, 'allowRgb' | 'inks'>): boolean {
  const isRgb = ({ rgb }: ProcessMix) => rgb !== undefined
  return allowRgb ?? inks.some((ink) => isRgb(ink) || (ink.offers ?? []).some(isRgb))
}

export interface Scene {
  readonly version: 1
  readonly pages: readonly ScenePage[]
  readonly inks: readonly SceneInk[]
  readonly fields: readonly SceneField[]
  /** The papers that a customer can choose; the first is the default. Missing means no choice. */
  readonly papers?: readonly PaperOffer[]
  /** Live text with an embedded subset, or outlines (for cut, foil and engraving). */
  readonly textOutput: TextOutput
  /** Can an ink be an RGB colour? Missing means: if the scene itself has such an ink. */
  readonly allowRgb?: boolean
  /** Text in solid black up to this size in points overprints, whatever its field says; missing means none. */
  readonly blackOverprintPt?: number
}
