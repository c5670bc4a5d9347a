/** Stores the expiry of open fills, which every read shows already, and sends the events. */
import type { Ports } from '../../ports.ts'
import { findTemplate } from '../template/move.ts'
import { lockSessions } from './edit.ts'
import { asOf } from './fill.ts'
import { endFill } from './status.ts'

/** At most `limit` fills of all teams, each in a transaction of its own; answers how many were due. */
export async function sweepFills(
  ports: Pick<Ports, 'store' | 'clock' | 'makeId' | 'eventObjects' | 'jobs'>,
  limit: number,
): Promise<number> {
  const due = await ports.store.fills.due(ports.clock.now(), limit)
  for (const { teamId, id } of due)
    await ports.store.transaction(async (store) => {
      await lockSessions(store, teamId, id)
      const stored = await store.fills.findForUpdate(teamId, id)
      // In the meantime it may have been finalized, reopened or expired.
      if (stored?.status !== 'open') return
      const { status, statusReason } = asOf(stored, ports.clock.now())
      if (status === 'open') return
      const template = await findTemplate(store, teamId, stored.templateId)
      await endFill(ports, store, stored, template, statusReason ?? 'ttl')
    })
  return due.length
}
