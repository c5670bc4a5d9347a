/** What of a template belongs to its artwork: newer artwork takes its place, and older revisions keep theirs. */
import type { Fact } from '../../engine/finding/measure.ts'
import type { RevisionRecord, TemplateRecord } from './template.ts'

/** What was found in the artwork that this revision prints. */
export function factsOf(
  template: Pick<TemplateRecord, 'findings'>,
  revision: Pick<RevisionRecord, 'artwork'>,
): readonly Fact[] {
  return revision.artwork?.findings ?? template.findings
}
