/** Browser code as it is served: how much of it there is, under which names, and for how long it is kept. */
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { bundleWidget } from '../../../server/pages/bundle.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'

const KB = 1024

describe('Browser code', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  it('is small: the loader at most 6 kB, each page with all of its scripts at most 45 kB, gzipped', async () => {
    const { loader, entries, assets } = await bundleWidget()
    expect(loader.zipped.length).to.be.at.most(6 * KB)
    for (const { script, preloads } of [entries.frame, entries.hosted]) {
      const sizes = [script, ...preloads].map((path) => assets.get(path)?.zipped.length ?? Number.NaN)
      expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.at.most(45 * KB)
    }
  })

  it('leaves no style sheet behind of what a page loads later', async () => {
    const { entries, assets } = await bundleWidget()
    const linked = Object.values(entries).flatMap(({ styles, sections }) => [...styles, ...sections])
    const sheets = [...assets.keys()].filter((path) => path.endsWith('.css'))
    expect([...new Set(linked)].sort()).to.deep.equal(sheets.sort())
    expect(entries.console.sections).not.to.be.empty
    expect([...entries.frame.sections, ...entries.hosted.sections]).to.deep.equal([])
  })

  it('has a loader that stands alone and is kept for minutes, for pages of every origin', async () => {
    const reply = await test.send('/widget/v1.js', { key: null, headers: { origin: 'https://shop.example' } })
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('content-type')).to.equal('text/javascript; charset=utf-8')
    expect(reply.headers.get('cache-control')).to.equal('public, max-age=300, stale-while-revalidate=86400')
    expect(reply.headers.get('access-control-allow-origin')).to.equal('*')
    expect(reply.headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
    expect(await reply.text()).not.to.match(/\bimport\s*[({"']|\beval\b|innerHTML/)
    const etag = reply.headers.get('etag') ?? ''
    const again = await test.send('/widget/v1.js', { key: null, headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).to.deep.equal([304, ''])
  })

  it('is compressed for who understands that, and whole for who does not', async () => {
    const { loader } = await bundleWidget()
    const plain = await test.send('/widget/v1.js', { key: null, headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).to.equal(null)
    expect(plain.headers.get('vary')).to.match(/Accept-Encoding/i)
    expect(Buffer.from(await plain.arrayBuffer())).to.deep.equal(loader.body)
    const zipped = await test.send('/widget/v1.js', { key: null, headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers.get('content-encoding')).to.equal('gzip')
    expect(gunzipSync(loader.zipped)).to.deep.equal(loader.body)
  })

  it('is kept for good under names that change with the content', async () => {
    const { entries, assets } = await bundleWidget()
    for (const path of assets.keys())
      expect(path).to.match(/^\/widget\/assets\/[\w-]+-[A-Z0-9]{8}\.(js|css|woff2)$/)
    const reply = await test.send(entries.frame.script, { key: null })
    expect(reply.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    expect((await test.send('/widget/assets/frame-00000000.js', { key: null })).status).to.equal(404)
  })
})
