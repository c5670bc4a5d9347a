/** Checks the resolution that the artwork's images have where they are placed. */

import { createMeasures, type Measurement } from '../../finding/measure.ts'
import { mapBox } from '../../geometry/matrix.ts'
import type { PlacedImage } from '../read-mark-set.ts'
import type { ArtworkMarks, PageMarks } from '../read-marks.ts'

/** Images this small on a side are swatches and rules, not pictures. */
const SMALL_PX = 16

/** The resolution of each image and page, at the place where the image is stretched most; worst first. */
export function checkImages(marks: ArtworkMarks): Measurement[] {
  const measures = createMeasures()
  for (const page of marks.pages) {
    const worst = new Map<number, { ppi: number; placed: PlacedImage }>()
    for (const placed of page.images) {
      const ppi = effectivePpi(placed, page)
      const known = worst.get(placed.image.id)
      if (ppi !== null && (known === undefined || ppi < known.ppi))
        worst.set(placed.image.id, { ppi, placed })
    }
    for (const { ppi, placed } of [...worst.values()].sort((a, b) => a.ppi - b.ppi)) {
      const { width, height, oneBit } = placed.image
      measures.add(oneBit ? 'image_ppi_1bit' : 'image_ppi', ppi, {
        page: page.page,
        box: mapBox(placed.matrix, [0, 0, 1, 1]),
        what: `${width} by ${height}`,
      })
    }
  }
  return measures.facts()
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
