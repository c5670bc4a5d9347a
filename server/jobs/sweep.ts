/** The work at the start and every minute: expires or removes old rows, and finds lost jobs. */
import type { Logger } from 'pino'
import type { Ports } from '../../core/ports.ts'
import { REQUEST_LIFE_MS } from '../../core/service/access/api-request.ts'
import { wakeBatches } from '../../core/service/batch/batch-queue.ts'
import { removeAbandoned } from '../../core/service/batch/create-from-rows.ts'
import { sweepConsole } from '../../core/service/console/sign-in.ts'
import { expireSessions } from '../../core/service/embed/sessions.ts'
import { sweepFills } from '../../core/service/fill/sweep.ts'
import { wakeFolderDeliveries } from '../../core/service/folder/deliver/sweep.ts'
import { removeFiles } from '../../core/service/own-files.ts'
import { sweepPictures } from '../../core/service/preview/ledger.ts'
import { wakeRenders } from '../../core/service/render/waiting.ts'
import { sweepRetention } from '../../core/service/retention.ts'
import { sweepMails, wakeMails } from '../../core/service/send-mail.ts'
import { wakeDeliveries } from '../../core/service/webhook/deliver.ts'
import { EVENT_LIFE_MS } from '../../core/service/webhook/event.ts'

/** A backlog is worked off over some minutes, so that nothing waits long for the database. */
const MOST_ROUNDS = 20
/** SQLite removes so many, with their deliveries, while every request waits. */
const EVENTS_AT_ONCE = 100
const EVENT_ROUNDS = 100
const SESSIONS_AT_ONCE = 50
const FILLS_AT_ONCE = 50
const ERASED_AT_ONCE = 50
const DELIVERIES_AT_ONCE = 200
const RENDERS_AT_ONCE = 200
const BATCHES_AT_ONCE = 200
const ABANDONED_AT_ONCE = 10
const MAILS_AT_ONCE = 200
const PREVIEWS_AT_ONCE = 100
const FILES_AT_ONCE = 50
const EVERY_MS = 60_000
/** How often the clock is looked at. */
const TICK_MS = 500

type Failed = (error: unknown, chore: string) => void

/** A chore that fails keeps none of the others from being done, unless `failed` throws. */
export async function sweep(
  ports: Ports,
  failed: Failed = rethrow,
  more: Readonly<Record<string, () => Promise<void>>> = {},
): Promise<void> {
  const before = ports.clock.now() - EVENT_LIFE_MS
  const chores: Readonly<Record<string, () => Promise<void>>> = {
    sessions: () => repeat(SESSIONS_AT_ONCE, (limit) => expireSessions(ports, limit)),
    fills: () => repeat(FILLS_AT_ONCE, (limit) => sweepFills(ports, limit)),
    console: () => repeat(SESSIONS_AT_ONCE, (limit) => sweepConsole(ports, limit)),
    retention: () => repeat(ERASED_AT_ONCE, (limit) => sweepRetention(ports, limit)),
    events: () =>
      repeat(EVENTS_AT_ONCE, (limit) => ports.store.events.removeBefore(before, limit), EVENT_ROUNDS),
    requests: () =>
      repeat(
        EVENTS_AT_ONCE,
        (limit) => ports.store.apiRequests.removeBefore(ports.clock.now() - REQUEST_LIFE_MS, limit),
        EVENT_ROUNDS,
      ),
    deliveries: () => goThrough((afterId) => wakeDeliveries(ports, afterId, DELIVERIES_AT_ONCE)),
    renders: () => goThrough((afterId) => wakeRenders(ports, afterId, RENDERS_AT_ONCE)),
    batches: () => goThrough((afterId) => wakeBatches(ports, afterId, BATCHES_AT_ONCE)),
    mails: () => goThrough((afterId) => wakeMails(ports, afterId, MAILS_AT_ONCE)),
    oldMails: () => repeat(MAILS_AT_ONCE, (limit) => sweepMails(ports, limit)),
    previews: () => repeat(PREVIEWS_AT_ONCE, (limit) => sweepPictures(ports, limit)),
    files: () => repeat(FILES_AT_ONCE, (limit) => removeFiles(ports, limit)),
    uploads: () => repeat(ABANDONED_AT_ONCE, (limit) => removeAbandoned(ports, limit)),
    folders: () => goThrough((afterId) => wakeFolderDeliveries(ports, afterId, DELIVERIES_AT_ONCE)),
    ...more,
    // Last, so that what the others removed is gone.
    traces: () => ports.traces.sweep(ports.clock.now()),
  }
  for (const [chore, work] of Object.entries(chores)) {
    try {
      await work()
    } catch (error) {
      failed(error, chore)
    }
  }
}

function rethrow(error: unknown): never {
  throw error
}

/** Until less than `limit` was found. */
async function repeat(
  limit: number,
  work: (limit: number) => Promise<number>,
  rounds = MOST_ROUNDS,
): Promise<void> {
  for (let round = 0; round < rounds; round++) if ((await work(limit)) < limit) return
}

/** All of them, page by page: what waits without a job may stand behind thousands that wait with one. */
async function goThrough(page: (afterId: string) => Promise<string | null>): Promise<void> {
  for (let afterId: string | null = ''; afterId !== null; ) afterId = await page(afterId)
}

/** Sweeps now and every minute of the service's clock; answers what stops it, once a sweep under way has ended. */
export function startSweeping(
  ports: Ports,
  log: Pick<Logger, 'error'>,
  more: Readonly<Record<string, () => Promise<void>>> = {},
): () => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY
  let sweeping: Promise<void> | null = null
  const tick = (): void => {
    // A clock that was set back keeps nothing waiting.
    if (sweeping !== null || Math.abs(ports.clock.now() - sweptAt) < EVERY_MS) return
    sweptAt = ports.clock.now()
    const failed = (error: unknown, chore: string): void =>
      log.error({ err: error, chore }, 'A clean-up task failed.')
    sweeping = sweep(ports, failed, more).finally(() => {
      sweeping = null
    })
  }
  const timer = setInterval(tick, TICK_MS)
  tick()
  return async () => {
    clearInterval(timer)
    await sweeping
  }
}
