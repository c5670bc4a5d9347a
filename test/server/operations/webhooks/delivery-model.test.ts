/** Deliveries of one event over HTTP against a model: any answers of the receiver, retries, switches, any lapse of time. */

import { expect } from 'chai'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import type { DeliveryOutcome } from '../../../../core/service/webhook/delivery.ts'
import { eventually } from '../../../support/run/eventually.ts'
import { inForm } from '../../../support/run/form.ts'
import { jobsDone } from '../../../support/service/jobs-done.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'
import { answering, openWebhookSink, type WebhookSink } from '../../../support/service/webhook-sink.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Seconds before the second, third … attempt, as the service's documentation says. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const MOST_ATTEMPTS = 8
const JITTER = 0.2

type Answer = 200 | 204 | 301 | 404 | 410 | 500 | 'retry-after' | 'reset'
interface ModelRow {
  readonly attempt: number
  readonly trigger: 'auto' | 'manual'
  readonly outcome: DeliveryOutcome
  readonly skipReason: string | null
}
interface Model {
  readonly rows: ModelRow[]
  /** When the next attempt is due by itself; null where none is planned. */
  plannedAt: number | null
  answer: Answer
  enabled: boolean
  listens: boolean
  disabledReason: string | null
  failingSince: number | null
}
interface Real {
  readonly test: TestServer
  readonly sink: WebhookSink
  readonly endpointId: string
  readonly secret: string
}
type Command = fc.AsyncCommand<Model, Real>
type Wire = Awaited<ReturnType<TestServer['json']>>['body']

const pathOf = ({ endpointId }: Real) => `/v1/webhook_endpoints/${endpointId}`
/** Oldest first. */
const rowsOf = async (real: Real): Promise<readonly Wire[]> =>
  (await real.test.json(`${pathOf(real)}/deliveries?limit=100`)).body.data.toReversed()

const shown = (row: Wire): ModelRow => ({
  attempt: row.attempt_number,
  trigger: row.trigger,
  outcome: row.outcome,
  skipReason: row.skip_reason,
})

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real)
      const rows = await rowsOf(real)
      expect(rows.map(shown)).to.deep.equal(model.rows)
      const endpoint = (await real.test.json(pathOf(real))).body.webhook_endpoint
      expect(endpoint.status).to.equal(model.enabled ? 'enabled' : 'disabled')
      expect(endpoint.disabled_reason).to.equal(model.disabledReason)
      expect(Date.parse(endpoint.failing_since ?? '')).to.deep.equal(model.failingSince ?? Number.NaN)
    },
    toString: () => name,
  }
}

function tell(sink: WebhookSink, answer: Answer): void {
  if (answer === 'reset')
    sink.answer = (response) => {
      response.socket?.resetAndDestroy()
    }
  else if (answer === 'retry-after') sink.answer = answering(429, { 'retry-after': '7' })
  else if (answer === 301) sink.answer = answering(301, { location: `${sink.url}/elsewhere` })
  else sink.answer = answering(answer)
}

/** The attempt that is due now: what comes of it by the model, and that the service agrees. */
async function attempt(model: Model, real: Real, trigger: 'auto' | 'manual'): Promise<void> {
  const number = model.rows.length + 1
  const now = real.test.clock.now()
  const row = await eventually(async () => {
    const found = (await rowsOf(real)).at(-1)
    return found?.attempt_number === number && found.outcome !== 'pending' ? found : null
  })
  model.plannedAt = null
  const skipReason = model.enabled ? (model.listens ? null : 'event_type_disabled') : 'endpoint_disabled'
  if (skipReason !== null) {
    model.rows.push({ attempt: number, trigger, outcome: 'skipped', skipReason })
    expect(row.attempted_at).to.equal(null)
    return
  }
  expect(row.attempted_at).to.equal(new Date(now).toISOString())
  const sent = real.sink.received.at(-1)
  expect(isSigned(real.secret, sent?.headers ?? {}, sent?.body ?? '', now)).to.equal(true)
  expect(row.payload).to.equal(sent?.body)
  if (model.answer === 200 || model.answer === 204) {
    model.rows.push({ attempt: number, trigger, outcome: 'succeeded', skipReason: null })
    model.failingSince = null
    return
  }
  const isLast = number === MOST_ATTEMPTS
  model.rows.push({ attempt: number, trigger, outcome: isLast ? 'exhausted' : 'failed', skipReason: null })
  model.plannedAt = isLast ? null : Date.parse(row.next_attempt_at)
  if (isLast) expect(row.next_attempt_at).to.equal(null)
  else expectPlanned(model, number, now)
  noteFailure(model, now)
}

