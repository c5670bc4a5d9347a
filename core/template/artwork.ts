/** What of a template belongs to its artwork: newer artwork takes its place, and older revisions keep theirs. */
import type { Fact } from '../press/measure.ts'
import type { RevisionRecord, TemplateRecord } from './template.ts'

/** The artwork of revisions that are older than the template's own. */
export interface RevisionArtwork {
  /** SHA-256 of the upload, hex; the file of that name is kept. */
  readonly sourceSha256: string
  readonly sizeBytes: number
  readonly findings: readonly Fact[]
}

/** What was found in the artwork that this revision prints. */
export function factsOf(
  template: Pick<TemplateRecord, 'findings'>,
  revision: Pick<RevisionRecord, 'artwork'>,
): readonly Fact[] {
  return revision.artwork?.findings ?? template.findings
}
