/** `platen events replay`: what a receiver has lost comes again, verified by an independent library. */
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { replayEvents } from '../../../core/service/webhook/replay.ts'
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { platenJson, runPlaten } from '../../support/programs/platen-cli.ts'
import { eventually } from '../../support/run/eventually.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { finalize, liveTemplate, makeFill } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { answering, openWebhookSink, type WebhookSink } from '../../support/service/webhook-sink.ts'

const MINUTE = 60_000

interface Wire {
  readonly event_id: string
  readonly event_type: string
  readonly attempt_number: number
  readonly trigger: string
  readonly outcome: string
}

for (const database of DATABASES)
  describe(`Replayed events on ${longOn(database)}`, () => {
    const makeFolder = temporaryFolders()
    let test: TestServer
    let sink: WebhookSink
    let env: Readonly<Record<string, string>>

    beforeEach(async function () {
      needsDatabase(this, database)
      sink = await openWebhookSink()
      const DATA_DIR = await makeFolder()
      test = await openTestServer({
        press: openSamplePress(),
        database,
        env: { DATA_DIR, ALLOW_PRIVATE_WEBHOOKS: 'true' },
      })
      test.clock.set(Date.now())
      env = { DATA_DIR, ...(database === 'postgres' ? { DATABASE_URL: test.databasePath } : {}) }
    })
    afterEach(async () => {
      await test?.close()
      await sink?.close()
    })

    async function order(): Promise<string> {
      const template = await liveTemplate(test)
      const fill = await makeFill(test, { template_id: template.id })
      await finalize(test, fill.id)
      return fill.id
    }

    async function register(body: Record<string, unknown> = {}) {
      const made = await test.json('/v1/webhook_endpoints', { body: { url: sink.url, ...body } })
      return { id: made.body.webhook_endpoint.id as string, secret: made.body.signing_secret as string }
    }

    async function deliveries(endpointId: string): Promise<readonly Wire[]> {
      return (await test.json(`/v1/webhook_endpoints/${endpointId}/deliveries?limit=100`)).body.data
    }

    const replay = (endpointId: string, request: Record<string, unknown> = {}) =>
      replayEvents(test.server.ports, { teamId: test.team.id, endpointId, ...request })

    it('reach an endpoint that came later, verify, and come again with the next number', async () => {
      const fillId = await order()
      await order()
      const { id, secret } = await register()
      const { body } = await test.json('/v1/events?limit=100')
      const told = body.data.length
      expect(told).to.be.above(5)
      expect(await replay(id, { dryRun: true })).to.deep.equal({ sent: told, underWay: 0, notAsked: 0 })
      expect(await deliveries(id)).to.deep.equal([])

      expect(await replay(id)).to.deep.equal({ sent: told, underWay: 0, notAsked: 0 })
      const received = await sink.waitFor(told)
      for (const { body, headers } of received)
        new Webhook(secret).verify(body, headers as Record<string, string>)
      const ids = body.data.map((event: { id: string }) => event.id)
      expect(received.map((one) => one.headers['webhook-id'])).to.have.members(ids)
      const first = await settled(id, told)
      expect(first.every((one) => one.attempt_number === 1 && one.trigger === 'manual')).to.equal(true)

      await replay(id, { types: ['fill.finalized'] })
      const second = await settled(id, told + 2)
      const again = second.filter((one) => one.attempt_number === 2)
      expect(again.map((one) => one.event_type)).to.deep.equal(['fill.finalized', 'fill.finalized'])
      const [event] = body.data.filter(
        (one: { object_id?: string; type: string; data: { object: { id: string } } }) =>
          one.type === 'fill.finalized' && JSON.stringify(one).includes(fillId),
      )
      expect(await replay(id, { eventId: event.id })).to.deep.equal({ sent: 1, underWay: 0, notAsked: 0 })
      const third = await settled(id, told + 3)
      expect(third.find((one) => one.attempt_number === 3)?.event_id).to.equal(event.id)
      expect(JSON.parse(sink.received.at(-1)?.body ?? '').data.object.id).to.equal(fillId)
    })

    it('leave alone what is under way, and take the place of an attempt that was planned', async () => {
      const { id } = await register({ enabled_events: ['fill.finalized'] })
      sink.answer = answering(503)
      await order()
      const [failed] = await settled(id, 1)
      expect(failed).to.include({ outcome: 'failed', attempt_number: 1 })
      let release = (): void => {}
      sink.answer = (response) => {
        release = () => void response.writeHead(200).end()
      }
      expect(await replay(id)).to.include({ sent: 1, underWay: 0 })
      await sink.waitFor(2)
      expect(await replay(id)).to.include({ sent: 0, underWay: 1 })
      release()
      const rows = await settled(id, 2)
      expect(rows[0]).to.include({ attempt_number: 2, trigger: 'manual', outcome: 'succeeded' })
      test.clock.advance(10 * MINUTE)
      await replay(id)
      await sink.waitFor(3)
      release()
      expect(await settled(id, 3)).to.have.lengthOf(3)
    })

    it('are those that the endpoint asks for, of the time that is said, and no pings', async () => {
      const { id } = await register({ enabled_events: ['render.succeeded'] })
      await test.json(`/v1/webhook_endpoints/${id}/test`, { method: 'POST' })
      await order()
      const since = test.clock.now() + MINUTE
      test.clock.advance(2 * MINUTE)
      await order()
      await settled(id, 3)
      const all = await replay(id, { dryRun: true })
      expect(all.sent).to.equal(2)
      expect(all.notAsked).to.be.above(3)
      expect(await replay(id, { dryRun: true, since })).to.include({ sent: 1 })
      expect(await replay(id, { dryRun: true, until: since })).to.include({ sent: 1 })
      expect(await replay(id, { dryRun: true, types: ['ping'] })).to.include({ sent: 1 })
      test.clock.advance(31 * 24 * 60 * MINUTE)
      expect(await replay(id, { dryRun: true })).to.deep.equal({ sent: 0, underWay: 0, notAsked: 0 })
    })

    it('of the same event, asked for twice at once, are numbered one after the other', async () => {
      await order()
      const { id } = await register({ enabled_events: ['fill.finalized'] })
      const both = await Promise.all([replay(id), replay(id)])
      expect(both.map((one) => one.sent).reduce((a, b) => a + b)).to.be.within(1, 2)
      const rows = await eventually(async () => {
        const now = await deliveries(id)
        return now.every((one) => one.outcome === 'succeeded') && now
      })
      expect(rows.map((one) => one.attempt_number)).to.deep.equal(rows.map((_, at) => rows.length - at))
    })

    it('are asked for on the command line, beside the running server @long', async () => {
      await order()
      const { id } = await register({ enabled_events: ['fill.finalized', 'render.succeeded'] })
      const line = ['events', 'replay', '--endpoint', id]
      const dry = await platenJson(env, ...line, '--dry-run', '--since', '1h', '--type', 'fill.finalized')
      expect(dry).to.include({ webhook_endpoint_id: id, dry_run: true, sent: 1 })
      const run = await runPlaten(env, ...line)
      expect({ code: run.code, error: run.error }).to.deep.equal({ code: 0, error: '' })
      expect(run.out).to.match(/^2 events will be sent to http:\S+, oldest first\.\n/)
      // The server's clock stands still in this test; the command read the machine's.
      test.clock.set(Date.now() + 2 * MINUTE)
      await sink.waitFor(2)
      await settled(id, 2)

      await test.json(`/v1/webhook_endpoints/${id}`, { method: 'PATCH', body: { status: 'disabled' } })
      const off = await runPlaten(env, ...line)
      expect(off.code).to.equal(1)
      expect(off.error).to.match(/The endpoint is disabled/)
      const wrong: readonly (readonly [readonly string[], number, RegExp])[] = [
        [['events', 'replay'], 2, /Give an endpoint/],
        [['events', 'replay', '--endpoint', 'we_x'], 1, /No such webhook endpoint: "we_x"/],
        [[...line, '--type', 'fill.done'], 2, /Unknown event type "fill.done"/],
        [[...line, '--since', 'yesterday'], 2, /--since must be a day such as/],
      ]
      for (const [words, code, says] of wrong) {
        const refused = await runPlaten(env, ...words)
        expect(refused.code, words.join(' ')).to.equal(code)
        expect(refused.error).to.match(says)
      }
    })

    /** All rows, newest first, once there are so many and none is pending. */
    function settled(endpointId: string, count: number): Promise<readonly Wire[]> {
      return eventually(async () => {
        const rows = await deliveries(endpointId)
        return rows.length >= count && rows.every((one) => one.outcome !== 'pending') && rows
      })
    }
  })
