/** The zoom and scroll position that show a place on the page well. */

interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
interface Size {
  readonly width: number
  readonly height: number
}

export const MOST_ZOOM = 8
/** Of the window: as much of it as a spot should fill. */
const SHARE = 0.35

/** 1 is the whole page; spots are in fractions of the page. */
export function zoomFor({ width, height }: Place): number {
  const wanted = SHARE / Math.max(width, height, 0.02)
  return Math.min(MOST_ZOOM, Math.max(1, Math.round(wanted * 4) / 4))
}

/** Half as large again, or back. */
export function nextZoom(zoom: number, way: 1 | -1): number {
  const next = way === 1 ? zoom * 1.5 : zoom / 1.5
  return Math.min(MOST_ZOOM, Math.max(1, Math.round(next * 100) / 100))
}

/** The scroll position, in px, at which a place stands in the middle of the window. */
export function centred(
  { left, top, width, height }: Place,
  sheet: Size,
  window: { readonly clientWidth: number; readonly clientHeight: number },
): readonly [left: number, top: number] {
  const middle = (from: number, size: number, whole: number, shown: number) =>
    Math.min(Math.max(0, whole - shown), Math.max(0, (from + size / 2) * whole - shown / 2))
  return [
    middle(left, width, sheet.width, window.clientWidth),
    middle(top, height, sheet.height, window.clientHeight),
  ]
}
