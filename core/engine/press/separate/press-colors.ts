/** What converting artwork to process colours takes of a colour engine: the colours of one output profile. */

/** Where colours come from: sRGB, CIE Lab under D50, or the RGB of an ICC profile. */
export type ColorSource = 'srgb' | 'lab' | { readonly profile: Uint8Array }

/** Relative colorimetric with black point compensation. Colours that the profile cannot print become the nearest. */
export interface PressColors {
  /**
   * Cyan, magenta, yellow and black, each 0 to 1, of RGB (0 to 1) or Lab (0 to 100, -128 to 127), four for three. A
   * source profile that cannot be used counts as sRGB.
   */
  inks(source: ColorSource, components: Float32Array): Float32Array
  /** As `inks`, of RGB samples of 8 bits; ink 255 is solid. */
  samples(source: ColorSource, rgb: Uint8Array): Uint8Array
  /** The sRGB gray of three equal components of RGB (0 to 1); null where they are no neutral colour of the source. */
  gray(source: ColorSource, value: number): number | null
  /**
   * How far the inks of colours are from the colours themselves, CIEDE2000, one for three components: 0 up to rounding
   * within the gamut. Blacks count from the black of the press on.
   */
  distances(source: ColorSource, components: Float32Array, inks: Float32Array): Float32Array
  /** The most ink that the profile puts on one spot, per cent: 400 is four solid plates. */
  inkLimit(): number
  /** sRGB of inks of 8 bits (255 is solid) as printed, relative to the paper, 3 bytes for 4. Black ink shows as it is. */
  screen(inks: Uint8Array): Uint8Array
  /** Lab of inks (0 to 1, four each) as printed, relative to the paper; three for four. */
  lab(inks: Float32Array): Float32Array
}

/** Samples of an image, all rows after each other, 8 bits each. */
export interface ImageSamples {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly data: Uint8Array
}

/** Opens and writes JPEG. */
export interface JpegCodec {
  /** The samples as they are, whatever profile is embedded; null for a file that cannot be opened. */
  decode(jpeg: Uint8Array, mostPixels: number): Promise<ImageSamples | null>
  /** Of one channel or of four inks; of inks 0 is solid then, as writers of JPEG have it. */
  encode(image: ImageSamples): Promise<Uint8Array>
  /**
   * Of an image in RGB of very many pixels, a few rows at a time: one in the inks that `inksOf` answers for each strip of
   * RGB or, where no pixel has a colour and `grays` says which gray each level is, one in gray (`channels` 1). Null as
   * `decode`.
   */
  recolor(
    jpeg: Uint8Array,
    mostPixels: number,
    inksOf: (rgb: Uint8Array) => Uint8Array,
    grays: Uint8Array | null,
  ): Promise<RecoloredJpeg | null>
}

export interface RecoloredJpeg extends Omit<ImageSamples, 'data'> {
  readonly jpeg: Uint8Array
}

/** Opens JPEG 2000. */
export interface JpxCodec {
  /** As `JpegCodec.decode`. */
  decode(jpx: Uint8Array, mostPixels: number): Promise<ImageSamples | null>
}

/** What converting takes; missing where nothing is converted. */
export interface ConvertTools {
  readonly colors: PressColors
  /** Null where colours are looked up and nothing is converted. */
  readonly jpeg: JpegCodec | null
  readonly jpx: JpxCodec | null
  /** Images of more pixels are opened by strips, or stay as they are: whole ones take 10 bytes a pixel. */
  readonly wholePixels: number
}

/** Whether no pixel of RGB has a colour. */
export function isGray(rgb: Uint8Array): boolean {
  for (let at = 0; at < rgb.length; at += 3)
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return false
  return true
}
