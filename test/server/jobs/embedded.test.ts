/** The worker loop: each delivery once, few at a time, and nothing lost with a process. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import type { Ports } from '../../../core/ports.ts'
import type { DeliveryRecord } from '../../../core/webhook/delivery.ts'
import type { WebhookAnswer, WebhookRequest } from '../../../core/webhook/outside.ts'
import { createEmbeddedJobs, type EmbeddedJobs } from '../../../server/jobs/embedded.ts'
import { openTestServer, type TestServer } from '../../support/open-test-server.ts'
import { eventsOf, liveTemplate, makeFill } from '../../support/sample-fill.ts'
import { openSamplePress } from '../../support/sample-press.ts'
import { eventually } from '../../support/webhook-sink.ts'

const PAGE = { limit: 100, startingAfter: null }
const DAY = 86_400_000
const LEASE_MS = 20_000
const OK: WebhookAnswer = {
  status: 200,
  headers: {},
  body: '',
  error: null,
  retryAfterSeconds: null,
  durationMs: 1,
}

describe('The worker loop', () => {
  let test: TestServer
  let started: EmbeddedJobs[]
  const errors: unknown[] = []

  beforeEach(async () => {
    errors.length = 0
    started = []
    // The server itself does no jobs here.
    const env = { ROLES: 'api', ALLOW_PRIVATE_WEBHOOKS: 'true' }
    test = await openTestServer({ press: openSamplePress(), env })
  })
  afterEach(async () => {
    for (const jobs of started) await jobs.stop(0)
    await test.close()
  })

  /** A loop of its own on the test's database, whose sending is `send`. */
  function startLoop(send: (request: WebhookRequest) => Promise<WebhookAnswer>): EmbeddedJobs {
    const ports: Ports = { ...test.server.ports, webhooks: { check: async () => {}, send } }
    const jobs = createEmbeddedJobs(ports, { error: (fault: unknown) => errors.push(fault) })
    started.push(jobs)
    jobs.start()
    return jobs
  }

  async function register(count = 1): Promise<readonly string[]> {
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const draft = { description: '', payloadStyle: 'full', includePii: false, metadata: {} } as const
      const { endpoint } = await test.server.service.webhooks.create(test.team.id, {
        ...draft,
        url: `http://127.0.0.1:4000/${at}`,
        enabledEvents: ['*'],
      })
      ids.push(endpoint.id)
    }
    return ids
  }

  const ping = (endpointId: string) => test.server.service.webhooks.ping(test.team.id, endpointId)

  async function rows(endpointId: string): Promise<readonly DeliveryRecord[]> {
    return (await test.server.ports.store.deliveries.list(test.team.id, endpointId, PAGE)).items
  }

  it('sends each delivery once, however many loops there are', async () => {
    const [id] = (await register()) as [string]
    for (let count = 0; count < 40; count++) await ping(id)
    const sent: string[] = []
    const send = async ({ headers }: WebhookRequest) => {
      sent.push(headers['webhook-id'] as string)
      await delay(2)
      return OK
    }
    for (let count = 0; count < 3; count++) startLoop(send)
    await eventually(async () => (await rows(id)).every(({ outcome }) => outcome === 'succeeded'))
    expect(sent).to.have.lengthOf(40)
    expect(new Set(sent)).to.have.lengthOf(40)
    expect(errors).to.deep.equal([])
  })

  it('sends at most 4 to one endpoint and 64 in all, over all loops, and lets no endpoint hold up another', async () => {
    const ids = await register(20)
    for (const id of ids) for (let count = 0; count < 6; count++) await ping(id)
    const now = new Map<string, number>()
    const most = { one: 0, all: 0 }
    const send = async ({ url }: WebhookRequest) => {
      now.set(url, (now.get(url) ?? 0) + 1)
      most.one = Math.max(most.one, now.get(url) ?? 0)
      most.all = Math.max(
        most.all,
        [...now.values()].reduce((sum, count) => sum + count, 0),
      )
      // The first endpoint never answers in time.
      await delay(url.endsWith('/0') ? 3_000 : 5)
      now.set(url, (now.get(url) ?? 0) - 1)
      return OK
    }
    startLoop(send)
    await eventually(async () => {
      const others = await Promise.all(ids.slice(1).map(rows))
      return others.flat().every(({ outcome }) => outcome === 'succeeded')
    })
    expect(most.one).to.equal(4)
    expect(most.all).to.be.within(20, 64)
    expect((await rows(ids[0] as string)).filter(({ outcome }) => outcome === 'pending')).to.have.lengthOf(6)
    startLoop(send)
    await delay(600)
    expect(most.one).to.equal(4)
  }).timeout(10_000)

  it('takes up what a dead process had claimed once its lease is over, and not before', async () => {
    const [id] = (await register()) as [string]
    await ping(id)
    const { store } = test.server.ports
    const now = test.clock.now()
    expect(await store.deliveries.claim(now, now + LEASE_MS, 10, 4)).to.have.lengthOf(1)
    const sent: string[] = []
    startLoop(async ({ body }) => {
      sent.push(body)
      return OK
    })
    test.clock.advance(LEASE_MS - 1)
    await delay(600)
    expect(sent).to.deep.equal([])
    test.clock.advance(1)
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    expect(sent).to.have.lengthOf(1)
  })

  it('writes nothing for a sender that comes back after its lease was passed on', async () => {
    const [id] = (await register()) as [string]
    await ping(id)
    let comeBack: (answer: WebhookAnswer) => void = () => {}
    const stale = startLoop(
      () =>
        new Promise((resolve) => {
          comeBack = resolve
        }),
    )
    await eventually(async () => (await rows(id))[0]?.leaseUntil)
    test.clock.advance(LEASE_MS)
    const stopped = stale.stop(5_000)
    startLoop(async () => OK)
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    comeBack({ ...OK, status: 500 })
    await stopped
    expect(await rows(id)).to.have.lengthOf(1)
    expect((await rows(id))[0]).to.include({ outcome: 'succeeded', responseStatus: 200, lease: 2 })
  })

  it('lets what is under way end when it stops, takes nothing more, and gives back the rest', async () => {
    const [id] = (await register()) as [string]
    for (let count = 0; count < 6; count++) await ping(id)
    const jobs = startLoop(async () => {
      await delay(200)
      return OK
    })
    await eventually(
      async () => (await rows(id)).filter(({ leaseUntil }) => leaseUntil !== null).length === 4,
    )
    await jobs.stop(5_000)
    const ended = (await rows(id)).filter(({ outcome }) => outcome === 'succeeded')
    expect(ended.length).to.be.within(4, 6)
    await delay(300)
    expect((await rows(id)).filter(({ outcome }) => outcome === 'succeeded')).to.have.lengthOf(ended.length)

    await ping(id)
    const hasty = startLoop(() => new Promise(() => {}))
    await eventually(async () => (await rows(id))[0]?.leaseUntil)
    await hasty.stop(50)
    expect((await rows(id))[0]).to.include({ outcome: 'pending', leaseUntil: null })
  })

  it('goes on after a fault, which is logged, and tries again when the lease is over', async () => {
    const [id] = (await register()) as [string]
    await ping(id)
    let calls = 0
    startLoop(async () => {
      calls += 1
      if (calls === 1) throw new Error('a fault of the program')
      return OK
    })
    await eventually(async () => errors.length === 1)
    test.clock.advance(LEASE_MS)
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    expect(calls).to.equal(2)
  })

  it('writes down the expiry of fills, and tells of it', async () => {
    const template = await liveTemplate(test)
    const fill = await makeFill(test, { template_id: template.id })
    startLoop(async () => OK)
    test.clock.advance(31 * DAY)
    const stored = async () => test.server.ports.store.fills.find(test.team.id, fill.id)
    await eventually(async () => (await stored())?.status === 'expired')
    expect(await eventsOf(test, fill.id)).to.include('fill.expired')
  })

  it('removes events after thirty days, with their deliveries', async () => {
    const [id] = (await register()) as [string]
    await ping(id)
    startLoop(async () => OK)
    await eventually(async () => (await rows(id))[0]?.outcome === 'succeeded')
    test.clock.advance(30 * DAY)
    await delay(400)
    expect(await rows(id)).to.have.lengthOf(1)
    test.clock.advance(60_001)
    await eventually(async () => (await rows(id)).length === 0)
    expect((await test.server.ports.store.events.list(test.team.id, {}, PAGE)).items).to.deep.equal([])
  })
})
