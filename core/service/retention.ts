/** Erases customer data after the team's retention period. */

import type { Ports } from '../ports.ts'
import { audit } from './access/audit.ts'
import { SYSTEM } from './access/audit-store.ts'
import { eraseBatch } from './batch/erase.ts'
import { eraseLooseRender, eraseSession, eraseWords } from './erase.ts'
import { lockSessions } from './fill/edit.ts'
import { timeOf } from './webhook/payload.ts'

const DAY_MS = 86_400_000

interface Kind {
  readonly name: string
  /** Erases at most `limit` of the team that nothing has changed since `before`. */
  sweep(ports: Ports, teamId: string, before: number, limit: number): Promise<Swept>
}

interface Swept {
  readonly found: number
  readonly erased: number
}

/**
 * Every kind of record with customer data. A new kind is a new row. Decision: open fills and waiting renders are kept,
 * whatever their age.
 */
const KINDS: readonly Kind[] = [
  { name: 'fills', sweep: sweepFills },
  {
    name: 'renders',
    async sweep(ports, teamId, before, limit) {
      const found = await ports.store.renders.unswept(teamId, before, limit)
      let erased = 0
      for (const render of found) if (await eraseLooseRender(ports, render, true)) erased += 1
      return { found: found.length, erased }
    },
  },
  {
    name: 'sessions',
    async sweep(ports, teamId, before, limit) {
      const found = await ports.store.sessions.unswept(teamId, before, limit)
      for (const session of found) await eraseSession(ports, session)
      return { found: found.length, erased: found.length }
    },
  },
  {
    name: 'batches',
    async sweep(ports, teamId, before, limit) {
      const found = await ports.store.batches.unswept(teamId, before, limit)
      for (const batch of found) await eraseBatch(ports, batch)
      return { found: found.length, erased: found.length }
    },
  },
]

/**
 * At most `limit` of each kind and team, each in a transaction of its own; answers the most that was found of one.
 * A team's own number of days goes before `ports.retentionDays`; without either, everything stays. A portion is
 * audited once, as the system's, by its numbers.
 */
export async function sweepRetention(ports: Ports, limit: number): Promise<number> {
  let most = 0
  for (const team of await ports.store.teams.list()) {
    const days = team.retentionDays ?? ports.retentionDays
    if (days === null) continue
    const before = ports.clock.now() - days * DAY_MS
    const erased: Record<string, number> = {}
    for (const kind of KINDS) {
      const swept = await kind.sweep(ports, team.id, before, limit)
      if (swept.erased > 0) erased[kind.name] = swept.erased
      most = Math.max(most, swept.found)
    }
    if (Object.keys(erased).length === 0) continue
    await ports.traces.remove(ports.clock.now())
    const details = { ...erased, unchanged_since: timeOf(before) }
    await audit(ports, ports.store, team.id, {
      actor: SYSTEM,
      action: 'retention.erased',
      objectId: team.id,
      details,
    })
  }
  return most
}

async function sweepFills(ports: Ports, teamId: string, before: number, limit: number): Promise<Swept> {
  const found = await ports.store.fills.unswept(teamId, before, limit)
  let erased = 0
  for (const { id } of found) {
    await ports.store.transaction(async (store) => {
      await lockSessions(store, teamId, id)
      const stored = await store.fills.findForUpdate(teamId, id)
      // Meanwhile somebody may have taken it up again, or another process may have erased it.
      if (stored === null || stored.status === 'open') return
      if (stored.erasedAt !== null || stored.updatedAt >= before) return
      await eraseWords(ports, store, stored)
      erased += 1
    })
    await ports.pictures.forget(id)
  }
  return { found: found.length, erased }
}
