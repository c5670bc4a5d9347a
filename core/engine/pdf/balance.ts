/** Sets right what a page's content closes without having opened it, and what it leaves open. */
import type { Survey } from './survey-content.ts'

export interface Balance {
  /** Operators that close what the content leaves open, each followed by a space. */
  readonly closing: string
  /** The content in a form that can stand between `q` and `Q`, where the original cannot. */
  readonly rewritten: Uint8Array | null
  /** How many `Q` had no `q`. */
  readonly surplus: number
}

const BLANK = 0x20

/**
 * Viewers pass over a `Q` that no `q` precedes; between our own `q` and `Q` it would act, so it is blanked.
 * Decision: MuPDF, pdf.js, PDFium and poppler agree on that; Ghostscript alone returns to the page's first state. What
 * stands after the last operation and would swallow our operators (a string, array or image that never ends) is
 * cut off. Everything else stays byte for byte. The content is asked for where it has to be rewritten.
 */
export function balanceContent(
  { closing, surplus, unfinished, end }: Survey,
  content: () => Uint8Array,
): Balance {
  if (surplus.length === 0 && unfinished === 0) return { closing, rewritten: null, surplus: 0 }
  const stated = content()
  const rewritten = stated.slice(0, unfinished === 0 ? stated.length : end)
  for (const at of surplus) rewritten[at] = BLANK
  return { closing, rewritten, surplus: surplus.length }
}
