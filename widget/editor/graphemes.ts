/** Characters as readers count them (UAX #29), equal to the service's count. */
import { plainText } from '../../core/engine/text/plain-text.ts'

interface Segments {
  segment(text: string): Iterable<unknown>
}
/** Browsers before 2024 may lack it; code points are then the nearest thing. */
const segmenter: Segments | null =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('und', { granularity: 'grapheme' }) : null

export function countGraphemes(text: string): number {
  const normal = plainText(text)
  if (segmenter === null) return [...normal].length
  let count = 0
  for (const _ of segmenter.segment(normal)) count += 1
  return count
}
