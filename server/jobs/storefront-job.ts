/** The job of storefronts: a hook, a line, an order to be written back, a shop to be looked through. */
import type { JobHandler } from '../../core/service/jobs.ts'
import { performStorefront } from '../../core/service/storefront/perform.ts'
import type { OpenAdapters } from '../adapters/open.ts'

export function createStorefrontJob(adapters: OpenAdapters): JobHandler {
  return async ({ teamId, objectId }) => {
    await adapters.hookPriority.afterHooks()
    await performStorefront(await adapters.parts(), teamId, objectId)
  }
}
