/** What every Store must do for endpoints, events and deliveries. */

import { expect } from 'chai'
import type { DeliveryRecord } from '../../core/service/webhook/delivery.ts'
import type { EndpointRecord } from '../../core/service/webhook/endpoint.ts'
import type { Store } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import { teamRecord } from '../support/database/records.ts'
import { deliveryRecord, endpointRecord, eventRecord } from '../support/database/webhook-records.ts'

/** Before the times of other suites, whose deliveries would be listed too. */
const NOW = 1_750_000_000_000
const LEASE = 20_000
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
    // What one test leaves waiting, the next would list.
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

    it('gives a pending delivery to one worker until its lease is over', async () => {
      const delivery = await deliver(await endpointOf())
      const begin = (now: number) => store.deliveries.begin(teamId, delivery.id, now, now + LEASE)
      const begun = (await Promise.all([1, 2, 3].map(() => begin(NOW)))).filter((one) => one !== null)
      expect(begun).to.deep.equal([{ ...delivery, lease: 1, leaseUntil: NOW + LEASE }])
      expect(await begin(NOW + LEASE - 1)).to.equal(null)
      expect(await store.deliveries.begin('team_other', delivery.id, NOW + LEASE, NOW + LEASE)).to.equal(null)
      expect(await begin(NOW + LEASE)).to.include({ lease: 2 })
      const ended = await deliver(await endpointOf(), { outcome: 'failed' })
      expect(await store.deliveries.begin(teamId, ended.id, NOW, NOW + LEASE)).to.equal(null)
    })

    it('lets only the holder of the lease write, and only while the delivery is pending', async () => {
      const delivery = await deliver(await endpointOf())
      await store.deliveries.begin(teamId, delivery.id, NOW, NOW)
      await store.deliveries.begin(teamId, delivery.id, NOW, NOW + LEASE)
      expect(await store.deliveries.update(delivery.id, 1, { outcome: 'succeeded' })).to.equal(null)
      expect(await store.deliveries.update(delivery.id, 2, { outcome: 'failed' })).to.include({
        outcome: 'failed',
      })
      expect(await store.deliveries.update(delivery.id, 2, { outcome: 'succeeded' })).to.equal(null)
    })

    it('gives the plan of a next attempt to one of those who ask', async () => {
      const changes = { outcome: 'failed', nextAttemptAt: NOW + 5, plannedAt: NOW + 5 } as const
      const failed = await deliver(await endpointOf(), changes)
      expect(await store.deliveries.takePlannedAttempt('team_other', failed.id)).to.equal(null)
      const taken = await Promise.all(
        [1, 2, 3].map(() => store.deliveries.takePlannedAttempt(teamId, failed.id)),
      )
      expect(taken.filter((one) => one !== null)).to.deep.equal([{ ...failed, plannedAt: null }])
      expect(await store.deliveries.findAny(teamId, failed.id)).to.deep.equal({ ...failed, plannedAt: null })
      expect(await store.deliveries.findAny('team_other', failed.id)).to.equal(null)
    })

    it('lists page by page what something has to be done about: free and pending, or planned and due', async () => {
      const endpoint = await endpointOf()
      const planned = (plannedAt: number) => ({ outcome: 'failed', plannedAt }) as const
      const wanted = [
        await deliver(endpoint),
        await deliver(endpoint, planned(NOW)),
        await deliver(endpoint, { lease: 1, leaseUntil: NOW }),
        await deliver(endpoint, planned(NOW - 1)),
      ]
      await deliver(endpoint, { lease: 1, leaseUntil: NOW + 1 })
      await deliver(endpoint, { scheduledAt: NOW + 1 })
      await deliver(endpoint, planned(NOW + 1))
      await deliver(endpoint, { outcome: 'failed' })
      await deliver(endpoint, { outcome: 'succeeded' })
      const first = await store.deliveries.waiting(NOW, '', 3)
      expect(first).to.deep.equal(wanted.slice(0, 3))
      expect(await store.deliveries.waiting(NOW, first[2]?.id ?? '', 3)).to.deep.equal(wanted.slice(3))
    })
  })
}
