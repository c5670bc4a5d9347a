/** Review before printing over HTTP: what waits, what a decision does, and that nothing held reaches a press. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { eventually } from '../../../support/run/eventually.ts'
import { type HotFolder, openHotFolder } from '../../../support/service/hot-folder.ts'
import { jobsDone } from '../../../support/service/jobs-done.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import {
  eventsOf,
  finalize,
  type LiveTemplate,
  liveTemplate,
  makeFill,
} from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const MONTH = '202607'

for (const database of DATABASES)
  describe(`Review before printing, on ${longOn(database)}`, () => {
    let root: string
    let test: TestServer
    let template: LiveTemplate
    let folder: HotFolder
    before(async function () {
      needsDatabase(this, database)
      root = await mkdtemp(join(tmpdir(), 'platen-review-'))
      test = await openTestServer({ press: openSamplePress(), database, env: { HOT_FOLDERS: root } })
      template = await liveTemplate(test)
      folder = await openHotFolder(test, root)
    })
    after(async () => {
      await test?.close()
      if (root !== undefined) await rm(root, { recursive: true, force: true })
    })
    beforeEach(() => set('all'))

    const set = (review: string) =>
      test.json('/v1/team/settings', { method: 'PATCH', body: { review } }).then(({ status, body }) => {
        expect(status, JSON.stringify(body)).to.equal(200)
        expect(body.settings.review).to.equal(review)
      })
    const order = async (facts: Record<string, unknown> = {}) => {
      const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
      const done = await finalize(test, fill.id, { external_order_id: `order ${fill.id}`, ...facts })
      expect(done.status, JSON.stringify(done.body)).to.equal(200)
      return done.body
    }
    const decide = (id: string, body: Record<string, unknown>) =>
      test.json(`/v1/fills/${id}/review`, { body })
    const retrieve = async (id: string) => (await test.json(`/v1/fills/${id}`)).body
    const deliveriesOf = (renderId: string) => folder.deliveries(`?render_id=${renderId}`)
    const used = () => test.server.ports.store.usage.read(test.team.id, MONTH)

    it('holds a finalized fill: there is no file to download, deliver or export until it is approved', async () => {
      const before = await used()
      const { fill, render } = await order()
      expect(fill.review).to.deep.equal({ status: 'requested', reason: null, decided_at: null })
      expect(fill.status).to.equal('finalized')
      expect(render).to.include({ status: 'queued', signed_url: null, preflight_status: 'pending' })
      expect(render.preflight_notes).to.match(/approved/)
      expect(await used()).to.equal(before + 1)
      await jobsDone(test)
      const download = await test.json(`/v1/renders/${render.id}/download`)
      expect([download.status, download.body.error.code]).to.deep.equal([409, 'render_not_ready'])
      const retry = await test.json(`/v1/renders/${render.id}/retry`, { body: { values: { Name: 'Eve' } } })
      expect([retry.status, retry.body.error.code]).to.deep.equal([409, 'fill_in_review'])
      expect(await deliveriesOf(render.id)).to.deep.equal([])
      expect(await folder.files()).to.deep.equal([])
      expect(await eventsOf(test, fill.id)).to.deep.equal([
        'fill.created',
        'fill.finalized',
        'fill.review_requested',
      ])
      const again = await finalize(test, fill.id)
      expect(again.body).to.include({ idempotent_replay: true })
      expect(again.body.render.status).to.equal('queued')
      const waiting = await test.json('/v1/fills?review=requested')
      expect(waiting.body.data.map(({ id }: { id: string }) => id)).to.include(fill.id)
      expect((await test.json('/v1/usage')).body.in_review).to.equal(waiting.body.data.length)
      // A search for renders that lost their job leaves it alone.
      test.clock.advance(120_000)
      const { store } = test.server.ports
      expect((await store.renders.waiting('', test.clock.now(), 100)).map(({ id }) => id)).not.to.include(
        render.id,
      )

      const approved = await decide(fill.id, { decision: 'approve' })
      expect(approved.status, JSON.stringify(approved.body)).to.equal(200)
      expect(approved.body.fill.review).to.deep.equal({
        status: 'approved',
        reason: null,
        decided_at: approved.body.fill.updated_at,
      })
      const done = await eventually(async () => {
        const { last_render } = await retrieve(fill.id)
        return last_render.status === 'succeeded' ? last_render : null
      })
      expect(done).to.include({ id: render.id, attempt_count: 1 })
      expect(done.preflight_status).to.not.equal('pending')
      expect((await fetch(done.signed_url)).status).to.equal(200)
      expect(await folder.settled(render.id)).to.include({ outcome: 'succeeded' })
      expect(await eventsOf(test, render.id)).to.deep.equal(['render.queued', 'render.succeeded'])
      expect(await used()).to.equal(before + 1)
      expect((await test.json('/v1/usage')).body.in_review).to.equal(waiting.body.data.length - 1)
    })

    it('prints the very file that an order without review gives', async () => {
      const { fill } = await order()
      await decide(fill.id, { decision: 'approve' })
      const { signed_url } = await eventually(async () => {
        const { last_render } = await retrieve(fill.id)
        return last_render.status === 'succeeded' ? last_render : null
      })
      await set('none')
      const { fill: other, render } = await order()
      expect(other.review.status).to.equal('none')
      const bytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
      expect((await bytes(signed_url)).equals(await bytes(render.signed_url))).to.equal(true)
    })

    it('never prints what is refused, gives the allowance back, and a copy is reviewed anew', async () => {
      const before = await used()
      const { fill, render } = await order()
      const refused = await decide(fill.id, { decision: 'refuse', reason: ' The photo is not yours. ' })
      expect(refused.status).to.equal(200)
      expect(refused.body.fill).to.include({ status: 'finalized' })
      expect(refused.body.fill.review).to.include({ status: 'refused', reason: 'The photo is not yours.' })
      expect(refused.body.last_render).to.include({ id: render.id, status: 'canceled', signed_url: null })
      expect(await used()).to.equal(before)
      const retry = await test.json(`/v1/renders/${render.id}/retry`, { body: {} })
      expect([retry.status, retry.body.error.code]).to.deep.equal([409, 'render_canceled'])
      await jobsDone(test)
      expect(await deliveriesOf(render.id)).to.deep.equal([])
      expect((await finalize(test, fill.id)).body.render.status).to.equal('canceled')

      const copy = (await test.json(`/v1/fills/${fill.id}/copy`, { method: 'POST' })).body.fill
      expect(copy).to.include({ status: 'open' })
      expect(copy.review).to.deep.equal({ status: 'none', reason: null, decided_at: null })
      const changed = await test.json(`/v1/fills/${copy.id}`, {
        method: 'PATCH',
        body: { values: { Name: 'Grace' } },
      })
      expect(changed.status).to.equal(200)
      expect((await finalize(test, copy.id)).body.fill.review.status).to.equal('requested')
    })

    it('is decided once: the same decision again is a replay, the other one a conflict', async () => {
      const { fill } = await order()
      const open = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
      const early = await decide(open.id, { decision: 'approve' })
      expect([early.status, early.body.error.code]).to.deep.equal([409, 'fill_not_in_review'])
      const reasoned = await decide(fill.id, { decision: 'approve', reason: 'nice' })
      expect([reasoned.status, reasoned.body.error.param]).to.deep.equal([400, 'reason'])

      const [first, second] = ['approve', 'refuse'] as const
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, at) => decide(fill.id, { decision: at % 2 === 0 ? first : second })),
      )
      const { review } = (await retrieve(fill.id)).fill
      const winner = review.status === 'approved' ? first : second
      for (const [at, { status, body }] of replies.entries()) {
        if ((at % 2 === 0 ? first : second) === winner) expect(status).to.equal(200)
        else
          expect([status, body.error.code, body.error.review]).to.deep.equal([
            409,
            'fill_review_decided',
            review.status,
          ])
      }
      const fresh = replies.filter(({ status, body }) => status === 200 && body.idempotent_replay !== true)
      expect(fresh).to.have.length(1)
      const told = await eventsOf(test, fill.id)
      expect(told.filter((type) => type === 'fill.approved' || type === 'fill.refused')).to.have.length(1)
    })

    it('ends with the order: what is refunded, canceled or erased while it waits is never printed', async () => {
      for (const end of ['refunded', 'canceled', 'erase'] as const) {
        const { fill, render } = await order()
        const path = end === 'erase' ? `/v1/fills/${fill.id}/erase` : `/v1/fills/${fill.id}/status`
        const ended = await test.json(path, { body: end === 'erase' ? {} : { status: end } })
        expect(ended.body.fill.review.status, end).to.equal('withdrawn')
        const late = await decide(fill.id, { decision: 'approve' })
        expect([late.status, late.body.error.code]).to.deep.equal([409, 'fill_not_in_review'])
        expect((await test.json(`/v1/renders/${render.id}`)).body.render.status).to.equal('canceled')
        expect(await deliveriesOf(render.id)).to.deep.equal([])
      }
    })

    it('tells of it with a link to the picture, which needs no key', async () => {
      const { fill } = await order()
      await decide(fill.id, { decision: 'refuse', reason: 'No.' })
      const page = { limit: 100, startingAfter: null }
      const { items } = await test.server.ports.store.events.list(test.team.id, { objectId: fill.id }, page)
      const [refused, requested] = items
      expect([refused?.type, requested?.type]).to.deep.equal(['fill.refused', 'fill.review_requested'])
      expect(refused?.object.review).to.include({ status: 'refused', reason: 'No.' })
      expect(refused?.previous).to.have.property('review')
      for (const event of [refused, requested]) expect(event?.object.preview_url).to.equal(fill.preview_url)
      // What was said to a customer goes with the customer's data.
      await test.json(`/v1/fills/${fill.id}/erase`, { method: 'POST' })
      const bare = await test.server.ports.store.events.list(test.team.id, { objectId: fill.id }, page)
      expect(JSON.stringify(bare.items)).not.to.contain('No.')
      expect((await retrieve(fill.id)).fill.review.reason).to.equal(null)
    })

    it('waits for the pictures of customers alone where that is set', async () => {
      await set('pictures')
      expect((await order()).fill.review.status).to.equal('none')
    })

    it('refuses what cannot be printed before it waits for anybody', async () => {
      const fill = await makeFill(test, { template_id: template.id, values: { Name: '字' } })
      const done = await finalize(test, fill.id)
      expect([done.status, done.body.error.code]).to.deep.equal([400, 'values_not_printable'])
      expect((await retrieve(fill.id)).fill).to.deep.include({ status: 'open' })
    })

    it('is for those who may change fills, and its settings for owners', async () => {
      const { fill } = await order()
      const reader = await test.makeKey(test.team.id, 'restricted', ['fills:read'])
      const body = { decision: 'approve' }
      const denied = await test.json(`/v1/fills/${fill.id}/review`, { body, key: reader })
      expect([denied.status, denied.body.error.code]).to.deep.equal([403, 'insufficient_scope'])
      const other = await test.makeTeam('Other')
      expect((await test.json(`/v1/fills/${fill.id}/review`, { body, key: other.key })).status).to.equal(404)
      const settings = await test.json('/v1/team/settings', { key: reader })
      expect(settings.status).to.equal(403)
    })
  })
