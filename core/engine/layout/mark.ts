/** Placed marks: the one result of layout that both painters, press and preview, read. */

import type { Box } from '../geometry/box.ts'
import type { Matrix } from '../geometry/matrix.ts'
import type { PlaceablePicture } from '../scene/picture.ts'
import type { SlotKind } from '../scene/scene.ts'
import type { GlyphRun } from '../text/glyph-run.ts'
import type { BlendMode, LineJoin } from '../text/text-style.ts'

interface MarkBase {
  readonly fieldId: string
  readonly page: number
  readonly slot: SlotKind
  /** Which place within the artwork, for marks of the slot `in_place`. */
  readonly inPlace?: number | null
  /** The plate of words that have an ink of their own; else the field's ink counts. */
  readonly ink?: string | null
  /** Field space to default user space of the page. */
  readonly matrix: Matrix
  /** Ink bounds in default user space. */
  readonly inkBox: Box
  readonly tint: number
  readonly overprint: boolean
}

/** The outline of letters, painted after their fill. */
export interface MarkStroke {
  /** In default user space, the same in all directions. */
  readonly width: number
  /** The name of its ink; null for the ink of the mark. */
  readonly ink: string | null
  readonly tint: number
  readonly join: LineJoin
  readonly miterLimit: number
  readonly overprint: boolean
  readonly opacity: number
  /** False where the letters are an outline alone. */
  readonly filled: boolean
}

/** Missing members are plain: no outline, opaque, blended normally. */
export interface TextLook {
  readonly stroke?: MarkStroke
  /** Opacity of the fill, 0 to 1. */
  readonly opacity?: number
  readonly blend?: BlendMode
}

/** Is there more to its letters than that they are filled. */
export function hasLook({ stroke, opacity, blend }: TextLook): boolean {
  return stroke !== undefined || opacity !== undefined || blend !== undefined
}

export interface TextMark extends MarkBase, TextLook {
  readonly kind: 'text'
  /** Runs of all lines, in reading order. */
  readonly runs: readonly GlyphRun[]
}

/** A filled outline, such as the tick of a check box; `path` holds PDF path operators in field space. */
export interface ShapeMark extends MarkBase {
  readonly kind: 'shape'
  readonly path: string
}

/** A picture; boxes are in field space, or in that of the upright picture where its matrix turns it. */
export interface ImageMark extends MarkBase {
  readonly kind: 'image'
  readonly picture: PlaceablePicture
  /** True where it prints in the field's ink alone, false where it prints as it is. */
  readonly oneColor: boolean
  /** Place of the whole image. */
  readonly area: Box
  /** Its printed part, or null for all of it. */
  readonly crop: Box | null
}

/** The form's own drawing of a choice. */
export interface AppearanceMark extends MarkBase {
  readonly kind: 'appearance'
  /** Which one of the plan's. */
  readonly appearance: number
  /** True where it prints in the field's ink alone, false where it prints in its own colours. */
  readonly oneColor: boolean
  /** The target of its unit square, in field space. */
  readonly area: Box
}

export type Mark = TextMark | ShapeMark | ImageMark | AppearanceMark

/** How a placement's text was made to fit: read by preflight, previews and the widget. */
export interface Fit {
  readonly fieldId: string
  readonly page: number
  readonly placement: number
  readonly designedSizePt: number
  readonly sizePt: number
  readonly trackingEm: number
  readonly lines: number
  /** True if other fields of its group made it smaller or tighter than necessary. */
  readonly grouped?: true
}

/** Why a value cannot be printed; nothing is written while there is one. */
export interface Problem {
  readonly code:
    | 'text_does_not_fit'
    | 'glyph_missing'
    | 'required_value_missing'
    | 'asset_not_found'
    | 'forbidden_word'
    | 'picture_too_small'
  readonly fieldId: string
  readonly page: number | null
  readonly message: string
  readonly found: string | number
  readonly expected: string | number
}

export interface Layout {
  readonly marks: readonly Mark[]
  readonly fits: readonly Fit[]
  readonly problems: readonly Problem[]
}
