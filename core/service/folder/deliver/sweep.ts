/** Finds deliveries to hot folders that wait without a job, as after a restored backup, and asks for their jobs. */
import type { Ports } from '../../../ports.ts'
import { enqueueDelivery } from '../send.ts'

/**
 * Gives those of all teams that are due and that nobody works on a job where they have none: `limit` of them from the
 * id `afterId` on. Answers the last id where there may be more, else null.
 */
export async function wakeFolderDeliveries(
  ports: Pick<Ports, 'store' | 'clock' | 'jobs'>,
  afterId: string,
  limit: number,
): Promise<string | null> {
  const found = await ports.store.folderDeliveries.waiting(ports.clock.now(), afterId, limit)
  if (found.length > 0)
    await ports.store.transaction(async (store) => {
      for (const delivery of found) await enqueueDelivery(ports, store, delivery)
    })
  return found.length < limit ? null : (found.at(-1)?.id ?? null)
}
