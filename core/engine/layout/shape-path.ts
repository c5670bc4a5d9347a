/** The marks of check boxes and radio buttons as own outlines, without a symbol font. */
import type { Box } from '../geometry/box.ts'
import type { MarkShape } from '../scene/scene.ts'

/** Points of a contour in a square of 100: three pairs make a curve, one pair a straight line. */
type Contour = readonly (readonly number[])[]

interface Drawing {
  /** The drawing's share of the side; fuller shapes take less, so that all look equally heavy. */
  readonly share: number
  /** The first item is where the contour begins. */
  readonly contour: Contour
}

/** Distance of control points that makes four cubic curves a circle to within 0.03 %. */
const ROUND = 27.614

const DRAWINGS: Readonly<Record<MarkShape, Drawing>> = {
  // A broad nib's tick: a short stroke down, a longer one up that thins out.
  check: {
    share: 0.92,
    contour: [
      [4, 47],
      [10, 53, 17, 56, 24, 57],
      [29, 52, 33, 44, 37, 34],
      [50, 58, 70, 81, 96, 94],
      [97, 92, 97, 91, 96, 89],
      [74, 68, 56, 42, 43, 8],
      [41, 4.5, 35, 4.5, 33, 8],
      [26, 25, 17, 38, 4, 47],
    ],
  },
  cross: {
    share: 0.72,
    contour: [
      [0, 13],
      [13, 0],
      [50, 37],
      [87, 0],
      [100, 13],
      [63, 50],
      [100, 87],
      [87, 100],
      [50, 63],
      [13, 100],
      [0, 87],
      [37, 50],
    ],
  },
  circle: {
    share: 0.6,
    contour: [
      [100, 50],
      [100, 50 + ROUND, 50 + ROUND, 100, 50, 100],
      [50 - ROUND, 100, 0, 50 + ROUND, 0, 50],
      [0, 50 - ROUND, 50 - ROUND, 0, 50, 0],
      [50 + ROUND, 0, 100, 50 - ROUND, 100, 50],
    ],
  },
  diamond: {
    share: 0.74,
    contour: [
      [50, 0],
      [100, 50],
      [50, 100],
      [0, 50],
    ],
  },
  square: {
    share: 0.6,
    contour: [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ],
  },
  star: { share: 0.88, contour: starPoints() },
}

/** A regular pentagram standing on two points; the inner radius is that of its crossing lines, 0.382 of the outer. */
function starPoints(): Contour {
  return Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? 50 : 50 * ((3 - Math.sqrt(5)) / 2)
    const angle = Math.PI / 2 + (index * Math.PI) / 5
    return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)]
  })
}

/**
 * A mark centred in a rectangle of field space, as PDF path operators to be filled, with the bounds of its points;
 * null where the rectangle has no area. The inset is kept while half of the shorter side is left.
 */
export function drawShape(
  shape: MarkShape,
  width: number,
  height: number,
  inset: number,
): { readonly path: string; readonly ink: Box } | null {
  const shorter = Math.min(width, height)
  if (!(shorter > 0)) return null
  const { share, contour } = DRAWINGS[shape]
  const side = Math.max(shorter - 2 * inset, shorter / 2) * share
  const at = (value: number, index: number): number =>
    rounded((index % 2 === 0 ? width : height) / 2 + ((value - 50) / 100) * side)
  const placed = contour.map((points) => points.map(at))
  const path = placed.map(
    (points, index) => `${points.join(' ')} ${index === 0 ? 'm' : points.length === 6 ? 'c' : 'l'}`,
  )
  const xs = placed.flatMap((points) => points.filter((_, index) => index % 2 === 0))
  const ys = placed.flatMap((points) => points.filter((_, index) => index % 2 === 1))
  return {
    path: `${path.join(' ')} h`,
    ink: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
