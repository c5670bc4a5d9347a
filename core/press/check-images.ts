/** Checks the resolution that the artwork's images have where they are placed. */
import { mapBox } from '../scene/matrix.ts'
import type { PlacedImage } from '../scene/read-mark-set.ts'
import type { ArtworkMarks, PageMarks } from '../scene/read-marks.ts'
import type { Finding } from './finding.ts'

interface ResolutionLimits {
  readonly code: string
  readonly ref: string
  /** An effective resolution must be greater than these, in pixels per inch. */
  readonly fail: number
  readonly warn: number
}

/** GWG 2022, sheet-fed offset. */
const CONTINUOUS: ResolutionLimits = { code: 'image_low_res', ref: 'GWG2022 R0031', fail: 149, warn: 224 }
const ONE_BIT: ResolutionLimits = { code: 'image_low_res_1bit', ref: 'GWG2022 R0032', fail: 549, warn: 799 }
/** Images this small on a side are swatches and rules, not pictures. */
const SMALL_PX = 16
/** Keeps rounding in matrices from tipping an image over a limit. */
const EPSILON = 1e-6
/** Decision: of a page cut into hundreds of strips the worst tell enough. */
const MAX_PER_PAGE = 20

/** At most one finding for each image and page, for the place where the image is stretched most; worst first. */
export function checkImages(marks: ArtworkMarks): Finding[] {
  return marks.pages.flatMap((page) => {
    const worst = new Map<number, { ppi: number; placed: PlacedImage }>()
    for (const placed of page.images) {
      const ppi = effectivePpi(placed, page)
      const known = worst.get(placed.image.id)
      if (ppi !== null && (known === undefined || ppi < known.ppi))
        worst.set(placed.image.id, { ppi, placed })
    }
    return [...worst.values()]
      .sort((a, b) => a.ppi - b.ppi)
      .flatMap(({ ppi, placed }) => judge(ppi, placed, page))
      .slice(0, MAX_PER_PAGE)
  })
}

/** The smaller of the resolutions along the image's sides; null where nothing can be said. */
function effectivePpi({ image, matrix }: PlacedImage, { userUnit }: PageMarks): number | null {
  if (image.width <= SMALL_PX || image.height <= SMALL_PX) return null
  const [a, b, c, d] = matrix
  const across = image.width / ((Math.hypot(a, b) * userUnit) / 72)
  const down = image.height / ((Math.hypot(c, d) * userUnit) / 72)
  const ppi = Math.min(across, down)
  return Number.isFinite(ppi) ? ppi : null
}

function judge(ppi: number, { image, matrix }: PlacedImage, { page }: PageMarks): Finding[] {
  const limits = image.oneBit ? ONE_BIT : CONTINUOUS
  if (ppi > limits.warn + EPSILON) return []
  const failed = ppi <= limits.fail + EPSILON
  const found = Math.round(ppi * 10) / 10
  return [
    {
      code: limits.code,
      severity: failed ? 'fail' : 'warn',
      message: `An image of ${image.width} by ${image.height} pixels prints at ${found} ppi; more than ${limits.warn} is wanted.`,
      page,
      bbox: mapBox(matrix, [0, 0, 1, 1]),
      found,
      expected: limits.warn,
      ref: limits.ref,
    },
  ]
}
