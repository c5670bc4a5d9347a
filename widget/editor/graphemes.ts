/** Characters as readers count them (UAX #29), equal to the service's count. */

import { plainText } from '../../core/engine/text/plain-text.ts'
import { graphemesOf } from '../browser-apis.ts'

export function countGraphemes(text: string): number {
  return graphemesOf(plainText(text)).length
}
