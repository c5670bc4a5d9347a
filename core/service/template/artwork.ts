/** The artwork of a template: newer artwork replaces it, and older revisions keep theirs. */
import type { Fact } from '../../engine/finding/measure.ts'
import type { RevisionRecord, TemplateRecord } from './template.ts'

/** The findings of this revision's artwork. */
export function factsOf(
  template: Pick<TemplateRecord, 'findings'>,
  revision: Pick<RevisionRecord, 'artwork'>,
): readonly Fact[] {
  return revision.artwork?.findings ?? template.findings
}
