/** What another program found when it opened a print file, and whether that is the file that was meant. */
import type { Finding } from '../finding/finding.ts'

/** A print file as it stands on the disk or is about to: a kept body, and what follows it. */
export interface PrintFile {
  readonly bodyPath: string
  readonly bodyBytes: number
  /** Bytes, and kept files between them. */
  readonly tail: readonly (Uint8Array | { readonly path: string; readonly sizeBytes: number })[]
}

/** `fileId` is the last string of the trailer's /ID, in hex; `reason` says why the file could not be opened. */
export type Reopened =
  | { readonly pages: number; readonly fileId: string | null }
  | { readonly reason: string }

/** What is written into a file so that it can be told from any other. */
export interface MeantFile {
  readonly pages: number
  readonly fileId: string
}

/**
 * Nothing, or `render_unparsable`. A reader that mends what it cannot read would open a file whose tail is lost as
 * the body alone, page for page and without a mark on it: so the file must also be found by the name of its own.
 */
export function checkReopened(meant: MeantFile, found: Reopened): readonly Finding[] {
  const unparsable = (
    message: string,
    facts: Pick<Finding, 'found' | 'expected'> = {},
  ): readonly Finding[] => [{ code: 'render_unparsable', severity: 'fail', message, ...facts }]
  if ('reason' in found)
    return unparsable(`The print file cannot be opened by another program: ${sentence(found.reason)}`)
  if (found.pages !== meant.pages)
    return unparsable('Another program finds another number of pages in the print file than were meant.', {
      found: found.pages,
      expected: meant.pages,
    })
  if (found.fileId !== meant.fileId)
    return unparsable('Another program opens the print file without what was printed into its template.', {
      found: found.fileId ?? 'none',
      expected: meant.fileId,
    })
  return []
}

function sentence(words: string): string {
  const trimmed = words.trim()
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
