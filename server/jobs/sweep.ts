/** What is done every minute: rows whose time is over are moved on or removed. */
import { expireSessions } from '../../core/embed/keep-session.ts'
import { sweepFills } from '../../core/fill/sweep.ts'
import type { Ports } from '../../core/ports.ts'
import { EVENT_LIFE_MS } from '../../core/webhook/event.ts'

/** A backlog is worked off over some minutes, so that nothing waits long for the database. */
const MOST_ROUNDS = 20
const EVENTS_AT_ONCE = 500
const SESSIONS_AT_ONCE = 50
const FILLS_AT_ONCE = 50

export async function sweep(ports: Ports): Promise<void> {
  await repeat(SESSIONS_AT_ONCE, (limit) => expireSessions(ports, limit))
  await repeat(FILLS_AT_ONCE, (limit) => sweepFills(ports, limit))
  const before = ports.clock.now() - EVENT_LIFE_MS
  await repeat(EVENTS_AT_ONCE, (limit) => ports.store.events.removeBefore(before, limit))
}

/** Until less than `limit` was found. */
async function repeat(limit: number, work: (limit: number) => Promise<number>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) if ((await work(limit)) < limit) return
}
