/** Where placements stand on the page as a person sees it: upright, cropped and measured from its upper left corner. */
import type { Placement, ScenePage } from './scene.ts'

/** All but `page` are fractions of the page's width or height, 0 to 1; what lies outside of it is cut off. */
export interface SeenPlace {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Null where a placement cannot be seen: on no page, or outside of its crop box. */
export function seenPlace(
  placement: Pick<Placement, 'page' | 'box'>,
  pages: readonly ScenePage[],
): SeenPlace | null {
  const page = pages[placement.page]
  if (page === undefined) return null
  const [cropLeft, cropBottom, cropRight, cropTop] = page.cropBox
  const [width, height] = [cropRight - cropLeft, cropTop - cropBottom]
  const [left, bottom, right, top] = placement.box
  const across = [part(left - cropLeft, width), part(right - cropLeft, width)] as const
  const down = [part(cropTop - top, height), part(cropTop - bottom, height)] as const
  if (across[1] <= across[0] || down[1] <= down[0]) return null
  return { page: placement.page, ...turned(across, down, page.rotate) }
}

/** Where the paper is cut; the whole page where that lies outside of what is seen. */
export function seenTrim(page: ScenePage): Omit<SeenPlace, 'page'> {
  const seen = seenPlace({ page: 0, box: page.trimBox }, [page])
  if (seen === null) return { left: 0, top: 0, width: 1, height: 1 }
  const { page: _, ...trim } = seen
  return trim
}

type Span = readonly [from: number, to: number]

/** /Rotate turns the page clockwise (ISO 32000-1 table 30): at 90 its left edge becomes the upper one. */
function turned(across: Span, down: Span, rotate: ScenePage['rotate']): Omit<SeenPlace, 'page'> {
  switch (rotate) {
    case 0:
      return place(across, down)
    case 90:
      return place(mirrored(down), across)
    case 180:
      return place(mirrored(across), mirrored(down))
    case 270:
      return place(down, mirrored(across))
  }
}

function place([left, right]: Span, [top, bottom]: Span): Omit<SeenPlace, 'page'> {
  return { left, top, width: right - left, height: bottom - top }
}

function mirrored([from, to]: Span): Span {
  return [1 - to, 1 - from]
}

function part(distance: number, whole: number): number {
  return Math.min(1, Math.max(0, distance / whole))
}
