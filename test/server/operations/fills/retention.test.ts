/** Retention: after so many days nothing that a person gave is left; rows, usage and hashes stay, and so does open work. */
import { expect } from 'chai'
import { changeTeam } from '../../../../core/service/access/teams.ts'
import { sweepRetention } from '../../../../core/service/retention.ts'
import { placesOf } from '../../../support/database/dump.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, TEST_TIME, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'
import { insertRender, QUEUED } from '../../../support/service/sample-render.ts'

const DAY = 86_400_000
/** Words that stand nowhere else: of what is done with, and of what is still somebody's work. */
const OLD = ['Quibblethorne', 'quibble@thorne.example', 'Mister Thornequibb', 'Quibbleproject']
const [NAME, EMAIL, CUSTOMER, PROJECT] = OLD as [string, string, string, string]
const KEPT = ['Grandlewick', 'grandle@wick.example']
const [KEPT_NAME, KEPT_EMAIL] = KEPT as [string, string]
const PAGE = { limit: 100, startingAfter: null }

for (const database of DATABASES)
  describe(`Retention, on ${longOn(database)}`, () => {
    let test: TestServer
    let template: LiveTemplate
    beforeEach(async function () {
      needsDatabase(this, database)
      // Nothing is sent: a delivery that waits is a payload that is stored.
      const resolve = () => Promise.reject(new Error('There is no network here.'))
      const env = { ROLES: 'api', RETENTION_DAYS: '10' }
      test = await openTestServer({ database, press: openSamplePress(), resolve, env })
      template = await liveTemplate(test)
      const endpoint = { url: 'https://hooks.example/x', enabled_events: ['*'], include_pii: true }
      expect((await test.json('/v1/webhook_endpoints', { body: endpoint })).status).to.equal(201)
    })
    afterEach(() => test?.close())

    const person = () => ({
      template_id: template.id,
      values: { Name: NAME },
      customer_email: EMAIL,
      metadata: { project_name: PROJECT },
    })
    const fill = (more: object = {}) => makeFill(test, { ...person(), customer_name: CUSTOMER, ...more })
    const render = async (more: object = {}) => {
      const reply = await test.json('/v1/renders', { body: { ...person(), ...more } })
      expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
      return reply.body.render
    }
    const session = async () => {
      const body = { template_id: template.id, customer_email: EMAIL, customer_name: CUSTOMER }
      return (await test.json('/v1/embed/sessions', { body })).body.embed_session.id as string
    }
    const audited = async () => (await test.server.ports.store.audit.list(test.team.id, {}, PAGE)).items
    const retentionEntries = async () =>
      (await audited()).filter(({ action }) => action === 'retention.erased')

    it('leaves nothing of what is done with, and everything of what is open or waits', async () => {
      const done = await fill()
      const { render: printed } = (await finalize(test, done.id, { external_order_id: 'order 1' })).body
      const canceled = await fill()
      await test.json(`/v1/fills/${canceled.id}/status`, { body: { status: 'canceled' } })
      const loose = await render({ kind: 'final' })
      await render({ kind: 'proof' })
      await test.json(`/v1/embed/sessions/${await session()}`, { method: 'DELETE' })

      const open = await makeFill(test, { template_id: template.id, values: { Name: KEPT_NAME } })
      const waits = await makeFill(test, { template_id: template.id, customer_email: KEPT_EMAIL })
      await test.server.ports.store.fills.update(test.team.id, waits.id, 'open', {
        status: 'finalized',
        finalizedAt: TEST_TIME,
      })
      await insertRender(test, template.id, { ...QUEUED, fillId: waits.id, customerEmail: KEPT_EMAIL })
      await insertRender(test, template.id, { ...QUEUED, values: { [template.name]: KEPT_NAME } })
      const usage = await test.server.ports.store.usage.read(test.team.id, '202607')

      test.clock.advance(10 * DAY)
      await sweepRetention(test.server.ports, 50)
      const before = await placesOf(test, OLD)
      expect(before).to.include.members([
        'fills',
        'renders',
        'events',
        'webhook_deliveries',
        'embed_sessions',
      ])
      expect(await retentionEntries()).to.deep.equal([])

      test.clock.advance(1)
      await sweepRetention(test.server.ports, 50)
      expect(await placesOf(test, OLD)).to.deep.equal([])
      expect(await placesOf(test, KEPT)).to.include.members(['fills', 'renders'])

      const row = (await test.json(`/v1/fills/${done.id}`)).body.fill
      expect(row).to.deep.include({
        status: 'finalized',
        external_order_id: 'order 1',
        values: {},
        customer_email: null,
      })
      expect((await test.json(`/v1/fills/${canceled.id}`)).body.fill).to.include({ status: 'expired' })
      for (const { id, content_sha256, size_bytes } of [printed, loose])
        expect((await test.json(`/v1/renders/${id}`)).body.render).to.include({
          status: 'succeeded',
          signed_url: null,
          content_sha256,
          size_bytes,
        })
      expect((await test.json(`/v1/fills/${open.id}`)).body.fill.status).to.equal('open')
      expect(await test.server.ports.store.usage.read(test.team.id, '202607')).to.equal(usage)

      const [entry, ...others] = await retentionEntries()
      expect(others).to.deep.equal([])
      expect(entry).to.include({ actor: 'system', objectId: test.team.id, requestId: null })
      expect(entry?.details).to.deep.equal({
        fills: 2,
        renders: 2,
        sessions: 1,
        unchanged_since: new Date(TEST_TIME + 1).toISOString(),
      })
      expect((await audited()).some(({ action }) => action === 'fill.erased')).to.equal(false)
    })

    it('goes in small portions, each audited once, until nothing is left', async () => {
      for (let count = 0; count < 3; count++) await finalize(test, (await fill()).id)
      await render()
      test.clock.advance(10 * DAY + 1)
      const { ports } = test.server
      expect(await sweepRetention(ports, 2)).to.equal(2)
      expect(await sweepRetention(ports, 2)).to.equal(1)
      expect(await sweepRetention(ports, 2)).to.equal(0)
      const counted = (await retentionEntries()).map(({ details }) => [details.fills, details.renders])
      expect(counted).to.deep.equal([
        [1, undefined],
        [2, 1],
      ])
      expect(await placesOf(test, OLD)).to.deep.equal([])
    })

    it('counts from the last change, and erases nothing twice where several processes sweep', async () => {
      const { id } = await fill()
      await finalize(test, id)
      test.clock.advance(9 * DAY)
      await test.json(`/v1/fills/${id}/status`, { body: { status: 'refunded' } })
      test.clock.advance(9 * DAY)
      await sweepRetention(test.server.ports, 50)
      expect((await test.json(`/v1/fills/${id}`)).body.fill.customer_email).to.equal(EMAIL)
      test.clock.advance(2 * DAY)
      await Promise.all([1, 2, 3].map(() => sweepRetention(test.server.ports, 50)))
      expect(await placesOf(test, OLD)).to.deep.equal([])
      const counts = (await retentionEntries()).map(({ details }) => details.fills)
      expect(counts).to.deep.equal([1])
    })

    it('is what a team says, before what the service says', async () => {
      const other = await test.makeTeam('Other')
      const theirs = await liveTemplate(test, other.key)
      const make = async (key: string, templateId: string) => {
        const made = await makeFill(test, { template_id: templateId, values: { Name: NAME } }, key)
        await test.json(`/v1/fills/${made.id}/finalize`, { method: 'POST', key })
        return made.id as string
      }
      const ours = await make(test.team.key, template.id)
      const longer = await make(other.key, theirs.id)
      await changeTeam(test.server.ports, other.id, { retentionDays: 20 })
      const erased = async (key: string, id: string) =>
        (await test.json(`/v1/fills/${id}`, { key })).body.fill.erased_at !== null
      test.clock.advance(11 * DAY)
      await sweepRetention(test.server.ports, 50)
      expect([await erased(test.team.key, ours), await erased(other.key, longer)]).to.deep.equal([
        true,
        false,
      ])
      test.clock.advance(10 * DAY)
      await sweepRetention(test.server.ports, 50)
      expect(await erased(other.key, longer)).to.equal(true)
    })

    it('keeps everything where nobody says a number', async () => {
      const ports = { ...test.server.ports, retentionDays: null }
      await finalize(test, (await fill()).id)
      test.clock.advance(3000 * DAY)
      expect(await sweepRetention(ports, 50)).to.equal(0)
      expect(await placesOf(test, OLD)).to.include('fills')
    })
  })
