/** The templates and revisions that a batch's items are printed on, each read once. */

import type { Store } from '../../store.ts'
import type { TemplateRevision } from '../template/template.ts'
import type { ItemRecord } from './item.ts'

export interface TemplateRevisions {
  of(item: Pick<ItemRecord, 'teamId' | 'templateId' | 'revision'>): Promise<TemplateRevision>
}

/** Kept ones hold a whole scene each: of a batch with many templates the oldest are read again. */
const MOST_KEPT = 50

export function createTemplateRevisions(store: Store): TemplateRevisions {
  const kept = new Map<string, TemplateRevision>()
  return {
    async of({ teamId, templateId, revision: number }) {
      const key = `${templateId} ${number}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const template = await store.templates.find(teamId, templateId)
      const revision = await store.revisions.find(teamId, templateId, number)
      if (template === null || revision === null)
        throw new Error(`${templateId} has lost revision ${number}.`)
      const oldest = kept.keys().next().value
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
      kept.set(key, { template, revision })
      return { template, revision }
    },
  }
}
