/** The worker loop of this process: takes due deliveries by lease, sends them side by side, sweeps every minute. */
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Ports } from '../../core/ports.ts'
import { attemptDelivery } from '../../core/webhook/attempt.ts'
import type { DeliveryRecord } from '../../core/webhook/delivery.ts'
import { sweep } from './sweep.ts'

/** Longer than an attempt can take, so that no heartbeat is needed; what a dead process held is free after it. */
const LEASE_MS = 20_000
const MOST_AT_ONCE = 64
/** Decision: so that one slow endpoint cannot take every place; it holds over all processes. */
const MOST_PER_ENDPOINT = 4
/**
 * Decision: the loop looks every quarter of a second and is woken by nobody: looking is two reads of an index, and
 * what another process has written is seen as soon.
 */
const POLL_MS = 250
const SWEEP_MS = 60_000

export interface EmbeddedJobs {
  start(): void
  /** Takes nothing more, waits for what is under way (at most `drainMs`) and gives back the leases of the rest. */
  stop(drainMs: number): Promise<void>
}

export function createEmbeddedJobs(ports: Ports, log: Pick<Logger, 'error'>): EmbeddedJobs {
  const { store, clock } = ports
  const queue = new PQueue({ concurrency: MOST_AT_ONCE })
  const held = new Set<DeliveryRecord>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let lookAgain = false
  let stopped = true
  let sweptAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    do {
      lookAgain = false
      const room = MOST_AT_ONCE - held.size
      const due = room > 0 ? await store.deliveries.nextDue() : null
      const now = clock.now()
      if (due !== null && due <= now) {
        const claimed = await store.deliveries.claim(now, now + LEASE_MS, room, MOST_PER_ENDPOINT)
        for (const delivery of claimed) work(delivery)
      }
      if (now - sweptAt >= SWEEP_MS) {
        sweptAt = now
        await sweep(ports)
      }
    } while (lookAgain && !stopped)
  }

  function work(delivery: DeliveryRecord): void {
    held.add(delivery)
    void queue.add(async () => {
      try {
        await attemptDelivery(ports, delivery)
      } catch (error) {
        // Its lease runs out, and it is tried again.
        log.error({ err: error, delivery: delivery.id }, 'A webhook delivery could not be worked on.')
      } finally {
        held.delete(delivery)
        wake()
      }
    })
  }

  /** Looks now, or once more after the look that is under way. */
  function wake(): void {
    if (stopped) return
    lookAgain = true
    if (looking !== null) return
    clearTimeout(timer)
    looking = look()
      .catch((error: unknown) => log.error({ err: error }, 'The jobs could not be looked through.'))
      .finally(() => {
        looking = null
        if (!stopped) timer = setTimeout(wake, POLL_MS)
      })
  }

  return {
    start() {
      stopped = false
      wake()
    },
    async stop(drainMs) {
      stopped = true
      clearTimeout(timer)
      await looking
      await atMost(drainMs, queue.onIdle())
      queue.clear()
      for (const { id, lease } of held) await store.deliveries.update(id, lease, { leaseUntil: null })
    },
  }
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, enough])
  clearTimeout(timer)
}
