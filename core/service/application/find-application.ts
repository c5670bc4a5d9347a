/** Finds an embed application that is in use. */

import { notFound } from '../../errors.ts'
import type { Store } from '../../store.ts'
import type { ApplicationRecord } from './application.ts'

export async function findActiveApplication(
  store: Store,
  teamId: string,
  id: string,
): Promise<ApplicationRecord> {
  const application = await store.applications.find(teamId, id)
  if (application === null || application.status !== 'active') throw notFound('embed_application')
  return application
}
