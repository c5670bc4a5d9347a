/** Repairs the content of a page that closes more than it opened, or leaves something open. */
import type { Survey } from './survey-content.ts'

export interface Balance {
  /** The missing closing operators, each followed by a space. */
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
 * cut off. Everything else stays byte for byte. `content` is called only if the content must be rewritten.
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
