/** Previews that are ordered with a key, one by one or by a batch: resolution, refusals, ledger and their end. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { sweep } from '../../../server/jobs/sweep.ts'
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { eventually } from '../../support/run/eventually.ts'
import { itemsOf } from '../../support/service/batches.ts'
import { TEST_TIME, type TestServer } from '../../support/service/open-test-server.ts'
import {
  bytesOf,
  type Coded,
  openPreviewServer,
  pixelsOf,
  publishExample,
  same,
  writtenIn,
} from '../../support/service/previewing.ts'

const DAY = 86_400_000

for (const database of DATABASES)
  describe(`Previews with a key, on ${longOn(database)}`, () => {
    let test: TestServer
    let card: string

    before(async function () {
      needsDatabase(this, database)
      test = await openPreviewServer(database)
      card = await publishExample(test, 'wedding-card.pdf')
    })
    after(() => test?.close())
    beforeEach(() => test.clock.set(TEST_TIME))

    describe('of a template by its link', () => {
      const linkOf = async (id: string): Promise<string> =>
        (await test.json(`/v1/templates/${id}`)).body.template.preview_url

      it('shows the first page to whoever has it, until the template is archived', async () => {
        const id = await publishExample(test, 'gift-tag.pdf')
        const link = await linkOf(id)
        const reply = await fetch(link)
        expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
        expect(reply.headers.get('cache-control')).to.equal('public, max-age=86400')
        const etag = reply.headers.get('etag') ?? ''
        const again = await fetch(link, { headers: { 'if-none-match': etag } })
        expect(again.status).to.equal(304)
        expect((await pixelsOf(reply)).width).to.equal(880)
        for (const changed of [
          link.replace(id, card),
          link.replace(/rev=\d+/, 'rev=2'),
          link.replace(/w=\d+/, 'w=2000'),
        ])
          expect(((await (await fetch(changed)).json()) as Coded).error.code).to.equal('signed_url_invalid')
        await test.json(`/v1/templates/${id}/archive`, { method: 'POST' })
        expect(await linkOf(id)).to.equal(null)
        expect(((await (await fetch(link)).json()) as Coded).error.code).to.equal('signed_url_expired')
      })
    })

    describe('by POST /previews', () => {
      const ask = (body: object) => test.send('/v1/previews', { body: { template_id: card, ...body } })
      const rows = async () => (await test.json('/v1/renders?kind=preview&limit=100')).body.data

      it('have their resolution, and a row in the ledger for each new state', async () => {
        const before = (await rows()).length
        const usage = await test.json('/v1/usage')
        const reply = await ask({ values: { 'First name': 'Ledger' } })
        expect(reply.headers.get('x-service-preview-width')).to.equal(
          String(Math.round((377.008 / 72) * 192)),
        )
        const again = await ask({ values: { 'First name': 'Ledger' } })
        expect(again.headers.get('etag')).to.equal(reply.headers.get('etag'))
        expect(same(await bytesOf(again), await bytesOf(reply))).to.equal(true)
        const small = await ask({ values: { 'First name': 'Ledger' }, dpi: 72 })
        expect(small.headers.get('x-service-preview-width')).to.equal('377')
        await small.arrayBuffer()
        const after = await rows()
        expect(after.length - before).to.equal(2)
        expect(after[0]).to.include({
          kind: 'preview',
          status: 'succeeded',
          signed_url: null,
          template_id: card,
        })
        expect(after[0].size_bytes).to.be.greaterThan(1000)
        expect((await test.json('/v1/usage')).body).to.deep.equal(usage.body)
        const found = await test.json(`/v1/renders/${after[0].id}`)
        expect(found.body.render.kind).to.equal('preview')
        const file = await test.json(`/v1/renders/${after[0].id}/download`)
        expect([file.status, file.body.error.code]).to.deep.equal([409, 'render_not_ready'])
      })

      it('are refused for what is wrong with the question, in the specification’s words', async () => {
        const cases: readonly (readonly [object, number, string])[] = [
          [{ dpi: 71 }, 400, 'invalid_parameter'],
          [{ dpi: 301 }, 400, 'invalid_parameter'],
          [{ page: -1 }, 400, 'invalid_parameter'],
          [{ page: 1 }, 422, 'invalid_page'],
          [{ colors: [] }, 422, 'invalid_colors'],
          [{ colors: 'gold' }, 422, 'invalid_colors'],
          [{ colors: [{ index: 1, key: 'a', hex: '#000000' }] }, 422, 'invalid_colors'],
          [{ assignments: { Date: '1' } }, 422, 'invalid_assignments'],
          [{ substrate: { key: 'a', name: 'a' } }, 422, 'invalid_substrate'],
          [{ colors: [{ index: 1, key: 'a', name: 'All', hex: '#000000' }] }, 422, 'invalid_colors'],
          [{ assignments: { Date: 9 } }, 422, 'invalid_assignments'],
          [{ substrate: { key: 'a', name: 'a', hex: '#00000g' } }, 422, 'invalid_substrate'],
          [{ values: { Nobody: 'x' } }, 400, 'unknown_field'],
          [{ template_id: 'tpl_none' }, 404, 'not_found'],
        ]
        for (const [body, status, code] of cases) {
          const reply = await ask(body)
          expect(
            [reply.status, ((await reply.json()) as Coded).error.code],
            JSON.stringify(body),
          ).to.deep.equal([status, code])
        }
      })

      it('leave the ledger, and the disk, after 30 days', async () => {
        await (await ask({ values: { 'First name': 'Sweep' }, dpi: 72 })).arrayBuffer()
        const mine = (await rows()).length
        const folder = join(test.folder, 'cache', 'previews', test.team.id.slice(-2), test.team.id)
        expect((await writtenIn(folder, mine)).length).to.equal(mine)
        test.clock.set(TEST_TIME + 30 * DAY)
        await sweep(test.server.ports)
        expect((await rows()).length).to.equal(mine)
        test.clock.set(TEST_TIME + 30 * DAY + 1)
        await sweep(test.server.ports)
        expect((await rows()).length).to.equal(0)
        // The service sweeps by itself, too, and may have the rows of which it still removes the files.
        await eventually(async () => (await readdir(folder)).length === 0)
      })
    })

    it('of a batch are drawn ahead, so that the shop then finds them', async () => {
      const item = (name: string) => ({ template_id: card, values: { 'First name': name } })
      const items = [item('Batch'), item('W'.repeat(24)), item('Batch')]
      const made = await test.json('/v1/batches', { body: { kind: 'previews', items } })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      const batch = await eventually(async () => {
        const { body } = await test.json(`/v1/batches/${made.body.batch.id}`)
        return body.batch.status === 'completed' && body.batch
      })
      expect(batch).to.include({ succeeded: 2, failed: 1, skipped: 0 })
      const found = await itemsOf(test, batch.id)
      expect(found.map((one) => one.error?.code ?? null)).to.deep.equal([null, 'values_not_printable', null])
      expect(found[0].render_id).to.equal(found[2].render_id)
      const reply = await test.send('/v1/previews', { body: { ...item('Batch') } })
      expect([reply.status, reply.headers.get('x-service-cache')]).to.deep.equal([200, 'hit'])
      await reply.arrayBuffer()
    })
  })