function expectPlanned(model: Model, number: number, now: number): void {
  const seconds = SCHEDULE[number - 1] ?? Number.NaN
  const wait = ((model.plannedAt ?? Number.NaN) - now) / 1000
  if (model.answer !== 'retry-after')
    expect(wait).to.be.within(seconds * (1 - JITTER), seconds * (1 + JITTER))
  // What the receiver names counts between the schedule's delay and twice that.
  else expect(wait).to.equal(Math.min(Math.max(7, seconds), 2 * seconds))
}

function noteFailure(model: Model, now: number): void {
  const disable = (disabledReason: string) => Object.assign(model, { enabled: false, disabledReason })
  if (model.answer === 410) disable('gone')
  else if (model.failingSince === null) model.failingSince = now
  else if (now - model.failingSince >= 5 * DAY_MS) disable('failing')
}

/** By the library's own signature, for its `verify` takes only what the machine's clock calls fresh. */
function isSigned(
  secret: string,
  headers: Readonly<Record<string, unknown>>,
  body: string,
  now: number,
): boolean {
  const at = new Date(Math.floor(now / 1000) * 1000)
  if (Number(headers['webhook-timestamp']) !== at.getTime() / 1000) return false
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body)
  return String(headers['webhook-signature']).split(' ').includes(signature)
}

const answers = (answer: Answer) =>
  command(`answers(${answer})`, async (model, { sink }) => {
    model.answer = answer
    tell(sink, answer)
  })

/** Until the planned attempt, or for a while where none is planned; `more` beyond it. */
const wait = (more: number) =>
  command(`wait(${more})`, async (model, real) => {
    const { clock } = real.test
    const due = model.plannedAt
    clock.set((due ?? clock.now()) + more)
    if (due !== null) await attempt(model, real, 'auto')
  })

/** Names any of the rows: what counts is the newest. */
const retry = (which: number) =>
  command(`retry(${which})`, async (model, real) => {
    const rows = await rowsOf(real)
    const newest = model.rows.at(-1) as ModelRow
    const named = rows[which % rows.length]
    const reply = await real.test.json(`${pathOf(real)}/deliveries/${named.id}/retry`, { method: 'POST' })
    const refusals: Readonly<Partial<Record<DeliveryOutcome, readonly [number, string]>>> = {
      succeeded: [409, 'delivery_already_succeeded'],
      exhausted: [422, 'delivery_exhausted'],
      skipped: [422, 'delivery_skipped'],
    }
    const refusal = refusals[newest.outcome]
    if (refusal !== undefined) {
      expect([reply.status, reply.body.error.code]).to.deep.equal(refusal)
      return
    }
    expect(reply.status).to.equal(200)
    const { delivery } = reply.body
    expect(delivery).to.include({
      attempt_number: newest.attempt + 1,
      event_id: named.event_id,
      trigger: 'manual',
      payload: named.payload,
    })
    expect(rows.map((row) => row.id)).to.not.include(delivery.id)
    await attempt(model, real, 'manual')
    const kept = (await real.test.json(`${pathOf(real)}/deliveries/${named.id}`)).body.delivery
    expect(kept, 'the named row stays as it was').to.deep.equal(named)
  })

