/** The place of a text: a rectangle in field space, and how much of it ink may take. */

/** Width and height in units of the page's user space; `inset` is kept from the edges where room allows. */
export interface Place {
  readonly width: number
  readonly height: number
  readonly inset: number
  /** Height of the baseline that the alignment names; where there is none, capitals are aligned in the place. */
  readonly baseline?: number | null
  /** How far outlines of letters reach beyond the letters, in em. */
  readonly outsetEm?: number
}

/** Limits from the other texts of its group: a maximum size, and a tightening, down to the text's own minima. */
export interface Cap {
  readonly sizePt: number
  readonly tightenEm: number
}

export const UNCAPPED: Cap = { sizePt: Infinity, tightenEm: 0 }

/**
 * Ink keeps this far from the edges, because what is written is rounded: coordinates to thousandths of a unit, and
 * glyphs of live text to half a thousandth of an em. In units and in em.
 */
export const MARGIN = 0.002
export const MARGIN_EM = 0.0005

/** The excess in the place's units: of width, height, lines or comb cells. */
export interface Shortfall {
  readonly what: 'width' | 'height' | 'lines' | 'cells'
  /** Measured with the margin of ink (see place.ts), so that `found` is always above `expected`. */
  readonly found: number
  readonly expected: number
  /** The smallest attempted size. */
  readonly sizePt: number
}

/** The extent of ink in em, top and bottom from the first baseline. */
export interface Extent {
  readonly widthEm: number
  readonly topEm: number
  readonly bottomEm: number
}

/** The room for ink at a size, in em. */
export function roomFor(
  sizePt: number,
  place: Place,
): { readonly widthEm: number; readonly heightEm: number } {
  return {
    widthEm: (place.width - 2 * MARGIN) / sizePt - 2 * marginEm(place),
    heightEm: (place.height - 2 * MARGIN) / sizePt - 2 * marginEm(place),
  }
}

/** The largest size at which ink of this extent lies within the place. */
export function sizeLimit(ink: Extent, place: Place): number {
  return Math.min(
    (place.width - 2 * MARGIN) / (ink.widthEm + 2 * marginEm(place)),
    (place.height - 2 * MARGIN) / (ink.topEm - ink.bottomEm + 2 * marginEm(place)),
  )
}

/** The distance of letters from the edges, in em. */
const marginEm = ({ outsetEm = 0 }: Pick<Place, 'outsetEm'>) => MARGIN_EM + outsetEm

/** Moves a stretch of ink [low, high] into [0, room] as far as needed; returns the shift. */
export function shiftInside(
  low: number,
  high: number,
  room: number,
  sizePt: number,
  place: Pick<Place, 'outsetEm'> = {},
): number {
  const margin = MARGIN + marginEm(place) * sizePt
  if (low < margin) return margin - low
  return high > room - margin ? room - margin - high : 0
}

/** Why ink of this extent does not lie within the place at a size. */
export function extentShortfall(ink: Extent, sizePt: number, place: Place): Shortfall {
  const margins = 2 * (MARGIN + marginEm(place) * sizePt)
  const width = ink.widthEm * sizePt + margins
  const height = (ink.topEm - ink.bottomEm) * sizePt + margins
  return width > place.width
    ? { what: 'width', found: width, expected: place.width, sizePt }
    : { what: 'height', found: height, expected: place.height, sizePt }
}
