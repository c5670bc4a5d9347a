/** Finds the embed application of a page from its publishable key. */

import { ServiceError } from '../../errors.ts'
import type { Store } from '../../store.ts'
import type { KeyRecord } from '../access/key.ts'
import type { ApplicationRecord } from './application.ts'

/**
 * Decision: a key that was made for no application, as by the first start and the command line, is the team's: it
 * serves the pages that the team's applications allow, each as the application that was made first of those. Archiving
 * an application ends the key on its pages, and an origin that none of them allows is refused.
 *
 * `origin` is the page's, read; null where none is known. Null for a key of another kind and of an application that has
 * ended. Throws `origin_not_allowed` for a team's key.
 */
export async function findKeyApplication(
  store: Store,
  key: Pick<KeyRecord, 'teamId' | 'type' | 'embedApplicationId'>,
  origin: string | null,
): Promise<ApplicationRecord | null> {
  if (key.type !== 'publishable') return null
  if (key.embedApplicationId !== null) {
    const application = await store.applications.find(key.teamId, key.embedApplicationId)
    return application?.status === 'active' ? application : null
  }
  const allowing = origin === null ? [] : await store.applications.byOrigin(origin)
  const application = allowing.find(({ teamId }) => teamId === key.teamId)
  if (application === undefined) throw new ServiceError('origin_not_allowed')
  return application
}
