/** Renders while no press is in reach: taken, counted and told of, and made by whichever press comes later, once. */
import { unlink } from 'node:fs/promises'
import { expect } from 'chai'
import { createContentHashes } from '../../../core/service/render/content-hash.ts'
import { resumeRender } from '../../../core/service/render/resume.ts'
import { needsDatabase } from '../../support/database/postgres.ts'
import { eventually } from '../../support/run/eventually.ts'
import type { TestServer } from '../../support/service/open-test-server.ts'
import { type LiveTemplate, liveTemplate } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { insertRender, QUEUED } from '../../support/service/sample-render.ts'
import { openShared, type SharedServers } from '../../support/service/shared-servers.ts'

const FAR = 'W'.repeat(40)
const PRESS = { press: openSamplePress(), env: { ROLES: 'api,press,jobs' } }

describe('Renders without a press in reach', () => {
  let shared: SharedServers
  /** It compiles uploads, and works on no job. */
  let first: TestServer
  let api: TestServer
  let template: LiveTemplate
  let key: string
  let teamId: string

  before(async function () {
    needsDatabase(this, 'postgres')
    shared = await openShared('postgres')
    first = await shared.open({ press: openSamplePress(), env: { ROLES: 'api' } })
    template = await liveTemplate(first)
    ;({ key, id: teamId } = first.team)
    api = await shared.open({ press: null, env: { ROLES: 'api' } })
  })
  after(() => shared?.close())

  const json: TestServer['json'] = (path, options = {}) => api.json(path, { key, ...options })
  const usage = async (): Promise<number> => api.server.ports.store.usage.read(teamId, '202607')
  const makeFill = async (name: string): Promise<string> => {
    const body = { template_id: template.id, values: { [template.name]: name } }
    return (await json('/v1/fills', { body })).body.fill.id
  }
  const eventsOf = async (objectId: string): Promise<readonly string[]> => {
    const page = { limit: 100, startingAfter: null }
    const { items } = await api.server.ports.store.events.list(teamId, { objectId }, page)
    return items.map((event) => event.type).reverse()
  }
  const renderOf = async (id: string) => (await json(`/v1/renders/${id}`)).body.render
  const untilDone = (id: string) =>
    eventually(async () => {
      const render = await renderOf(id)
      return render.status !== 'queued' && render
    })

  it('finalizes with a queued render, and the press that comes makes it once', async () => {
    const id = await makeFill('Grace')
    const before = await usage()
    const { status, body } = await json(`/v1/fills/${id}/finalize`, { body: { external_order_id: 'o 1' } })
    expect(status).to.equal(200)
    expect(body.fill.status).to.equal('finalized')
    expect(body.render).to.include({ status: 'queued', preflight_status: 'pending', signed_url: null })
    expect(JSON.parse(body.render.preflight_notes).message).to.match(/renderer is available/)
    const stored = await api.server.ports.store.renders.find(teamId, body.render.id)
    expect(stored?.storageKey).to.equal(`pending:${body.render.id}`)
    expect(await usage()).to.equal(before + 1)
    expect(await eventsOf(id)).to.deep.equal(['fill.created', 'fill.finalized'])
    expect(await eventsOf(body.render.id)).to.deep.equal(['render.queued'])

    const again = await json(`/v1/fills/${id}/finalize`, { body: {} })
    expect([again.body.idempotent_replay, again.body.render.status]).to.deep.equal([true, 'queued'])
    const download = await json(`/v1/renders/${body.render.id}/download`)
    expect([download.status, download.body.error.code]).to.deep.equal([409, 'render_not_ready'])
    const retry = await json(`/v1/renders/${body.render.id}/retry`, { body: {} })
    expect([retry.status, retry.body.render.status]).to.deep.equal([200, 'queued'])

    await shared.open(PRESS)
    const done = await untilDone(body.render.id)
    expect(done).to.include({ status: 'succeeded', attempt_count: 1 })
    // Each server's own ids are in order, those of two with clocks that stand still are not.
    expect(await eventsOf(body.render.id)).to.have.members(['render.queued', 'render.succeeded'])
    expect(await usage()).to.equal(before + 1)
    const pdf = await api.send(`/v1/renders/${body.render.id}/download`, { key })
    expect((await pdf.arrayBuffer()).byteLength).to.equal(done.size_bytes)
  })

  it('refuses what cannot be printed, and leaves the fill open', async () => {
    const id = await makeFill(FAR)
    const { status, body } = await json(`/v1/fills/${id}/finalize`, { body: {} })
    expect([status, body.error.code]).to.deep.equal([400, 'values_not_printable'])
    expect((await json(`/v1/fills/${id}`)).body.fill.status).to.equal('open')
  })

  it('takes a render on demand with 202', async () => {
    const before = await usage()
    const values = { [template.name]: 'Ada' }
    const { status, body } = await json('/v1/renders', { body: { template_id: template.id, values } })
    expect([status, body.render.status]).to.deep.equal([202, 'queued'])
    expect((await untilDone(body.render.id)).status).to.equal('succeeded')
    expect(await usage()).to.equal(before + 1)
  })

  it('takes a canceled order out of the count again', async () => {
    const before = await usage()
    const { ports } = api.server
    const render = await waiting({ countedMonth: '202607' })
    await ports.store.usage.consume(teamId, '202607', null)
    const fill = await ports.store.fills.find(teamId, await makeFill('Ada'))
    if (fill === null) throw new Error('There is no fill.')
    await ports.store.fills.update(teamId, fill.id, 'open', {
      status: 'finalized',
      lastRenderId: render.id,
    })
    const { status } = await json(`/v1/fills/${fill.id}/status`, { body: { status: 'refunded' } })
    expect(status).to.equal(200)
    expect((await renderOf(render.id)).status).to.equal('canceled')
    expect(await usage()).to.equal(before)
  })

  /** A queued render without a job. */
  async function waiting(changes: Parameters<typeof insertRender>[2] = {}) {
    const more = { ...QUEUED, teamId, attempt: 0, values: { [template.name]: 'Ada' }, ...changes }
    return (await insertRender(api, template.id, more)).render
  }
  const resume = (test: TestServer, id: string) =>
    resumeRender(test.server.ports, createContentHashes(test.server.ports.files), teamId, id)

  it('is made once, however many work on it', async () => {
    const render = await waiting()
    const open = () => shared.open({ press: openSamplePress(), env: { ROLES: 'api' } })
    const [one, other] = [await open(), await open()]
    await Promise.all([one, other, one, other].map((test) => resume(test, render.id)))
    expect(await eventsOf(render.id)).to.deep.equal(['render.succeeded'])
    expect((await renderOf(render.id)).status).to.equal('succeeded')
  })

  it('is failed with the code of values that cannot be printed after all, and counts no more', async () => {
    const before = await usage()
    await api.server.ports.store.usage.consume(teamId, '202607', null)
    const render = await waiting({ values: { [template.name]: FAR }, countedMonth: '202607' })
    await resume(api, render.id)
    const failed = await renderOf(render.id)
    expect(failed).to.include({ status: 'failed', error_code: 'values_not_printable' })
    expect(JSON.parse(failed.preflight_notes).message).to.match(/does not fit/)
    expect(await eventsOf(render.id)).to.deep.equal(['render.failed'])
    expect(await usage()).to.equal(before)
  })

  it('is failed at the fifth fault of the machinery, and counts anew when it is retried', async () => {
    const before = await usage()
    const own = await liveTemplate(first, key)
    const { ports } = api.server
    const plan = (await ports.store.templates.find(teamId, own.id))?.plan
    await ports.store.usage.consume(teamId, '202607', null)
    const values = { [own.name]: 'Ada' }
    const more = { ...QUEUED, teamId, attempt: 0, values, countedMonth: '202607' }
    const { render } = await insertRender(api, own.id, more)
    await unlink(await ports.files.localPath(plan?.bodySha256 ?? ''))
    for (let tries = 1; tries <= 5; tries += 1) {
      expect((await renderOf(render.id)).status).to.equal('queued')
      const fault = await resume(api, render.id).catch((error: unknown) => error)
      expect(fault instanceof Error).to.equal(tries < 5)
    }
    expect(await renderOf(render.id)).to.include({
      status: 'failed',
      error_code: 'render_failed',
      attempt_count: 5,
    })
    expect(await eventsOf(render.id)).to.deep.equal(['render.failed'])
    expect(await usage()).to.equal(before)

    const retry = await json(`/v1/renders/${render.id}/retry`, { body: {} })
    expect([retry.status, retry.body.render.status]).to.deep.equal([200, 'queued'])
    expect(await usage()).to.equal(before + 1)
    expect(await eventsOf(render.id)).to.deep.equal(['render.failed', 'render.queued'])
    const twice = await json(`/v1/renders/${render.id}/retry`, { body: {} })
    expect(twice.status).to.equal(200)
    expect(await usage()).to.equal(before + 1)
  })

  it('is made however often the process died that was making it, and what comes of the dead later is refused', async () => {
    const { ports } = first.server
    const render = await waiting()
    const back = Promise.withResolvers<void>()
    /** As far as one comes before its process stands still. */
    const load: typeof ports.fonts.load = async (...wanted) => {
      await back.promise
      return ports.fonts.load(...wanted)
    }
    const still = { ...ports, fonts: { ...ports.fonts, load } }
    const undead: Promise<void>[] = []
    for (let deaths = 1; deaths <= 12; deaths += 1) {
      undead.push(resumeRender(still, createContentHashes(ports.files), teamId, render.id))
      await eventually(async () => (await ports.store.renders.find(teamId, render.id))?.tries === deaths)
    }
    await resume(first, render.id)
    const made = await renderOf(render.id)
    expect(made).to.include({ status: 'succeeded', attempt_count: 13 })
    back.resolve()
    await Promise.all(undead)
    // But for its link, which is signed anew.
    expect({ ...(await renderOf(render.id)), signed_url: made.signed_url }).to.deep.equal(made)
    expect(await eventsOf(render.id)).to.deep.equal(['render.succeeded'])
  })

  it('keeps a PDF that preflight found fault with, and says that nobody can make it anew', async () => {
    const { render } = await insertRender(api, template.id, { teamId, preflightStatus: 'warn' })
    const { status, body } = await json(`/v1/renders/${render.id}/retry`, { body: {} })
    expect([status, body.error.code]).to.deep.equal([503, 'renderer_not_configured'])
    expect((await renderOf(render.id)).status).to.equal('succeeded')
  })

  it('is found by the sweep where it waits without a job', async () => {
    const render = await waiting()
    const press = await shared.open(PRESS)
    press.clock.advance(120_000)
    expect((await untilDone(render.id)).status).to.equal('succeeded')
  })
})
