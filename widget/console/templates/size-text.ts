/** Two lengths as one size: `85 × 55 mm`. */
import { lengthText, type Unit } from '../units.ts'

/** Width and height in points. */
export function sizeText(width: number, height: number, unit: Unit, tag: string): string {
  const [first, second] = [lengthText(width, unit, tag), lengthText(height, unit, tag)]
  return `${first.replace(/\s\S+$/, '')} × ${second}`
}
