/** What webhooks say, and who hears them. */
import { expect } from 'chai'
import { hears } from '../../../../core/service/webhook/emit.ts'
import type { EndpointRecord } from '../../../../core/service/webhook/endpoint.ts'
import { EVENT_TYPES, type EventRecord } from '../../../../core/service/webhook/event.ts'
import { payloadOf } from '../../../../core/service/webhook/payload.ts'
import { endpointRecord, eventRecord } from '../../../support/database/webhook-records.ts'

const FILL = { id: 'fill_1', object: 'fill', status: 'open', customer_email: 'a@b.c', customer_name: 'Ada' }

function payload(endpoint: Partial<EndpointRecord>, event: Partial<EventRecord>) {
  return JSON.parse(payloadOf(endpointRecord('team_1', endpoint), eventRecord('team_1', event)))
}

describe('A payload', () => {
  it('holds id, type, time, version and data in the form of Standard Webhooks', () => {
    const createdAt = Date.UTC(2026, 0, 5, 3, 4, 5, 6)
    const said = payload({}, { id: 'evt_1', type: 'fill.created', object: FILL, createdAt })
    expect(said).to.deep.equal({
      id: 'evt_1',
      type: 'fill.created',
      timestamp: '2026-01-05T03:04:05.006Z',
      api_version: '2026-07-15',
      data: { object: { id: 'fill_1', object: 'fill', status: 'open' }, previous: {} },
    })
  })

  it('names customers only to endpoints that asked, in what was replaced too', () => {
    const event = { object: FILL, previous: { customer_email: 'old@b.c', status: 'open' } }
    expect(payload({ includePii: true }, event).data).to.deep.equal({
      object: FILL,
      previous: event.previous,
    })
    expect(payload({}, event).data.previous).to.deep.equal({ status: 'open' })
  })

  it('never carries a signed link', () => {
    const object = { id: 'rnd_1', object: 'render', signed_url: 'https://print.example/files/1?sig=x' }
    expect(payload({ includePii: true }, { object }).data.object.signed_url).to.equal(null)
  })

  it('is the id, kind and path alone where the endpoint wants it thin', () => {
    const thin = { payloadStyle: 'thin', includePii: true } as const
    const said = payload(thin, { objectId: 'fill_1', object: FILL, previous: { status: 'open' } })
    expect(said.data).to.deep.equal({
      object: { id: 'fill_1', object: 'fill', url: '/v1/fills/fill_1' },
      previous: {},
    })
  })
})

describe('An endpoint', () => {
  it('for everything hears every type but fill.updated', () => {
    const all = endpointRecord('team_1', { enabledEvents: ['*'] })
    expect(EVENT_TYPES.filter((type) => !hears(all, type))).to.deep.equal(['fill.updated'])
  })

  it('for some types hears those, fill.updated among them', () => {
    const some = endpointRecord('team_1', { enabledEvents: ['fill.updated', 'render.failed'] })
    expect(EVENT_TYPES.filter((type) => hears(some, type))).to.deep.equal(['render.failed', 'fill.updated'])
  })
})
