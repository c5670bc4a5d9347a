/** The input of a preview, beside the plates of its page: plain data, so that another process can draw it. */

import type { Box } from '../geometry/box.ts'
import type { Matrix } from '../geometry/matrix.ts'
import type { Cmyk } from '../pdf/space/screen-cmyk.ts'
import type { SlotKind } from '../scene/scene.ts'
import type { BlendMode, LineJoin } from '../text/text-style.ts'

/** In px from the picture's upper left corner, y downwards. */
export type DeviceMatrix = Matrix

/**
 * How an ink shows on a screen. A `process` ink shows as the process colours of the artwork do. `transparent` inks
 * darken what lies below, `covering` ones (metallic, opaque) hide it and are printed last, `white` hides the paper and
 * is printed first. What finishing does with the sheet is hinted at in gray: a `line` that is cut or folded plainly, a
 * `finish` such as varnish lightly. `hidden` is no part of the product, such as notes to the printer.
 */
export const INK_KINDS = ['process', 'transparent', 'covering', 'white', 'line', 'finish', 'hidden'] as const
export type InkKind = (typeof INK_KINDS)[number]

/** An ink as it shows at full tint. */
export interface InkLook {
  /** Screen colour, `#rrggbb`. */
  readonly hex: string
  readonly kind: InkKind
  /** Of a process ink what it is at full tint; one without is light in RGB, and its tints are straight ways to white. */
  readonly cmyk?: Cmyk
  /** Of a process ink in a soft proof what each of 256 tints shows as on white, 3 bytes each. */
  readonly shades?: Uint8Array
}

/** A plate by its name in the artwork, and its look: a bound ink looks like its printed ink. */
export interface ArtworkLook extends InkLook {
  readonly plate: string
  /** Its printed plate, shared with marks of that name. */
  readonly printsOn: string
}

interface DrawnBase {
  readonly slot: SlotKind
  /** Which of the page's places within the artwork, or null. */
  readonly inPlace: number | null
  /** The extent of its ink in px: [left, top, right, bottom], rounded outwards to whole pixels. */
  readonly bounds: Box
  readonly overprint: boolean
}

/** The outline of shapes, painted after their fill. */
export interface DrawnStroke {
  readonly plate: string
  readonly look: InkLook
  readonly tint: number
  readonly widthPx: number
  readonly join: LineJoin
  readonly miterLimit: number
  readonly overprint: boolean
  readonly opacity: number
  /** False where the shapes are an outline alone. */
  readonly filled: boolean
}

/** Shapes filled with one ink, each by the nonzero rule. */
export interface DrawnShapes extends DrawnBase {
  readonly kind: 'shapes'
  readonly plate: string
  readonly look: InkLook
  /** 0 < tint <= 1. */
  readonly tint: number
  /** Which of the drawing's outlines, and where. */
  readonly shapes: readonly { readonly outline: number; readonly matrix: DeviceMatrix }[]
  readonly stroke?: DrawnStroke
  /** Opacity of the fill, 0 to 1; missing for 1. */
  readonly opacity?: number
  readonly blend?: BlendMode
}

/** A picture of the catalogue; its matrix leads from the unit square (y upwards, as PDF has it) to px. */
export interface DrawnImage extends DrawnBase {
  readonly kind: 'image'
  /** Which of the drawing's pictures. */
  readonly image: number
  readonly matrix: DeviceMatrix
  /** The visible part of the unit square: [left, bottom, right, top]; null for all. */
  readonly crop: readonly [number, number, number, number] | null
  /** In one ink, or null in its own colours. */
  readonly ink: {
    readonly plate: string
    readonly look: InkLook
    readonly tint: number
    /** Only dark pixels are painted; else light ones knock out. */
    readonly stencil: boolean
  } | null
}

/** What the form draws for a choice: its plates are those of the page that have the same key. */
export interface DrawnAppearance extends DrawnBase {
  readonly kind: 'appearance'
  readonly key: string
  /** The ink of its field, or null in its own colours. */
  readonly ink: { readonly plate: string; readonly look: InkLook; readonly tint: number } | null
}

export type DrawnMark = DrawnShapes | DrawnImage | DrawnAppearance

/** A place whose value cannot be printed, as a frame of four corners in px. */
export interface DrawnProblem {
  readonly corners: readonly (readonly [number, number])[]
  /** The entered text as far as it can be shown, or nothing. */
  readonly shapes: DrawnShapes['shapes']
}

/** A file that canvases read (WebP or JPEG), by the hash of its bytes. */
export interface ScreenFile {
  readonly sha256: string
  readonly bytes: Uint8Array
}

/**
 * The image that is printed, as a JPEG of process inks, which a soft proof shows by the output profile. Only its path is
 * passed on: it is many times as large as that for the screen, and read once.
 */
export interface InkFile {
  readonly sha256: string
  readonly inkPath: string
  /** Of the JPEG, with which the file begins. */
  readonly sizeBytes: number
}

export interface Drawing {
  /** Of the whole picture, in px. */
  readonly widthPx: number
  readonly heightPx: number
  /** The substrate, `#rrggbb`. */
  readonly paper: string
  readonly artwork: readonly ArtworkLook[]
  /** PDF path operators (`m l c h`), each once. */
  readonly outlines: readonly string[]
  /** Each once. */
  readonly images: readonly (ScreenFile | InkFile)[]
  /** In the order in which they are painted. */
  readonly marks: readonly DrawnMark[]
  readonly problems: readonly DrawnProblem[]
}
