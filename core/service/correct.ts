/** Corrects a render, and has the storefront's order say the ink and paper that it has now. */

import { type RetryRender, retryRender } from './render/retry.ts'
import { rewriteOrders } from './storefront/write-back.ts'

type RenderPorts = Parameters<typeof retryRender>[0]

/** Throws as retryRender does. */
export function correctRender(ports: RenderPorts, request: Omit<RetryRender, 'onOtherStock'>) {
  return retryRender(ports, {
    ...request,
    async onOtherStock(store, { teamId, externalOrderId, kind }) {
      if (kind === 'final' && externalOrderId !== null)
        await rewriteOrders(ports, store, teamId, externalOrderId)
    },
  })
}
