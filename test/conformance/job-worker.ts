/** A worker process for tests: sends deliveries from a queue, and answers for their receiver when it is told to. */
import { randomBytes } from 'node:crypto'
import { createIds } from '../../core/ids.ts'
import type { Ports } from '../../core/ports.ts'
import { deliverWebhook } from '../../core/service/webhook/deliver.ts'
import type { Outside, WebhookAnswer } from '../../core/service/webhook/outside.ts'
import { type JobsDriver, openJobs } from '../../server/jobs/open.ts'
import { openStore } from '../../server/store/open.ts'

/** Told to the parent: a request waits for its answer, or a job has ended, with the outcome it wrote (null: none). */
export type Told = { readonly asked: string } | { readonly ended: string; readonly outcome: string | null }

/** What opens and seals the signing secrets of these tests. */
export const SECRETS_KEY = new Uint8Array(32)

export const answerOf = (status: number): WebhookAnswer => ({
  status,
  headers: {},
  body: '',
  error: null,
  retryAfterSeconds: null,
  durationMs: 1,
})

/** The ports that a delivery needs, over a database and a queue. */
export async function openWorkerPorts(
  databaseUrl: string,
  driver: JobsDriver,
  send: Outside['send'],
): Promise<Ports & { close(): Promise<void> }> {
  const store = await openStore({ databaseUrl })
  const clock = { now: () => Date.now() }
  const log = { error: () => {}, warn: () => {} }
  const jobs = await openJobs({ store, clock, log, databaseUrl }, driver)
  const entropy = { bytes: (count: number) => randomBytes(count) }
  const needed: Partial<Ports> = {
    ...{ store, clock, entropy, jobs },
    makeId: createIds(clock, entropy),
    secretsKey: SECRETS_KEY,
    webhooks: { check: async () => {}, send },
  }
  return { ...(needed as Ports), close: () => store.close() }
}

if (import.meta.main) {
  const [databaseUrl = '', driver] = process.argv.slice(2)
  const tell = (told: Told): boolean => process.send?.(told) ?? false
  const answers = new Promise<WebhookAnswer>((resolve) => {
    process.once('message', (status: number) => resolve(answerOf(status)))
  })
  const ports = await openWorkerPorts(databaseUrl, driver as JobsDriver, ({ url }) => {
    tell({ asked: url })
    return answers
  })
  await ports.jobs.start({
    async webhook({ teamId, objectId }) {
      const ended = await deliverWebhook(ports, teamId, objectId)
      tell({ ended: objectId, outcome: ended?.outcome ?? null })
    },
  })
  process.once('SIGTERM', async () => {
    await ports.jobs.stop(5_000)
    await ports.close()
    process.disconnect()
  })
}
