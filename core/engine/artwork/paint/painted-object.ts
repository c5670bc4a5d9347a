/** One thing that a page paints, as checks see it: where, how large, in which colour and with what settings. */
import type { Box } from '../../geometry/box.ts'

export type PaintedKind = 'fill' | 'stroke' | 'text' | 'image' | 'shading'

/** A colour as plates see it. */
export interface PlateLook {
  /** Leaves no ink anywhere: it knocks out what lies below. */
  readonly white: boolean
  /** Plates that get ink; null where that depends on a conversion (RGB, Lab, patterns, images). */
  readonly plates: number | null
  /** Tints from 0 to 1: of black, and the sum of all. */
  readonly black: number
  readonly total: number
  readonly family: string
  /** Spot inks with a tint, by name. */
  readonly spots: readonly string[]
  /** Every plate at once (/All). */
  readonly registration: boolean
}

/** What tells outlines from their bounds: subpaths as x and y in turn, in default user space. */
export interface Outline {
  readonly subpaths: readonly (readonly number[])[]
  readonly evenOdd: boolean
}

export interface PaintedObject {
  readonly kind: PaintedKind
  /** The visible part, in default user space; clips count by their bounds. */
  readonly box: Box
  readonly look: PlateLook
  readonly overprint: boolean
  readonly overprintMode: 0 | 1
  /** In physical points: text size, or line width; NaN where it means nothing (Type 3 fonts, images). */
  readonly sizePt: number
  /** In a layer that is a processing step. */
  readonly step: boolean
  /** Neither an alpha, nor a blend mode, nor a soft mask lets anything through. */
  readonly opaque: boolean
  /** Null for text and shadings, which cover their box. */
  readonly outline: Outline | null
  /** Colour space families of the transparency groups around it that state one, outermost first. */
  readonly groups: readonly string[]
}

/** What is found about a page besides its objects; `what` says which. */
export type PageFeature =
  | 'hidden_layer'
  | 'transparency'
  | 'group'
  | 'transfer_function'
  | 'halftone_named'
  | 'opi'
  | 'postscript_xobject'
  | 'image_jpx'
  | 'image_jbig2'
  | 'image_not_drawable'
  | 'filter_lzw'

export interface ObjectVisitor {
  object(object: PaintedObject): void
  feature(feature: PageFeature, what: string, box: Box | null): void
  /** After the last object of the page. */
  end(): void
}
