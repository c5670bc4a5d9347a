/** Webhooks from the change that they tell of to a receiver that verifies them with an independent library. */
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../support/run/eventually.ts'
import { jobsDone } from '../support/service/jobs-done.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { openSamplePress } from '../support/service/sample-press.ts'
import { uploadSample } from '../support/service/sample-render.ts'
import {
  answering,
  openWebhookSink,
  type Received,
  type WebhookSink,
} from '../support/service/webhook-sink.ts'

const DAY = 86_400_000

describe('Webhooks', () => {
  let test: TestServer
  let sink: WebhookSink

  beforeEach(async () => {
    sink = await openWebhookSink()
    test = await openTestServer({ press: openSamplePress(), env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
    // The verifying library reads the machine's clock.
    test.clock.set(Date.now())
  })
  afterEach(async () => {
    await test.close()
    await sink.close()
  })

  async function register(body: Record<string, unknown> = {}) {
    const created = await test.json('/v1/webhook_endpoints', { body: { url: sink.url, ...body } })
    expect(created.status, JSON.stringify(created.body)).to.equal(201)
    return { id: created.body.webhook_endpoint.id as string, secret: created.body.signing_secret as string }
  }

  async function render(customerEmail = 'ada@example.com') {
    const template = await uploadSample(test)
    const { status, body } = await test.json('/v1/renders', {
      body: { template_id: template.id, customer_email: customerEmail },
    })
    expect(status).to.equal(200)
    return body.render
  }

  async function deliveries(endpointId: string) {
    return (await test.json(`/v1/webhook_endpoints/${endpointId}/deliveries`)).body.data
  }

  it('arrive at once, verify, and carry the render without its link', async () => {
    const { id, secret } = await register({ include_pii: true })
    const made = await render()
    // The clock stands still, so the sweep does not come.
    const [got] = (await sink.waitFor(1)) as [Received]
    const payload = verified(secret, got)
    expect(payload.type).to.equal('render.succeeded')
    // Events do not read the template, which names inks and paper.
    const { inks: _inks, paper: _paper, ...recorded } = made
    expect(payload.data.object).to.deep.equal({ ...recorded, signed_url: null })
    expect(payload.id).to.equal(got.headers['webhook-id'])
    expect(payload.timestamp).to.equal(new Date(test.clock.now()).toISOString())
    expect(payload.api_version).to.equal('2026-07-15')

    const shown = await eventually(async () =>
      (await deliveries(id)).find((one: { outcome: string }) => one.outcome === 'succeeded'),
    )
    expect(shown.payload).to.equal(got.body)
    expect(shown.payload_json).to.deep.equal(payload)
    expect(shown.request_headers['webhook-signature']).to.match(/^v1,….{4}$/)
    expect(shown).to.include({ attempt_number: 1, trigger: 'auto', response_status: 200, url: sink.url })
    const endpoint = (await test.json(`/v1/webhook_endpoints/${id}`)).body.webhook_endpoint
    expect(endpoint.last_success_at).to.equal(new Date(test.clock.now()).toISOString())
  })

  it('leave customers out unless the endpoint asked for them, and name the object alone where it wants so', async () => {
    const plain = await register({ enabled_events: ['render.succeeded'] })
    const thin = await register({
      enabled_events: ['render.succeeded'],
      payload_style: 'thin',
      include_pii: true,
    })
    const made = await render()
    const got = await sink.waitFor(2)
    const payloads = got.map((one) => [plain, thin].map(({ secret }) => tryVerify(secret, one)))
    const full = payloads.find(([first]) => first !== null)?.[0]
    const brief = payloads.find(([, second]) => second !== null)?.[1]
    expect(full.data.object.id).to.equal(made.id)
    expect(full.data.object).not.to.have.property('customer_email')
    expect(brief.data).to.deep.equal({
      object: { id: made.id, object: 'render', url: `/v1/renders/${made.id}` },
      previous: {},
    })
    expect(got[0]?.headers['webhook-id']).to.equal(got[1]?.headers['webhook-id'])
  })

  it('tell of published and archived templates, with what the change replaced', async () => {
    const { secret } = await register({ enabled_events: ['template.published', 'template.archived'] })
    const template = await uploadSample(test)
    await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST' })
    const published = await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST' })
    await sink.waitFor(1)
    await test.json(`/v1/templates/${template.id}/archive`, { method: 'POST' })
    const got = (await sink.waitFor(2)).map((one) => verified(secret, one))
    expect(got.map((one) => one.type)).to.deep.equal(['template.published', 'template.archived'])
    // A link that works is handed out when somebody asks, and is not kept in events.
    expect(got[0].data.object).to.deep.equal({ ...published.body.template, preview_url: null })
    expect(got[0].data.previous).to.deep.equal({ status: 'draft', live_revision: null })
    expect(got[1].data.object.status).to.equal('archived')
  })

  it('are tried eight times over the schedule with the same id and body, signed anew, and then exhausted', async () => {
    const { id, secret } = await register()
    sink.answer = answering(503, { 'content-type': 'text/plain' }, 'not now')
    await render()
    const delays: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      await sink.waitFor(attempt)
      const row = await settled(id, attempt)
      expect(row.outcome).to.equal(attempt < 8 ? 'failed' : 'exhausted')
      expect(row).to.include({ error_code: 'bad_status', response_status: 503, response_body: 'not now' })
      if (attempt === 8) expect(row.next_attempt_at).to.equal(null)
      else {
        delays.push(Date.parse(row.next_attempt_at) - test.clock.now())
        test.clock.set(Date.parse(row.next_attempt_at))
      }
    }
    const seconds = [5, 300, 1800, 7200, 18000, 36000, 36000]
    delays.forEach((delay, at) => {
      expect(delay / 1000).to.be.within(0.8 * (seconds[at] as number), 1.2 * (seconds[at] as number))
    })
    const rows = await deliveries(id)
    expect(rows).to.have.lengthOf(8)
    expect(new Set(sink.received.map((one) => one.body)).size).to.equal(1)
    expect(new Set(sink.received.map((one) => one.headers['webhook-id'])).size).to.equal(1)
    const stamps = sink.received.map((one) => Number(one.headers['webhook-timestamp']))
    expect(new Set(stamps).size).to.equal(8)
    // The library takes only fresh ones; the eighth is signed as the first.
    verified(secret, sink.received[0] as Received)
    const last = rows[0]
    expect(last.attempt_number).to.equal(8)
    const again = await test.json(`/v1/webhook_endpoints/${id}/deliveries/${last.id}/retry`, {
      method: 'POST',
    })
    expect([again.status, again.body.error.code]).to.deep.equal([422, 'delivery_exhausted'])
  })

  it('are sent again at once when a retry is asked for, once however often it is', async () => {
    const { id, secret } = await register()
    sink.answer = answering(500)
    await render()
    const failed = await settled(id, 1)
    sink.answer = answering(204)
    const path = `/v1/webhook_endpoints/${id}/deliveries/${failed.id}/retry`
    const replies = await Promise.all([1, 2, 3].map(() => test.json(path, { method: 'POST' })))
    expect(replies.map((one) => one.status).sort()).to.deep.equal([200, 409, 409])
    const delivery = replies.find((one) => one.status === 200)?.body.delivery
    expect(delivery).to.include({
      attempt_number: 2,
      event_id: failed.event_id,
      trigger: 'manual',
      outcome: 'pending',
      payload: failed.payload,
    })
    expect(delivery.id).not.to.equal(failed.id)
    await settled(id, 2)
    expect(verified(secret, sink.received[1] as Received).id).to.equal(failed.event_id)
    const kept = (await test.json(`/v1/webhook_endpoints/${id}/deliveries/${failed.id}`)).body.delivery
    expect(kept).to.deep.equal(failed)
    const late = await test.json(path, { method: 'POST' })
    expect([late.status, late.body.error.code]).to.deep.equal([409, 'delivery_already_succeeded'])
    expect(sink.received).to.have.lengthOf(2)
    // The attempt that was planned has been replaced.
    test.clock.set(Date.parse(failed.next_attempt_at) + 1_000)
    await jobsDone(test)
    expect(await deliveries(id)).to.have.lengthOf(2)
    expect(sink.received).to.have.lengthOf(2)
  })

  it('go on by the schedule after a retry that failed too, and count it among the eight', async () => {
    const { id } = await register()
    sink.answer = answering(500)
    await render()
    const first = await settled(id, 1)
    const retry = () =>
      test.json(`/v1/webhook_endpoints/${id}/deliveries/${first.id}/retry`, { method: 'POST' })
    for (let attempt = 2; attempt <= 7; attempt++) {
      expect((await retry()).body.delivery).to.include({ attempt_number: attempt, trigger: 'manual' })
      await settled(id, attempt)
    }
    const planned = Date.parse((await settled(id, 7)).next_attempt_at) - test.clock.now()
    expect(planned / 1000).to.be.within(0.8 * 36_000, 1.2 * 36_000)
    test.clock.advance(planned)
    expect(await settled(id, 8)).to.include({ outcome: 'exhausted', trigger: 'auto' })
    const late = await retry()
    expect([late.status, late.body.error.code]).to.deep.equal([422, 'delivery_exhausted'])
    expect(await deliveries(id)).to.have.lengthOf(8)
  })

  it('are signed with both secrets for a day after a rotation, and with the new one alone after it', async () => {
    const { id, secret: old } = await register()
    const path = `/v1/webhook_endpoints/${id}`
    const rotate = (more = {}) => test.json(path, { method: 'PATCH', body: { rotate_secret: true, ...more } })
    const rotated = await rotate()
    const fresh = rotated.body.signing_secret as string
    expect(fresh).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rotated.body.webhook_endpoint.secret_prefix).to.equal(fresh.slice(0, 10))
    const refused = await rotate()
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'secret_rotation_in_progress'])

    await test.json(`${path}/test`, { method: 'POST' })
    const [both] = (await sink.waitFor(1)) as [Received]
    verified(old, both)
    verified(fresh, both)
    expect(String(both.headers['webhook-signature']).split(' ')).to.have.lengthOf(2)

    const forced = (await rotate({ force: true, rotate_overlap_seconds: 0 })).body.signing_secret
    await test.json(`${path}/test`, { method: 'POST' })
    const [, alone] = (await sink.waitFor(2)) as unknown as [Received, Received]
    verified(forced, alone)
    expect(tryVerify(fresh, alone)).to.equal(null)

    const last = (await rotate()).body.signing_secret
    test.clock.advance(DAY + 1)
    await test.json(`${path}/test`, { method: 'POST' })
    const [, , dayAfter] = (await sink.waitFor(3)) as unknown as [Received, Received, Received]
    expect(String(dayAfter.headers['webhook-signature']).split(' ')).to.have.lengthOf(1)
    expect((await rotate()).body.signing_secret)
      .to.be.a('string')
      .and.not.equal(last)
  })

  it('stop when the receiver says it is gone, which another endpoint hears; what waits is then skipped', async () => {
    const gone = await register({ enabled_events: ['render.succeeded'] })
    const watch = await openWebhookSink()
    const watcher = await test.json('/v1/webhook_endpoints', {
      body: { url: watch.url, enabled_events: ['webhook_endpoint.disabled'] },
    })
    sink.answer = answering(410)
    await render()
    const [told] = (await watch.waitFor(1)) as [Received]
    await watch.close()
    const payload = verified(watcher.body.signing_secret, told)
    expect(payload.data.object).to.include({ id: gone.id, status: 'disabled', disabled_reason: 'gone' })
    expect(payload.data.previous).to.deep.equal({ status: 'enabled' })
    test.clock.advance(10_000)
    const skipped = await settled(gone.id, 2)
    expect(skipped).to.include({ outcome: 'skipped', skip_reason: 'endpoint_disabled', attempted_at: null })
    const again = await test.json(`/v1/webhook_endpoints/${gone.id}/deliveries/${skipped.id}/retry`, {
      method: 'POST',
    })
    expect([again.status, again.body.error.code]).to.deep.equal([422, 'delivery_skipped'])
    expect(sink.received).to.have.lengthOf(1)
  })

  it('stop after five days without a success; enabling forgets that, and a success begins the days anew', async () => {
    const { id } = await register()
    const path = `/v1/webhook_endpoints/${id}`
    const ping = () => test.json(`${path}/test`, { method: 'POST' })
    const endpoint = async () => (await test.json(path)).body.webhook_endpoint
    sink.answer = answering(500)
    await ping()
    await eventually(async () => (await endpoint()).failing_since !== null)
    const since = (await endpoint()).failing_since
    test.clock.advance(5 * DAY - 60_000)
    await ping()
    // The ping, and the second attempt of the first one.
    await sink.waitFor(3)
    expect(await endpoint()).to.include({ status: 'enabled', failing_since: since })
    test.clock.advance(120_000)
    await ping()
    await eventually(async () => (await endpoint()).status === 'disabled')
    expect((await endpoint()).disabled_reason).to.equal('failing')

    const enabled = await test.json(path, { method: 'PATCH', body: { status: 'enabled' } })
    expect(enabled.body.webhook_endpoint).to.include({
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
    })
    sink.answer = answering(200)
    const { body } = await ping()
    await eventually(async () =>
      (await deliveries(id)).find(
        (one: { event_id: string; outcome: string }) =>
          one.event_id === body.event.id && one.outcome === 'succeeded',
      ),
    )
    expect((await endpoint()).failing_since).to.equal(null)
  })

  it('are written with the change: a team without an endpoint has the event, and nobody else hears it', async () => {
    const { secret } = await register()
    const other = await test.makeTeam('Another team')
    const template = await uploadSample(test, undefined, other.key)
    await test.json('/v1/renders', { body: { template_id: template.id }, key: other.key })
    const events = await test.json('/v1/events', { key: other.key })
    expect(events.body.data.map((one: { type: string }) => one.type)).to.deep.equal(['render.succeeded'])
    expect((await test.json('/v1/events')).body.data).to.deep.equal([])
    const own = await render()
    const [got] = (await sink.waitFor(1)) as [Received]
    expect(verified(secret, got).data.object.id).to.equal(own.id)
  })

  /** The row of this attempt once it is no longer pending. */
  function settled(endpointId: string, attempt: number) {
    return eventually(async () =>
      (await deliveries(endpointId)).find(
        (one: { attempt_number: number; outcome: string }) =>
          one.attempt_number === attempt && one.outcome !== 'pending',
      ),
    )
  }
})

// biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely; what they expect is the check.
function verified(secret: string, { body, headers }: Received): any {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

function tryVerify(secret: string, received: Received) {
  try {
    return verified(secret, received)
  } catch {
    return null
  }
}
