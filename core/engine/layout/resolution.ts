/** How fine a placed picture prints. */
import type { ImageMark } from './mark.ts'

/** Printed pixels per inch along the side with more stretch; cropping does not change it. */
export function effectivePpi(
  { picture, area, matrix }: Pick<ImageMark, 'picture' | 'area' | 'matrix'>,
  userUnit: number,
): number {
  const [a, b, c, d] = matrix
  const inches = (length: number, scale: number) => (length * scale * userUnit) / 72
  const across = picture.widthPx / inches(area[2] - area[0], Math.hypot(a, b))
  const down = picture.heightPx / inches(area[3] - area[1], Math.hypot(c, d))
  return Math.min(across, down)
}

/** In tenths, as it is shown: a crop in thousandths can miss a whole number by a hair. */
export function reaches(ppi: number, least: number): boolean {
  return Math.round(ppi * 10) >= Math.round(least * 10)
}
