/** The work on a batch when the machinery fails, is stopped or is shared: nothing twice, nothing lost, and an end. */
import { unlink } from 'node:fs/promises'
import { expect } from 'chai'
import { removeAbandoned } from '../../../../core/service/batch/create-from-rows.ts'
import { workOnBatch } from '../../../../core/service/batch/work.ts'
import { createPreviews } from '../../../../core/service/preview/previews.ts'
import { createContentHashes } from '../../../../core/service/render/content-hash.ts'
import { sweepRetention } from '../../../../core/service/retention.ts'
import { batchRecord, itemRecord } from '../../../conformance/batch-store.ts'
import { eventually } from '../../../support/run/eventually.ts'
import { temporaryFolders } from '../../../support/run/temporary-folder.ts'
import { csvForm, itemsOf } from '../../../support/service/batches.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { eventsOf, type LiveTemplate, liveTemplate } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const MONTH = '202607'

describe('The work on a batch', () => {
  const makeFolder = temporaryFolders()
  let test: TestServer
  let template: LiveTemplate
  before(async () => {
    // Without the role of a press nothing works on a batch but what a test asks for.
    test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api' } })
  })
  beforeEach(async () => {
    template = await liveTemplate(test)
  })
  after(() => test.close())

  const make = async (count: number, result = 'renders'): Promise<string> => {
    const csv = `Name\n${Array.from({ length: count }, (_, index) => `Guest ${index}\n`).join('')}`
    const form = csvForm(csv, { template_id: template.id, result })
    const { status, body } = await test.json('/v1/batches/csv', { body: form })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.batch.id
  }
  const work = (id: string, pace: { signal?: AbortSignal; breathe?: () => Promise<void> } = {}) => {
    const { ports } = test.server
    const { signal = new AbortController().signal, breathe = async () => {} } = pace
    const hashes = createContentHashes(ports.files)
    const parts = { hashes, previews: createPreviews(ports) }
    return workOnBatch(ports, parts, test.team.id, id, { signal, breathe })
  }
  const batchOf = async (id: string) => (await test.json(`/v1/batches/${id}`)).body.batch
  const usage = () => test.server.ports.store.usage.read(test.team.id, MONTH)
  const renders = async (id: string) => {
    const items = await itemsOf(test, id, '&status=succeeded')
    return new Set(items.map((item) => item.render_id)).size
  }

  it('goes on where it was stopped, and leaves the next turn to others after 400 records @long', async () => {
    const before = await usage()
    const id = await make(450)
    const end = new AbortController()
    let breaths = 0
    const breathe = async () => {
      breaths += 1
      if (breaths === 30) end.abort()
    }
    const stopped = await work(id, { signal: end.signal, breathe }).catch((error: Error) => error.name)
    expect(stopped).to.equal('AbortError')
    const { succeeded, status } = await batchOf(id)
    expect(status).to.equal('processing')
    expect(succeeded).to.be.within(28, 32)
    await work(id)
    expect((await batchOf(id)).succeeded).to.equal(succeeded + 400)
    await work(id)
    expect(await batchOf(id)).to.include({ status: 'completed', succeeded: 450 })
    expect(await renders(id)).to.equal(450)
    expect(await usage()).to.equal(before + 450)
    await work(id)
    expect(await eventsOf(test, id)).to.deep.equal(['batch.completed'])
  })

  it('of several gives each record one render', async () => {
    const before = await usage()
    const id = await make(60)
    await Promise.all([work(id), work(id), work(id)])
    expect(await batchOf(id)).to.include({ status: 'completed', succeeded: 60 })
    expect(await renders(id)).to.equal(60)
    expect(await usage()).to.equal(before + 60)
    expect(await eventsOf(test, id)).to.deep.equal(['batch.completed'])
  })

  it('waits for files that cannot be read, and in the end fails the records and completes', async () => {
    const before = await usage()
    const id = await make(10)
    const { ports } = test.server
    const plan = (await ports.store.templates.find(test.team.id, template.id))?.plan
    await unlink(await ports.files.localPath(plan?.bodySha256 ?? ''))
    for (let fault = 1; fault <= 4; fault += 1) {
      const thrown = await work(id).catch((error: Error) => error.name)
      expect(thrown).to.equal('PassingFault')
      expect(await batchOf(id)).to.include({ status: 'processing', succeeded: 0, failed: 0 })
    }
    await work(id)
    expect(await batchOf(id)).to.include({ status: 'completed', failed: 10 })
    const items = await itemsOf(test, id)
    expect(items.every((item) => item.error.code === 'render_failed')).to.equal(true)
    expect(await usage()).to.equal(before)
  })

  it('on a merged PDF that cannot be made fails its records, and none of them counts', async () => {
    const before = await usage()
    const id = await make(20, 'merged')
    for (let fault = 1; fault <= 5; fault += 1) {
      const thrown = await work(id).catch((error: Error) => error.message)
      expect(thrown).to.match(/reads no pages/)
      expect(await test.temporaryFiles()).to.deep.equal([])
    }
    await work(id)
    expect(await batchOf(id)).to.include({ status: 'completed', failed: 20, result_url: null })
    expect((await test.json(`/v1/batches/${id}/download`)).body.error.code).to.equal('batch_not_ready')
    expect(await usage()).to.equal(before)
    expect(await eventsOf(test, id)).to.deep.equal(['batch.completed'])
  })

  it('passes over who was erased while it waited', async () => {
    const values = { [template.name]: 'Ada' }
    const items = [{ values, customer_email: 'ada@example.com' }, { values }]
    const { body } = await test.json('/v1/batches', {
      body: { kind: 'renders', template_id: template.id, items },
    })
    await test.json('/v1/fills/erase?customer_email=ada@example.com', { method: 'POST' })
    await work(body.batch.id)
    expect(await batchOf(body.batch.id)).to.include({ status: 'completed', succeeded: 1, skipped: 1 })
    const [erased] = await itemsOf(test, body.batch.id)
    expect([erased.status, erased.render_id, erased.error.code]).to.deep.equal([
      'skipped',
      null,
      'render_canceled',
    ])
  })

  it('is found by the sweep where it has no job', async () => {
    const env = { DATA_DIR: await makeFolder() }
    const before = await openTestServer({ press: openSamplePress(), env: { ...env, ROLES: 'api' } })
    const { ports } = before.server
    const stored = await ports.store.templates.find(before.team.id, (await liveTemplate(before)).id)
    if (stored === null) throw new Error('There is no template.')
    const bare = {
      result: 'renders',
      resultSha256: null,
      sizeBytes: null,
      colors: null,
      assignments: {},
    } as const
    const batch = batchRecord(stored, { ...bare, total: 1, createdAt: 0, updatedAt: 0 })
    await ports.store.batches.insert(batch)
    const plain = { values: {}, colors: null, assignments: {}, substrate: null }
    await ports.store.batches.insertItems([itemRecord(batch, 0, plain)])
    await before.close()
    const worker = await openTestServer({ press: openSamplePress(), env: { ...env, ROLES: 'press,jobs' } })
    const { batches } = worker.server.ports.store
    try {
      await eventually(async () => (await batches.find(batch.teamId, batch.id))?.status === 'completed')
    } finally {
      await worker.close()
    }
  })

  it('is not begun on a table whose rows were never completed: it is removed after an hour', async () => {
    const { ports } = test.server
    const stored = await ports.store.templates.find(test.team.id, template.id)
    if (stored === null) throw new Error('There is no template.')
    const batch = batchRecord(stored, { createdAt: test.clock.now() })
    await ports.store.batches.insert(batch, { staged: true })
    await ports.store.batches.insertItems(Array.from({ length: 700 }, (_, index) => itemRecord(batch, index)))
    expect(await removeAbandoned(ports, 10)).to.equal(0)
    test.clock.advance(3_600_001)
    expect(await removeAbandoned(ports, 10)).to.equal(1)
    expect(await ports.store.batches.staged(Number.MAX_SAFE_INTEGER, 10)).to.deep.equal([])
    test.clock.advance(-3_600_001)
  })

  it('leaves no words behind after the days for which a team keeps them', async () => {
    const { ports } = test.server
    const id = await make(3)
    await work(id)
    await ports.store.teams.update(test.team.id, { retentionDays: 2 })
    test.clock.advance(2 * 86_400_000 - 1000)
    await sweepRetention(ports, 50)
    const itemsNow = () =>
      ports.store.batches.items(test.team.id, id, null, { limit: 10, startingAfter: null })
    expect(JSON.stringify(await itemsNow())).to.include('Guest 1')
    test.clock.advance(2000)
    await sweepRetention(ports, 50)
    expect(JSON.stringify(await itemsNow())).not.to.include('Guest')
    expect(await batchOf(id)).to.include({ status: 'completed', succeeded: 3 })
    expect(await ports.store.batches.unswept(test.team.id, test.clock.now(), 100)).to.deep.equal([])
  })
})
