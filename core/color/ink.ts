/** Palettes: inks a shopper may choose, which field prints in which, and what makes either invalid. */

/** `colors[]` of a request: index 1 is the primary ink. */
export interface PaletteInk {
  readonly index: number
  readonly key: string
  readonly name: string
  readonly hex: string
}

/** The paper; it changes previews and never a press file. */
export interface Substrate {
  readonly key: string
  readonly name: string
  readonly hex: string
}
