/** Renders that wait for a press: their jobs, and the search for those that have none. */

import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import type { RenderRecord } from './render.ts'

/** Within the transaction that writes the render as queued. */
export async function enqueueRender(
  ports: Pick<Ports, 'jobs'>,
  store: Tx,
  render: Pick<RenderRecord, 'id' | 'teamId'>,
): Promise<void> {
  const { id, teamId } = render
  await ports.jobs.enqueue(store, { kind: 'render', teamId, objectId: id, group: teamId })
}

/** How long a render waits before somebody looks whether it has a job. */
const OVERDUE_MS = 60_000

/**
 * Gives renders that wait for a minute or more a job where they have none, as after a restored backup: `limit` of
 * them from the id `afterId` on. Answers the last id where there may be more, else null.
 */
export async function wakeRenders(
  ports: Pick<Ports, 'store' | 'jobs' | 'clock'>,
  afterId: string,
  limit: number,
): Promise<string | null> {
  const found = await ports.store.renders.waiting(afterId, ports.clock.now() - OVERDUE_MS, limit)
  if (found.length > 0)
    await ports.store.transaction(async (store) => {
      for (const render of found) await enqueueRender(ports, store, render)
    })
  return found.length < limit ? null : (found.at(-1)?.id ?? null)
}
