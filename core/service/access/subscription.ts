/** Checks a team's subscription: whether it can start new work, and its limits. */

import { type ErrorCode, ServiceError } from '../../errors.ts'
import type { Store, Tx } from '../../store.ts'
import type { TeamRecord } from './key.ts'

/**
 * Throws `subscription_inactive` for a team whose billing status is inactive. Decision: ordered work is printed anyway: finalizing, the fill's own operations and downloads skip this check.
 */
export async function requireSubscription(store: Pick<Store, 'teams'>, teamId: string): Promise<void> {
  const team = await store.teams.find(teamId)
  if (team?.billingStatus === 'inactive') throw new ServiceError('subscription_inactive')
}

interface Held {
  readonly limit: (team: TeamRecord) => number | null
  readonly count: (store: Store, teamId: string) => Promise<number>
  readonly code: ErrorCode
}

/** Decision: archived and disabled records do not count, so that a team at its limit can make room. */
const HELD = {
  templates: {
    limit: (team) => team.templateLimit,
    count: (store, teamId) => store.templates.count(teamId),
    code: 'template_limit_exceeded',
  },
  applications: {
    limit: (team) => team.embedApplicationLimit,
    count: (store, teamId) => store.applications.count(teamId),
    code: 'embed_application_limit_exceeded',
  },
  endpoints: {
    limit: (team) => team.webhookEndpointLimit,
    count: (store, teamId) => store.endpoints.count(teamId),
    code: 'webhook_endpoint_limit_exceeded',
  },
} as const satisfies Record<string, Held>
export type HeldKind = keyof typeof HELD

/**
 * Throws the kind's code, with `limit` and `count`, where one more would be over the team's limit. Called in the
 * transaction that adds it: of two at once that would take the last place, the second waits and then counts the
 * first. Called outside of one, it only says early what would be refused later.
 */
export async function requireRoom(store: Tx, teamId: string, kind: HeldKind): Promise<void> {
  const held = HELD[kind]
  const team = await store.teams.find(teamId)
  const limit = team === null ? null : held.limit(team)
  if (limit === null) return
  await store.lock(`${kind} of ${teamId}`)
  const count = await held.count(store, teamId)
  if (count >= limit) throw new ServiceError(held.code, { extra: { limit, count } })
}
