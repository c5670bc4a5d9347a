/** Finds what a page's content leaves open and what it closes without having opened, and sets it right. */
import { readContent } from './content.ts'

export interface Balance {
  /** Operators that close what the content leaves open, each followed by a space. */
  readonly closing: string
  /** The content in a form that can stand between `q` and `Q`, where the original cannot. */
  readonly rewritten: Uint8Array | null
  /** How many `Q` had no `q`. */
  readonly surplus: number
}

const PATH_CONSTRUCTION = new Set(['m', 'l', 'c', 'v', 'y', 're', 'h'])
const PATH_PAINTING = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'])
const Q = 0x51
const BLANK = 0x20

/**
 * Viewers pass over a `Q` that no `q` precedes; between our own `q` and `Q` it would act, so it is blanked.
 * Decision: MuPDF, pdf.js, PDFium and poppler agree on that; Ghostscript alone returns to the page's first state. What
 * stands after the last operation and would swallow our operators (a string, array or image that never ends) is
 * cut off. Everything else stays byte for byte.
 */
export function balanceContent(content: Uint8Array): Balance {
  let saved = 0
  let marked = 0
  let inText = false
  let inPath = false
  let end = 0
  const surplus: number[] = []
  for (const operation of readContent(content)) {
    end = operation.end
    const { operator } = operation
    if (operator === 'q') saved++
    else if (operator === 'Q') {
      if (saved > 0) saved--
      else surplus.push(operation.end - 1)
    } else if (operator === 'BT') inText = true
    else if (operator === 'ET') inText = false
    else if (operator === 'BMC' || operator === 'BDC') marked++
    else if (operator === 'EMC') marked = Math.max(0, marked - 1)
    else if (PATH_CONSTRUCTION.has(operator)) inPath = true
    else if (PATH_PAINTING.has(operator)) inPath = false
  }
  // A path that is not painted would be painted with the first path of a mark.
  const closing = `${inPath ? 'n ' : ''}${inText ? 'ET ' : ''}${'EMC '.repeat(marked)}${'Q '.repeat(saved)}`
  const unfinished = swallows(content.subarray(end))
  if (surplus.length === 0 && !unfinished) return { closing, rewritten: null, surplus: 0 }
  const rewritten = content.slice(0, unfinished ? end : content.length)
  for (const at of surplus) if (rewritten[at] === Q) rewritten[at] = BLANK
  return { closing, rewritten, surplus: surplus.length }
}

/** Could the rest, which holds no whole operation, reach beyond its end. */
function swallows(rest: Uint8Array): boolean {
  for (const [at, byte] of rest.entries()) {
    if (byte === 0x28 || byte === 0x3c || byte === 0x5b) return true
    if (byte === 0x42 && rest[at + 1] === 0x49) return true
  }
  return false
}
