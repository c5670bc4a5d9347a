/** What placing and printing a picture takes to know of it. */
import type { PictureView } from './own-picture.ts'

/** What the samples mean. A picture whose pixels are all neutral is gray, one of black and white alone is one-bit. */
export const COLOR_KINDS = ['one_bit', 'gray', 'rgb', 'cmyk'] as const

export type ColorKind = (typeof COLOR_KINDS)[number]

/**
 * The samples as a PDF carries them without anybody opening a picture again: the kept file is the data of an image
 * XObject (ISO 32000-1 8.9.5) as it stands. `dct` is a baseline JPEG; `flate` is deflated rows; `flate_png` is
 * deflated rows that each begin with their PNG filter (/Predictor 15).
 */
export interface PrintForm {
  readonly sha256: string
  readonly sizeBytes: number
  readonly filter: 'dct' | 'flate' | 'flate_png'
  /** 1 or 8. */
  readonly bitsPerComponent: number
  /** True where 0 means full ink, as JPEG writers have it for CMYK: the PDF says /Decode [1 0 1 0 1 0 1 0]. */
  readonly inverted: boolean
  /** Name of the ICC profile that ink values were made for, where the upload carried one; they are printed as they are. */
  readonly profile?: string
}

/** A picture for the screen, in sRGB: a WebP unless it says otherwise. */
export interface ScreenForm {
  readonly sha256: string
  readonly sizeBytes: number
  readonly format?: 'jpeg'
}

/** What a worker makes of an upload. */
export interface Picture {
  readonly widthPx: number
  readonly heightPx: number
  readonly colorKind: ColorKind
  /** One component or none: opacity by pixel, in `mask`. */
  readonly alpha: boolean
  readonly print: PrintForm
  /** The opacity as samples of one component (a soft mask, 8.9.5.4), or null. */
  readonly mask: PrintForm | null
  /** A picture with colours as samples of lightness, for printing it in one ink; null where `print` is that. */
  readonly gray?: PrintForm | null
  readonly screen: ScreenForm
  readonly thumbnail: ScreenForm
}

/** What placing a picture on a page takes. */
export interface PlaceablePicture extends Pick<Picture, 'widthPx' | 'heightPx' | 'colorKind' | 'alpha'> {
  readonly assetId: string
  readonly print: PrintForm
  readonly mask: PrintForm | null
  readonly gray?: PrintForm | null
  /** For pictures on the screen alone. */
  readonly screen?: ScreenForm
  /** Of a customer's own picture: the part that is shown, and its turn. */
  readonly view?: PictureView
}

/** Has it parts that are neither there nor not? */
export function fades({ mask }: Pick<PlaceablePicture, 'mask'>): boolean {
  return mask !== null && mask.bitsPerComponent > 1
}

export function hasColors({ colorKind }: Pick<PlaceablePicture, 'colorKind'>): boolean {
  return colorKind === 'rgb' || colorKind === 'cmyk'
}
