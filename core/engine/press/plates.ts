/** A blank page as plates at one size: what previews are composed of, and what checks of ink measure. */
import type { SlotKind } from '../scene/scene.ts'

export interface SpotPlate {
  /** The plate's name, as the plan has it. */
  readonly name: string
  /** 0 (no ink) to 255 (solid), one byte a pixel, the top row first. */
  readonly coverage: Uint8Array
}

export interface PagePlates {
  readonly widthPx: number
  readonly heightPx: number
  /** RGB, 3 bytes a pixel, the top row first: the artwork's process colours on a screen; white where none print. */
  readonly process: Uint8Array
  /** The spot inks of the artwork that this page prints, in the plan's order. */
  readonly spots: readonly SpotPlate[]
  /**
   * What becomes of marks below and within the artwork, each in the area of the page that was asked for. An area in
   * which they come out as if they stood above everything is left out, so that a page often has none.
   */
  readonly slots: readonly SlotPlates[]
  /** What the form draws for its choices, where it was asked for. */
  readonly appearances: readonly AppearancePlates[]
}

/**
 * A mark by itself on blank paper: what it puts on a pixel is as much as it covers of it. All planes are of the size of
 * its area in px of the page.
 */
export interface AppearancePlates {
  /** Of appearanceKey. */
  readonly key: string
  readonly leftPx: number
  readonly topPx: number
  readonly widthPx: number
  readonly heightPx: number
  /** 0 (what lies below is seen) to 255 (nothing of it). */
  readonly covered: Uint8Array
  /** RGB, 3 bytes a pixel; null where it prints in the ink of its field. */
  readonly process: Uint8Array | null
  /** Plates of the artwork, or MARK_PLATE for the ink of its field. */
  readonly spots: readonly SpotPlate[]
}

/**
 * Painting is linear in what a slot holds: a plate of the page is `blank + a * (filled(t) - blank)`, where `a` is
 * the mark's own coverage of the pixel, t its value on the plate (0 to 1), and `filled(t) = through + shown * t`.
 */
export interface SlotPlates {
  readonly slot: Exclude<SlotKind, 'above'>
  /** Counts the page's places within the artwork; null for the slot below it. */
  readonly inPlace: number | null
  /** The area in px of the page; all plates below are of this size. */
  readonly leftPx: number
  readonly topPx: number
  readonly widthPx: number
  readonly heightPx: number
  /** How much of a slot's ink is seen, 0 (covered by the artwork) to 255 (all of it), one byte a pixel. */
  readonly shown: Uint8Array
  /** `process` where the slot knocks out and prints nothing. */
  readonly throughProcess: Uint8Array
  /** `spots` where the slot knocks out and prints nothing, in the same order. */
  readonly throughSpots: readonly SpotPlate[]
}

/** The plates of a page at press, 0 (no ink) to 255 (solid), one byte a pixel, the top row first. */
export interface PressPlates {
  readonly widthPx: number
  readonly heightPx: number
  readonly cyan: Uint8Array
  readonly magenta: Uint8Array
  readonly yellow: Uint8Array
  readonly black: Uint8Array
  readonly spots: readonly SpotPlate[]
  /**
   * How far the RGB of a pixel is from what the press prints of it, in steps of OUTSIDE_STEP (CIEDE2000); 0 for inks.
   * Missing where no output profile is known.
   */
  readonly outside?: Uint8Array
}

export const OUTSIDE_STEP = 0.1
