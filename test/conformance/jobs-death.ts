/** What becomes of the work of a process that is killed, or stands still for longer than it may. */

import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Ports } from '../../core/ports.ts'
import { sealSecret } from '../../core/service/access/seal.ts'
import { JOB_LIMITS } from '../../core/service/jobs.ts'
import { deliverWebhook } from '../../core/service/webhook/deliver.ts'
import type { DeliveryRecord } from '../../core/service/webhook/delivery.ts'
import { storeDelivery } from '../../core/service/webhook/emit.ts'
import type { EndpointRecord } from '../../core/service/webhook/endpoint.ts'
import type { RootStore } from '../../core/store.ts'
import type { JobsDriver } from '../../server/jobs/open.ts'
import { makeId, teamRecord } from '../support/database/records.ts'
import { deliveryRecord, endpointRecord, eventRecord } from '../support/database/webhook-records.ts'
import { eventually } from '../support/run/eventually.ts'
import { answerOf, openWorkerPorts, SECRETS_KEY, type Told } from './job-worker.ts'

const WORKER = join(import.meta.dirname, './job-worker.ts')
/** What the service promises. */
const RESUMED_WITHIN_MS = 30_000

/**
 * One worker is killed while it sends to all places of an endpoint, a second while it sends one, another stopped: one
 * more takes up all deliveries, and what waited for a place, and what the stopped one writes when it goes on is
 * refused. Throws where that is not so.
 */
export async function outliveWorkers(driver: JobsDriver, databaseUrl: string): Promise<void> {
  const children: ChildProcess[] = []
  const ports = await openWorkerPorts(databaseUrl, driver, async () => answerOf(200))
  const { store, jobs } = ports
  const row = ({ teamId, id }: DeliveryRecord) => store.deliveries.findAny(teamId, id)

  /** Deliveries whose sender has had no answer yet, and the sender with all that it tells. */
  async function beginSending(endpoint: EndpointRecord, count = 1) {
    const deliveries: DeliveryRecord[] = []
    for (let n = 0; n < count; n += 1) deliveries.push(await keepOne(ports, endpoint))
    const child = fork(WORKER, [databaseUrl, driver])
    children.push(child)
    const told: Told[] = []
    child.on('message', (one) => told.push(one as Told))
    // A lease alone would not do: its holder may still wait for the database's word that it has it.
    await eventually(async () => told.filter((one) => 'asked' in one).length === count)
    return { deliveries, child, told }
  }

  try {
    const crowded = await stockEndpoint(store)
    const crowd = await beginSending(crowded, JOB_LIMITS.webhook.perGroup)
    const waiting = await keepOne(ports, crowded)
    crowd.child.kill('SIGKILL')
    await once(crowd.child, 'exit')
    const endpoint = await stockEndpoint(store)
    const killed = await beginSending(endpoint)
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    const frozen = await beginSending(endpoint)
    frozen.child.kill('SIGSTOP')

    await jobs.start({
      async webhook({ teamId, objectId }, _signal, isHeir) {
        await deliverWebhook(ports, teamId, objectId, isHeir)
      },
    })
    const [stopped] = frozen.deliveries
    if (stopped === undefined) throw new Error('Nothing was sent.')
    const succeeded = async (delivery: DeliveryRecord) => (await row(delivery))?.outcome === 'succeeded'
    for (const delivery of [...killed.deliveries, stopped]) {
      await eventually(() => succeeded(delivery), { withinMs: RESUMED_WITHIN_MS })
      expect(await row(delivery)).to.include({ responseStatus: 200, lease: 2 })
    }
    // Those may have been taken up by the second or third worker before that came to its own end.
    for (const delivery of crowd.deliveries) {
      await eventually(() => succeeded(delivery), { withinMs: RESUMED_WITHIN_MS })
      expect((await row(delivery))?.lease).to.be.at.least(2)
    }
    // The places of the dead were held no longer than their work.
    await eventually(() => succeeded(waiting), { withinMs: RESUMED_WITHIN_MS })
    const settled = await row(stopped)
    frozen.child.send(500)
    frozen.child.kill('SIGCONT')
    const ended = await eventually(async () =>
      frozen.told.find((one) => 'ended' in one && one.ended === stopped.id),
    )
    expect(ended).to.deep.equal({ ended: stopped.id, outcome: null })
    expect(await row(stopped)).to.deep.equal(settled)
    frozen.child.kill('SIGTERM')
    expect(await once(frozen.child, 'exit')).to.deep.equal([0, null])
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await jobs.stop(1_000)
    await ports.close()
  }
}

async function keepOne(ports: Ports, endpoint: EndpointRecord): Promise<DeliveryRecord> {
  const event = eventRecord(endpoint.teamId)
  const delivery = deliveryRecord(endpoint, event, { scheduledAt: Date.now() })
  await ports.store.transaction(async (inside) => {
    await inside.events.insert(event)
    await storeDelivery(ports, inside, delivery)
  })
  return delivery
}

async function stockEndpoint(store: RootStore): Promise<EndpointRecord> {
  const team = teamRecord()
  await store.teams.insert(team)
  const id = makeId('endpoint')
  const secretCiphertext = sealSecret(SECRETS_KEY, { bytes: randomBytes }, id, `whsec_${'A'.repeat(43)}=`)
  const endpoint = endpointRecord(team.id, { id, secretCiphertext })
  await store.endpoints.insert(endpoint)
  return endpoint
}
