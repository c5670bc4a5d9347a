/** Which revision of a template is shown, of one template and of a page of them. */

import { ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Store } from '../../store.ts'
import { findTemplate } from './move.ts'
import type { RevisionRecord, TemplateRecord, TemplateRevision } from './template.ts'
import type { TemplateFilter } from './template-store.ts'

/**
 * Decision: of a template that has been published, the published revision is shown, for that is what fills use;
 * the newest one where `latest` asks for it or nothing was ever published.
 */
function shownNumber(template: TemplateRecord, latest = false): number {
  return latest ? template.latestRevision : (template.liveRevision ?? template.latestRevision)
}

/** Throws `not_found`, and `no_saved_scene` as findShownRevision does. */
export async function findShownTemplate(
  store: Store,
  teamId: string,
  id: string,
  latest = false,
): Promise<TemplateRevision> {
  const template = await findTemplate(store, teamId, id)
  return { template, revision: await findShownRevision(store, template, latest) }
}

/** The shown revision of a template that was just read. Throws `no_saved_scene`. */
export async function findShownRevision(
  store: Store,
  template: TemplateRecord,
  latest = false,
): Promise<RevisionRecord> {
  const number = shownNumber(template, latest)
  const revision = await store.revisions.find(template.teamId, template.id, number)
  if (revision === null) throw new ServiceError('no_saved_scene')
  return revision
}

/** A page of the filtered templates, in as many reads however many there are. */
export async function listShownTemplates(
  store: Store,
  teamId: string,
  page: PageRequest,
  filter: TemplateFilter = {},
): Promise<Page<TemplateRevision>> {
  const { items, hasMore } = await store.templates.list(teamId, page, filter)
  const wanted = items.map((template) => ({ templateId: template.id, revision: shownNumber(template) }))
  const found = await store.revisions.findMany(teamId, wanted)
  const byTemplate = new Map(found.map((revision) => [revision.templateId, revision]))
  const shown = items.map((template) => {
    const revision = byTemplate.get(template.id)
    if (revision === undefined) throw new Error(`${template.id} has lost revision ${shownNumber(template)}.`)
    return { template, revision }
  })
  return { items: shown, hasMore }
}
