/**
 * Performs what storefronts ask for, durably: hooks lie in an outbox until their calls are written, each line of an
 * order is a row that is driven to its goal however often that takes, and what became of an order is written back.
 * Jobs only wake: a hook (`shk_…`), a line (`sln_…`), an order (`sor_…`), a shop to look through.
 */

import { CATALOGUE, ServiceError } from '../../errors.ts'
import type { Tx } from '../../store.ts'
import { acceptOrder } from './accept-orders.ts'
import { advanceLine } from './advance-line.ts'
import { type Call, Later } from './contract.ts'
import { eraseFor } from './erase-customer.ts'
import { lockHook } from './hooks.ts'
import type { StorefrontHook } from './line.ts'
import { refreshListings } from './listings.ts'
import { lookThrough } from './look-through.ts'
import type { PerformParts } from './perform-parts.ts'
import { writeBack } from './write-back.ts'

/** `look:{adapter} {shop}` and `list:{adapter} {shop}`. */
const LOOK = /^(look|list):(\S+) (.*)$/s

/** The job. Another team's rows are left to a process with its adapters. */
export async function performStorefront(
  parts: PerformParts,
  teamId: string,
  objectId: string,
): Promise<void> {
  if (teamId !== parts.teamId) return
  if (objectId.startsWith('shk_')) return processHook(parts, objectId)
  if (objectId.startsWith('sln_')) return advanceLine(parts, objectId)
  if (objectId.startsWith('sor_')) return writeBack(parts, objectId)
  const [, what, name = '', shop = ''] = LOOK.exec(objectId) ?? []
  const adapter = parts.adapters.get(name)
  if (adapter === undefined) return
  await (what === 'look'
    ? lookThrough(parts, name, adapter, shop)
    : refreshListings(parts, name, adapter, shop))
}

/** The stored request of a hook. */
interface StoredRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

async function processHook(parts: PerformParts, id: string): Promise<void> {
  const hook = await parts.store.storefront.hooks.find(parts.teamId, id)
  if (hook?.state !== 'pending') return
  const adapter = parts.adapters.get(hook.adapter)
  // The adapter is switched off for the time being; the sweep finds the hook again once it is back.
  if (adapter === undefined || hook.request === null || hook.body === null) return
  const request = JSON.parse(hook.request) as StoredRequest
  const { shop, topic, receivedAt } = hook
  try {
    const proven = { ...request, body: hook.body, shop, topic, receivedAt }
    await acceptCalls(parts, hook, await adapter.translate(proven))
  } catch (error) {
    // An unavailable database, for example, says nothing about the hook: its job runs again.
    if (error instanceof ServiceError && CATALOGUE[error.code].status >= 500) throw error
    return failHook(parts, hook, error)
  }
}

/** One after the other; with the last one the hook is done. */
async function acceptCalls(parts: PerformParts, hook: StorefrontHook, calls: readonly Call[]): Promise<void> {
  const { store, teamId } = parts
  const finish = async (inside: Tx): Promise<void> => {
    await lockHook(inside, hook.id)
    await inside.storefront.hooks.update(teamId, hook.id, {
      ...{ state: 'done', error: null, request: null, body: null, nextAttemptAt: null },
    })
  }
  const last = calls.at(-1)
  for (const call of calls) {
    if (call.call === 'erase') await eraseFor(parts, hook.adapter, call)
    else await acceptOrder(parts, teamId, hook.adapter, call.order, call === last ? finish : undefined)
  }
  if (last !== undefined && last.call !== 'erase') return
  await store.transaction(finish)
  // The hook named the customer too.
  if (last !== undefined) await parts.traces.remove(parts.clock.now())
}

const HOOK_DELAYS_SECONDS = [1, 5, 15, 60, 300, 900]
/** Decision: a platform that does not answer for three days has been looked through by then, or has gone. */
const HOOK_LIFE_MS = 3 * 86_400_000

/**
 * What has to wait comes again. Decision: what cannot be read is kept with the reason, so that it can be read once the
 * reason is mended; erasing any customer throws what such hooks said away, for it may hold a name.
 */
async function failHook(parts: PerformParts, read: StorefrontHook, error: unknown): Promise<void> {
  const { clock, store, jobs, teamId } = parts
  const { id, adapter, shop } = read
  const now = clock.now()
  const message = error instanceof Error ? error.message : String(error)
  const attempts = read.attempts + 1
  const told = { error: message.slice(0, 500), attempts }
  const isOver = !(error instanceof Later) || now - read.receivedAt > HOOK_LIFE_MS
  const failed = await store.transaction(async (inside) => {
    await lockHook(inside, id)
    const hook = await inside.storefront.hooks.find(teamId, id)
    // Another job has read it meanwhile, or staff asked for it again: what came of that counts.
    if (hook?.state !== 'pending' || hook.attempts !== read.attempts) return false
    if (isOver) {
      await inside.storefront.hooks.update(teamId, id, { ...told, state: 'failed', nextAttemptAt: null })
      return true
    }
    const seconds = Math.max(delayOf(HOOK_DELAYS_SECONDS, attempts), error.retryAfterSeconds ?? 0)
    const nextAttemptAt = now + seconds * 1000
    await inside.storefront.hooks.update(teamId, id, { ...told, nextAttemptAt })
    await jobs.enqueue(inside, {
      ...{ kind: 'storefront', teamId, objectId: id, group: `${adapter}:${shop}`, runAt: nextAttemptAt },
    } as const)
    return false
  })
  if (failed) parts.log('A hook could not be parsed.', { hook: id, adapter, why: message })
}

function delayOf(seconds: readonly number[], attempt: number): number {
  return seconds[Math.min(attempt, seconds.length) - 1] ?? 1
}
