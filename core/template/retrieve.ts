/** Which revision of a template is shown. */
import { ServiceError } from '../errors.ts'
import type { Store } from '../ports.ts'
import { findTemplate } from './move.ts'
import type { RevisionRecord, TemplateRecord } from './template.ts'

/**
 * Decision: of a template that has been published, the published revision is shown, for that is what fills use;
 * the newest one where `latest` asks for it or nothing was ever published.
 */
export async function findShownRevision(
  store: Store,
  teamId: string,
  id: string,
  latest: boolean,
): Promise<{ template: TemplateRecord; revision: RevisionRecord }> {
  const template = await findTemplate(store, teamId, id)
  const number = latest ? template.latestRevision : (template.liveRevision ?? template.latestRevision)
  const revision = await store.revisions.find(teamId, id, number)
  if (revision === null) throw new ServiceError('no_saved_scene')
  return { template, revision }
}