const turn = (to: 'enabled' | 'disabled') =>
  command(`turn(${to})`, async (model, real) => {
    const reply = await real.test.json(pathOf(real), { method: 'PATCH', body: { status: to } })
    expect(reply.status).to.equal(200)
    const enabled = to === 'enabled'
    if (enabled === model.enabled) return
    Object.assign(model, { enabled, disabledReason: enabled ? null : 'manual' })
    if (enabled) model.failingSince = null
  })

const listen = (listens: boolean) =>
  command(listens ? 'listen' : 'look away', async (model, real) => {
    const body = { enabled_events: [listens ? 'fill.created' : 'template.archived'] }
    expect((await real.test.json(pathOf(real), { method: 'PATCH', body })).status).to.equal(200)
    model.listens = listens
  })

describe("An event's deliveries, by any answers and requests", function () {
  // The long form tries 100 random sequences.
  this.timeout(240_000)
  let test: TestServer
  let sink: WebhookSink
  let templateId: string
  before(async () => {
    sink = await openWebhookSink()
    test = await openTestServer({ press: openSamplePress(), env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
    templateId = (await liveTemplate(test)).id
  })
  after(async () => {
    await test.close()
    await sink.close()
  })

  async function begin(first: Answer): Promise<{ model: Model; real: Real }> {
    const body = { url: sink.url, enabled_events: ['fill.created'] }
    const made = (await test.json('/v1/webhook_endpoints', { body })).body
    const real: Real = { test, sink, endpointId: made.webhook_endpoint.id, secret: made.signing_secret }
    const model: Model = {
      rows: [],
      plannedAt: null,
      answer: first,
      enabled: true,
      listens: true,
      disabledReason: null,
      failingSince: null,
    }
    tell(sink, first)
    sink.received.length = 0
    await makeFill(test, { template_id: templateId })
    await attempt(model, real, 'auto')
    return { model, real }
  }

  it('stand as their model does @long', async () => {
    const failing = fc.constantFrom<Answer>(301, 404, 500, 'retry-after', 'reset')
    const commands = fc.commands(
      [
        fc.constantFrom<Answer>(200, 204, 410).map(answers),
        failing.map(answers),
        failing.map(answers),
        fc.constantFrom(0, 0, 1_000, 30 * HOUR_MS, 5 * DAY_MS).map(wait),
        fc.constantFrom(0, 0, 1_000, 30 * HOUR_MS).map(wait),
        fc.nat(7).map(retry),
        fc.nat(7).map(retry),
        fc.constantFrom('enabled' as const, 'disabled' as const).map(turn),
        fc.boolean().map(listen),
      ],
      { maxCommands: 24, size: '+1' },
    )
    const property = fc.asyncProperty(failing, commands, async (first, given) => {
      const { model, real } = await begin(first)
      await fc.asyncModelRun(() => ({ model, real }), given)
      const sent = model.rows.filter((row) => row.outcome !== 'skipped').length
      expect(sink.received.length, 'one request for each attempt that was made').to.equal(sent)
      await test.json(pathOf(real), { method: 'DELETE' })
    })
    await fc.assert(property, { numRuns: inForm(10, 100) })
  })

  it('are in progress while an attempt is being made, however often a retry is asked for', async () => {
    const { model, real } = await begin(500)
    let finish: () => void = () => {}
    sink.answer = async (response) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      response.writeHead(200).end()
    }
    const path = `${pathOf(real)}/deliveries/${(await rowsOf(real))[0].id}/retry`
    const first = await test.json(path, { method: 'POST' })
    expect([first.status, first.body.delivery.attempt_number]).to.deep.equal([200, 2])
    await sink.waitFor(2)
    const second = await test.json(path, { method: 'POST' })
    expect([second.status, second.body.error.code]).to.deep.equal([409, 'delivery_in_progress'])
    model.answer = 200
    finish()
    await attempt(model, real, 'manual')
    await jobsDone(test)
    expect(sink.received).to.have.length(2)
    await test.json(pathOf(real), { method: 'DELETE' })
  })
})
