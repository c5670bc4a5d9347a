/** Compares the findings of another program in a print file with the written file. */
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

/** The identity written into a file. */
export interface MeantFile {
  readonly pages: number
  readonly fileId: string
}

/**
 * Nothing, or `render_unparsable`. A reader that mends what it cannot read would open a file whose tail is lost as
 * the body alone, page for page and without a mark on it: so the file must also be found by the name of its own.
 */
export function checkReopened(meant: MeantFile, found: Reopened): readonly Finding[] {
  const unparsable = (facts: Pick<Finding, 'says' | 'params' | 'found' | 'expected'>): readonly Finding[] => [
    { code: 'render_unparsable', severity: 'fail', ...facts },
  ]
  if ('reason' in found) return unparsable({ params: { reason: sentence(found.reason) } })
  if (found.pages !== meant.pages)
    return unparsable({
      ...{ says: 'render_unparsable.pages', found: found.pages, expected: meant.pages },
    })
  if (found.fileId !== meant.fileId)
    return unparsable({
      ...{ says: 'render_unparsable.tail', found: found.fileId ?? 'none', expected: meant.fileId },
    })
  return []
}

function sentence(words: string): string {
  const trimmed = words.trim()
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
