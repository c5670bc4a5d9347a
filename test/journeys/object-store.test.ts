/** A shop moves from a folder to an object store and back: nothing lost, orders through an outage, backups of both. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { type FaultProxy, openFaultProxy } from '../support/programs/fault-proxy.ts'
import { bucketUrl, OBJECT_STORES, type ObjectStore } from '../support/programs/object-stores.ts'
import { runInside } from '../support/programs/platen-cli.ts'
import { eventually } from '../support/run/eventually.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { hashOfLink, openCardShop, orderCard, type PrintedOrder } from '../support/service/printing-shop.ts'

describe('a shop whose files lie in an object store', () => {
  const makeFolder = temporaryFolders()
  const orders: PrintedOrder[] = []
  let store: ObjectStore
  let proxy: FaultProxy
  let settings: Readonly<Record<string, string>>
  let test: TestServer
  let templateId: string
  let key: string

  const inBucket = () => ({ ...settings, FILES_URL: bucketUrl(proxy.port) })
  const command = async (env: Readonly<Record<string, string>>, ...line: readonly string[]) => {
    const { code, out, error } = await runInside(env, ...line, '--json')
    expect(code, error + out).to.equal(0)
    return JSON.parse(out)
  }
  const start = async (env: Readonly<Record<string, string>>): Promise<void> => {
    test = await openTestServer({ press: 'workers', database: 'sqlite', env })
    test.clock.set(Date.now())
  }
  const order = async (name: string): Promise<void> => {
    const json: TestServer['json'] = (path, options) => test.json(path, { key, ...options })
    orders.push(await orderCard({ ...test, json }, templateId, name))
  }
  const expectAll = async (): Promise<void> => {
    for (const { link, sha256 } of orders) expect(await hashOfLink(test.url, link)).to.equal(sha256)
  }

  before(async () => {
    store = await (OBJECT_STORES.fauxqs as (folder: string) => Promise<ObjectStore>)(await makeFolder())
    proxy = await openFaultProxy(store.port)
    const folder = await makeFolder()
    settings = { DATA_DIR: folder, DATABASE_URL: join(folder, 'shop.db') }
    await start(settings)
    key = test.team.key
    templateId = await openCardShop(test)
    await order('Folder')
  })
  after(async () => {
    await test?.close()
    await proxy?.close()
    await store?.close()
  })

  it('moves there beside the running service, and finds everything after the switch', async () => {
    const { FILES_URL } = inBucket()
    expect((await command(settings, 'files', 'copy', '--to', FILES_URL)).looked).to.include({ copied: 2 })
    await order('Between')
    await test.close()
    await start(inBucket())
    expect((await command(settings, 'files', 'copy', '--to', FILES_URL)).looked).to.include({ copied: 0 })
    await rm(join(settings.DATA_DIR ?? '', 'files'), { recursive: true })
    await order('Bucket')
    await expectAll()
    expect(await command(inBucket(), 'verify')).to.deep.include({ ok: true, problems: [] })
    expect((await test.send('/readyz', { key: null })).status).to.equal(200)
  })

  it('takes and prints orders while the store is away, refuses uploads with a code, and recovers by itself', async () => {
    proxy.set({ kind: 'refuse' })
    await order('Outage')
    await expectAll()
    const form = new FormData()
    form.set('title', 'Another')
    form.set('pdf', new Blob([await (await fetch(`${test.url}${orders[0]?.link}`)).bytes()]), 'card.pdf')
    const refused = await test.json('/v1/templates', { key, body: form })
    expect([refused.status, refused.body.error.code]).to.deep.equal([503, 'files_unavailable'])
    expect((await test.send('/readyz', { key: null })).status).to.equal(503)
    proxy.set({ kind: 'none' })
    expect((await test.send('/readyz', { key: null })).status).to.equal(200)
    expect(await command(inBucket(), 'verify')).to.deep.include({ ok: true, problems: [] })
  })

  it('says what is missing from it, and backs it up to a folder that restores anywhere', async () => {
    const target = join(await makeFolder(), 'backup')
    expect((await command(inBucket(), 'backup', target)).files).to.equal(2)
    const restored = await makeFolder()
    const elsewhere = { DATA_DIR: restored, DATABASE_URL: join(restored, 'again.db') }
    await command(elsewhere, 'restore', target)
    expect(await command(elsewhere, 'verify')).to.deep.include({ ok: true, problems: [] })
    const empty = { ...settings, FILES_URL: bucketUrl(proxy.port).replace('/shop?', '/other?') }
    const { code, out } = await runInside(empty, 'verify', '--json')
    expect(code).to.equal(1)
    expect(JSON.parse(out).problems.map((problem: { code: string }) => problem.code)).to.include(
      'file_missing',
    )
    await command(empty, 'files', 'copy', '--from', bucketUrl(proxy.port), '--to', empty.FILES_URL)
    expect(await command(empty, 'verify')).to.deep.include({ ok: true })
  })

  it('serves merged PDFs itself, or by a link of the store where that is set', async () => {
    const items = ['Ada', 'Grace'].map((name) => ({
      values: { 'First name': name, 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' },
    }))
    const made = await test.json('/v1/batches', {
      key,
      body: { template_id: templateId, kind: 'renders', result: 'merged', items },
    })
    const batch = await eventually(async () => {
      const { body } = await test.json(`/v1/batches/${made.body.batch.id}`, { key })
      return body.batch.status === 'completed' ? body.batch : null
    })
    const { pathname, search } = new URL(batch.result_url)
    const own = await fetch(`${test.url}${pathname}${search}`, { redirect: 'manual' })
    expect(own.status).to.equal(200)
    const bytes = Buffer.from(await own.arrayBuffer())
    await test.close()
    await start({ ...inBucket(), FILES_DOWNLOADS: 'redirect' })
    const sent = await fetch(`${test.url}${pathname}${search}`, { redirect: 'manual' })
    expect(sent.status).to.equal(302)
    const direct = await fetch(sent.headers.get('location') ?? '')
    expect(Buffer.compare(Buffer.from(await direct.arrayBuffer()), bytes)).to.equal(0)
    await expectAll()
  })

  it('moves back to a folder', async () => {
    const FILES_URL = `file:${join(await makeFolder(), 'files')}`
    await command(inBucket(), 'files', 'copy', '--to', FILES_URL)
    await test.close()
    await start({ ...settings, FILES_URL })
    await order('Back')
    await expectAll()
    expect(await command({ ...settings, FILES_URL }, 'verify')).to.deep.include({ ok: true })
  })

  it('is told of a place that cannot be used', async () => {
    for (const [to, says] of [
      ['ftp://prints', /--to must be file: and a folder, or s3:\/\/ and a bucket/],
      ['s3://no', /--to must be s3:\/\/ with the name of a bucket/],
    ] as const) {
      const { code, error } = await runInside(settings, 'files', 'copy', '--to', to)
      expect(code).to.equal(1)
      expect(error).to.match(says)
    }
    expect((await runInside(settings, 'files', 'copy')).code).to.equal(2)
  })
})
