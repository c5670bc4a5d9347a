/** Hooks for staff: lists them with the reason of failures, and reads one again. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import type { StorefrontHook } from './line.ts'
import type { StorefrontHookFilter } from './storefront-store.ts'

/** Newest first. */
export function listHooks(
  store: Store,
  teamId: string,
  filter: StorefrontHookFilter,
  page: PageRequest,
): Promise<Page<StorefrontHook>> {
  return store.storefront.hooks.list(teamId, filter, page)
}

/** Throws `not_found`. */
export async function findHook(store: Store, teamId: string, id: string): Promise<StorefrontHook> {
  const hook = await store.storefront.hooks.find(teamId, id)
  if (hook === null) throw notFound('storefront hook')
  return hook
}

/** Lock a hook before changing its state: several jobs and staff may process it at once. */
export function lockHook(store: Tx, id: string): Promise<void> {
  return store.lock(`storefront hook ${id}`)
}

/**
 * Processes a failed hook again, for example after a setting was corrected, or a waiting one at once. Throws `not_found`,
 * and `hook_status_conflict` if the hook is done or its content was deleted.
 */
export async function retryHook(
  ports: Pick<Ports, 'store' | 'clock' | 'jobs' | 'makeId'>,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<StorefrontHook> {
  return ports.store.transaction(async (store) => {
    await lockHook(store, id)
    const hook = await findHook(store, teamId, id)
    if (hook.state === 'done' || hook.request === null || hook.body === null)
      throw new ServiceError('hook_status_conflict', {
        message:
          hook.state === 'done'
            ? 'This hook was already processed.'
            : 'The content of this hook was deleted because a customer was erased. See the order on the platform.',
        extra: { state: hook.state },
      })
    const now = ports.clock.now()
    const changed = await store.storefront.hooks.update(teamId, id, {
      ...{ state: 'pending', error: null, attempts: 0, nextAttemptAt: now },
    })
    const group = `${hook.adapter}:${hook.shop}`
    await ports.jobs.enqueue(store, { kind: 'storefront', teamId, objectId: id, group })
    const details = { reason: hook.error ?? hook.state }
    await audit(ports, store, teamId, { actor, action: 'storefront_hook.retried', objectId: id, details })
    return changed ?? hook
  })
}
