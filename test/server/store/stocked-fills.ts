/** Teams with many fills, for tests of how lists are read. */
import type { OpenStore } from '../../../server/store/open.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { addFills } from '../../support/database/many-fills.ts'
import { revisionRecord, stockTeam, templateRecord } from '../../support/database/records.ts'

/** The time of the newest. */
export const NOW = 1_790_000_000_000

export interface StockedFills {
  readonly teamId: string
  readonly templateIds: readonly string[]
}

/** A team with three templates and this many fills. */
export async function stockFills(store: OpenStore, after: number, count: number): Promise<StockedFills> {
  const { teamId, template } = await stockTeam(store)
  const templates = [template, templateRecord(teamId), templateRecord(teamId)]
  for (const one of templates.slice(1)) {
    await store.templates.insert(one)
    await store.revisions.insert(revisionRecord(one))
  }
  const templateIds = templates.map(({ id }) => id)
  await addFills(databaseOf(store), {
    teamId,
    templateIds,
    after,
    count,
    until: NOW,
    values: { fld_1: 'Annabel' },
  })
  return { teamId, templateIds }
}
