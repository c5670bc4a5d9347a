/** Webhooks by the embedded queue: each delivery once, few at a time, and nothing lost with a process. */
import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Ports } from '../../../core/ports.ts'
import { sealSecret } from '../../../core/service/access/seal.ts'
import type { Jobs } from '../../../core/service/jobs.ts'
import { LEASE_MS } from '../../../core/service/webhook/deliver.ts'
import type { DeliveryRecord } from '../../../core/service/webhook/delivery.ts'
import type { WebhookAnswer, WebhookRequest } from '../../../core/service/webhook/outside.ts'
import { createEmbeddedJobs } from '../../../server/jobs/embedded.ts'
import { createHandlers } from '../../../server/jobs/handlers.ts'
import { startSweeping } from '../../../server/jobs/sweep.ts'
import { databaseOf } from '../../../server/store/store.ts'
import { type WatchedStore, watchStore } from '../../support/database/watched-store.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { eventsOf, liveTemplate, makeFill } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'

const PAGE = { limit: 100, startingAfter: null }
const DAY = 86_400_000
const OK: WebhookAnswer = {
  status: 200,
  headers: {},
  body: '',
  error: null,
  retryAfterSeconds: null,
  durationMs: 1,
}

describe('The embedded queue for webhooks', () => {
  let test: TestServer
  let started: Jobs[]
  let sweeping: (() => Promise<void>)[]
  const errors: unknown[] = []

  beforeEach(async () => {
    errors.length = 0
    started = []
    sweeping = []
    // The server itself does no jobs here.
    const env = { ROLES: 'api', ALLOW_PRIVATE_WEBHOOKS: 'true' }
    test = await openTestServer({ press: openSamplePress(), env })
  })
  afterEach(async () => {
    for (const end of sweeping) await end()
    for (const jobs of started) await jobs.stop(0)
    await test.close()
  })

  /** A queue of its own on the test's database, as another process has one, whose sending is `send`. */
  async function startLoop(
    send: (request: WebhookRequest) => Promise<WebhookAnswer>,
    isOnlyServer = false,
  ): Promise<Jobs & Pick<WatchedStore, 'looked'>> {
    const { clock } = test.server.ports
    const { store, looked } = watchStore(test.server.ports.store)
    const note = (fault: unknown) => errors.push(fault)
    const log = { error: note, warn: note }
    const jobs = createEmbeddedJobs({ store, clock, log, isOnlyServer })
    const ports: Ports = { ...test.server.ports, jobs, webhooks: { check: async () => {}, send } }
    started.push(jobs)
    await jobs.start(createHandlers(ports, log, ['jobs']))
    return { ...jobs, looked }
  }

  /** Counts the sweeps: events are removed before. */
  function startSweep(): { count: number } {
    const swept = { count: 0 }
    const more = {
      async counting() {
        swept.count += 1
      },
    }
    sweeping.push(startSweeping(test.server.ports, { error: (fault: unknown) => errors.push(fault) }, more))
    return swept
  }

  async function register(count = 1): Promise<readonly string[]> {
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const draft = { description: '', payloadStyle: 'full', includePii: false, metadata: {} } as const
      const { endpoint } = await test.server.service.webhooks.create({
        teamId: test.team.id,
        draft: {
          ...draft,
          url: `http://127.0.0.1:4000/${at}`,
          enabledEvents: ['*'],
        },
      })
      ids.push(endpoint.id)
    }
    return ids
  }

  const ping = (endpointId: string) => test.server.service.webhooks.ping({ teamId: test.team.id, endpointId })

  async function rows(endpointId: string): Promise<readonly DeliveryRecord[]> {
    return (await test.server.ports.store.deliveries.list(test.team.id, endpointId, PAGE)).items
  }

  it('sends each delivery once, however many loops there are', async () => {
    const [id] = (await register()) as [string]
    for (let count = 0; count < 40; count++) await ping(id)
    const sent: string[] = []
    const send = async ({ headers }: WebhookRequest) => {
      sent.push(headers['webhook-id'] as string)
      await nextTurn()
      return OK
    }
    for (let count = 0; count < 3; count++) await startLoop(send)
    await eventually(async () => (await rows(id)).every(({ outcome }) => outcome === 'succeeded'))
    expect(sent).to.have.lengthOf(40)
    expect(new Set(sent)).to.have.lengthOf(40)
    expect(errors).to.deep.equal([])
  })

  it('sends at most 4 to one endpoint and 64 in all, over all loops, and lets no endpoint hold up another', async () => {
    const ids = await register(20)
    for (const id of ids) for (let count = 0; count < 6; count++) await ping(id)
    let answer = (): void => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    const now = new Map<string, number>()
    const most = { one: 0, all: 0 }
    /** Others wait until so many are on their way, however slow the machine is. */
    const enough = Promise.withResolvers<void>()
    /** Resolves when all deliveries but those to the slow endpoint are sent. Reading the rows meanwhile slows the loop. */
    const others = Promise.withResolvers<void>()
    let sent = 0
    const send = async ({ url }: WebhookRequest) => {
      now.set(url, (now.get(url) ?? 0) + 1)
      most.one = Math.max(most.one, now.get(url) ?? 0)
      most.all = Math.max(
        most.all,
        [...now.values()].reduce((sum, count) => sum + count, 0),
      )
      if (most.all >= 20) enough.resolve()
      await (url.endsWith('/0') ? slow : enough.promise.then(() => nextTurn()))
      now.set(url, (now.get(url) ?? 0) - 1)
      sent += 1
      if (sent === 19 * 6) others.resolve()
      return OK
    }
    await startLoop(send)
    await others.promise
    await eventually(async () => {
      const deliveries = await Promise.all(ids.slice(1).map(rows))
      return deliveries.flat().every(({ outcome }) => outcome === 'succeeded')
    })
    expect(most.one).to.equal(4)
    expect(most.all).to.be.within(20, 64)
    expect((await rows(ids[0] as string)).filter(({ outcome }) => outcome === 'pending')).to.have.lengthOf(6)
    await (await startLoop(send)).looked()
    expect(most.one).to.equal(4)
    answer()
  })

  it('sends the delivery of a dead process once its lease is over, and not before', async () => {
    const [id] = (await register()) as [string]
    const { delivery } = await ping(id)
    const now = test.clock.now()
    await test.server.ports.store.deliveries.begin(test.team.id, delivery.id, now, now + LEASE_MS)
    const sent: string[] = []
    const heir = await startLoop(async ({ body }) => {
      sent.push(body)
      return OK
    })
    test.clock.advance(LEASE_MS - 1)
    await heir.looked()
    expect(sent).to.deep.equal([])
    test.clock.advance(1)
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    expect(sent).to.have.lengthOf(1)
  })

  it('sends the delivery of the last server at once where there is only one server', async () => {
    const [id] = (await register()) as [string]
    await ping(id)
    const answer = Promise.withResolvers<WebhookAnswer>()
    const dead = await startLoop(() => answer.promise)
    await eventually(async () => (await rows(id))[0]?.leaseUntil)
    await startLoop(async () => OK, true)
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    answer.resolve({ ...OK, status: 500 })
    await dead.stop(5_000)
    expect(await rows(id)).to.have.lengthOf(1)
    expect((await rows(id))[0]).to.include({ outcome: 'succeeded', responseStatus: 200, lease: 2 })
  })

  it('writes nothing for a sender that comes back after its lease was passed on', async () => {
    const [id] = (await register()) as [string]
    const { delivery } = await ping(id)
    let comeBack: (answer: WebhookAnswer) => void = () => {}
    const stale = await startLoop(
      () =>
        new Promise((resolve) => {
          comeBack = resolve
        }),
    )
    await eventually(async () => (await rows(id))[0]?.leaseUntil)
    test.clock.advance(LEASE_MS)
    const stopped = stale.stop(5_000)
    const { store, jobs } = test.server.ports
    const again = { kind: 'webhook', teamId: test.team.id, objectId: delivery.id } as const
    await store.transaction((inside) => jobs.enqueue(inside, again))
    await startLoop(async () => OK)
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    comeBack({ ...OK, status: 500 })
    await stopped
    expect(await rows(id)).to.have.lengthOf(1)
    expect((await rows(id))[0]).to.include({ outcome: 'succeeded', responseStatus: 200, lease: 2 })
  })

  it('lets running deliveries end at a stop, and takes no more', async () => {
    const [id] = (await register()) as [string]
    for (let count = 0; count < 6; count++) await ping(id)
    const answer = Promise.withResolvers<WebhookAnswer>()
    const stopping = await startLoop(() => answer.promise)
    const ended = async () => (await rows(id)).filter(({ outcome }) => outcome === 'succeeded').length
    const begun = async () => (await rows(id)).filter(({ leaseUntil }) => leaseUntil !== null).length
    await eventually(begun, { until: (count) => count === 4 })
    const stopped = stopping.stop(60_000)
    answer.resolve(OK)
    await stopped
    expect([await ended(), await begun()]).to.deep.equal([4, 0])
    let others = 0
    await startLoop(async () => {
      others += 1
      return OK
    })
    await eventually(ended, { until: (count) => count === 6 })
    expect(others).to.equal(2)
  })

  it('goes on after a fault, which is logged, and tries again', async () => {
    const [id] = (await register()) as [string]
    await ping(id)
    let calls = 0
    await startLoop(async () => {
      calls += 1
      if (calls === 1) throw new Error('a fault of the program')
      return OK
    })
    await eventually(async () => errors.length === 1)
    test.clock.advance(LEASE_MS)
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    expect(calls).to.equal(2)
  })

  it('fails a delivery by the schedule, and logs it, when the signing secret cannot be decrypted', async () => {
    const [id] = (await register()) as [string]
    const { delivery } = await ping(id)
    const { store } = test.server.ports
    const secretCiphertext = sealSecret(randomBytes(32), { bytes: randomBytes }, id, 'whsec_of another key')
    await store.endpoints.update(test.team.id, id, { secretCiphertext })
    let calls = 0
    await startLoop(async () => {
      calls += 1
      return OK
    })
    const [failed] = await eventually(async () => {
      const all = await rows(id)
      return all[0]?.outcome === 'failed' && all
    })
    expect(failed).to.deep.include({ id: delivery.id, errorCode: 'secret_unreadable', requestHeaders: {} })
    await eventually(async () => errors.length > 0)
    expect(errors).to.deep.include.members([{ endpoint: id, delivery: delivery.id }])
    for (let attempt = 2; attempt <= 8; attempt++) {
      test.clock.set((await rows(id))[0]?.nextAttemptAt as number)
      await eventually(async () => {
        const [newest] = await rows(id)
        return newest?.attemptNumber === attempt && newest.outcome !== 'pending'
      })
    }
    expect((await rows(id)).map(({ outcome }) => outcome)).to.deep.equal([
      'exhausted',
      ...Array(7).fill('failed'),
    ])
    expect(calls).to.equal(0)
  })

  it('finds deliveries that wait without a job, as after a restored backup', async () => {
    const [id] = (await register()) as [string]
    const first = (await ping(id)).delivery
    const jobs = await startLoop(async () => ({ ...OK, status: 500 }))
    await eventually(async () => (await rows(id))[0]?.outcome === 'failed')
    await jobs.stop(1_000)
    const second = (await ping(id)).delivery
    test.clock.set(
      (await test.server.ports.store.deliveries.findAny(test.team.id, first.id))?.nextAttemptAt as number,
    )
    const db = databaseOf(test.server.ports.store)
    await db.change(db.sql('jobs').delete())
    const sent: string[] = []
    const heir = await startLoop(async ({ headers }) => {
      sent.push(headers['webhook-id'] as string)
      return OK
    })
    await heir.looked()
    expect(sent).to.deep.equal([])
    startSweep()
    await eventually(async () => sent.length === 2)
    expect(sent).to.have.members([first.eventId, second.eventId])
    expect(errors).to.deep.equal([])
  })

  it('has a sweep that expires fills, with an event', async () => {
    const template = await liveTemplate(test)
    const fill = await makeFill(test, { template_id: template.id })
    startSweep()
    test.clock.advance(31 * DAY)
    const stored = async () => test.server.ports.store.fills.find(test.team.id, fill.id)
    await eventually(async () => (await stored())?.status === 'expired')
    expect(await eventsOf(test, fill.id)).to.include('fill.expired')
  })

  it('has a sweep that expires fills after the clock was ahead and has been set right', async () => {
    const template = await liveTemplate(test)
    test.clock.advance(40 * DAY)
    startSweep()
    test.clock.advance(-40 * DAY)
    const fill = await makeFill(test, { template_id: template.id })
    test.clock.advance(31 * DAY)
    const stored = async () => test.server.ports.store.fills.find(test.team.id, fill.id)
    await eventually(async () => (await stored())?.status === 'expired')
  })

  it('has a sweep that removes events after thirty days, with their deliveries', async () => {
    const [id] = (await register()) as [string]
    await ping(id)
    await startLoop(async () => OK)
    const swept = startSweep()
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    await eventually(() => swept.count === 1)
    test.clock.advance(30 * DAY)
    await eventually(() => swept.count === 2)
    expect(await rows(id)).to.have.lengthOf(1)
    test.clock.advance(60_001)
    await eventually(async () => (await rows(id)).length === 0)
    expect((await test.server.ports.store.events.list(test.team.id, {}, PAGE)).items).to.deep.equal([])
  })
})
