/** What every Store must do for endpoints, events and deliveries. */
import { expect } from 'chai'
import { type Store, UniqueViolation } from '../../core/ports.ts'
import type { DeliveryRecord } from '../../core/webhook/delivery.ts'
import type { EndpointRecord } from '../../core/webhook/endpoint.ts'
import { teamRecord } from '../support/records.ts'
import { deliveryRecord, endpointRecord, eventRecord } from '../support/webhook-records.ts'

/** Far from the times of other suites, whose deliveries would be claimed too. */
const NOW = 1_750_000_000_000
const LATER = NOW + 20_000
const PAGE = { limit: 100, startingAfter: null }

export function describeWebhooks(current: () => Store): void {
  describe('keeps webhooks', () => {
    let store: Store
    let teamId: string
    beforeEach(async () => {
      store = current()
      const team = teamRecord()
      await store.teams.insert(team)
      teamId = team.id
    })
    // What one test leaves waiting, the next would claim.
    afterEach(() => store.events.removeBefore(Number.MAX_SAFE_INTEGER, 10_000))

    async function endpointOf(owner = teamId, changes: Partial<EndpointRecord> = {}) {
      const endpoint = endpointRecord(owner, changes)
      await store.endpoints.insert(endpoint)
      return endpoint
    }

    async function deliver(endpoint: EndpointRecord, changes: Partial<DeliveryRecord> = {}) {
      const event = eventRecord(endpoint.teamId)
      await store.events.insert(event)
      const delivery = deliveryRecord(endpoint, event, changes)
      await store.deliveries.insert(delivery)
      return delivery
    }

    it('gives back each record as it was written, to its own team alone', async () => {
      const endpoint = await endpointOf(teamId, { includePii: true, failingSince: NOW })
      const delivery = await deliver(endpoint, { responseStatus: 200, responseHeaders: { server: 'x' } })
      const event = await store.events.find(teamId, delivery.eventId)
      expect(await store.endpoints.find(teamId, endpoint.id)).to.deep.equal(endpoint)
      expect(event).to.deep.include({ id: delivery.eventId, object: eventRecord(teamId).object })
      expect(await store.deliveries.find(teamId, endpoint.id, delivery.id)).to.deep.equal(delivery)
      expect((await store.deliveries.list(teamId, endpoint.id, PAGE)).items).to.deep.equal([delivery])

      const other = 'team_other'
      expect(await store.endpoints.find(other, endpoint.id)).to.equal(null)
      expect(await store.events.find(other, delivery.eventId)).to.equal(null)
      expect(await store.deliveries.find(other, endpoint.id, delivery.id)).to.equal(null)
      expect((await store.events.list(other, {}, PAGE)).items).to.deep.equal([])
      expect(await store.endpoints.update(other, endpoint.id, { url: 'https://a.example' })).to.equal(null)
      expect(await store.endpoints.disable(other, endpoint.id, 'manual', NOW)).to.equal(null)
    })

    it('lists the enabled endpoints of a team, and disables each once', async () => {
      const [one, two] = [await endpointOf(), await endpointOf()]
      const disabled = await Promise.all(
        [1, 2].map(() => store.endpoints.disable(teamId, one.id, 'gone', NOW)),
      )
      expect(disabled.filter((record) => record !== null)).to.have.lengthOf(1)
      expect(await store.endpoints.find(teamId, one.id)).to.include({
        status: 'disabled',
        disabledReason: 'gone',
      })
      expect((await store.endpoints.enabled(teamId)).map(({ id }) => id)).to.deep.equal([two.id])
    })

    it('filters events by type, object and time', async () => {
      const wanted = eventRecord(teamId, { type: 'fill.created', objectId: 'fill_1', createdAt: NOW + 5 })
      for (const event of [wanted, eventRecord(teamId), eventRecord(teamId, { objectId: 'rnd_2' })])
        await store.events.insert(event)
      for (const filter of [{ type: 'fill.created' }, { objectId: 'fill_1' }, { since: NOW + 5 }] as const)
        expect((await store.events.list(teamId, filter, PAGE)).items).to.deep.equal([wanted])
      expect((await store.events.list(teamId, { since: NOW + 6 }, PAGE)).items).to.deep.equal([])
    })

    it('removes old events with their deliveries, so many at once', async () => {
      const endpoint = await endpointOf()
      for (let count = 0; count < 3; count++) await deliver(endpoint)
      expect(await store.events.removeBefore(NOW, 10)).to.equal(0)
      expect(await store.events.removeBefore(NOW + 1, 2)).to.equal(2)
      expect((await store.deliveries.list(teamId, endpoint.id, PAGE)).items).to.have.lengthOf(1)
      expect(await store.events.removeBefore(NOW + 1, 2)).to.equal(1)
    })

    it('keeps one delivery of an attempt', async () => {
      const endpoint = await endpointOf()
      const delivery = await deliver(endpoint)
      const twin = { ...delivery, id: `${delivery.id}x` }
      await store.deliveries.insert(twin).then(
        () => expect.fail('It was kept twice.'),
        (error) => expect(error).to.be.instanceOf(UniqueViolation),
      )
      await store.deliveries.insert({ ...twin, attemptNumber: 2 })
      expect(await store.deliveries.latest(teamId, endpoint.id, delivery.eventId)).to.include({
        attemptNumber: 2,
      })
    })

    it('gives each due delivery to one worker, oldest first, until its lease is over', async () => {
      const endpoint = await endpointOf()
      const second = await deliver(endpoint, { scheduledAt: NOW - 1 })
      const first = await deliver(endpoint, { scheduledAt: NOW - 2 })
      await deliver(endpoint, { scheduledAt: NOW + 1 })
      await deliver(endpoint, { outcome: 'failed' })
      const claims = await Promise.all([1, 2, 3].map(() => store.deliveries.claim(NOW, LATER, 10, 10)))
      expect(ids(claims.flat())).to.have.members([first.id, second.id])
      expect(claims.flat()).to.have.lengthOf(2)
      for (const claimed of claims.flat()) expect(claimed).to.include({ lease: 1, leaseUntil: LATER })
      expect(ids(await store.deliveries.claim(LATER - 1, LATER, 10, 10))).not.to.include(first.id)
      const again = await store.deliveries.claim(LATER, LATER + 1, 10, 10)
      expect(again.find(({ id }) => id === first.id)).to.include({ lease: 2 })
    })

    it('takes the oldest where it may not take all', async () => {
      const endpoint = await endpointOf()
      const made = []
      for (const age of [1, 3, 2]) made.push(await deliver(endpoint, { scheduledAt: NOW - age }))
      expect(ids(await store.deliveries.claim(NOW, LATER, 2, 4))).to.have.members([made[1]?.id, made[2]?.id])
    })

    it('gives at most so many of one endpoint, those under lease counted, and others meanwhile', async () => {
      const [busy, idle] = [await endpointOf(), await endpointOf()]
      for (let count = 0; count < 9; count++) await deliver(busy, { scheduledAt: NOW - 100 })
      await deliver(idle)
      const claims = await Promise.all([1, 2, 3].map(() => store.deliveries.claim(NOW, LATER, 64, 4)))
      const of = (endpoint: EndpointRecord) =>
        claims.flat().filter(({ webhookEndpointId }) => webhookEndpointId === endpoint.id)
      expect(of(busy)).to.have.lengthOf(4)
      expect(of(idle)).to.have.lengthOf(1)
      const [done] = of(busy) as [DeliveryRecord]
      await store.deliveries.update(done.id, done.lease, { outcome: 'succeeded', leaseUntil: null })
      expect(await store.deliveries.claim(NOW, LATER, 64, 4)).to.have.lengthOf(1)
    })

    it('lets only the holder of the lease write, and only while the delivery is pending', async () => {
      const delivery = await deliver(await endpointOf())
      const [first] = await store.deliveries.claim(NOW, LATER, 1, 1)
      const [second] = await store.deliveries.claim(LATER, LATER + 20_000, 1, 1)
      expect([first?.id, second?.id]).to.deep.equal([delivery.id, delivery.id])
      expect(await store.deliveries.update(delivery.id, 1, { outcome: 'succeeded' })).to.equal(null)
      expect(await store.deliveries.update(delivery.id, 2, { outcome: 'failed' })).to.include({
        outcome: 'failed',
      })
      expect(await store.deliveries.update(delivery.id, 2, { outcome: 'succeeded' })).to.equal(null)
    })

    it('says when there is work next: at its time, or when its lease ends', async () => {
      expect(await store.deliveries.nextDue()).to.equal(null)
      const endpoint = await endpointOf()
      await deliver(endpoint, { scheduledAt: NOW + 500 })
      expect(await store.deliveries.nextDue()).to.equal(NOW + 500)
      await deliver(endpoint, { scheduledAt: NOW })
      expect(await store.deliveries.nextDue()).to.equal(NOW)
      await store.deliveries.claim(NOW, NOW + 100, 1, 1)
      expect(await store.deliveries.nextDue()).to.equal(NOW + 100)
    })
  })
}

function ids(deliveries: readonly DeliveryRecord[]): readonly string[] {
  return deliveries.map(({ id }) => id)
}
