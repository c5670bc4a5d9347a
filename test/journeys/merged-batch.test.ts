/** A merged PDF over HTTP with real workers: all records in one file, each counted once, whatever ends its making. */

import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Press } from '../../core/engine/press/press-port.ts'
import type { Ports } from '../../core/ports.ts'
import { eraseBatch } from '../../core/service/batch/erase.ts'
import { workOnBatch } from '../../core/service/batch/work.ts'
import { createPreviews } from '../../core/service/preview/previews.ts'
import { createContentHashes } from '../../core/service/render/content-hash.ts'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { needs, pageCount, pdfText, qpdfCheck } from '../support/rips/oracles.ts'
import { csvForm, itemsOf } from '../support/service/batches.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { eventsOf } from '../support/service/sample-fill.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const HEADER = 'First name,Second name,Date,Place,customer_email\n'
const MONTH = '202607'

for (const database of DATABASES)
  describe(`A merged PDF on ${longOn(database)}`, () => {
    let test: TestServer
    let templateId: string
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(await readFile(CARD))]), 'card.pdf')
      templateId = (await test.json('/v1/templates', { body: form })).body.template.id
      // Batches are worked on by the test's own hand.
      await test.server.ports.jobs.stop(0)
    })
    after(() => test?.close())

    const guest = (index: number, name = `Guest${index}`) =>
      `${name},Björn,14 June 2027,Hartfield,g${index}@example.com\n`
    const make = async (rows: readonly string[]): Promise<string> => {
      const parts = { template_id: templateId, result: 'merged' }
      const { status, body } = await test.json('/v1/batches/csv', {
        body: csvForm(HEADER + rows.join(''), parts),
      })
      expect(status, JSON.stringify(body)).to.equal(201)
      return body.batch.id
    }
    const guests = (count: number) => Array.from({ length: count }, (_, index) => guest(index))
    /** `breaths`: after so many the process is asked to end, or `then` happens. */
    const work = (
      id: string,
      breaths = Number.POSITIVE_INFINITY,
      then?: () => Promise<unknown>,
      ports: Ports = test.server.ports,
    ) => {
      const end = new AbortController()
      let taken = 0
      const breathe = async () => {
        taken += 1
        if (taken !== breaths) return
        if (then === undefined) end.abort()
        else await then()
      }
      const hashes = createContentHashes(ports.files)
      const parts = { hashes, previews: createPreviews(ports) }
      return workOnBatch(ports, parts, test.team.id, id, { signal: end.signal, breathe })
    }
    const batchOf = async (id: string) => (await test.json(`/v1/batches/${id}`)).body.batch
    const usage = () => test.server.ports.store.usage.read(test.team.id, MONTH)
    const download = async (id: string) => {
      const response = await test.send(`/v1/batches/${id}/download`)
      expect(response.status).to.equal(200)
      return new Uint8Array(await response.arrayBuffer())
    }

    it('is of the template that its items name, where the batch names none', async function () {
      needs(this, 'pdftotext')
      const item = (name: string) => ({ template_id: templateId, values: { 'First name': name } })
      const asked = { kind: 'renders', result: 'merged', items: [item('Ada'), item('Grace')] }
      const { status, body } = await test.json('/v1/batches', { body: asked })
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body.batch).to.include({ template_id: templateId, scene_revision: 1, total: 2 })
      await work(body.batch.id)
      expect(await batchOf(body.batch.id)).to.include({ status: 'completed', succeeded: 2, failed: 0 })
      expect(pdfText(await download(body.batch.id)))
        .to.include('Ada')
        .and.to.include('Grace')
    })

    it('repeats the pages of a record for each of its copies', async function () {
      needs(this, 'qpdf', 'pdftotext', 'pdfinfo')
      const csv = `${HEADER.trim()},quantity\n${guest(1).trim()},3\n${guest(2).trim()},\n`
      const parts = { template_id: templateId, result: 'merged' }
      const { body } = await test.json('/v1/batches/csv', { body: csvForm(csv, parts) })
      const before = await usage()
      await work(body.batch.id)
      expect(await batchOf(body.batch.id)).to.include({ status: 'completed', succeeded: 2 })
      const pdf = await download(body.batch.id)
      expect(qpdfCheck(pdf).status, qpdfCheck(pdf).report).to.equal(0)
      expect(pageCount(pdf) % 4).to.equal(0)
      const text = pdfText(pdf)
      expect([text.match(/Guest1/g)?.length, text.match(/Guest2/g)?.length]).to.deep.equal([3, 1])
      expect(await usage(), 'a record counts once').to.equal(before + 2)
    })

    it('holds the pages of every record that can be printed, and tells of the others', async function () {
      needs(this, 'qpdf', 'pdftotext', 'pdfinfo')
      const before = await usage()
      const rows = guests(11)
      rows[4] = guest(4, 'W'.repeat(60))
      rows[10] = guest(10, '')
      const id = await make(rows)
      const early = await test.json(`/v1/batches/${id}/download`)
      expect([early.status, early.body.error.code]).to.deep.equal([409, 'batch_not_ready'])
      expect((await batchOf(id)).result_url).to.equal(null)
      await work(id)
      const batch = await batchOf(id)
      const items = await itemsOf(test, id)
      const wrong = items.filter((item) => item.status === 'failed').map((item) => item.index)
      expect(wrong).to.include(4)
      expect(batch).to.include({ status: 'completed', result: 'merged', total: 11, failed: wrong.length })
      expect(batch.succeeded).to.equal(11 - wrong.length)
      expect(await usage()).to.equal(before + batch.succeeded)
      expect(items.every((item) => item.render_id === null)).to.equal(true)
      expect(items[0].preflight_status).to.be.oneOf(['pass', 'warn'])

      const pdf = await download(id)
      expect(pdf.length).to.equal(batch.size_bytes)
      expect(qpdfCheck(pdf).status, qpdfCheck(pdf).report).to.equal(0)
      expect(pageCount(pdf) % batch.succeeded).to.equal(0)
      const text = pdfText(pdf)
      for (const item of items)
        expect(text.includes(`Guest${item.index}`), `record ${item.index}`).to.equal(
          item.status === 'succeeded',
        )

      const link = await fetch(batch.result_url.replace(/^https?:\/\/[^/]+/, test.url), {
        headers: { range: 'bytes=0-7' },
      })
      expect([link.status, (await link.text()).slice(0, 5)]).to.deep.equal([206, '%PDF-'])
      expect(await eventsOf(test, id)).to.deep.equal(['batch.completed'])
      const page = { limit: 1, startingAfter: null }
      const { items: events } = await test.server.ports.store.events.list(
        test.team.id,
        { objectId: id },
        page,
      )
      expect(events[0]?.object.result_url).to.equal(null)
      expect(await test.temporaryFiles()).to.deep.equal([])
      test.clock.advance(3_600_001)
      const late = await fetch(batch.result_url.replace(/^https?:\/\/[^/]+/, test.url))
      expect(late.status).to.equal(403)
    })

    it('is begun anew where its making ended, and counts no record twice', async () => {
      const before = await usage()
      const id = await make(guests(30))
      for (const breaths of [20, 33]) {
        const ended = await work(id, breaths).catch((error: Error) => error.name)
        expect(ended).to.equal('AbortError')
        const { status, succeeded } = await batchOf(id)
        expect(status).to.equal('processing')
        expect(succeeded).to.be.within(1, 29)
        expect(await usage()).to.equal(before + succeeded)
        expect(await test.temporaryFiles()).to.deep.equal([])
      }
      await work(id)
      expect(await batchOf(id)).to.include({ status: 'completed', succeeded: 30, failed: 0 })
      expect(await usage()).to.equal(before + 30)
      expect((await test.server.ports.store.batches.find(test.team.id, id))?.attempt).to.equal(3)
      expect(await eventsOf(test, id)).to.deep.equal(['batch.completed'])
      const again = await make(guests(30))
      await work(again)
      // The /ID is the file's own.
      const bytesOf = async (batch: string) =>
        Buffer.from(await download(batch))
          .toString('latin1')
          .replace(/<[0-9a-f]{32}>\]>>\nstartxref/, '')
      expect((await bytesOf(again)) === (await bytesOf(id)), 'the same records').to.equal(true)
    })

    it('is not made on a body of which the disk has lost a bit', async () => {
      const { ports } = test.server
      const before = await usage()
      const id = await make(guests(2))
      const plan = (await ports.store.templates.find(test.team.id, templateId))?.plan
      const path = await ports.files.localPath(plan?.bodySha256 ?? '')
      const whole = await readFile(path)
      const damaged = Buffer.from(whole)
      // In the artwork: the body still has its pages and slots.
      const at = damaged.indexOf('stream\n') + 20
      damaged[at] = (damaged[at] ?? 0) ^ 1
      await chmod(path, 0o600)
      await writeFile(path, damaged)
      const thrown = await work(id).catch((error: Error) => error.message)
      expect(thrown).to.match(/is damaged/)
      expect(await test.temporaryFiles()).to.deep.equal([])
      expect(await usage()).to.equal(before)
      await writeFile(path, whole)
      await work(id)
      expect((await batchOf(id)).status).to.equal('completed')
      expect(await usage()).to.equal(before + 2)
    })

    it('is one that two do not make at once', async () => {
      const id = await make(guests(20))
      const before = await usage()
      await work(id, 12, () => work(id))
      expect(await batchOf(id)).to.include({ status: 'completed', succeeded: 20 })
      expect(await usage()).to.equal(before + 20)
      expect(await eventsOf(test, id)).to.deep.equal(['batch.completed'])
    })

    it('that is canceled counts for nothing', async () => {
      const before = await usage()
      const id = await make(guests(20))
      await work(id, 18, () => test.json(`/v1/batches/${id}/cancel`, { method: 'POST' }))
      expect(await batchOf(id)).to.include({
        status: 'canceled',
        succeeded: 0,
        skipped: 20,
        result_url: null,
      })
      expect((await itemsOf(test, id)).every((item) => item.status === 'skipped')).to.equal(true)
      expect(await usage()).to.equal(before)
      expect((await test.json(`/v1/batches/${id}/download`)).body.error.code).to.equal('batch_not_ready')
    })

    it('leaves out what the monthly allowance does not hold', async function () {
      needs(this, 'pdftotext')
      const { store } = test.server.ports
      await store.teams.update(test.team.id, { renderLimitMonthly: (await usage()) + 10 })
      const id = await make(guests(12))
      await work(id)
      await store.teams.update(test.team.id, { renderLimitMonthly: null })
      expect(await batchOf(id)).to.include({ status: 'completed', succeeded: 10, failed: 2 })
      const failed = await itemsOf(test, id, '&status=failed')
      expect(failed.map(({ error }) => error.code)).to.deep.equal([
        'render_limit_exceeded',
        'render_limit_exceeded',
      ])
      expect(pdfText(await download(id))).not.to.match(/Guest1[01]/)
    })

    it('is made without a customer who is erased meanwhile', async function () {
      needs(this, 'pdftotext')
      const before = await usage()
      const id = await make(guests(20))
      const erase = () => test.json('/v1/fills/erase?customer_email=g2@example.com', { method: 'POST' })
      await work(id, 25, erase)
      expect((await batchOf(id)).status).to.equal('processing')
      await work(id)
      expect(await batchOf(id)).to.include({ status: 'completed', succeeded: 19, skipped: 1 })
      expect(await usage()).to.equal(before + 19)
      const text = pdfText(await download(id))
      expect(text)
        .to.match(/Guest3\b/)
        .and.not.match(/Guest2\b/)
    })

    /** Works on the batch; `then` happens when its file is kept and no row names it yet. */
    const workUntilKept = (id: string, then: () => Promise<unknown>) => {
      const { press, ...ports } = test.server.ports
      if (press === null) throw new Error('There is no press.')
      const reopen: Press['reopen'] = async (file) => {
        await then()
        return press.reopen(file)
      }
      return work(id, undefined, undefined, { ...ports, press: { ...press, reopen } })
    }
    const resultOf = async (id: string) =>
      (await test.server.ports.store.batches.find(test.team.id, id))?.resultSha256 ?? ''

    it('keeps its file when another one of the same records is erased while it is made', async () => {
      const rows = [guest(0, 'Twin'), guest(78)]
      const [first, second] = [await make(rows), await make(rows)]
      await work(first)
      const { ports } = test.server
      const gone = await resultOf(first)
      await workUntilKept(second, async () => {
        const batch = await ports.store.batches.find(test.team.id, first)
        if (batch !== null) await eraseBatch(ports, batch)
        expect(await test.keptFiles()).not.to.include(gone)
      })
      expect(await batchOf(second)).to.include({ status: 'completed', succeeded: 2 })
      expect(await test.keptFiles()).to.include(await resultOf(second))
      expect((await download(second)).length).to.equal((await batchOf(second)).size_bytes)
    })

    it('leaves no file behind where it is canceled before a row names it', async () => {
      const id = await make([guest(0, 'Gone'), guest(79)])
      const before = await test.keptFiles()
      let during: readonly string[] = []
      await workUntilKept(id, async () => {
        during = await test.keptFiles()
        await test.json(`/v1/batches/${id}/cancel`, { method: 'POST' })
      })
      expect(during).to.have.lengthOf(before.length + 1)
      expect(await test.keptFiles()).to.deep.equal(before)
    })

    it('goes as a whole when one of its customers is erased', async () => {
      const id = await make([guest(0, 'Erasable'), guest(77)])
      await work(id)
      const { result_url } = await batchOf(id)
      const sha256 = (await test.server.ports.store.batches.find(test.team.id, id))?.resultSha256 ?? ''
      expect(await test.keptFiles()).to.include(sha256)
      const { body } = await test.json('/v1/fills/erase?customer_email=G77@example.com', { method: 'POST' })
      expect(body.erased_batch_items).to.equal(1)
      expect(await test.keptFiles()).not.to.include(sha256)
      expect(await batchOf(id)).to.include({ status: 'completed', succeeded: 2, result_url: null })
      expect((await test.json(`/v1/batches/${id}/download`)).body.error.code).to.equal('batch_not_ready')
      expect((await fetch(result_url.replace(/^https?:\/\/[^/]+/, test.url))).status).to.equal(403)
    })
  })
